"""Linear programs of MDPs, directly through HiGHS.

With C = [I - gamma P_0; ...; I - gamma P_(m-1)] (row a*n + s), r stacked alike and e the all-one vector:

    primal   min e^T v     s.t. C v >= r                             (multipliers: lambda)
    dual     max r^T lambda  s.t. C^T lambda = e, lambda >= 0         (multipliers: v)

Since C e = (1 - gamma) e, the dual equations already imply e^T lambda = n / (1 - gamma).
"""

from __future__ import annotations

from typing import Any

import highspy
import numpy as np
from scipy import sparse

from tabular.mdp.solvers.lp_answer import LpAnswer, Vector
from tabular.numbers.sparsity import CSR


def primal(C: CSR, r: Vector, tol: float) -> LpAnswer:
    """Minimise e^T v subject to C v >= r."""
    rows, n = C.shape
    free = np.full(n, np.inf)
    highs = _run(C, np.ones(n), (-free, free), (r, np.full(rows, np.inf)), tol)
    solution = highs.getSolution()
    return _answer(highs, np.array(solution.col_value), np.array(solution.row_dual))


def dual(C: CSR, r: Vector, tol: float, total: float | None = None) -> LpAnswer:
    """Maximise r^T lambda subject to C^T lambda = e and lambda >= 0, and e^T lambda <= total if that is given.

    With multipliers w of the equations and mu of the total, C w + mu >= r; v = w + mu total / n absorbs mu, as total
    is n / (1 - gamma).
    """
    rows, n = C.shape
    equations, lower, upper = C.T.tocsr(), np.ones(n), np.ones(n)
    if total is not None:
        equations = sparse.vstack([equations, np.ones((1, rows))], format="csr")
        lower, upper = np.append(lower, -np.inf), np.append(upper, total)
    highs = _run(equations, -r, (np.zeros(rows), np.full(rows, np.inf)), (lower, upper), tol)
    solution = highs.getSolution()
    multipliers = -np.array(solution.row_dual)  # -r^T lambda is minimised, which turns the signs
    value = multipliers if total is None else multipliers[:n] + multipliers[n] * total / n
    return _answer(highs, value, np.array(solution.col_value))


def _run(A: Any, cost: Vector, columns: tuple[Vector, Vector], rows: tuple[Vector, Vector], tol: float) -> Any:
    lp = highspy.HighsLp()
    lp.num_row_, lp.num_col_ = A.shape
    lp.col_cost_ = cost
    lp.col_lower_, lp.col_upper_ = columns
    lp.row_lower_, lp.row_upper_ = rows
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_, lp.a_matrix_.index_, lp.a_matrix_.value_ = A.indptr, A.indices, A.data
    highs = highspy.Highs()
    options = {"output_flag": False, "threads": 1, "random_seed": 0}
    tolerances = {"primal_feasibility_tolerance": tol, "dual_feasibility_tolerance": tol}
    for name, value in (options | tolerances).items():
        highs.setOptionValue(name, value)
    highs.passModel(lp)
    highs.run()
    return highs


def _answer(highs: Any, value: Vector, multipliers: Vector) -> LpAnswer:
    status = highs.getModelStatus()
    info = highs.getInfo()
    iterations = int(info.simplex_iteration_count) + int(info.ipm_iteration_count)
    is_optimal = status == highspy.HighsModelStatus.kOptimal
    return LpAnswer(value, multipliers, iterations, highs.modelStatusToString(status), is_optimal)
