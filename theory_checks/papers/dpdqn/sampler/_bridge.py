"""The law of a path between two neighbours: places, weights, and samplers that use it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from tabular.noise.exact import exponential, exponential_kernel, predict
from tabular.noise.printed import printed_variance, printed_weights
from theory_checks.core.claim import Trial
from theory_checks.core.formula import Formula, Term, exp, log, num, ref

Place = tuple[int, int, int]  # s-, s, s+
HALF = Fraction(1, 2)
BASES = (HALF, Fraction(2, 3), Fraction(9, 10), Fraction(1, 10))


def weights_as_printed(q: Fraction, place: Place) -> tuple[Fraction, Fraction]:
    """Return the weights of g(s-) and g(s+) in Equation (2), for exp(-beta) = q."""
    return printed_weights(1, *place, exp=exponential(q))


def weights_exchanged(q: Fraction, place: Place) -> tuple[Fraction, Fraction]:
    """Return the printed weights with the two neighbours exchanged: sinh(b)/sinh(c) and sinh(a)/sinh(c)."""
    left, right = weights_as_printed(q, place)
    return right, left


def equation_of(q: Fraction, place: Place) -> str:
    """Name a case of Equation (2)."""
    return rf"$e^{{-\beta}} = {q}$, $(s^-, s, s^+) = {place}$"


def u(sooner: str, later: str) -> Formula:
    """Return exp(beta (later - sooner)) - exp(-beta (later - sooner)) as an expression in named constants."""
    distance = ref("beta") * (num(later) - sooner)
    return exp(distance) - exp(-distance)


def place_constants(q: Fraction, place: Place) -> dict[str, Term]:
    """Return the constants beta, s_minus, s and s_plus of a certificate."""
    return {"beta": log(1 / q), **dict(zip(("s_minus", "s", "s_plus"), place, strict=True))}


def lists(trial: Trial) -> Iterator[tuple[Place, Sequence[int]]]:
    """Yield every (s-, s, s+) in 0 .. longest, between no, one or two further points on either side."""
    longest = 9 if trial.full else 5
    for place in combinations(range(longest + 1), 3):
        for outer in ((), (-2,), (longest + 3,), (-4, -1, longest + 1, longest + 4)):
            yield place, sorted((*outer, place[0], place[2]))


Factor = Callable[[Fraction, Place], Fraction]


def factor_as_printed(q: Fraction, place: Place) -> Fraction:
    """Return d_at of Equation (2), for exp(-beta) = q."""
    return printed_variance(1, *place, exp=exponential(q))


def right_factor(q: Fraction, place: Place) -> Fraction:
    """Return 1 - w- exp(-a) - w+ exp(-b) with the right weights: neighbours exchanged and exponents reversed."""
    left, right = weights_exchanged(q, place)
    return 1 - left * q ** abs(place[1] - place[0]) - right * q ** abs(place[2] - place[1])


def true_factor(q: Fraction, place: Place) -> Fraction:
    """Return the conditional variance of a unit path given both neighbours."""
    return predict(exponential_kernel(q), [place[0], place[2]], place[1]).variance
