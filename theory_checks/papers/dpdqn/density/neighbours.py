r"""The proof of Proposition 9: which stored values a prediction of the path uses.

x_1 < ... < x_{n-1} are stored points (with equal ones K00 has no inverse), x is a new one, and the row K10 K00^-1 holds
the weights of the stored values in the prediction of g(x), for K(x, y) = exp(-beta |x - y|). The neighbours of x have
the weights of the repaired statement, all others 0, and beyond the outermost stored point the nearest one alone has a
weight, exp(-distance). Points are integers here and q = exp(-beta) is rational, which leaves every weight rational.
"""

from __future__ import annotations

import bisect
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from tabular.noise.exact import exponential_kernel, predict
from tabular.numbers.balls import ball as enclose
from theory_checks.core.certificate import Certificate
from theory_checks.core.claim import Trial, claim
from theory_checks.core.evidence import Evidence, Region, exact, exact_all
from theory_checks.core.formal import formal_of
from theory_checks.core.interpret import exact as rational
from theory_checks.papers.dpdqn.common.comparisons import decided
from theory_checks.papers.dpdqn.common.kernel_matrices import DECAYS
from theory_checks.papers.dpdqn.common.rational_first import ball_of

KernelOf = Callable[[Fraction], Callable[[int, int], Fraction]]

STORED = ((0, 1, 4, 9), (0, 2), (3,), (-5, -4, 0, 1, 2, 11), (0, 1, 2, 3, 4, 5))


CLOSED = formal_of(__file__, "dpdqn/prop9-neighbours/repaired").claims[:2]


def with_offset(q: Fraction) -> Callable[[int, int], Fraction]:
    """Return the kernel with a tenth of all values in common, whose process is not Markov."""
    return lambda x, y: q ** abs(x - y) + Fraction(1, 10)


def with_own_noise(q: Fraction) -> Callable[[int, int], Fraction]:
    """Return the kernel of values that are stored with a noise of their own, of a tenth of their variance."""
    return lambda x, y: q ** abs(x - y) + Fraction(x == y, 10)


NEAR = {
    "a tenth of the variance in common": {"kernel": with_offset},
    "a tenth of the variance as noise of a stored value": {"kernel": with_own_noise},
}


def squared_exponential(q: Fraction) -> Callable[[int, int], Fraction]:
    """Return the kernel exp(-beta (x - y)^2), whose process is not Markov."""
    return lambda x, y: q ** ((x - y) ** 2)


def new_points(stored: Sequence[int]) -> list[int]:
    """Return all integers around the stored points that are not stored."""
    return [x for x in range(stored[0] - 3, stored[-1] + 4) if x not in stored]


def neighbour_weights(stored: Sequence[int], x: int, q: Fraction) -> list[Fraction]:
    """Return the row as the closed form has it."""
    i = bisect.bisect(stored, x)
    weights = [Fraction(0)] * len(stored)
    if 0 < i < len(stored):
        decays = {"p": q ** (x - stored[i - 1]), "r": q ** (stored[i] - x)}
        weights[i - 1 : i + 1] = [rational(weight.right, decays) for weight in CLOSED]
    else:
        nearest = min(i, len(stored) - 1)
        weights[nearest] = q ** abs(x - stored[nearest])
    return weights


@claim(
    "dpdqn/prop9-neighbours",
    reading="at-most-two",
    broken={r"the kernel $e^{-\beta(x-y)^2}$": {"kernel": squared_exponential}, **NEAR},
    near=tuple(NEAR),
    sound={"distinct stored points": {"gaps": (1,)}},
)
def at_most_two(
    trial: Trial, *, kernel: KernelOf = exponential_kernel, gaps: Sequence[int] = (1, 0)
) -> Iterator[Evidence]:
    """Check that all weights but those of the neighbours vanish, and that two stored points have weights at all."""
    for stored in STORED:
        pairs = {
            f"q = {q}, new point {x}, weight of {y}": (weight, "==", Fraction(0))
            for q in DECAYS
            for x in new_points(stored)
            for i, (y, weight) in enumerate(zip(stored, predict(kernel(q), stored, x).weights, strict=True))
            if i not in (bisect.bisect(stored, x) - 1, bisect.bisect(stored, x))
        }
        if pairs:
            quantity = "the weights of points that are no neighbours"
            yield exact_all(_named(stored), pairs, quantity=quantity, region=Region.INSIDE)
    for gap in gaps:
        yield _correlation(trial, gap)


