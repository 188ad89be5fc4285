"""The linear programs of :mod:`tabular.mdp.solvers.highs_lp`, modelled in cvxpy and handed to one of its solvers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import cvxpy as cp
import numpy as np

from tabular.mdp.solvers.lp_answer import LpAnswer, Vector
from tabular.numbers.sparsity import CSR

Solver = Literal["HIGHS", "CLARABEL"]


def primal(C: CSR, r: Vector, tol: float, solver: Solver) -> LpAnswer:
    """Minimise e^T v subject to C v >= r."""
    v = cp.Variable(C.shape[1])
    feasible: Any = C @ v >= r
    problem = cp.Problem(cp.Minimize(cp.sum(v)), [feasible])
    return _answer(problem, solver, tol, lambda: (v.value, feasible.dual_value))


def dual(C: CSR, r: Vector, tol: float, solver: Solver, total: float | None = None) -> LpAnswer:
    """Maximise r^T lambda subject to C^T lambda = e and lambda >= 0, and e^T lambda <= total if that is given."""
    rows, n = C.shape
    lam = cp.Variable(rows, nonneg=True)
    flow: Any = C.T @ lam == np.ones(n)
    bound: list[Any] = [] if total is None else [cp.sum(lam) <= total]
    problem = cp.Problem(cp.Maximize(r @ lam), [flow, *bound])

    def solution() -> tuple[Any, Any]:
        absorbed = 0.0 if total is None else bound[0].dual_value * total / n
        return flow.dual_value + absorbed, lam.value

    return _answer(problem, solver, tol, solution)


def _answer(problem: Any, solver: Solver, tol: float, solution: Callable[[], tuple[Any, Any]]) -> LpAnswer:
    try:
        problem.solve(solver=solver, **_options(solver, tol))
    except cp.SolverError as error:
        return LpAnswer(np.empty(0), np.empty(0), 0, " ".join(str(error).split()), False)
    if problem.status != cp.OPTIMAL:
        return LpAnswer(np.empty(0), np.empty(0), 0, str(problem.status), False)
    value, multipliers = solution()
    return LpAnswer(np.array(value), np.array(multipliers), int(problem.solver_stats.num_iters or 0), "optimal", True)


def _options(solver: Solver, tol: float) -> dict[str, float]:
    if solver == "HIGHS":
        return {"primal_feasibility_tolerance": tol, "dual_feasibility_tolerance": tol}
    return {"tol_gap_abs": tol, "tol_gap_rel": tol, "tol_feas": tol}
