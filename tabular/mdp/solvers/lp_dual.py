"""The dual linear program: the occupancies with the largest reward; also with the redundant bound of program (5).

    max sum_a r_a^T lambda_a   subject to   sum_a (I - gamma P_a^T) lambda_a = e,   lambda_a >= 0
                          (5)  and          sum_a e^T lambda_a <= n / (1 - gamma)

The bound follows from the equations, which imply equality in it: multiply them by e^T from the left.
"""

from __future__ import annotations

from tabular.mdp import FiniteMDP
from tabular.mdp.solvers.linear_programs import Backend, answer_dual, certified_solution, check_backend
from tabular.mdp.solvers.solution import Solution, check_float, check_wish
from tabular.mdp.solvers.sweeps import sweeps_of

METHOD = "lp-dual"
METHOD_CONSTRAINED = "lp-dual-constrained"


def lp_dual(mdp: FiniteMDP, tol: float | None = None, backend: Backend = "highs") -> Solution:
    """Return the optimal value of a float MDP with a proved error of at most ``tol``, or as :func:`solve` without.

    The value is the solver's vector of multipliers, ``occupancy`` its lambda. For ``backend`` see :func:`lp_primal`.
    """
    return _solve(mdp, tol, backend, METHOD)


def lp_dual_constrained(mdp: FiniteMDP, tol: float | None = None, backend: Backend = "highs") -> Solution:
    """Return the same from program (5), the dual with a bound on the total occupancy."""
    return _solve(mdp, tol, backend, METHOD_CONSTRAINED)


def _solve(mdp: FiniteMDP, tol: float | None, backend: Backend, method: str) -> Solution:
    check_backend(backend)
    mdp, tol = check_float(mdp, method), check_wish(tol)
    sweeps = sweeps_of(mdp)
    answer = answer_dual(mdp, tol, backend, constrained=method == METHOD_CONSTRAINED)
    return certified_solution(sweeps, answer, tol, method)
