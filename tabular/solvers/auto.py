"""One door to all methods."""

from __future__ import annotations

from collections.abc import Callable

from tabular.errors import must, show
from tabular.mdp import FiniteMDP
from tabular.solvers.exact import exact_policy_iteration
from tabular.solvers.modified_policy_iteration import modified_policy_iteration
from tabular.solvers.solution import Solution, check_tol

_METHODS: dict[str, Callable[[FiniteMDP, float], Solution]] = {
    "modified-policy-iteration": modified_policy_iteration,
}
METHODS = ("auto", "exact", *_METHODS)


def solve(mdp: FiniteMDP, method: str = "auto", tol: float = 1e-8) -> Solution:
    """Return the optimal value v* of the MDP within a proved ``error_bound`` of at most ``tol``, and its policy.

    On an exact MDP every method proposes a policy in float64 and exact policy iteration decides: the value is exact and
    the bound is Fraction(0).
    """
    tol = check_tol(tol)
    if not isinstance(mdp, FiniteMDP):
        raise must("mdp", "be a FiniteMDP", show(mdp))
    if method not in METHODS:
        raise must("method", f"be one of {', '.join(METHODS)}", show(method))
    if mdp.is_exact:
        proposal = None if method in ("auto", "exact") else _METHODS[method](mdp.to_float(), tol).policy
        return exact_policy_iteration(mdp, proposal)
    if method == "exact":
        raise must("the MDP of method 'exact'", "have exact numbers (mdp.exact() converts)", "floats")
    return _METHODS["modified-policy-iteration" if method == "auto" else method](mdp, tol)
