r"""Equation (2), the variance factor of a new noise value given its two neighbours.

With a = beta (s - s-), b = beta (s+ - s), c = a + b, in units of sigma^2, the printed factor is 1 - (e^2a + e^2b - 2) /
(2 sinh c) <= -tanh(c/2) < 0, as e^2a + e^2b >= 2 e^c. With its sign reversed it is at least tanh(c/2), the largest that
the right one, 2 sinh(a) sinh(b) / sinh(c), can be. The truth is computed by linear algebra, K11 - K10 K00^-1 K10^T, not
from any of these formulas.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from tabular.noise.conditional import bridge
from tabular.noise.exact import exponential_kernel, predict
from tabular.noise.printed import printed_variance
from theory_checks.core.certificate import Certificate
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, exact, exact_all, undefined
from theory_checks.core.exhibits import Figure, Series
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula, log
from theory_checks.papers.dpdqn.sampler._bridge import (
    BASES,
    FACTOR_AS_PRINTED,
    HALF,
    RIGHT_FACTOR,
    SCALES,
    Place,
    at_place,
    equation_of,
    lists,
    place_values,
    true_factor,
    variance_at,
)

NEGATED, REVERSED = (
    formal_of(__file__, "dpdqn/eq2-variance", reading).right for reading in ("sign-reversed", "exponents-reversed")
)
SOUND = {r"$2\sinh a\sinh b/\sinh c$": {"factor": RIGHT_FACTOR}}


@claim("dpdqn/eq2-variance", reading="exponents-reversed", sound=SOUND)
@claim("dpdqn/eq2-variance", reading="sign-reversed", sound=SOUND)
def variance(trial: Trial, *, factor: Formula | None = None) -> Iterator[Evidence]:
    """Compare the factor with K11 - K10 K00^-1 K10^T."""
    for place, what in (((0, 1, 2), ", the midpoint"), ((0, 1, 3), ""), ((0, 2, 7), "")):
        read, truth = at_place(trial.formal.right, HALF, place), true_factor(HALF, place)
        yield exact(
            equation_of(HALF, place) + what,
            at_place(factor, HALF, place) if factor else read,
            "==",
            truth,
            quantity=r"the factor, and the conditional variance in units of $\sigma^2$",
            certificate=None if read == truth else _wrong_factor(trial, HALF, place),
        )


@claim("dpdqn/eq2-variance", reading="identity", sound=SOUND)
def variance_as_printed(trial: Trial, *, factor: Formula | None = None) -> Iterator[Finding]:
    """Compare the factor, and draw all readings."""
    yield from variance(trial, factor=factor)
    yield _factors_against_position()


def _wrong_factor(trial: Trial, q: Fraction, place: Place) -> Certificate:
    s_minus, s, s_plus = place
    return Certificate(
        says=f"With exp(-beta) = {q} the value at {s}, given those at {s_minus} and {s_plus}, has variance "
        f"{true_factor(q, place)} sigma^2; the formula gives {at_place(trial.formal.right, q, place)}.",
        constants={"beta": log(1 / q)},
        given=[variance_at("variance", place)],
        values={"variance": "variance", **place_values(place)},
    )


@claim("dpdqn/eq2-variance", reading="drawn", sound=SOUND)
def variance_of_a_law(trial: Trial, *, factor: Formula = FACTOR_AS_PRINTED) -> Iterator[Evidence]:
    """Ask whether a normal law with this variance exists."""
    for place in ((0, 1, 2), (0, 1, 3), (0, 2, 7)):
        d, case = at_place(factor, HALF, place), equation_of(HALF, place)
        if d < 0:
            yield undefined(
                case,
                quantity=rf"$\mathcal{{N}}(\mu, \sigma d)$ with $d = {d}$",
                detail="a normal law has no negative variance and no negative standard deviation",
            )
        else:
            yield exact(case, d, ">=", 0, quantity="the factor of the variance")


def _factors_against_position() -> Figure:
    positions = [k / 100 for k in range(1, 100)]
    lines = {
        "Equation (2)": [printed_variance(1.0, 0.0, s, 1.0) for s in positions],
        "its sign reversed": [-printed_variance(1.0, 0.0, s, 1.0) for s in positions],
        "its exponents reversed": [printed_variance(1.0, 1.0, s, 0.0) for s in positions],
        "right": [bridge(1.0, s, 1.0 - s)[2] ** 2 for s in positions],
    }
    return Figure(
        title=r"The variance factor between two neighbours, $\beta = 1$",
        x_label="position s between the neighbours 0 and 1",
        y_label=r"variance at $s$ given both neighbours, over $\sigma^2$",
        series=[Series(label=label, x=positions, y=y) for label, y in lines.items()],
        caption="A conditional variance vanishes at the neighbours. The printed factor is negative everywhere; with "
        "one sign repaired it is right at the midpoint only.",
    )


@claim(
    "dpdqn/eq2-variance/repaired",
    broken={
        "as printed": {"factor": FACTOR_AS_PRINTED},
        "the printed sign reversed": {"factor": NEGATED},
        "the printed exponents reversed": {"factor": REVERSED},
    },
)
def variance_repaired(trial: Trial, *, factor: Formula = RIGHT_FACTOR) -> Iterator[Evidence]:
    """Compare the factor with K11 - K10 K00^-1 K10^T for lists of up to six stored points."""
    for (q, beta), scale in SCALES.items():
        pairs = {
            f"variance at {place[1]}, stored {stored}": (
                at_place(factor, q, place, beta),
                "==",
                predict(exponential_kernel(q**beta), stored, place[1]).variance,
            )
            for place, stored in lists(trial)
        }
        yield exact_all(f"{scale}, all lists", pairs, quantity="conditional variance")
    for q in BASES:
        highest = {
            f"variance at {place[1]} between {place[0]} and {place[2]}": (
                at_place(factor, q, place),
                "==" if 2 * place[1] == place[0] + place[2] else "<",
                (1 - q ** (place[2] - place[0])) / (1 + q ** (place[2] - place[0])),
            )
            for place in combinations(range(7), 3)
        }
        yield exact_all(rf"$e^{{-\beta}} = {q}$, $\tanh(c/2)$", highest, quantity="largest at the midpoint")
