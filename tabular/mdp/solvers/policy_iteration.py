"""Policy iteration: evaluate a policy by solving its linear equations, improve it in every state, repeat.

    (I - gamma P_pi) v = r_pi,      pi <- greedy(v).

Dense MDPs solve by LU. Sparse ones solve by a preconditioned Krylov method, from the last value and only as far as the
next improvement needs; and since an improvement moves information by one transition only, Gauss-Seidel sweeps along
the flow of values come before the first evaluation and after each of them.
"""

from __future__ import annotations

import numpy as np

from tabular.mdp import FiniteMDP
from tabular.mdp.solvers.certify import Certifier
from tabular.mdp.solvers.evaluation import evaluator_of
from tabular.mdp.solvers.solution import Solution, check_float, check_limit, check_wish
from tabular.mdp.solvers.start import first_value
from tabular.mdp.solvers.sweeps import sweeps_of
from tabular.mdp.vectors import value_vector

METHOD = "policy-iteration"

# Solve until the residual is this part of the one that chose the policy; measured on lakes, and flat around it.
_DEPTH = 0.03


def policy_iteration(
    mdp: FiniteMDP, tol: float | None = None, max_iterations: int = 10_000, start: object = None
) -> Solution:
    """Return the optimal value of a float MDP with a proved error of at most ``tol``, or as :func:`solve` without.

    ``start`` is a value to begin with, by default max_a r[a]. ``iterations`` counts the improvements, the last of which
    finds nothing to improve.
    """
    mdp = check_float(mdp, METHOD)
    sweeps = sweeps_of(mdp)
    certifier = Certifier(sweeps, check_wish(tol))
    evaluator = evaluator_of(mdp, sweeps.longest_row)
    first = first_value(mdp) if start is None else value_vector(mdp, start, "start").copy()
    certifier.aim(first)
    v = evaluator.prepare(first, 0.25 * certifier.target)
    out, policy = np.empty_like(v), np.zeros(v.size, dtype=np.int32)
    for iteration in range(1, check_limit("max_iterations", max_iterations) + 1):
        low, high = sweeps.backup(v, out, policy)
        certified = certifier.check(v, out, policy, (low, high))
        if certified is not None:
            return certified.solution(METHOD, iteration)
        stop = max(_DEPTH * max(high, -low), certifier.target, 0.25 * certifier.floor(v))
        v = evaluator.evaluate(policy, out, stop)
    return certifier.end(v, METHOD, max_iterations)
