"""One door to all methods, and the choice among them."""

from __future__ import annotations

import math
from collections.abc import Callable

from tabular.errors import InputError, must, show
from tabular.mdp import FiniteMDP
from tabular.mdp.solvers.exact import exact_policy_iteration
from tabular.mdp.solvers.flow import is_local
from tabular.mdp.solvers.gauss_seidel import gauss_seidel
from tabular.mdp.solvers.lp_dual import lp_dual, lp_dual_constrained
from tabular.mdp.solvers.lp_primal import lp_primal
from tabular.mdp.solvers.modified_policy_iteration import METHOD, Search, modified_policy_iteration
from tabular.mdp.solvers.policy_iteration import policy_iteration
from tabular.mdp.solvers.solution import Solution, check_jobs, check_mdp, check_wish
from tabular.mdp.solvers.sweeps import sweeps_of
from tabular.mdp.solvers.value_iteration import value_iteration
from tabular.numbers.arrays import Array

# Policy iteration pays for itself when the steps of an evaluation would be more than this: measured.
_MOST_STEPS = 150
_PROBE = 12
_SMALL = 16


def solve(mdp: FiniteMDP, method: str = "auto", tol: float | None = None, jobs: int = 1) -> Solution:
    """Return the optimal value v* of the MDP with a proved ``error_bound``, and a policy.

    ``method`` is one of :data:`METHODS`. Every method either proves the tolerance or raises: ToleranceError if rounding
    puts it out of reach, ConvergenceError if the iterations run out. Without one it aims at 1e-12 of the largest value;
    if that is more than it can prove, the bound is what it proves. On an exact MDP every method proposes a policy in
    float64, for which no tolerance is asked, and exact policy iteration decides: the value is exact and the bound is
    Fraction(0).

    ``jobs`` threads share the sweeps over all states of a large sparse MDP, which value iteration and modified policy
    iteration consist of; other methods go from state to state, and have no use for them. Whatever their number, the
    result has the same bits.
    """
    mdp, tol, jobs = check_mdp(mdp), check_wish(tol), check_jobs(jobs)
    if method not in METHODS:
        raise must("method", f"be one of {', '.join(METHODS)}", show(method))
    if mdp.is_exact:
        return exact_policy_iteration(mdp, None if method in ("auto", "exact") else _proposal(mdp, method))
    if method == "exact":
        raise must("the MDP of method 'exact'", "have exact numbers (mdp.exact() converts)", "floats")
    if method in _SHARED_METHODS:
        return _SHARED_METHODS[method](mdp, tol, jobs=jobs)
    return _FLOAT_METHODS[method](mdp, tol)


def _proposal(mdp: FiniteMDP, method: str) -> Array | None:
    """Return the policy that a method finds in float64; None if the numbers, or the method, are beyond it."""
    try:
        return _FLOAT_METHODS[method](mdp.to_float(), None).policy
    except InputError:
        return None


def choose(mdp: FiniteMDP, tol: float | None, jobs: int = 1) -> Solution:
    """Solve a float MDP by the method that is likely to be fastest.

    Modified policy iteration is unbeatable while its steps shrink the span quickly, as they do on MDPs that mix. The
    first evaluation shows whether they do. Small and grid-like MDPs go to policy iteration at once.
    """
    if is_local(mdp) if mdp.is_sparse else mdp.n_states <= _SMALL:
        return policy_iteration(mdp, tol)
    search = Search(sweeps_of(mdp, jobs), tol)
    iteration, most = 0, _PROBE
    while True:
        iteration += 1
        certified = search.improve()
        if certified is not None:
            return certified.solution(METHOD, iteration)
        if steps_to_go(search, most) > _MOST_STEPS:
            return policy_iteration(mdp, tol, start=search.v)
        most = _MOST_STEPS


def steps_to_go(search: Search, most: int) -> float:
    """Evaluate the policy of the search by at most ``most`` steps; extrapolate how many more its tolerance needs."""
    before = search.span
    steps = search.evaluate(most)
    if search.span <= 2 * search.certifier.target:
        return 0.0
    rate = math.log(search.span / before) / steps
    return math.log(2 * search.certifier.target / search.span) / rate if rate < 0 else math.inf


_SHARED_METHODS: dict[str, Callable[..., Solution]] = {
    "auto": choose,
    "value-iteration": value_iteration,
    "modified-policy-iteration": modified_policy_iteration,
}
_FLOAT_METHODS: dict[str, Callable[[FiniteMDP, float | None], Solution]] = {
    "value-iteration": value_iteration,
    "modified-policy-iteration": modified_policy_iteration,
    "policy-iteration": policy_iteration,
    "gauss-seidel": gauss_seidel,
    "lp-primal": lp_primal,
    "lp-dual": lp_dual,
    "lp-dual-constrained": lp_dual_constrained,
}
METHODS = ("auto", "exact", *_FLOAT_METHODS)
