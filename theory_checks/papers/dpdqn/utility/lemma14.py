r"""Lemma 14 and Claims 15 and 17: optimal solutions of the dual program, their norm, and the policies they stand for.

The dual of program (4) maximises sum_i lambda_i^T r_i over lambda_i >= 0 with sum_i (I - gamma P_i^T) lambda_i = e. Its
feasible points are the occupancies of the stochastic policies: with mu = sum_i lambda_i, pi(i|k) = lambda_i(k) / mu(k),
the constraint reads (I - gamma P_pi^T) mu = e, and mu >= e > 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

import numpy as np

from tabular.mdp import FiniteMDP
from tabular.mdp.bellman import q_values
from tabular.mdp.policies import occupancy, policy_from_occupancy, policy_matrix, policy_value
from tabular.mdp.solvers import solve
from tabular.numbers.arrays import Array
from tabular.numbers.rational import matmul_exact
from theory_checks.core.certificate import instance
from theory_checks.core.claim import Trial, claim
from theory_checks.core.evidence import Evidence, Region
from theory_checks.core.evidence import exact as compared
from theory_checks.core.interpret import exact
from theory_checks.kit.cases import Comparisons, compare_everywhere, random_table, sup_norm
from theory_checks.papers.dpdqn.utility._occupancies import outflow, random_policy

Choice = Callable[[Array], Array]
Norm = Callable[[Array], Fraction]
PolicyOf = Callable[[Array], Array]
OccupancyOf = Callable[[FiniteMDP, Array], Array]


def largest_first(xi: Array) -> Array:
    """Return an action with the largest xi_i(k) at every k, the first of several."""
    return xi.argmax(axis=0)


def largest_last(xi: Array) -> Array:
    """Return an action with the largest xi_i(k) at every k, the last of several."""
    return xi.shape[0] - 1 - xi[::-1].argmax(axis=0)


def smallest(xi: Array) -> Array:
    """Return an action with the smallest xi_i(k) at every k."""
    return xi.argmin(axis=0)


def largest_of_neighbour(xi: Array) -> Array:
    """Return at every k an action with the largest xi_i(k + 1), an index that is off by one."""
    return np.roll(largest_first(xi), -1)


def visits_without_start(mdp: FiniteMDP, policy: Array) -> Array:
    """Return the occupancy of a deterministic policy without the visits at time 0."""
    return occupancy(mdp, policy) - (np.arange(mdp.n_actions)[:, None] == policy)


NEAR: dict[str, dict[str, object]] = {
    r"$\xi_i^{(k+1)}$ in place of $\xi_i^{(k)}$": {"choices": (largest_of_neighbour,)},
    r"$\lambda^*$ without the visits at time 0": {"occupancy_of": visits_without_start},
}
BROKEN = {r"$\arg\min_i \xi_i^{(k)}$ in place of $\arg\max$": {"choices": (smallest,)}, **NEAR}


@claim("dpdqn/lemma14", "dpdqn-v1/claim13/repaired", broken=BROKEN, near=list(NEAR))
def lemma14(
    trial: Trial,
    *,
    choices: tuple[Choice, ...] = (largest_first, largest_last),
    occupancy_of: OccupancyOf = occupancy,
) -> Iterator[Evidence]:
    """Carry out the construction of the proof from vertices and mixtures of the optimal dual solutions."""

    def construction(mdp: FiniteMDP, rng: np.random.Generator) -> Comparisons:
        v_star = solve(mdp).value
        best = q_values(mdp, v_star) == v_star
        solutions = {
            "vertex": occupancy(mdp, best.argmax(axis=0)),
            "even mixture": occupancy(mdp, best * Fraction(1) / best.sum(axis=0)),
            "random mixture": occupancy(mdp, random_policy(rng, best)),
        }
        checks: dict[str, tuple[Fraction, str, Fraction]] = {}
        for name, xi in solutions.items():
            checks |= _optimal(mdp, v_star, xi, f"xi ({name})")
            for choice in choices:
                policy = choice(xi)
                lam = occupancy_of(mdp, policy)
                checks |= _deterministic(mdp, v_star, policy, lam, f"{name}, {choice.__name__}")
        return checks

    yield from compare_everywhere(trial, construction, "construction from every optimal xi")


NO_INVERSE = "With discount 1 the columns of I - P^T sum to 0: it has no inverse, and the dual has no feasible point."
NEAR_ONE = (Fraction(9, 10), Fraction(999, 1000))


@claim("dpdqn-v1/claim13", broken=BROKEN, sound={"discounts below 1 only": {"discounts": NEAR_ONE}}, near=list(NEAR))
def claim13(
    trial: Trial,
    *,
    choices: tuple[Choice, ...] = (largest_first, largest_last),
    occupancy_of: OccupancyOf = occupancy,
    discounts: tuple[Fraction, ...] = (*NEAR_ONE, Fraction(1)),
) -> Iterator[Evidence]:
    """Carry out the construction, and look at the sum of the dual constraint, also at discount 1."""
    for item in lemma14(trial, choices=choices, occupancy_of=occupancy_of):
        yield replace(item, region=Region.INSIDE)
    for discount in discounts:
        yield compared(
            f"discount {discount}, every MDP",
            discount,
            trial.formal.claims[0].sign,
            exact(trial.formal.right),
            quantity=r"$\gamma$, which $\mathbb{I} - \gamma P^{*T}$ has an inverse for",
            region=Region.INSIDE if discount < 1 else Region.OUTSIDE,
            certificate=instance(trial.formal, NO_INVERSE, {"gamma": discount}),
        )


def _deterministic(
    mdp: FiniteMDP, v_star: Array, policy: Array, lam: Array, name: str
) -> dict[str, tuple[Fraction, str, Fraction]]:
    """Check the lambda* of a deterministic policy: its two properties, and that both are optimal."""
    P, _ = policy_matrix(mdp, policy)
    total = lam.sum(axis=0)
    chosen = np.arange(mdp.n_actions)[:, None] == policy
    balance = total - mdp.discount * matmul_exact(P.T, total) - 1
    return {
        f"policy is optimal ({name})": (sup_norm(policy_value(mdp, policy) - v_star), "==", Fraction(0)),
        f"sum of lambda* is (I - gamma P*^T)^-1 e ({name})": (sup_norm(balance), "==", Fraction(0)),
        f"lambda* follows the policy ({name})": (sup_norm(lam - chosen * total), "==", Fraction(0)),
        **_optimal(mdp, v_star, lam, f"lambda* ({name})"),
    }


def _optimal(mdp: FiniteMDP, v_star: Array, lam: Array, name: str) -> dict[str, tuple[Fraction, str, Fraction]]:
    """Check that lambda is feasible, and optimal because its objective is e^T v*."""
    return {
        f"{name} is non-negative": (Fraction(lam.min()), ">=", Fraction(0)),
        f"{name} satisfies the constraint": (sup_norm(outflow(mdp, lam) - 1), "==", Fraction(0)),
        f"{name} has the objective e^T v*": (Fraction((lam * mdp.rewards).sum()), "==", Fraction(v_star.sum())),
    }


def total_weight(lam: Array) -> Fraction:
    """Return the l1 norm of sum_i lambda_i."""
    return Fraction(np.abs(lam.sum(axis=0)).sum())


def heaviest_state(lam: Array) -> Fraction:
    """Return the largest entry of sum_i lambda_i."""
    return Fraction(np.abs(lam.sum(axis=0)).max())


@claim(
    "dpdqn/claim15",
    "dpdqn-v1/claim14",
    broken={r"the sup norm in place of the $\ell^1$ norm": {"norm": heaviest_state}},
)
def claim15(trial: Trial, *, norm: Norm = total_weight) -> Iterator[Evidence]:
    """Evaluate the norm of feasible points, optimal and not."""

    def norms(mdp: FiniteMDP, rng: np.random.Generator) -> Comparisons:
        right = exact(trial.formal.right, {"n": mdp.n_states, "gamma": mdp.discount})
        points = _feasible_points(mdp, rng)
        feasible = {f"{name}: constraint": (sup_norm(outflow(mdp, lam) - 1), "==", 0) for name, lam in points.items()}
        return feasible | {f"{name}: norm": (norm(lam), "==", right) for name, lam in points.items()}

    yield from compare_everywhere(trial, norms, r"$\|\sum_i \lambda_i\|_1 = n/(1-\gamma)$")


def _feasible_points(mdp: FiniteMDP, rng: np.random.Generator) -> dict[str, Array]:
    """Return an optimal point, one that is optimal for noised rewards, and that of a random stochastic policy."""
    noised = mdp.with_rewards(mdp.rewards + random_table(rng, mdp.n_actions, mdp.n_states))
    anything = np.ones((mdp.n_actions, mdp.n_states), dtype=np.bool_)
    return {
        "optimal": occupancy(mdp, solve(mdp).policy),
        "optimal for noised rewards": occupancy(mdp, solve(noised).policy),
        "random policy": occupancy(mdp, random_policy(rng, anything)),
    }


def rounded_policy(lam: Array) -> Array:
    """Return the deterministic policy that takes the action with the largest weight."""
    return lam.argmax(axis=0)


def with_exploration(lam: Array) -> Array:
    """Return the stochastic policy with a tenth of the uniform one mixed in."""
    return (9 * policy_from_occupancy(lam) + Fraction(1, len(lam))) / 10


def of_neighbour(lam: Array) -> Array:
    """Return at every k the law of the actions at k + 1, an index that is off by one."""
    return np.roll(policy_from_occupancy(lam), -1, axis=1)


NEAR_POLICIES = {
    "a tenth of the uniform policy mixed in": {"policy_of": with_exploration},
    r"$\lambda_i'^{(k+1)}$ in place of $\lambda_i'^{(k)}$": {"policy_of": of_neighbour},
}


@claim(
    "dpdqn/claim17",
    "dpdqn-v1/claim16",
    broken={"the most likely action in place of the stochastic policy": {"policy_of": rounded_policy}} | NEAR_POLICIES,
    near=list(NEAR_POLICIES),
)
def claim17(trial: Trial, *, policy_of: PolicyOf = policy_from_occupancy) -> Iterator[Evidence]:
    """Evaluate the policy of feasible points and compare its value with the objective."""

    def values(mdp: FiniteMDP, rng: np.random.Generator) -> Comparisons:
        checks: dict[str, tuple[Fraction, str, Fraction]] = {}
        for name, lam in _feasible_points(mdp, rng).items():
            v = policy_value(mdp, policy_of(lam))
            checks[f"{name}: sum over i at every k"] = (Fraction(lam.sum(axis=0).min()), ">=", Fraction(1))
            checks[f"{name}: e^T v'"] = (Fraction(v.sum()), "==", Fraction((lam * mdp.rewards).sum()))
        return checks

    yield from compare_everywhere(trial, values, r"$e^T v' = \sum_i \lambda_i'^T r_i$")
