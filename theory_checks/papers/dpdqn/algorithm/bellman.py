r"""When is v optimal? Equation (3) of Appendix D, its correction, and the fixed point equation of the first version.

A finite MDP has transition matrices P_i, rewards r_i and a discount gamma < 1. Optimal means here, without any Bellman
equation: v(s) is the largest value that any policy has at s, found by trying all m^n deterministic policies.

    (3)          v >= gamma P_i v + r_i for all i            satisfied by v*, and by many other v
    fixed point  v = max_i (gamma P_i v + r_i)               satisfied by v* only
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

import numpy as np

from tabular.mdp import FiniteMDP
from tabular.mdp.bellman import backup, q_values, residual
from tabular.mdp.instances import one_state_loop
from tabular.numbers.arrays import Array
from theory_checks.core.certificate import Certificate, fact, instance
from theory_checks.core.claim import Trial, claim
from theory_checks.core.evidence import Evidence, Region, exact
from theory_checks.core.formula import ref
from theory_checks.kit.cases import Comparisons, compare_everywhere, named_cases, random_table, seeded_cases, sup_norm
from theory_checks.papers.dpdqn.common.policies import best_over_policies

Condition = Callable[[FiniteMDP, Array], bool]

LOOP = one_state_loop(Fraction(1, 2), Fraction(0))
NEAR_ONE = (Fraction(9, 10), Fraction(999, 1000))
TWO_SOLUTIONS = (
    "With discount 1 both v = 1 and v = 0 satisfy the equation of a loop without reward; the optimal value is 0."
)


def inequality(mdp: FiniteMDP, v: Array) -> bool:
    """Return whether v >= gamma P_i v + r_i for all actions: equation (3)."""
    return bool((v >= q_values(mdp, v)).all())


def fixed_by_maximum(mdp: FiniteMDP, v: Array) -> bool:
    """Return whether v = max_i (gamma P_i v + r_i)."""
    return bool((v == backup(mdp, v)).all())


def fixed_by_largest_reward(mdp: FiniteMDP, v: Array) -> bool:
    """Return whether v = r_a + gamma P_a v with a = argmax_a r_a in each state, the maximum without a bracket."""
    first = mdp.rewards.argmax(axis=0)
    return bool((v == q_values(mdp, v)[first, np.arange(mdp.n_states)]).all())


@claim(
    "dpdqn/bellman-iff",
    sound={r"the equation $v = \max_i(\gamma P_i v + r_i)$ in place of (3)": {"condition": fixed_by_maximum}},
)
def bellman_iff(trial: Trial, *, condition: Condition = inequality) -> Iterator[Evidence]:
    """Ask optimal vectors for (3), and a vector that satisfies (3) for optimality."""
    for name, mdp in [*named_cases(), *seeded_cases(trial, quick=3)]:
        satisfied = condition(mdp, best_over_policies(mdp))
        yield exact(name, int(satisfied), "==", 1, quantity="the optimal $v$ satisfies the condition (1 = yes)")
    v = np.array([Fraction(1)], dtype=object)
    optimal = bool((v == best_over_policies(LOOP)).all())
    yield exact(
        r"one state, one action, $r = 0$, $\gamma = 1/2$, $v = 1$",
        int(condition(LOOP, v)),
        "==",
        int(optimal),
        quantity="$v$ satisfies the condition (left) exactly if it is optimal (right), 1 = yes",
        detail=r"the optimal value is 0, and $1 \geq 1/2$",
        certificate=_feasible_but_not_optimal(v),
    )


def _feasible_but_not_optimal(v: Array) -> Certificate:
    return Certificate(
        says=r"$v = 1$ satisfies $v \geq \gamma P v + r$ on the one-state loop with $r = 0$, but the optimal value "
        "is 0.",
        objects={"M": LOOP, "v": v, "v_star": [0]},
        facts=[
            fact("primal-feasible", value="v", mdp="M"),
            fact("optimal-value", value="v_star", mdp="M"),
        ],
        values={"v": ref("v", 0), "v_star": ref("v_star", 0)},
    )


def fixed_without_last_action(mdp: FiniteMDP, v: Array) -> bool:
    """Return whether v = max_i (gamma P_i v + r_i), the maximum over the actions before the last one, if there are."""
    return bool((v == q_values(mdp, v)[: max(mdp.n_actions - 1, 1)].max(axis=0)).all())


WITHOUT_LAST: dict[str, dict[str, Condition]] = {
    "the maximum without its last action": {"condition": fixed_without_last_action}
}


@claim(
    "dpdqn-v1/bellman-max-form",
    broken={
        "the inequality (3) of the second version in place of the equation": {"condition": inequality},
        "the maximum over the reward alone": {"condition": fixed_by_largest_reward},
        **WITHOUT_LAST,
    },
    near=["the maximum over the reward alone", *WITHOUT_LAST],
    sound={"discounts below 1 only": {"discounts": NEAR_ONE}},
)
def bellman_max_form(
    trial: Trial, *, condition: Condition = fixed_by_maximum, discounts: Sequence[Fraction] = (*NEAR_ONE, Fraction(1))
) -> Iterator[Evidence]:
    """Compare optimality, found by trying all policies, with the fixed point equation, also at discount 1."""
    yield from _optimal_exactly_if(trial, condition)
    yield from _distance_bounds(trial)
    for discount in discounts:
        yield exact(
            f"one state, one action, $r = 0$, $v = 1$, discount {discount}",
            discount * 1 - 1,
            "!=",
            0,
            quantity=r"$r + \gamma v - v$, which must not vanish, as the optimal value is 0",
            region=Region.INSIDE if discount < 1 else Region.OUTSIDE,
            certificate=instance(trial.formal, TWO_SOLUTIONS, {"gamma": discount, "r": 0, "v": 1, "w": 0}),
        )


def all_actions_but_the_last(mdp: FiniteMDP, v: Array) -> bool:
    """Return whether v satisfies (3) for the actions before the last one."""
    return bool((v >= q_values(mdp, v)[:-1]).all())


@claim(
    "dpdqn/bellman-iff/repaired",
    broken={
        "the inequality (3) in place of the equation": {"condition": inequality},
        "(3) without its last action": {"feasible": all_actions_but_the_last},
        **WITHOUT_LAST,
    },
    near=["(3) without its last action", *WITHOUT_LAST],
)
def bellman_iff_repaired(
    trial: Trial, *, condition: Condition = fixed_by_maximum, feasible: Condition = inequality
) -> Iterator[Evidence]:
    """Compare optimality with the fixed point equation, and v* with the other vectors that satisfy (3)."""
    yield from _optimal_exactly_if(trial, condition)
    yield from _distance_bounds(trial)
    yield from _least_feasible(trial, feasible)


def _optimal_exactly_if(trial: Trial, condition: Condition) -> Iterator[Evidence]:
    def agreement(mdp: FiniteMDP, _: np.random.Generator) -> Comparisons:
        v_star = best_over_policies(mdp)
        candidates = {"v*": v_star, "v* + 1": v_star + 1, "v* - 1": v_star - 1, "0": 0 * v_star}
        return {key: (int((v == v_star).all()), "==", int(condition(mdp, v))) for key, v in candidates.items()}

    yield from compare_everywhere(
        trial, agreement, "$v$ is optimal (left) exactly if it satisfies the condition (right), 1 = yes"
    )


def _distance_bounds(trial: Trial) -> Iterator[Evidence]:
    """||T v - v|| >= (1 - gamma) ||v - v*||: no other vector can solve the equation."""
    bound = r"$(1-\gamma)\|v - v^*\|_\infty \leq \|Tv - v\|_\infty$"

    def distances(mdp: FiniteMDP, rng: np.random.Generator) -> Comparisons:
        v_star, v = best_over_policies(mdp), random_table(rng, mdp.n_states)
        return {"random v": ((1 - mdp.discount) * sup_norm(v - v_star), "<=", Fraction(residual(mdp, v)))}

    loop = one_state_loop(Fraction(1, 2))
    left, right = (1 - loop.discount) * 3, Fraction(residual(loop, best_over_policies(loop) + 3))
    yield exact("one-state loop, $v = v^* + 3$: the bound is attained", left, "<=", right, quantity=bound)
    yield from compare_everywhere(trial, distances, bound, exhaustive=False)


def _least_feasible(trial: Trial, feasible: Condition) -> Iterator[Evidence]:
    """Enough added to any vector makes it satisfy (3); whatever satisfies (3) lies above v*, and v* itself does."""

    def gaps(mdp: FiniteMDP, rng: np.random.Generator) -> Comparisons:
        v_star, w = best_over_policies(mdp), random_table(rng, mdp.n_states)
        tried = [v_star, v_star - 1, *(w + Fraction(k, 4) for k in range(-16, 17))]
        least = min((v - v_star).min() for v in tried if feasible(mdp, v))
        return {"least entry of v - v* over the tried v that satisfy (3)": (least, "==", 0)}

    yield from compare_everywhere(trial, gaps, "$v^*$ is the least vector that satisfies (3)", exhaustive=False)
