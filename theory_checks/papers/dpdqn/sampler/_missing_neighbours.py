"""Samplers at the ends of the line, where a neighbour is missing."""

from __future__ import annotations

import bisect
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product

from tabular.noise.exact import Draw, ExactRule, drawn_covariance, exponential_kernel, predict
from theory_checks.core.evidence import Evidence, Rational
from theory_checks.core.formal import Formal, formal_of
from theory_checks.papers.dpdqn.common.comparisons import Pair, all_decided
from theory_checks.papers.dpdqn.sampler._bridge import RIGHT_FACTOR, RIGHT_WEIGHTS, at_place, number, rational

Ends = Callable[[Fraction], ExactRule]  # q -> how a state left or right of all stored ones is drawn


def sampler(q: Fraction, ends: Ends) -> ExactRule:
    """Return the sampler with the right formulas between two neighbours and the given ones beyond all neighbours."""
    beyond = ends(q)

    def rule(earlier: Sequence[int], x: int) -> Draw:
        i = bisect.bisect(earlier, x)
        if x in earlier:
            return weighted(earlier, {x: Fraction(1)}, Fraction(0))
        if 0 < i < len(earlier):
            place = (earlier[i - 1], x, earlier[i])
            left, right = (at_place(weight, q, place) for weight in RIGHT_WEIGHTS)
            return weighted(earlier, {earlier[i - 1]: left, earlier[i]: right}, at_place(RIGHT_FACTOR, q, place))
        return beyond(earlier, x)

    return rule


def weighted(earlier: Sequence[int], weights: dict[int, Fraction], variance: Fraction) -> Draw:
    """Return the draw with these weights by point, and weight 0 for all other points."""
    return Draw(tuple(weights.get(y, Fraction(0)) for y in earlier), variance)


def one_sided(claims: Formal) -> Ends:
    """Return the law given the one neighbour there is, with the mean and the variance that a statement claims."""
    mean, variance = claims.defined["mean"], claims.defined["variance"]

    def draw(q: Fraction, earlier: Sequence[int], x: int) -> Draw:
        if not earlier:
            return Draw((), Fraction(1))
        neighbour = earlier[-1] if x > earlier[-1] else earlier[0]
        values = {"gap": abs(x - neighbour), "nearest": 1, "sigma": 1}
        return weighted(earlier, {neighbour: rational(mean, q, values)}, rational(variance, q, values))

    return lambda q: lambda earlier, x: draw(q, earlier, x)


def given_one(claims: Formal, q: Fraction, beta: Fraction = Fraction(1)) -> Iterator[Evidence]:
    """Compare mean and variance given one value, at some distances and noise levels, with the law of the path."""
    pairs: dict[str, Pair] = {}
    for n, sigma, nearest in product((1, 2, 5), (Fraction(1, 3), Fraction(3)), (Fraction(-2), Fraction(5))):
        values, (weights, variance) = {"beta": beta, "gap": n / beta, "sigma": sigma, "nearest": nearest}, _alone(q, n)
        mean, spread = (number(claims.defined[name], q, values) for name in ("mean", "variance"))
        where = f"distance {n}, sigma = {sigma}, value {nearest}"
        pairs[f"mean, {where}"] = (mean, "=", weights[0] * nearest)
        pairs[f"variance, {where}"] = (spread, "=", sigma**2 * variance)
    yield from all_decided(f"$q = {q}$, given one value", pairs, quantity="mean and variance given one value")


def _alone(q: Fraction, distance: int) -> Draw:
    return predict(exponential_kernel(q), [0], distance)


# The limit of Equation (2) for the other neighbour far away.
at_infinity = one_sided(formal_of(__file__, "dpdqn/eq2-boundary/repaired"))


def law(q: Fraction, ends: Ends, points: Sequence[int]) -> dict[str, tuple[Rational, str, Rational]]:
    """Compare the covariance of the values drawn at the points in this order with that of the path."""
    kernel, covariance = exponential_kernel(q), drawn_covariance(sampler(q, ends), points)
    return {
        f"covariance of the values at {x} and {y}, asked in the order {list(points)}": (
            covariance[i, j],
            "==",
            kernel(x, y),
        )
        for i, x in enumerate(points)
        for j, y in enumerate(points[: i + 1])
    }
