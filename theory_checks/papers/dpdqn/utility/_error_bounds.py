"""Bounds of the expected error per state, printed and repaired."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from tabular.mdp import FiniteMDP
from tabular.mdp.noised_rewards.bounds import (
    value_error_bound,
)
from tabular.mdp.policies import occupancy
from theory_checks.papers.dpdqn.utility._sizes import Size, half_normal

ERROR = r"$\mathbb{E}\,\frac1n\|v'-v^*\|_1$ in units of $\sigma/(1-\gamma)$"


def printed_bound(n: int, m: int, discount: Fraction) -> Size:
    """Return the printed right side in units of sigma/(1 - gamma): 2 sqrt(2/(pi n))."""
    del m, discount  # the printed bound does not depend on them in these units
    return half_normal(Fraction(4, n))


Bound = Callable[[int, int, Fraction], Size]
DISCOUNTS = (Fraction(0), Fraction(1, 2), Fraction(9, 10), Fraction(99, 100))


def repaired_bound(n: int, m: int, discount: Fraction) -> Size:
    """Return min(b_{nm}, sqrt(2/pi) + H); for m = 1 it is exactly sqrt(2/pi)."""
    return half_normal(1) if m == 1 else Size(value_error_bound(n, m, discount))


def one_action_variances(mdp: FiniteMDP) -> list[Fraction]:
    """Return for each state the variance of (1 - gamma) (v'(s) - v*(s)) with one action and sigma = 1."""
    states = range(mdp.n_states)
    starts = [[Fraction(s == t) for t in states] for s in states]
    visits = [(1 - mdp.discount) * occupancy(mdp, [0] * mdp.n_states, start) for start in starts]
    return [sum((x * x for x in visit.reshape(-1)), start=Fraction(0)) for visit in visits]
