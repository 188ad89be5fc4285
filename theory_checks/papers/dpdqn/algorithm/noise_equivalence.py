r"""Noise in the value function against noise in the reward (Appendix D).

Tabular Algorithm 1 with one noise table g for the whole run ends at a fixed point Q (tabular/algorithms). "Equivalent"
means that what is learned, Q or Q + g, holds the optimal action values for the rewards r + g. The reward noise that
would make a table X optimal is z = X - gamma P max X - r. On one state with m actions and r = 0, least = min_a g_a:

    rule        fixed point      z for X = Q            z for X = Q + g
    bracketed   Q = Q*_r - g     -g_a + gamma least     0
    literal     Q = least - g    -g_a + least           (1 - gamma) least
    in_target   Q = Q*_{r+g}-g   (not considered)       g_a

As E least = -e_m sigma < 0 for m > 1 (e_m the mean of the largest of m standard normals), no z but the last one is
centred noise, except where it vanishes altogether. With two actions the mean shows in pairs of tables: for z as above
z_a(g) + z_a(-g) = -c |g_1 - g_2|, where c stands before the least entry, and E |g_1 - g_2| = 2 e_2 sigma, so
E z_a = -c e_2 sigma. With one action z = Q* - g is optimal for the centred noise -(I - gamma P) g: it takes a choice.
The fixed points are those of both signs of line 22.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from tabular.algorithms.private_value_iteration import (
    NoisyRule,
    bracketed,
    fixed_point,
    in_target,
    literal,
    literal_fixed_points,
    literal_target,
    optimal_action_values,
)
from tabular.mdp import FiniteMDP
from tabular.mdp.bellman import q_values
from tabular.mdp.instances import bandit, one_state_loop
from tabular.numbers.arrays import Array
from theory_checks.core.certificate import Certificate, fact, instance
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, exact, exact_all
from theory_checks.core.exhibits import Table
from theory_checks.core.formal import Formal
from theory_checks.core.formula import Term, ref
from theory_checks.kit.cases import HALF, Comparisons, compare_everywhere, random_table, sup_norm

Rule = Callable[[object], NoisyRule]


@dataclass(frozen=True)
class Learned:
    """What a rule leaves behind: Q (``carried`` 0) or Q + g (``carried`` 1).

    On one state with r = 0 it should imply the reward noise z_a = own g_a + least(gamma) min_a g_a, shown as
    ``implied``.
    """

    name: str
    rule: Rule
    carried: int
    own: int
    least: Callable[[Fraction], Fraction]
    implied: str


BRACKETED = (
    Learned("Q", bracketed, 0, -1, lambda gamma: gamma, r"-g_a + \gamma\min_{a'} g_{a'}"),
    Learned("Q + g", bracketed, 1, 0, lambda _: Fraction(0), "0"),
)
LITERAL = (
    Learned("Q", literal, 0, -1, lambda _: Fraction(1), r"-g_a + \min_{a'} g_{a'}"),
    Learned("Q + g", literal, 1, 0, lambda gamma: 1 - gamma, r"(1-\gamma)\min_{a'} g_{a'}"),
)
IN_TARGET = (Learned("Q + g", in_target, 1, 1, lambda _: Fraction(0), "g_a"),)

LOOP, LOOP_NOISE = one_state_loop(HALF, Fraction(0)), np.array([[Fraction(1)]], dtype=object)
TWO_ARMS = bandit([0, 0], HALF)


def learned_table(mdp: FiniteMDP, learned: Learned, g: Array) -> Array:
    """Return the table that is learned with the noise g."""
    rule = learned.rule(g)
    q = literal_fixed_points(mdp, g)[0] if rule.target is literal_target else fixed_point(mdp, rule)
    return q + learned.carried * g


def implied_noise(mdp: FiniteMDP, table: Array) -> Array:
    """Return z = X - gamma P max X - r: the change of the rewards for which the table X is optimal."""
    return table - q_values(mdp, table.max(axis=0))


_SOUND = {"noise in the target only, $Q + g$ learned": {"learned": IN_TARGET}}


@claim("dpdqn/value-noise-is-reward-noise", reading="bracketed", sound=_SOUND)
def value_noise_bracketed(trial: Trial, *, learned: tuple[Learned, ...] = BRACKETED) -> Iterator[Finding]:
    """Compare what is learned with the optimum for the noised rewards, path by path and in the mean."""
    for item in learned:
        yield from _equivalence(trial, item)
    yield _table_of_rules()


@claim("dpdqn/value-noise-is-reward-noise", reading="literal", sound=_SOUND)
def value_noise_literal(trial: Trial, *, learned: tuple[Learned, ...] = LITERAL) -> Iterator[Finding]:
    """Compare what is learned with the optimum for the noised rewards, path by path and in the mean."""
    for item in learned:
        yield from _equivalence(trial, item)


@claim("dpdqn/convergence", reading="optimal-limit", sound=_SOUND)
def limit_of_noised_rewards(
    trial: Trial, *, learned: tuple[Learned, ...] = (*BRACKETED, *LITERAL)
) -> Iterator[Finding]:
    """Compare the fixed point with the optimum for the noised reward."""
    for item in learned:
        yield _one_action(trial, item)


def _one_action(trial: Trial, learned: Learned) -> Evidence:
    is_sound = learned.rule is in_target
    table, wanted = learned_table(LOOP, learned, LOOP_NOISE), optimal_action_values(LOOP.with_rewards(LOOP_NOISE))
    return exact(
        f"one state, one action, noise 1, ${learned.name}$ is learned",
        Fraction(table[0, 0]),
        "==",
        Fraction(wanted[0, 0]),
        quantity=r"the learned value, and the optimal one for the reward $r + \hat g$",
        certificate=None if is_sound else _other_value(trial.formal, learned),
    )


def _equivalence(trial: Trial, learned: Learned) -> Iterator[Evidence]:
    yield _one_action(trial, learned)
    yield _pathwise_noise(learned)
    bias = mean_in_units(learned)
    yield exact(
        f"one state, two actions, ${learned.name}$ is learned",
        bias,
        "==",
        0,
        quantity=r"mean of the implied reward noise, in units of $e_2\sigma = \sigma/\sqrt{\pi}$",
        certificate=_biased(trial.formal, learned) if bias else None,
    )


def _pathwise_noise(learned: Learned) -> Evidence:
    """Confirm the formula for the implied noise on the tables with entries -1, 0, 1/2 and no tie."""
    values = [Fraction(-1), Fraction(0), HALF]
    pairs: dict[str, tuple[Fraction, str, Fraction]] = {}
    for x, y in ((x, y) for x in values for y in values if x != y):
        g = np.array([[x], [y]], dtype=object)
        z = implied_noise(TWO_ARMS, learned_table(TWO_ARMS, learned, g))
        formula = learned.own * g + learned.least(HALF) * min(x, y)
        pairs[f"noise ({x}, {y})"] = (sup_norm(z - formula), "==", Fraction(0))
    quantity = f"the implied reward noise is $z_a = {learned.implied}$"
    return exact_all(f"one state, two actions, ${learned.name}$ is learned", pairs, quantity=quantity)


UNIT = np.array([[Fraction(0)], [Fraction(1)]], dtype=object)


def mean_in_units(learned: Learned) -> Fraction:
    """Return E z_1 in units of e_2 sigma: z_1(g) + z_1(-g) for two actions and the noise g = (0, 1)."""
    return sum(
        (Fraction(implied_noise(TWO_ARMS, learned_table(TWO_ARMS, learned, g))[0, 0]) for g in (UNIT, -UNIT)),
        start=Fraction(0),
    )


def _refuting(formal: Formal, learned: Learned, says: str, part: int) -> Certificate:
    """Return what is wrong with one table (part 0) or in the mean (part 1)."""
    q = learned_table(LOOP, learned, LOOP_NOISE) - learned.carried * LOOP_NOISE
    solves = "bracketed-fixed-point" if learned.rule is bracketed else "literal-fixed-point"
    law: dict[str, Term] = {"carried": learned.carried, "gamma": HALF, "sigma": 1}
    table = {"learned": ref("q", 0, 0) + learned.carried * ref("g", 0, 0), "optimal": ref("v", 0)}
    return replace(
        instance(formal, says, {**law, **table}, part=part),
        objects={"M": LOOP, "N": LOOP.with_rewards(LOOP_NOISE), "g": LOOP_NOISE, "q": q, "v": [1 / (1 - HALF)]},
        facts=[
            fact(solves, q="q", mdp="M", noise="g"),
            fact("optimal-value", value="v", mdp="N"),
        ],
    )


def _other_value(formal: Formal, learned: Learned) -> Certificate:
    says = f"With noise 1 on the one-state loop M the learned ${learned.name}$ is not optimal for the reward $r + g$."
    return _refuting(formal, learned, says, 0)


def _biased(formal: Formal, learned: Learned) -> Certificate:
    says = f"On one state with two actions the reward noise implied by ${learned.name}$ has a negative mean."
    return _refuting(formal, learned, says, 1)


def _table_of_rules() -> Table:
    scaled, apart = r"Q^*_{r+(1/\gamma-1)g}", "Q^*_{r+g_t-g_p}"
    rows = [
        [r"bracketed: $r + \gamma\max(Q + g)$", "$Q + g$", "$Q^*_r - g$", "$Q^*_r$"],
        [
            r"literal: $r + \gamma\max Q + g$ at the maximiser",
            "$Q + g$",
            "none, one or several",
            "none, one or several",
        ],
        [
            r"one maximum: $r + \max(\gamma Q + g)$",
            "$Q + g$",
            f"${scaled} - g/\\gamma$",
            f"${scaled} - (1/\\gamma - 1)g$",
        ],
        [r"noise in the target: $r + \gamma\max(Q + g)$", "$Q$", "$Q^*_{r+g} - g$", "$Q^*_{r+g}$"],
        [r"noise in the prediction: $r + \gamma\max Q$", "$Q + g$", "$Q^*_{r-g}$", "$Q^*_{r-g} + g$"],
        [r"two tables: $r + \gamma\max(Q + g_t)$", "$Q + g_p$", f"${apart} - g_t$", f"${apart}$ (plus $g_t$)"],
    ]
    return Table(
        title="Where the noise enters decides what is learned",
        columns=["target", "prediction", "fixed point $Q$", "$Q + g$"],
        rows=rows,
        caption="Exact fixed points with one noise table for the whole run; $Q^*_r$ is optimal for the rewards $r$. "
        "The last row has separate noise for the two.",
    )


def less_in_target(noise: Any) -> NoisyRule:
    """Return the rule with nine tenths of the noise, in the target only."""
    return in_target(noise * Fraction(9, 10))


NEAR = {
    "noise in the prediction as well": {"learned": BRACKETED[1]},
    "nine tenths of the noise in the target": {"learned": replace(IN_TARGET[0], rule=less_in_target)},
}


@claim("dpdqn/value-noise-is-reward-noise/repaired", broken=NEAR, near=list(NEAR))
def noise_in_target_is_reward_noise(trial: Trial, *, learned: Learned = IN_TARGET[0]) -> Iterator[Evidence]:
    """Compare Q + g with the optimal action values for the rewards r + g."""

    def difference(mdp: FiniteMDP, rng: np.random.Generator) -> Comparisons:
        g = random_table(rng, *mdp.rewards.shape)
        wanted = optimal_action_values(mdp.with_rewards(mdp.rewards + g))
        table = learned_table(mdp, learned, g)
        return {
            "Q + g is optimal for r + g": (sup_norm(table - wanted), "==", 0),
            "implied reward noise is g": (sup_norm(implied_noise(mdp, table) - g), "==", 0),
        }

    yield from compare_everywhere(trial, difference, r"$Q + g = Q^*_{r+g}$")
