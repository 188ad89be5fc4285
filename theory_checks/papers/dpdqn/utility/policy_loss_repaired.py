r"""Lemma 16 and Proposition 10 for the value of Claim 17, repaired (Theorem U2).

pi' is optimal for r + z, and h = sup_pi (I - gamma P_pi)^{-1} z_pi. At every state of every finite MDP, in units of
sigma/(1 - gamma), the loss E (v* - v^{pi'})(s) is at most E h(s), which Lemma H bounds by H. Summed over the states,
the loss is the dual loss of Lemma 16.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from tabular.gaussian import bandit_regret
from tabular.mdp import FiniteMDP
from tabular.mdp.noised_rewards.bounds import cycle_policy_loss
from tabular.mdp.noised_rewards.effect import dual_solutions, noise_effect
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.formula import Formula, ref
from theory_checks.kit.cases import Comparisons, compare_everywhere, random_table
from theory_checks.papers.dpdqn.utility._bounds import LOSS_BOUND, at, broken, limit_of
from theory_checks.papers.dpdqn.utility._cases import SCALED, claimed, closed_forms
from theory_checks.papers.dpdqn.utility._noise_experiments import contradictions, monte_carlo_table
from theory_checks.papers.dpdqn.utility._sizes import Size, compare, size

LOSS = r"$\mathbb{E}(v^*-v^{\pi'})(s)$ in units of $\sigma/(1-\gamma)$"


CONTROLS: Any = {"broken": broken(LOSS_BOUND), "near": ["the larger of n and m in place of n m"]}
# the dual optimum of rewards whose optimal value is 1/(1 - gamma) everywhere, and what is earned if that much is lost
NAMES = {"loss": SCALED, "optimum": ref("n") / (1 - ref("gamma")), "earned": ref("optimum") - ref("n") * "loss"}


@claim("dpdqn/lemma16/repaired", **CONTROLS)
@claim("dpdqn/prop10-policy-value/repaired", **CONTROLS)
def policy_loss_repaired(trial: Trial, *, bound: Formula = LOSS_BOUND) -> Iterator[Finding]:
    """Check the steps of the proof draw by draw, and the bound where the loss is known."""
    for name, n, m, discount, loss in known_losses():
        yield compare(name, loss, "<=", at(bound, n, m, discount), quantity=LOSS)
    yield from closed_forms(bound, ((2, 2), (7, 2), (50, 5), (10**6, 3)))
    if bound is LOSS_BOUND:
        tight = [case for case in known_losses() if 1 in case[1:3] or case[1] == 10**12]
        yield from claimed(trial, tight, NAMES, LOSS)
    yield from contradictions(trial, limit_of(bound), loss=True)
    if bound is LOSS_BOUND:  # the steps do not depend on the bound
        yield from compare_everywhere(trial, _steps, "the steps of the proof, state by state")
        yield monte_carlo_table(trial, "Simulated policy losses and Theorem U2", {"U2": limit_of(bound)}, loss=True)


def known_losses() -> Iterator[tuple[str, int, int, Fraction, Size]]:
    """Yield (name, n, m, gamma, loss) where the loss of every state, or a lower bound of its mean, is known."""
    for discount in (Fraction(0), Fraction(1, 2), Fraction(99, 100)):
        yield f"one action, discount {discount}", 3, 1, discount, size(0)
        for n in (1, 10, 1000):
            loss = Size(bandit_regret(2, Fraction(53, 50)))
            yield f"P = I with a gap, n = {n}, m = 2, discount {discount}", n, 2, discount, loss
    for m, gap in ((3, "7/6"), (12, "3/2"), (272, "9/4"), (10**4, "3")):
        yield f"one good arm of {m}", 1, m, Fraction(1, 2), Size(bandit_regret(m, Fraction(gap)))
    for n, m, gap in (
        (7, 2, "9/8"),
        (63, 2, "179/100"),
        (1000, 2, "27/10"),
        (10**6, 2, "111/25"),
        (16, 16, "21/10"),
        (10**12, 2, "67/10"),
    ):
        discount = 1 - Fraction(1, 1000 * n)
        loss = Size(cycle_policy_loss(n, m - 1, Fraction(gap), discount))
        yield f"cycle that pays for going on, n = {n}, m = {m}, from below", n, m, discount, loss


def _steps(mdp: FiniteMDP, rng: np.random.Generator) -> Comparisons:
    """Check 0 <= v* - v^{pi'} <= h - w at every state, and that the losses add up to the dual loss."""
    effect = noise_effect(mdp, random_table(rng, *mdp.rewards.shape))
    star, noised = dual_solutions(mdp, effect)
    room = effect.best_noise - effect.kept_noise
    pairs: dict[str, tuple[Fraction, str, Fraction]] = {
        "dual loss = sum of the losses": (((star - noised) * mdp.rewards).sum(), "==", effect.policy_loss.sum())
    }
    for s, (loss, most) in enumerate(zip(effect.policy_loss, room, strict=True)):
        pairs[f"loss >= 0 at state {s}"] = (loss, ">=", Fraction(0))
        pairs[f"loss <= h - w at state {s}"] = (loss, "<=", most)
    return pairs
