"""The primal linear program (4): the smallest v that no action can improve.

It minimises e^T v subject to (I - gamma P_a) v >= r_a for every action a.
"""

from __future__ import annotations

from tabular.mdp import FiniteMDP
from tabular.mdp.solvers.linear_programs import Backend, answer_primal, certified_solution, check_backend
from tabular.mdp.solvers.solution import Solution, check_float, check_wish
from tabular.mdp.solvers.sweeps import sweeps_of

METHOD = "lp-primal"


def lp_primal(mdp: FiniteMDP, tol: float | None = None, backend: Backend = "highs") -> Solution:
    """Return the optimal value of a float MDP with a proved error of at most ``tol``, or as :func:`solve` without.

    ``backend`` is HiGHS directly, or cvxpy with HiGHS or Clarabel. ``occupancy`` holds the solver's multipliers.
    """
    check_backend(backend)
    mdp, tol = check_float(mdp, METHOD), check_wish(tol)
    sweeps = sweeps_of(mdp)
    return certified_solution(sweeps, answer_primal(mdp, tol, backend), tol, METHOD)
