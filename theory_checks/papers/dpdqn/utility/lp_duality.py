r"""Linear program (4) of Appendix D and its dual.

    primal   min e^T v                  subject to   (I - gamma P_i) v - r_i >= 0 for all i
    dual     max sum_i lambda_i^T r_i   subject to   sum_i (I - gamma P_i^T) lambda_i = e,  lambda_i >= 0
    (5)      the dual with the constraint sum_i e^T lambda_i <= n / (1 - gamma), which holds with equality anyway

The second program is the dual of the first because sum_i lambda_i^T (I - gamma P_i) v is the product of the vectors
sum_i (I - gamma P_i^T) lambda_i and v, for all v and lambda; both optima are e^T v*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial

import numpy as np

from tabular.mdp import FiniteMDP
from tabular.mdp.bellman import q_values
from tabular.mdp.instances import dyadic_random
from tabular.mdp.policies import occupancy
from tabular.mdp.solvers import solve
from tabular.mdp.solvers.lp_dual import lp_dual, lp_dual_constrained
from tabular.mdp.solvers.lp_primal import lp_primal
from tabular.mdp.solvers.modified_policy_iteration import modified_policy_iteration
from tabular.mdp.solvers.policy_iteration import policy_iteration
from tabular.mdp.solvers.solution import Solution
from tabular.mdp.solvers.value_iteration import value_iteration
from tabular.numbers.arrays import Array, each_fraction
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import exact_all
from theory_checks.core.exhibits import Table
from theory_checks.kit.cases import Comparisons, compare_everywhere, random_table, sup_norm
from theory_checks.papers.dpdqn.common.policies import best_over_policies
from theory_checks.papers.dpdqn.utility._occupancies import outflow, random_policy

Constraint = Callable[[FiniteMDP, Array], Array]

DISCOUNT = Fraction(63, 64)  # the same number as a float

METHODS: dict[str, Callable[[FiniteMDP], Solution]] = {
    "value iteration": value_iteration,
    "modified policy iteration": modified_policy_iteration,
    "policy iteration": policy_iteration,
    "primal (4), HiGHS": lp_primal,
    "primal (4), cvxpy with HiGHS": partial(lp_primal, backend="cvxpy-highs"),
    "primal (4), cvxpy with Clarabel": partial(lp_primal, backend="cvxpy-clarabel"),
    "dual, HiGHS": lp_dual,
    "dual, cvxpy with HiGHS": partial(lp_dual, backend="cvxpy-highs"),
    "dual, cvxpy with Clarabel": partial(lp_dual, backend="cvxpy-clarabel"),
    "dual (5), HiGHS": lp_dual_constrained,
    "dual (5), cvxpy with HiGHS": partial(lp_dual_constrained, backend="cvxpy-highs"),
    "dual (5), cvxpy with Clarabel": partial(lp_dual_constrained, backend="cvxpy-clarabel"),
}


def slack(mdp: FiniteMDP, v: Array) -> Array:
    """Return (I - gamma P_i) v - r_i for every i."""
    return v - q_values(mdp, v)


def outflow_untransposed(mdp: FiniteMDP, lam: Array) -> Array:
    """Return sum_i (I - gamma P_i) lambda_i, the dual constraint with P_i in place of P_i^T."""
    images = [P @ x for P, x in zip(mdp.transitions, lam, strict=True)]
    return (lam - mdp.discount * np.stack(images)).sum(axis=0)


def outflow_undiscounted(mdp: FiniteMDP, lam: Array) -> Array:
    """Return sum_i (I - P_i^T) lambda_i, the dual constraint without its discount."""
    return lam.sum(axis=0) - mdp.stacked.T @ lam.reshape(-1)


NEAR: dict[str, dict[str, Constraint]] = {
    r"the dual constraint with $P_i$ in place of $P_i^T$": {"constraint": outflow_untransposed},
    "the dual constraint without its discount": {"constraint": outflow_undiscounted},
}


@claim("dpdqn/lp-duality", broken=NEAR, near=list(NEAR))
def lp_duality(trial: Trial, *, constraint: Constraint = outflow) -> Iterator[Finding]:
    """Check the adjoint, an optimal pair and its competitors exactly; then compare solvers with the exact optimum."""

    def programs(mdp: FiniteMDP, rng: np.random.Generator) -> Comparisons:
        return {**_adjoint(mdp, rng, constraint), **_optimal_pair(mdp, rng, constraint)}

    yield from compare_everywhere(trial, programs, "the dual is the dual, and both optima are $e^T v^*$")
    yield from _solvers(trial)


def _adjoint(mdp: FiniteMDP, rng: np.random.Generator, constraint: Constraint) -> Comparisons:
    """Compare sum_i lambda_i^T (I - gamma P_i) v with the constraint's left side times v, for arbitrary numbers."""
    v, lam = random_table(rng, mdp.n_states), random_table(rng, *mdp.rewards.shape)
    left = (lam * (slack(mdp, v) + mdp.rewards)).sum()
    return {"adjoint": (Fraction(left), "==", Fraction((constraint(mdp, lam) * v).sum()))}


