"""What Gaussian noise on the rewards of a finite MDP does to its optimal value and to its optimal policy.

An MDP has n states, m actions and discount gamma. Its rewards r become r + z with independent z_a(s) ~ N(0, sigma^2);
v* and v' are the optimal values for r and for r + z, pi* and pi' optimal policies. Let

    w = (I - gamma P_{pi*})^{-1} z_{pi*},     h = sup_pi (I - gamma P_pi)^{-1} z_pi.

Then w <= v' - v* <= h and 0 <= v* - v^{pi'} <= h - w, and h is the optimal value for the rewards z. Everything below
is in units of sigma / (1 - gamma), as an enclosure. Z, Z_1, Z_2, ... are independent standard normals, and

    e_k = E max(Z_1, ..., Z_k),   a_k = E |max(Z_1, ..., Z_k)|,   b_k = E max(|Z_1|, Z_2, ..., Z_k).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from flint import acb, arb, ctx

from tabular.errors import must, show
from tabular.gaussian import mean_abs_max_normal, mean_max_normal
from tabular.gaussian.normal import integral, normal_cut, normal_density, normal_tail
from tabular.mdp import FiniteMDP
from tabular.mdp.policies import occupancy
from tabular.numbers.arguments import count
from tabular.numbers.arrays import Array
from tabular.numbers.balls import ball

_BITS = 80
_MORE = 48  # working precision beyond the accuracy that is asked for


def mean_positive_max(k: int) -> arb:
    """Return E max(0, Z_1, ..., Z_k) = (a_k + e_k)/2; 0 for k = 0."""
    return (mean_abs_max_normal(k) + mean_max_normal(k)) / 2 if k else arb(0)


def mean_folded_max(k: int) -> arb:
    """Return b_k = 2 E max(0, Z_1..Z_k) - E max(0, Z_1..Z_{k-1}).

    Integrating tails, b_k is the integral over x > 0 of 1 - (2 Phi - 1) Phi^{k-1} = 2 (1 - Phi^k) - (1 - Phi^{k-1}).
    """
    count("k", k)
    return 2 * mean_positive_max(k) - mean_positive_max(k - 1)


def reach_bound(n: int, m: int, discount: Fraction) -> arb:
    """Return H = (1 - gamma) sum_t gamma^t e_{min(n m, m^{t+1})}, an upper bound of E h(s) at every state."""
    _check(n, m, discount)
    if m == 1:
        return arb(0)
    total, weight, reached = arb(0), Fraction(1), m
    while reached < n * m and weight:
        total += ball(weight * (1 - discount)) * mean_max_normal(reached)
        weight, reached = weight * discount, reached * m
    return total + ball(weight) * mean_max_normal(n * m)


def bandit_value_error(gaps: Sequence[Fraction | int]) -> arb:
    """Return E |max_i (Z_i - gaps[i])|, min(gaps) = 0: the value error of one state with rewards -gaps.

    It is the integral over x > 0 of 1 - prod Phi(x + gap) + prod Phi(gap - x).
    """
    if not gaps or min(gaps) != 0:
        raise must("gaps", "have the minimum 0", show(min(gaps, default=None)))
    with ctx.workprec(_BITS + _MORE):
        shifts, end = [ball(gap) for gap in gaps], normal_cut(_BITS, len(gaps) + 1)
        inner = integral(lambda x: 1 - _product(shifts, x) + _product(shifts, -x), 0, end, _BITS)
        return inner + arb(0).union((len(gaps) + 1) * (-(arb(end) ** 2) / 2).exp())


def switch_probability(arms: int, gap: Fraction, scale: arb | int) -> arb:
    """Return Pr(max(Z_1, ..., Z_arms) > gap + scale Z), which is the mean over Z of 1 - Phi(gap + scale Z)^arms."""
    count("arms", arms)
    with ctx.workprec(_BITS + _MORE + arms.bit_length()):
        shift, slope, end = ball(gap), arb(scale), normal_cut(_BITS, 2)
        inner = integral(lambda x: normal_density(x) * (1 - normal_tail(-shift - slope * x) ** arms), -end, end, _BITS)
        return inner + arb(0).union((-(arb(end) ** 2) / 2).exp())


def cycle_policy_loss(n: int, stays: int, gap: Fraction, discount: Fraction) -> arb:
    """Return a lower bound of the mean over s of E (v* - v^{pi'})(s) on a cycle that pays ``gap`` for going on only.

    Going on for ever earns gap + W_s from s, with W_s a weighted mean of the n noises of going on, and the mean of W
    over the states is N(0, 1/n). As log Phi is concave, some stay beats it with a probability of at least

        E [1 - prod_s Phi(gap + W_s)^stays] >= Pr(max of n stays normals > gap + Z/sqrt(n)).

    Then pi' stays in some state, and d = 0, ..., n - 1 steps before it loses at least gamma^d gap.
    """
    _check(n, stays + 1, discount)
    with ctx.workprec(_BITS + _MORE + n.bit_length()):
        delay = (1 - ball(discount) ** n) / ball(n * (1 - discount))
        return ball(gap) * delay * switch_probability(n * stays, gap, 1 / arb(n).sqrt())


def limit_distance(mdp: FiniteMDP, limits: Sequence[Array]) -> Fraction:
    """Return the largest distance in l1, over the start states, between the occupancies of an exact MDP and ``limits``.

    It is the Hausdorff distance kappa between the set of the occupancies (1 - gamma) lambda_pi of all deterministic
    policies and the given distributions nu on actions and states. The optimal value for the rewards z is
    max_pi <lambda_pi, z>, so that |(1 - gamma) v'(s) - max_nu <nu, z>| <= kappa max |z| at every state when r = 0.
    """
    policies = list(product(range(mdp.n_actions), repeat=mdp.n_states))
    worst = Fraction(0)
    for s in range(mdp.n_states):
        start = [Fraction(s == t) for t in range(mdp.n_states)]
        visits = [(1 - mdp.discount) * occupancy(mdp, policy, start) for policy in policies]
        distances = [[Fraction(abs(visit - limit).sum()) for limit in limits] for visit in visits]
        worst = max([worst, *map(min, distances), *map(min, zip(*distances, strict=True))])
    return worst


def _check(n: int, m: int, discount: Fraction) -> None:
    count("n", n)
    count("m", m)
    if not 0 <= discount < 1:
        raise must("discount", "be at least 0 and less than 1", show(discount))


def _product(shifts: Sequence[arb], x: acb) -> acb:
    """Return prod Phi(x + shift)."""
    product = acb(1)
    for shift in shifts:
        product *= normal_tail(-x - shift)
    return product
