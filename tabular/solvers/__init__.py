"""Planning: one method per file, all returning the same frozen :class:`Solution`.

:func:`solve` chooses. What the methods share: ``rounding`` (error analysis), ``certify`` (from a sweep to a proved
bound), ``sweeps`` (Bellman sweeps, dense and sparse), ``evaluation`` (linear equations of a policy) and ``_kernels_*``
(compiled loops).
"""

from __future__ import annotations

from tabular.solvers.auto import METHODS, solve
from tabular.solvers.batched import BatchSolution, evaluate_policies, solve_batch, solve_rewards
from tabular.solvers.exact import exact_policy_iteration
from tabular.solvers.finite_horizon import backward_induction
from tabular.solvers.gauss_seidel import gauss_seidel
from tabular.solvers.lp_dual import lp_dual, lp_dual_constrained
from tabular.solvers.lp_pair import LpPair, verify_lp_pair
from tabular.solvers.lp_primal import lp_primal
from tabular.solvers.modified_policy_iteration import modified_policy_iteration
from tabular.solvers.policy_iteration import policy_iteration
from tabular.solvers.solution import ConvergenceError, Solution, ToleranceError
from tabular.solvers.value_iteration import value_iteration

__all__ = [
    "METHODS",
    "BatchSolution",
    "ConvergenceError",
    "LpPair",
    "Solution",
    "ToleranceError",
    "backward_induction",
    "evaluate_policies",
    "exact_policy_iteration",
    "gauss_seidel",
    "lp_dual",
    "lp_dual_constrained",
    "lp_primal",
    "modified_policy_iteration",
    "policy_iteration",
    "solve",
    "solve_batch",
    "solve_rewards",
    "value_iteration",
    "verify_lp_pair",
]