def _optimal_pair(mdp: FiniteMDP, rng: np.random.Generator, constraint: Constraint) -> Comparisons:
    v_star, lam = best_over_policies(mdp), occupancy(mdp, solve(mdp).policy)
    optimum = Fraction(v_star.sum())
    anything = np.ones(mdp.rewards.shape, dtype=np.bool_)
    other_lam = occupancy(mdp, random_policy(rng, anything))
    other_v = v_star + np.abs(random_table(rng, mdp.n_states)) * (1 - mdp.discount) + 2 * mdp.discount
    return {
        "v* is feasible": (Fraction(slack(mdp, v_star).min()), ">=", 0),
        "lambda is feasible": (sup_norm(constraint(mdp, lam) - 1), "==", 0),
        "lambda is non-negative": (Fraction(lam.min()), ">=", 0),
        "no gap": (Fraction((lam * mdp.rewards).sum()), "==", optimum),
        "another v is feasible": (Fraction(slack(mdp, other_v).min()), ">=", 0),
        "another v is no better": (Fraction(other_v.sum()), ">=", optimum),
        "another lambda is feasible": (sup_norm(constraint(mdp, other_lam) - 1), "==", 0),
        "another lambda is no better": (Fraction((other_lam * mdp.rewards).sum()), "<=", optimum),
    }


def _solvers(trial: Trial) -> Iterator[Finding]:
    """Let every solver work on the same numbers as floats, and compare it with the exact optimum."""
    for n in (5, 30) if trial.full else (5,):
        seed = int(trial.rng("solvers", str(n)).integers(2**32))
        v_star = solve(dyadic_random(n, 3, DISCOUNT, 6, seed)).value
        mdp = dyadic_random(n, 3, float(DISCOUNT), 6, seed, exact=False)
        solutions = {name: method(mdp) for name, method in METHODS.items()}
        errors = {name: sup_norm(each_fraction(solution.value) - v_star) for name, solution in solutions.items()}
        case = f"dyadic MDP, $n = {n}$, $m = 3$, $\\gamma = {DISCOUNT}$, {len(METHODS)} solvers"
        yield exact_all(
            case,
            {name: (errors[name], "<=", Fraction(solution.error_bound)) for name, solution in solutions.items()},
            quantity=r"$\|v - v^*\|_\infty$ is at most the error that the solver certifies",
        )
        yield _solver_table(case, errors, solutions)


def _size(error: float) -> str:
    """Return an error with one digit; below 1e-10 it is the noise of floats, which depends on the environment."""
    return "< 1e-10" if error < 1e-10 else f"{error:.0e}"


def _solver_table(case: str, errors: Mapping[str, Fraction], solutions: Mapping[str, Solution]) -> Table:
    return Table(
        title=f"How far the solvers are from the exact optimum: {case}",
        columns=["method", r"$\|v - v^*\|_\infty$", "certified error"],
        rows=[[name, _size(float(errors[name])), _size(float(solutions[name].error_bound))] for name in solutions],
        caption="The exact optimum is computed in rational arithmetic, from the same numbers. Program (5) is the dual "
        "with the additional constraint on the sum of the occupancies.",
    )
