r"""The noise buffer of the released program dpql.py: the law of what it really draws.

Between two stored states the program uses the right formulas, left of all of them too. Right of all of them it combines
the place of the last entry with the value of the first. Only a state right of at least two stored ones is drawn from a
wrong law; later states next to it inherit the fault. The kernel parameter is 1 in the program; the unit of length is
chosen so that exp(-unit) = q is rational.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations, product

from tabular.noise.covariance import ornstein_uhlenbeck_covariance, sequential_covariance
from tabular.noise.exact import Draw, ExactRule, drawn_covariance
from tabular.noise.printed import first_entry_rule
from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Rational, exact, exact_all
from theory_checks.core.exhibits import Figure, Series, Table
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import log, num
from theory_checks.core.texts import texts_of
from theory_checks.papers.dpdqn.sampler._bridge import BASES, HALF
from theory_checks.papers.dpdqn.sampler._missing_neighbours import (
    Ends,
    at_infinity,
    given_one,
    law,
    one_sided,
    sampler,
    weighted,
)

TEXTS = texts_of(__file__)

Q = Fraction(9, 10)
UNIT = -math.log(Q)  # the length h for which exp(-h) = Q: the states 0 to 9 lie in [0, 1]


def first_entry(q: Fraction) -> ExactRule:
    """Return the draw at the ends of the list as released: on the right with the value of the first entry."""
    right = at_infinity(q)

    def rule(earlier: Sequence[int], x: int) -> Draw:
        draw = right(earlier, x)
        if earlier and x > earlier[-1]:
            return weighted(earlier, {earlier[0]: draw.weights[-1]}, draw.variance)
        return draw

    return rule


@claim("dpdqn/code-sampler", sound={"value of the last entry at the right end": {"ends": at_infinity}})
def released_sampler(trial: Trial, *, ends: Ends = first_entry) -> Iterator[Finding]:
    """Compute the covariance of all values drawn, from the linear coefficients of every draw."""
    for points, what in (((0, 1, 2), "in ascending order"), ((0, 8, 9), "two of them close together")):
        places = ", ".join(f"{n * UNIT:.3f}" for n in points)
        yield exact_all(
            f"$q = {Q}$, states {', '.join(map(str, points))} (in $[0, 1]$: {places}), {what}",
            law(Q, ends, points),
            certificate=_wrong_covariance(points),
        )
    yield from _right_as_long_as(ends)
    yield _three_states()
    yield _torn_path()
    yield _orders_without_fault()


def _right_as_long_as(ends: Ends) -> Iterator[Evidence]:
    """Check the orders in which the largest state is among the first two."""
    for q in (HALF, Fraction(9, 10)):
        orders = [order for order in permutations((0, 1, 3, 4)) if 4 in order[:2]]
        pairs = {name: pair for order in orders for name, pair in law(q, ends, order).items()}
        yield exact_all(f"$q = {q}$, four states, the largest among the first two", pairs, quantity="covariance")


def _wrong_covariance(points: tuple[int, int, int]) -> Certificate:
    """Follow three states in ascending order: the third value is q^(z - y) times the first plus fresh noise."""
    x, y, z = points
    first, second, third = (n * log(1 / Q) if n else num(0) for n in points)
    return Certificate(
        says=f"States {x}, {y}, {z} in this order, in units h with exp(-h) = {Q}, all in [0, 1]: the values drawn at "
        f"{x} and {z} have a larger covariance than those of the path.",
        given=[lemma("covariance", "multiple-covariance", distance=third - second)],
        values={"covariance": "covariance", "first": first, "second": second, "third": third},
        assumed=["Right of all stored states the program uses the value of the first entry in place of the last."],
    )


def _three_states() -> Table:
    points = [0.1, 0.5, 0.9]
    drawn = sequential_covariance(first_entry_rule(1.0), points)
    right = ornstein_uhlenbeck_covariance(points, 1.0)
    rows = [
        [f"{points[i]} and {points[j]}", f"{drawn[i, j]:.6f}", f"{right[i, j]:.6f}"]
        for i, j in ((1, 0), (2, 0), (2, 1))
    ]
    return Table(
        title="Correlations of three values, queried from left to right",
        columns=["states", "released program", "path"],
        rows=rows,
        caption="The third value follows the first one as it should follow the second one.",
    )


def _torn_path() -> Figure:
    gaps = [10 ** (-k / 10) for k in range(4, 61)]
    variances: dict[str, list[float]] = {"released program": [], "path": []}
    for gap in gaps:
        points = [0.0, 0.5, 0.5 + gap]
        for name, covariance in (
            ("released program", sequential_covariance(first_entry_rule(1.0), points)),
            ("path", ornstein_uhlenbeck_covariance(points, 1.0)),
        ):
            variances[name].append(float(covariance[1, 1] + covariance[2, 2] - 2 * covariance[1, 2]))
    return Figure(
        title="How far two neighbouring values lie apart",
        x_label="h",
        y_label=r"variance of $g(0.5 + h) - g(0.5)$, over $\sigma^2$",
        x_scale="log",
        y_scale="log",
        series=[Series(label=name, x=gaps, y=y) for name, y in variances.items()],
        caption="States 0, 0.5 and 0.5 + h in this order. A path is continuous; what the program draws is not.",
    )


def _orders_without_fault() -> Table:
    rows: list[list[str | int]] = []
    for n in (2, 3, 4, 5):
        right = sum(has_the_law_of_a_path(order) for order in permutations(range(n)))
        rows.append([n, sum(1 for _ in permutations(range(n))), right, str(Fraction(2, n))])
    return Table(
        title="Orders of n states in which all values drawn have the law of a path",
        columns=["$n$", "orders", "right orders", "share $2/n$"],
        rows=rows,
        caption=TEXTS["orders_without_fault_caption"],
    )


def has_the_law_of_a_path(points: Sequence[int]) -> bool:
    """Tell whether the released program draws a path when asked at the points in this order, for q = 1/2."""
    covariance = drawn_covariance(sampler(HALF, first_entry), points).tolist()
    return covariance == [[HALF ** abs(x - y) for y in points] for x in points]


LAST_ENTRY = one_sided(formal_of(__file__, "dpdqn/code-sampler/repaired"))


@claim("dpdqn/code-sampler/repaired", broken={"value of the first entry at the right end": {"ends": first_entry}})
def released_sampler_repaired(trial: Trial, *, ends: Ends = LAST_ENTRY) -> Iterator[Evidence]:
    """Compare the law given one value, and the covariance for all orders of some states."""
    yield from given_one(trial.formal, HALF)
    states = (0, 1, 3, 4, 9) if trial.full else (0, 1, 3, 9)
    for q in BASES:
        pairs = {name: pair for order in permutations(states) for name, pair in law(q, ends, order).items()}
        yield exact_all(f"$q = {q}$, all orders of the states {states}", pairs, quantity="covariance")
    for q, n in product(BASES, (1, 5)):
        covariance = drawn_covariance(sampler(q, ends), [0, n, n + 1])
        spread: Rational = covariance[1, 1] + covariance[2, 2] - 2 * covariance[1, 2]
        yield exact(
            f"$q = {q}$, states 0, {n}, {n + 1}",
            spread,
            "==",
            2 - 2 * q,
            quantity="variance of the difference of the last two values",
        )