def _correlation(trial: Trial, gap: int) -> Evidence:
    values = {"q": Fraction(999, 1000), "first_point": 0, "second_point": gap}
    says = f"Stored points 0 and {gap}, $e^{{-\\beta}} = 999/1000$: $K_{{00}}$ has no inverse."
    return exact(
        f"stored points 0 and {gap}, $q = 999/1000$",
        rational(trial.formal.left, values),
        "<",
        rational(trial.formal.right, values),
        quantity="correlation of the two values",
        region=Region.INSIDE if gap else Region.OUTSIDE,
        certificate=None if gap else Certificate(says=says, values=values),
    )


@claim(
    "dpdqn/prop9-neighbours",
    reading="exactly-two",
    sound={"new points between stored ones": {"everywhere": False}},
    broken=NEAR,
    near=tuple(NEAR),
)
def exactly_two(trial: Trial, *, everywhere: bool = True, kernel: KernelOf = exponential_kernel) -> Iterator[Evidence]:
    """Count the non-zero weights of new points between the stored ones, and outside of them."""
    q = Fraction(1, 2)
    for stored in STORED:
        inside = [x for x in new_points(stored) if stored[0] < x < stored[-1]]
        counts = {f"new point {x}": (non_zero(stored, x, q, kernel), "==", 2) for x in inside}
        if counts:
            yield exact_all(f"{_named(stored)}, new points between", counts, region=Region.INSIDE)
    if everywhere:
        yield _one_neighbour((0, 1), 2, "the new point lies beyond the last stored one")
        yield _one_neighbour((0, 1), 1, "the new point is stored already")


def non_zero(stored: Sequence[int], x: int, q: Fraction, kernel: KernelOf = exponential_kernel) -> int:
    """Return how many stored values the prediction uses."""
    return sum(weight != 0 for weight in predict(kernel(q), stored, x).weights)


def _one_neighbour(stored: tuple[int, int], x: int, why: str) -> Evidence:
    q = Fraction(1, 2)
    return exact(
        f"{_named(stored)}, $q = {q}$: {why}",
        non_zero(stored, x, q),
        "==",
        2,
        quantity="number of non-zero elements in the row",
        region=Region.OUTSIDE,
        certificate=_zero_weight(stored, x, q),
    )


def _zero_weight(stored: tuple[int, int], x: int, q: Fraction) -> Certificate:
    first, second = predict(exponential_kernel(q), stored, x).weights
    return Certificate(
        says=f"Stored points {stored[0]} and {stored[1]}, new point {x}, $e^{{-\\beta}} = {q}$: the first stored value "
        "is not used.",
        values={"q": q, "first": first, "second": second, "first_point": stored[0], "second_point": stored[1], "x": x},
    )


@claim("dpdqn/prop9-neighbours/repaired", broken={r"the kernel $e^{-\beta(x-y)^2}$": {"kernel": squared_exponential}})
def neighbours_repaired(trial: Trial, *, kernel: KernelOf = exponential_kernel) -> Iterator[Evidence]:
    """Compare all weights with their closed form."""
    for stored in STORED:
        pairs = {
            f"q = {q}, new point {x}, weight of {y}": (solved, "==", closed)
            for q in DECAYS
            for x in new_points(stored)
            for y, solved, closed in zip(
                stored, predict(kernel(q), stored, x).weights, neighbour_weights(stored, x, q), strict=True
            )
        }
        yield exact_all(_named(stored), pairs, quantity="all weights")
    for points in ((-3, 2, 6), (Fraction(1, 2), 1, Fraction(4, 3))):
        yield from _decays(trial, *map(Fraction, points))


def _decays(trial: Trial, left: Fraction, x: Fraction, right: Fraction) -> Iterator[Evidence]:
    """Compare what p and r stand for with the kernel, at beta = 2/3."""
    beta = Fraction(2, 3)
    values = {"beta": beta, "x_left": left, "x": x, "x_right": right}
    for name, stored in (("p", left), ("r", right)):
        pair = (enclose(-beta * abs(x - stored)).exp(), "=", ball_of(trial.formal.right_of(name), values))
        case = f"$\\beta = {beta}$, stored point {stored}, new point {x}"
        yield decided(case, pair, quantity=f"the kernel, and ${name}$")


def _named(stored: Sequence[int]) -> str:
    return "stored points " + ", ".join(map(str, stored)) if len(stored) > 1 else f"one stored point {stored[0]}"
