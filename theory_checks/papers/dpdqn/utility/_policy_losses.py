"""Exact and bounded losses of the policy that is optimal for noised rewards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from tabular.gaussian import bandit_regret, mean_max_normal
from tabular.mdp import FiniteMDP
from tabular.mdp.instances import bandit, cycle_with_stay
from tabular.mdp.noised_rewards.bounds import cycle_policy_loss
from theory_checks.core.certificate import Certificate, fact, lemma
from theory_checks.core.claim import Finding, Trial
from theory_checks.core.formula import Formula, pi, ref, sqrt
from theory_checks.papers.dpdqn.utility._gain_bounds import Bound
from theory_checks.papers.dpdqn.utility._sizes import Size, compare, counted, half_normal

LOSS = r"$\frac1n\mathbb{E}\,\mathbf{e}^T(v^*-v^{\pi'})$ in units of $\sigma/(1-\gamma)$"
ALL_DISCOUNTS = Fraction(1, 2)  # the losses of one state, and of states that are never left, do not depend on gamma


@dataclass(frozen=True)
class Case:
    """A policy loss with n states and m actions: exact, a lower bound, or the largest of its kind."""

    name: str
    n: int
    m: int
    discount: Fraction
    loss: Size
    detail: str
    certificate: Callable[[Trial, Formula], Certificate] | None = None


def judged(trial: Trial, case: Case, bound: Bound, printed: Formula) -> Finding:
    """Compare the loss of a case with a bound; ``printed`` is the printed bound as a certificate writes it."""
    make = case.certificate
    return compare(
        case.name,
        case.loss,
        "<=",
        bound(case.n, case.m, case.discount),
        quantity=LOSS,
        detail=case.detail,
        certificate=(lambda: make(trial, printed)) if make else None,
    )


def bound_expression(root: int) -> Formula:
    """Return 2 sqrt(2)/sqrt(root pi): the bound of Lemma 16 divided by n, times (1 - gamma)/sigma."""
    return 2 * sqrt(2) / sqrt(root * pi)


def small_cases() -> Iterator[Case]:
    """Yield the sizes for which no MDP loses more than the bound."""
    half = Fraction(1, 2)
    yield Case("n = 100, m = 1: nothing to choose", 100, 1, half, half_normal(0), "every policy is optimal")
    for n, m in ((1, 11), (2, 2)):
        largest = Size(mean_max_normal(n * m))
        yield Case(f"n = {n}, m = {m}: every MDP", n, m, half, largest, r"no loss exceeds $e_{nm}$ (Theorem U2)")


def one_good_arm(m: int, gap: Fraction) -> Case:
    """Return one state with one arm that is better than the others by the gap."""

    def certificate(trial: Trial, printed: Formula) -> Certificate:
        mdp = bandit([gap, *[Fraction(0)] * (m - 1)], ALL_DISCOUNTS)
        says = f"One state and {m} arms, one of them better by {gap}: the loss exceeds the bound."
        return loss_certificate(trial, printed, says, mdp, "bandit-policy-loss")

    detail = f"one arm is better than {m - 1} others by {gap}; the loss in these units does not depend on the discount"
    size = Size(bandit_regret(m, gap))
    return Case(f"n = 1, m = {m}: one good arm", 1, m, ALL_DISCOUNTS, size, detail, certificate)


def paying_cycle_case(n: int, m: int, gap: Fraction, discount: Fraction) -> Case:
    """Return the cycle that pays ``gap`` for going on."""

    def certificate(trial: Trial, printed: Formula) -> Certificate:
        says = (
            f"On a cycle of {n} states with {counted(m - 1, 'way')} to stay and reward {gap} for going on, the loss "
            f"exceeds the bound."
        )
        return loss_certificate(trial, printed, says, paying_cycle(n, m, gap, discount), "paying-cycle-policy-loss")

    detail = (
        rf"cycle, $m - 1$ ways to stay, reward {gap} for going on, $\gamma = {discount}$; a lower bound of the loss"
    )
    loss = Size(cycle_policy_loss(n, m - 1, gap, discount))
    return Case(f"n = {n}, m = {m}: cycle that pays for going on", n, m, discount, loss, detail, certificate)


def paying_cycle(n: int, m: int, gap: Fraction, discount: Fraction) -> FiniteMDP:
    """Return the cycle with m - 1 ways to stay, reward 0, and a reward ``gap`` for going on."""
    rewards = [[Fraction(0)] * n] * (m - 1) + [[gap] * n]
    return cycle_with_stay(n, discount, stays=m - 1).with_rewards(rewards)


def loss_certificate(trial: Trial, printed: Formula, says: str, mdp: FiniteMDP, theorem: str) -> Certificate:
    """Conclude that the loss in M, by a lemma of the checker, exceeds the printed bound; one action is always best."""
    best = int(mdp.rewards[:, 0].argmax())
    value = mdp.rewards[best] / (1 - mdp.discount)
    return Certificate(
        says=says,
        objects={"M": mdp, "v": value},
        facts=[fact("optimal-value", value="v", mdp="M", policy=[best] * mdp.n_states)],
        given=[lemma("loss", theorem, mdp="M", sigma=1)],
        assumed=["sigma = 1; both sides are for the mean over the states."],
        conclusion=ref("loss") > printed / (1 - ref("M.discount")),
    )
