"""Gauss-Seidel value iteration: symmetric sweeps in place, each state solved for its own future.

    v[s] <- max_a (r[a, s] + gamma sum_{t != s} P[a][s, t] v[t]) / (1 - gamma P[a][s, s])

in an order along which values flow, then against it. A sweep carries news through the whole MDP where a Bellman sweep
carries it by one transition, so the method beats value iteration where rewards are far away: on lakes and mazes.
"""

from __future__ import annotations

import numpy as np

from tabular.mdp import FiniteMDP
from tabular.mdp.solvers import _kernels_gauss_seidel as kernels
from tabular.mdp.solvers.certify import Certifier
from tabular.mdp.solvers.flow import Order, Sources, flow_order, is_local
from tabular.mdp.solvers.solution import Solution, check_float, check_limit, check_wish
from tabular.mdp.solvers.start import first_value
from tabular.mdp.solvers.sweeps import Vector, sweeps_of
from tabular.mdp.solvers.value_iteration import halving_time

METHOD = "gauss-seidel"


def gauss_seidel(mdp: FiniteMDP, tol: float | None = None, max_iterations: int = 500_000) -> Solution:
    """Return the optimal value of a float MDP with a proved error of at most ``tol``, or as :func:`solve` without.

    ``iterations`` counts pairs of sweeps, one in each direction.
    """
    mdp = check_float(mdp, METHOD)
    sweeps = sweeps_of(mdp)
    certifier = Certifier(sweeps, check_wish(tol), patience=halving_time(mdp.discount))
    sweep = AlternatingSweep(mdp)
    v, policy = first_value(mdp), np.zeros(mdp.n_states, dtype=np.int32)
    out = np.empty_like(v)
    for iteration in range(1, check_limit("max_iterations", max_iterations) + 1):
        sweep(v)
        change = sweep(v)
        # the change bounds the residual up to a small factor, so the extra sweep is paid only near the end
        if change <= 8 * certifier.target or change <= certifier.floor(v):
            certified = certifier.check(v, out, policy, sweeps.backup(v, out, policy))
            if certified is not None:
                return certified.solution(METHOD, iteration)
    return certifier.end(v, METHOD, max_iterations)


class AlternatingSweep:
    """Sweeps in place, against an order and along it in turn.

    The given numbering is the order if transitions stay near each other in it (memory likes that best), otherwise the
    flow of values.
    """

    def __init__(self, mdp: FiniteMDP, flow: Order | None = None) -> None:
        self._mdp = mdp
        self._backwards = False
        if not mdp.is_sparse or is_local(mdp):
            self._order = np.arange(mdp.n_states, dtype=np.int32)
        else:
            self._order = flow_order(mdp) if flow is None else flow

    def __call__(self, v: Vector) -> float:
        """Update v by one sweep and return its largest change."""
        mdp, self._backwards = self._mdp, not self._backwards
        if not mdp.is_sparse:
            return kernels.dense_sweep(mdp.stacked, mdp.rewards, mdp.discount, self._order, self._backwards, v)
        return kernels.sparse_sweep(self._rows, mdp.rewards, mdp.discount, self._order, self._backwards, v)

    def spread(self, v: Vector, sources: Sources, least: float, most: float) -> bool:
        """Update the states of a sparse MDP, and again those that lead to one whose value changed by over ``least``.

        Tells whether there are none left; if that takes more than ``most`` updates of a state in the mean, v is as it
        was before.
        """
        mdp, due, before = self._mdp, np.ones(v.size, dtype=np.bool_), v.copy()
        updates = 0
        while updates <= most * v.size:
            self._backwards = not self._backwards
            made = kernels.news_sweep(
                self._rows, mdp.rewards, mdp.discount, self._order, self._backwards, sources, least, due, v
            )
            if made == 0:
                return True
            updates += made
        v[:] = before
        return False

    @property
    def _rows(self) -> tuple[Vector, Order, Order]:
        P = self._mdp.stacked
        return P.data, P.indices, P.indptr
