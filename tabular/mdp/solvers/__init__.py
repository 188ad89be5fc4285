"""Planning: one method per file, all returning the same frozen :class:`Solution`.

:func:`solve` chooses. What the methods share: ``rounding`` (error analysis), ``certify`` (from a sweep to a proved
bound), ``sweeps`` (Bellman sweeps, dense and sparse), ``evaluation`` (linear equations of a policy) and ``_kernels_*``
(compiled loops).
"""

from __future__ import annotations

from tabular.mdp.solvers.auto import METHODS, solve
from tabular.mdp.solvers.batched import BatchSolution, solve_batch, solve_rewards
from tabular.mdp.solvers.exact import exact_policy_iteration
from tabular.mdp.solvers.finite_horizon import backward_induction
from tabular.mdp.solvers.gauss_seidel import gauss_seidel
from tabular.mdp.solvers.lp_dual import lp_dual, lp_dual_constrained
from tabular.mdp.solvers.lp_primal import lp_primal
from tabular.mdp.solvers.modified_policy_iteration import modified_policy_iteration
from tabular.mdp.solvers.policy_iteration import policy_iteration
from tabular.mdp.solvers.solution import ConvergenceError, Solution, ToleranceError
from tabular.mdp.solvers.value_iteration import value_iteration

__all__ = [
    "METHODS",
    "BatchSolution",
    "ConvergenceError",
    "Solution",
    "ToleranceError",
    "backward_induction",
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
]
