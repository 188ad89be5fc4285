"""Solving (I - gamma P_pi) v = r_pi in float64, well enough to improve the policy; sweeps certify the result."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from tabular.mdp import FiniteMDP
from tabular.mdp.linear import solve_discounted
from tabular.mdp.policies import policy_matrix
from tabular.mdp.solvers import _kernels_krylov as kernels
from tabular.mdp.solvers.flow import flow_order, sources_of, stays_near
from tabular.mdp.solvers.gauss_seidel import AlternatingSweep
from tabular.mdp.solvers.sweeps import Actions, DensePolicyRows, Vector

# The iteration on a lake of 90,000 states takes 5 to 30 steps; one that needs more than this does not converge.
_MOST_STEPS = 200
# Incomplete factorisation costs the square of this for each state.
_LONGEST_ROW = 100
_FIRST_SWEEPS = 4
# Up to so many updates of a state, in the mean, cost less than solving; measured on lakes.
_MOST_UPDATES = 16


class Evaluator(Protocol):
    """What policy iteration needs to know about its policies."""

    def prepare(self, v: Vector, least: float) -> Vector:
        """Return the value to begin with, which may be v itself, changed; changes up to ``least`` do not matter."""
        ...

    def evaluate(self, policy: Actions, v: Vector, stop: float) -> Vector:
        """Return the value of the policy, from the approximation v, with a residual of about ``stop`` or less."""
        ...


def evaluator_of(mdp: FiniteMDP, longest_row: int) -> Evaluator:
    """Return the evaluator that suits the storage of the MDP."""
    if not mdp.is_sparse:
        return DenseEvaluator(mdp)
    return KrylovEvaluator(mdp) if longest_row <= _LONGEST_ROW else PlainEvaluator(mdp)


class DenseEvaluator:
    """LU factorisation of the dense matrix: as good as float64 allows, whatever the start."""

    def __init__(self, mdp: FiniteMDP) -> None:
        self._mdp = mdp
        self._rows = DensePolicyRows(mdp)

    def prepare(self, v: Vector, least: float) -> Vector:
        """See :class:`Evaluator`."""
        return v

    def evaluate(self, policy: Actions, v: Vector, stop: float) -> Vector:
        """See :class:`Evaluator`."""
        self._rows.select(policy)
        return solve_discounted(self._rows.rows, self._rows.r, self._mdp.discount)


class PlainEvaluator:
    """The general solver for sparse rows that are too long to factorise."""

    def __init__(self, mdp: FiniteMDP) -> None:
        self._mdp = mdp

    def prepare(self, v: Vector, least: float) -> Vector:
        """See :class:`Evaluator`."""
        return v

    def evaluate(self, policy: Actions, v: Vector, stop: float) -> Vector:
        """See :class:`Evaluator`."""
        return solve_discounted(*policy_matrix(self._mdp, policy), self._mdp.discount)


class KrylovEvaluator:
    """BiCGSTAB with ILU(0) on renumbered states, warm started; only rows of changed actions are written again.

    An improvement of the policy moves information by one transition only, so Gauss-Seidel sweeps over all actions,
    which carry it further, come first and after each evaluation.
    """

    def __init__(self, mdp: FiniteMDP) -> None:
        self._mdp, self._sources = mdp, sources_of(mdp)
        self._order = flow_order(mdp, self._sources)
        n, P = mdp.n_states, mdp.stacked
        self._sweep = AlternatingSweep(mdp, self._order)
        self._P = (P.data, P.indices, P.indptr)
        self._place = np.empty(n, dtype=np.int32)
        self._place[self._order] = np.arange(n, dtype=np.int32)
        self._chosen = np.full(n, -1, dtype=np.int32)
        start, end, diagonal = (np.empty(n, dtype=np.int32) for _ in range(3))
        room = kernels.row_room(P.indptr, mdp.n_actions, self._order, start)
        self._A = (np.empty(room), np.empty(room, dtype=np.int32), start, end, diagonal)
        # single precision is enough for a preconditioner, and there is less of it to read
        self._factors = (np.empty(room, dtype=np.float32), np.empty(room, dtype=np.float32), np.empty(n))
        self._b = np.empty(n)

    def prepare(self, v: Vector, least: float) -> Vector:
        """See :class:`Evaluator`; where rewards are felt in few states only, this is all that has to be done."""
        for _ in range(_FIRST_SWEEPS):
            self._sweep(v)
        if stays_near(self._mdp, least):
            self._sweep.spread(v, self._sources, least, _MOST_UPDATES)
        return v

    def evaluate(self, policy: Actions, v: Vector, stop: float) -> Vector:
        """See :class:`Evaluator`; the result is that of the policy and one sweep more."""
        mdp = self._mdp
        numbering = (self._order, self._place)
        kernels.assemble(self._P, mdp.rewards, policy, self._chosen, mdp.discount, *numbering, self._A, self._b)
        kernels.factorise(self._A, self._factors)
        x = v[self._order]
        norm = kernels.bicgstab(self._A, self._factors, self._b, x, stop, _MOST_STEPS)
        if norm <= 100 * stop and np.isfinite(x).all():
            value = x[self._place]
        else:
            value = solve_discounted(*policy_matrix(mdp, policy), mdp.discount)
        self._sweep(value)
        return value
