"""The two laws that one noisy step of a record drawn out of m can be told apart by, and which pair is the worst.

In units of the clip a step releases g + N(0, sigma^2 I), g the clipped gradient (|g| <= 1) of one record that is drawn
uniformly and anew. Across a direction in which two gradients are ``shift`` apart its law is one of

    null = N(0, sigma^2),        mix = (1 - q) N(0, sigma^2) + q N(shift, sigma^2),

whose ratio mix/null at x = sigma y is r(y) = 1 - q + q e^{mu y - mu^2/2}, mu = shift / sigma: only q and mu count.

*Replacement* of one record of m (q = 1/m). Let mu_0 be the average law of the other records and nu, nu' the normal laws
of the record and of its substitute, so that P = (1 - q) mu_0 + q nu and Q = (1 - q) mu_0 + q nu'. For epsilon >= 0 put
e^kappa = 1 + (e^epsilon - 1)/q and b = e^{epsilon - kappa}. Advanced joint convexity (Balle, Barthe and Gaboardi 2018)
and the joint convexity of H in the second law give, as every gradient lies in the unit ball and D = 2 is its diameter,

    H_{e^epsilon}(P || Q) = q H_{e^kappa}(nu || (1 - b) mu_0 + b nu') <= q H_{e^kappa}(N(2) || N(0))
                          = H_{e^epsilon}(mix || null) at shift 2,

with equality where all the others and the substitute have the gradient -e_1 and the record +e_1. The set of pairs is
symmetric, and H_{1/a}(P || Q) = 1 - 1/a + H_a(Q || P)/a, so for epsilon < 0 the worst curve is that of null || mix. The
curve "mix || null from 0 on, null || mix below 0" is therefore the largest of one step at every epsilon: the dominating
pair. By Zhu, Dong and Wang (2022, Theorem 10) its N-fold product bounds N adaptive steps. Keeping to one ordered pair
in all steps is one thing an adversary can do: a lower bound. Both agree for N = 1.

*Addition or removal*, sets of m and m + 1 records. Here q = 1/(m + 1), P = (1 - q) Q + q nu with Q the average law of
the m. Both orders are jointly convex in (Q, nu), so the worst Q is one normal law, at distance 2: the ordered pair
(larger, smaller) is dominated by mix || null and (smaller, larger) by null || mix, at every epsilon, and both are
attained by constant gradients. So the larger of the two N-fold products is exact. m is the size of the *smaller* set:
to protect a set of m records against removal too, pass m - 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from tabular.errors import must, show
from tabular.numbers.arguments import count, positive
from tabular.numbers.exact import Exact


class Adjacency(Enum):
    """Which data sets are neighbours: one record replaced, or one record more or less."""

    REPLACE = "replace"
    ADD_REMOVE = "add or remove"


class Direction(Enum):
    """Which ordered pair is told apart: ``mix || null``, ``null || mix``, or the pair that dominates both."""

    REMOVE = "mix || null"
    ADD = "null || mix"
    DOMINATING = "dominating"


@dataclass(frozen=True)
class SubsampledGaussian:
    """The pair null = N(0, sigma^2) and mix = (1 - q) N(0, sigma^2) + q N(shift, sigma^2), numbers taken exactly."""

    q: Exact
    sigma: Exact
    shift: Exact = 2

    def __post_init__(self) -> None:
        if positive("q", self.q) > 1:
            raise must("q", "be at most 1", show(self.q))
        positive("sigma", self.sigma)
        positive("shift", self.shift)

    @property
    def rate(self) -> Fraction:
        """Return q as an exact rational."""
        return Fraction(self.q)

    @property
    def mu(self) -> Fraction:
        """Return shift / sigma."""
        return Fraction(self.shift) / Fraction(self.sigma)


def worst_pair(m: int, sigma: Exact, adjacency: Adjacency) -> SubsampledGaussian:
    """Return the worst pair of one step: shift 2, q = 1/m for replacement, q = 1/(m + 1) for addition or removal."""
    records = count("m", m)
    return SubsampledGaussian(Fraction(1, records + _added(adjacency)), sigma, 2)


def bounding_directions(adjacency: Adjacency) -> tuple[Direction, ...]:
    """Return the pairs of which the largest N-fold curve is an upper bound of N adaptive steps."""
    return attained_directions() if _added(adjacency) else (Direction.DOMINATING,)


def attained_directions() -> tuple[Direction, ...]:
    """Return the pairs whose N-fold curves an adversary attains under either adjacency: a lower bound."""
    return (Direction.REMOVE, Direction.ADD)


def _added(adjacency: Adjacency) -> int:
    if not isinstance(adjacency, Adjacency):
        raise must("adjacency", "be Adjacency.REPLACE or Adjacency.ADD_REMOVE", show(adjacency))
    return 1 if adjacency is Adjacency.ADD_REMOVE else 0
