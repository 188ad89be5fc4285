"""Planning: one method per file, all returning the same frozen :class:`Solution`."""

from __future__ import annotations

from tabular.solvers.auto import solve
from tabular.solvers.exact import exact_policy_iteration
from tabular.solvers.modified_policy_iteration import modified_policy_iteration
from tabular.solvers.solution import ConvergenceError, Solution, ToleranceError

__all__ = [
    "ConvergenceError",
    "Solution",
    "ToleranceError",
    "exact_policy_iteration",
    "modified_policy_iteration",
    "solve",
]
