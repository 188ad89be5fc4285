"""What a policy can gain from the noise alone, and broken versions of the bound."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from flint import arb

from tabular.gaussian import mean_max_normal
from tabular.mdp.noised_rewards.bounds import reach_bound, simple_reach_bound
from tabular.numbers.balls import ball
from theory_checks.papers.dpdqn.utility._sizes import Size, half_normal

Bound = Callable[[int, int, Fraction], Size]


def largest_gain(m: int) -> Size:
    """Return e_m: e_1 = 0, e_2 = 1/sqrt(pi) and e_3 = 3/(2 sqrt(pi)) exactly."""
    square = {1: Fraction(0), 2: Fraction(1, 2), 3: Fraction(9, 8)}.get(m)
    return Size(mean_max_normal(m)) if square is None else half_normal(square)


def repaired_bound(n: int, m: int, discount: Fraction) -> Size:
    """Return H; it is e_m for one state and for gamma = 0, and 0 with one action."""
    return largest_gain(m) if m == 1 or n == 1 or not discount else Size(reach_bound(n, m, discount))


def simple_bound(n: int, m: int, discount: Fraction) -> Size:
    """Return min(sqrt(2 ln(nm)), sqrt(2 ln m/(1 - gamma))), the simplified form; with one action it is exactly 0."""
    return half_normal(0) if m == 1 else Size(simple_reach_bound(n, m, discount))


def over_root_of_n(n: int, m: int, discount: Fraction) -> Size:
    """Return H/sqrt(n), as if losses averaged out over the states."""
    return half_normal(0) if m == 1 else Size(reach_bound(n, m, discount) / arb(n).sqrt())


def without_horizon(n: int, m: int, discount: Fraction) -> Size:
    """Return (1 - gamma) H, the bound without its factor 1/(1 - gamma)."""
    return Size(reach_bound(n, m, discount) * ball(1 - discount))


def without_growth(_n: int, m: int, _discount: Fraction) -> Size:
    """Return e_m, as if the number of states did not matter."""
    return largest_gain(m)


def larger_of_n_and_m(n: int, m: int, _discount: Fraction) -> Size:
    """Return e_{max(n, m)}, which is at least what H is if max(n, m) takes the place of n m."""
    return half_normal(0) if m == 1 else largest_gain(max(n, m))


BROKEN = {
    "divided by the root of n": {"bound": over_root_of_n},
    "without the factor 1/(1 - gamma)": {"bound": without_horizon},
    "no growth with n": {"bound": without_growth},
    "the larger of n and m in place of n m": {"bound": larger_of_n_and_m},
}
