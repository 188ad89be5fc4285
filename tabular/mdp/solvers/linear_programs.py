"""Optimal values by linear programming, and how an LP solver's answer becomes a proved one.

An LP solver stops at its own tolerance, on its own scaling, and proves nothing about ||v - v*||. So its v is only a
proposal: one Bellman sweep certifies it like that of any other method. If that does not prove ``tol``, the policy that
is greedy for it is evaluated and certified instead.
"""

from __future__ import annotations

from dataclasses import replace
from math import frexp
from typing import Any, Literal

import numpy as np
from scipy import sparse

from tabular.errors import must, show
from tabular.mdp import FiniteMDP
from tabular.mdp.solvers.certify import Certifier
from tabular.mdp.solvers.evaluation import evaluator_of
from tabular.mdp.solvers.lp_answer import LpAnswer
from tabular.mdp.solvers.rounding import row_slack
from tabular.mdp.solvers.solution import ConvergenceError, Solution, not_converged
from tabular.mdp.solvers.sweeps import Sweeps

Backend = Literal["highs", "cvxpy-highs", "cvxpy-clarabel"]
BACKENDS = ("highs", "cvxpy-highs", "cvxpy-clarabel")

# The smallest feasibility tolerance that HiGHS accepts, and its default.
_FINEST, _COARSEST = 1e-10, 1e-7


def constraint_matrix(mdp: FiniteMDP) -> Any:
    """Return C = [I - gamma P_0; ...; I - gamma P_(m-1)] as an (m*n, n) CSR array."""
    identity = sparse.eye_array(mdp.n_states, format="csr")
    stacked = sparse.csr_array(mdp.stacked)
    return sparse.csr_array(sparse.vstack([identity] * mdp.n_actions, format="csr") - mdp.discount * stacked)


def answer_primal(mdp: FiniteMDP, tol: float | None, backend: Backend) -> LpAnswer:
    """Return what the backend finds for min e^T v subject to (I - gamma P_a) v >= r_a for all a."""
    unit = _unit(mdp)
    C, r, fine = constraint_matrix(mdp), mdp.rewards.reshape(-1) / unit, _feasibility(mdp, tol, unit)
    if backend == "highs":
        from tabular.mdp.solvers import highs_lp  # here and below: the libraries load slowly, and few callers need them

        return _in_units(highs_lp.primal(C, r, fine), unit)
    from tabular.mdp.solvers import cvxpy_lp

    return _in_units(cvxpy_lp.primal(C, r, fine, "HIGHS" if backend == "cvxpy-highs" else "CLARABEL"), unit)


def answer_dual(mdp: FiniteMDP, tol: float | None, backend: Backend, constrained: bool) -> LpAnswer:
    """Return what the backend finds for max sum_a r_a^T lambda_a over occupancies (``constrained``: program (5))."""
    unit = _unit(mdp)
    C, r, fine = constraint_matrix(mdp), mdp.rewards.reshape(-1) / unit, _feasibility(mdp, tol, unit)
    total = _total_occupancy(mdp) if constrained else None
    if backend == "highs":
        from tabular.mdp.solvers import highs_lp

        return _in_units(highs_lp.dual(C, r, fine, total), unit)
    from tabular.mdp.solvers import cvxpy_lp

    return _in_units(cvxpy_lp.dual(C, r, fine, "HIGHS" if backend == "cvxpy-highs" else "CLARABEL", total), unit)


def certified_solution(sweeps: Sweeps, answer: LpAnswer, tol: float | None, method: str) -> Solution:
    """Return the solver's answer with a proved bound; its multipliers are the occupancy."""
    mdp = sweeps.mdp
    if not answer.is_optimal or not np.isfinite(answer.value).all():
        raise ConvergenceError(str(must(f"the linear program of {method}", "be solved to optimality", answer.status)))
    certifier = Certifier(sweeps, tol)
    certified = certifier.swept(answer.value)
    if certified.error_bound > certifier.tol:
        stop = max(certifier.target, 0.25 * certifier.floor(certified.value))
        value = evaluator_of(mdp, sweeps.longest_row).evaluate(certified.policy, certified.value, stop)
        certified = min(certified, certifier.swept(value), key=lambda x: x.error_bound)
    if tol is not None and not certified.error_bound <= tol:
        raise not_converged(tol, certified.error_bound, answer.iterations)
    occupancy = np.maximum(answer.multipliers, 0.0).reshape(mdp.n_actions, mdp.n_states)
    return certified.solution(method, answer.iterations, occupancy)


def check_backend(backend: object) -> None:
    """Refuse an unknown backend."""
    if backend not in BACKENDS:
        raise must("backend", f"be one of {', '.join(BACKENDS)}", show(backend))


def _total_occupancy(mdp: FiniteMDP) -> float:
    """Return n / (1 - gamma), a little enlarged: float rows that sum to more than 1 have more occupancy than that."""
    return mdp.n_states / (1 - mdp.discount - mdp.discount * row_slack(mdp.n_states))


def _unit(mdp: FiniteMDP) -> float:
    """Return a power of two above all rewards: the solvers' tolerances are absolute, and meant for numbers near 1."""
    return 2.0 ** frexp(float(np.abs(mdp.rewards).max()))[1]


def _in_units(answer: LpAnswer, unit: float) -> LpAnswer:
    return replace(answer, value=answer.value * unit)


def _feasibility(mdp: FiniteMDP, tol: float | None, unit: float) -> float:
    """Return the tolerance to ask for: constraints of v that are off by x allow v to be off by x / (1 - gamma)."""
    return _FINEST if tol is None else min(_COARSEST, max(_FINEST, 0.1 * tol / unit * (1 - mdp.discount)))
