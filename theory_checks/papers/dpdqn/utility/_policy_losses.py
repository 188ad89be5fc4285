"""Exact and bounded losses of the policy that is optimal for noised rewards."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from tabular.gaussian import bandit_regret, mean_max_normal
from tabular.mdp import FiniteMDP
from tabular.mdp.instances import bandit, cycle_with_stay
from tabular.mdp.noised_rewards.bounds import cycle_policy_loss
from theory_checks.core.certificate import Certificate
from theory_checks.papers.dpdqn.utility._cases import Case, exceeding
from theory_checks.papers.dpdqn.utility._sizes import Size, counted, size

LOSS = r"$\frac1n\mathbb{E}\,\mathbf{e}^T(v^*-v^{\pi'})$ in units of $\sigma/(1-\gamma)$"
ALL_DISCOUNTS = Fraction(1, 2)  # the losses of one state, and of states that are never left, do not depend on gamma


def small_cases() -> Iterator[Case]:
    """Yield the sizes for which no MDP loses more than the bound."""
    half = Fraction(1, 2)
    yield Case("n = 100, m = 1: nothing to choose", 100, 1, half, size(0), "every policy is optimal")
    for n, m in ((1, 11), (2, 2)):
        largest = Size(mean_max_normal(n * m))
        yield Case(f"n = {n}, m = {m}: every MDP", n, m, half, largest, r"no loss exceeds $e_{nm}$ (Theorem U2)")


def one_good_arm(m: int, gap: Fraction) -> Case:
    """Return one state with one arm that is better than the others by the gap."""
    mdp = bandit([gap, *[Fraction(0)] * (m - 1)], ALL_DISCOUNTS)
    says = f"One state and {m} arms, one of them better by {gap}: the loss exceeds the bound."
    detail = f"one arm is better than {m - 1} others by {gap}; the loss in these units does not depend on the discount"
    loss = Size(bandit_regret(m, gap))
    return Case(f"n = 1, m = {m}: one good arm", 1, m, ALL_DISCOUNTS, loss, detail, losing(mdp, says))


def paying_cycle_case(n: int, m: int, gap: Fraction, discount: Fraction) -> Case:
    """Return the cycle that pays ``gap`` for going on."""
    says = (
        f"On a cycle of {n} states with {counted(m - 1, 'way')} to stay and reward {gap} for going on, the loss "
        f"exceeds the bound."
    )
    detail = (
        rf"cycle, $m - 1$ ways to stay, reward {gap} for going on, $\gamma = {discount}$; a lower bound of the loss"
    )
    loss = Size(cycle_policy_loss(n, m - 1, gap, discount))
    make = losing(paying_cycle(n, m, gap, discount), says, "paying-cycle-policy-loss")
    return Case(f"n = {n}, m = {m}: cycle that pays for going on", n, m, discount, loss, detail, make)


def paying_cycle(n: int, m: int, gap: Fraction, discount: Fraction) -> FiniteMDP:
    """Return the cycle with m - 1 ways to stay, reward 0, and a reward ``gap`` for going on."""
    rewards = [[Fraction(0)] * n] * (m - 1) + [[gap] * n]
    return cycle_with_stay(n, discount, stays=m - 1).with_rewards(rewards)


def losing(mdp: FiniteMDP, says: str, theorem: str = "bandit-policy-loss") -> Certificate:
    """Return the certificate that the loss in M exceeds a bound."""
    return exceeding(mdp, says, theorem, "loss")
