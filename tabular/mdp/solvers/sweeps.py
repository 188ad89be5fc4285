"""Bellman sweeps in float64 behind one interface for dense and sparse MDPs.

A sweep object holds the arrays of the MDP and what the error bounds need to know: the longest row and the largest
reward. A policy's rows, copied side by side, make a step of its evaluation m times cheaper than a sweep. Threads share
a sweep by its states: what a state gets depends on no other one's new value, so their number changes no bit.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from tabular.errors import must, show
from tabular.mdp import FiniteMDP
from tabular.mdp.solvers import _kernels_compensated as compensated
from tabular.mdp.solvers import _kernels_dense as dense
from tabular.mdp.solvers import _kernels_sparse as sparse
from tabular.mdp.solvers.team import Team, joined

Vector = NDArray[np.float64]
Actions = NDArray[np.int32]
Range = tuple[float, float]

# Values this large leave no room for their sums in float64.
_LARGEST_VALUE = 1e300


class PolicyRows(Protocol):
    """The rows P_pi and rewards r_pi of one policy at a time.

    ``depth`` is how far an evaluation should shrink the span of the sweep that chose the policy.
    """

    depth: float

    def select(self, policy: Actions) -> None:
        """Take over the rows of a policy; only rows that differ from the policy before are copied."""
        ...

    def evaluate(self, v: Vector, out: Vector, stop: float, floor: float, most: int) -> tuple[int, float, float]:
        """Apply T_pi, from v to out and back, until the range of the last step has a span of at most ``stop``.

        Also stops after ``most`` steps, and when a span below ``floor`` (all rounding) no longer shrinks. Returns the
        number of steps (the result is in out if it is odd) and the range of the last one.
        """
        ...


class Sweeps(Protocol):
    """What every solver may do with a float MDP."""

    mdp: FiniteMDP
    longest_row: int
    largest_reward: float

    def backup(self, v: Vector, out: Vector, policy: Actions) -> Range:
        """Set out to T v and the policy to a maximiser (the old one if it is one); return the range of T v - v."""
        ...

    def policy_rows(self) -> PolicyRows:
        """Return room for the rows of a policy."""
        ...

    def compensated_backup(self, v: Vector, plain: Vector, doubt: float, policy: Actions) -> Vector:
        """Return T v with compensated sums and set the policy to a maximiser.

        ``plain`` is T v with plain sums, ``doubt`` the most by which differences of plain action values are off.
        """
        ...


def sweeps_of(mdp: FiniteMDP, jobs: int = 1) -> Sweeps:
    """Return the sweeps of a float MDP; those of a sparse one are shared by ``jobs`` threads."""
    largest = max(float(mdp.rewards.max()), -float(mdp.rewards.min()))
    if not largest / (1 - mdp.discount) <= _LARGEST_VALUE:
        raise must("max |r| / (1 - discount)", f"be at most {_LARGEST_VALUE:g}", show(largest / (1 - mdp.discount)))
    return SparseSweeps(mdp, largest, jobs) if mdp.is_sparse else DenseSweeps(mdp, largest)


class DenseSweeps:
    """Sweeps over a dense stacked (m*n, n) array."""

    def __init__(self, mdp: FiniteMDP, largest_reward: float) -> None:
        self.mdp = mdp
        self.longest_row = mdp.n_states
        self.largest_reward = largest_reward

    def backup(self, v: Vector, out: Vector, policy: Actions) -> Range:
        """See :class:`Sweeps`."""
        return dense.backup(self.mdp.stacked, self.mdp.rewards, self.mdp.discount, v, out, policy)

    def policy_rows(self) -> DensePolicyRows:
        """See :class:`Sweeps`."""
        return DensePolicyRows(self.mdp)

    def compensated_backup(self, v: Vector, plain: Vector, doubt: float, policy: Actions) -> Vector:
        """See :class:`Sweeps`."""
        out = np.empty_like(v)
        mdp = self.mdp
        compensated.dense_backup(mdp.stacked, mdp.rewards, mdp.discount, v, plain, doubt, out, policy)
        return out


class SparseSweeps:
    """Sweeps over a stacked (m*n, n) CSR array, by as many threads as the caller asks for."""

    def __init__(self, mdp: FiniteMDP, largest_reward: float, jobs: int = 1) -> None:
        self.mdp = mdp
        self._team = Team(jobs, mdp.n_states)
        self.P = (mdp.stacked.data, mdp.stacked.indices, mdp.stacked.indptr)
        self.longest_row = int(sparse.longest_row(mdp.stacked.indptr))
        self.largest_reward = largest_reward

    def backup(self, v: Vector, out: Vector, policy: Actions) -> Range:
        """See :class:`Sweeps`."""
        return joined(self._team(sparse.backup, self.P, self.mdp.rewards, self.mdp.discount, v, out, policy))

    def policy_rows(self) -> SparsePolicyRows:
        """See :class:`Sweeps`."""
        return SparsePolicyRows(self.mdp, self._team)

    def compensated_backup(self, v: Vector, plain: Vector, doubt: float, policy: Actions) -> Vector:
        """See :class:`Sweeps`."""
        out = np.empty_like(v)
        compensated.sparse_backup(self.P, self.mdp.rewards, self.mdp.discount, v, out, policy)
        return out


class DensePolicyRows:
    """P_pi as a dense (n, n) array."""

    depth = 1e-9  # steps are cheap beside a sweep; measured, and flat around this value

    def __init__(self, mdp: FiniteMDP) -> None:
        self._mdp = mdp
        n = mdp.n_states
        self._chosen = np.full(n, -1, dtype=np.int32)
        self.rows, self.r = np.empty((n, n)), np.empty(n)

    def select(self, policy: Actions) -> None:
        """See :class:`PolicyRows`."""
        dense.select(self._mdp.stacked, self._mdp.rewards, policy, self._chosen, self.rows, self.r)

    def evaluate(self, v: Vector, out: Vector, stop: float, floor: float, most: int) -> tuple[int, float, float]:
        """See :class:`PolicyRows`."""
        return dense.evaluate(self.rows, self.r, self._mdp.discount, v, out, stop, floor, most)


class SparsePolicyRows:
    """P_pi as CSR rows, each with room for the longest action of its state."""

    # What doubles leave of a span at most, and what the first, wrong policies are worth; measured, flat around these.
    _DEEPEST, _SHALLOWEST = 1e-12, 0.9
    # So many times the share of states that changed is what the next sweep finds of the span of this one; measured.
    _AGAIN = 4

    def __init__(self, mdp: FiniteMDP, team: Team) -> None:
        self._mdp, self._team = mdp, team
        n, P = mdp.n_states, mdp.stacked
        self.depth = self._SHALLOWEST
        self._changed = n
        self._P = (P.data, P.indices, P.indptr)
        self._chosen = np.full(n, -1, dtype=np.int32)
        start = np.empty(n + 1, dtype=np.int32)
        sparse.row_room(P.indptr, mdp.n_actions, n, start)
        self._rows = (np.empty(start[n]), np.empty(start[n], dtype=np.int32), start)
        self._r = np.empty(n)

    def select(self, policy: Actions) -> None:
        """See :class:`PolicyRows`.

        The fewer states changed, the less will the next sweep change, and the more of an evaluation will stay. It is
        the last one if the numbers of changed states fall so fast that the next is none.
        """
        arrays = (self._P, self._mdp.rewards, policy, self._chosen, self._rows, self._r)
        before, self._changed = self._changed, sum(self._team(sparse.select, *arrays))
        last = self._changed**2 < before
        self.depth = self._DEEPEST if last else min(self._AGAIN * self._changed / policy.size, self._SHALLOWEST)

    def evaluate(self, v: Vector, out: Vector, stop: float, floor: float, most: int) -> tuple[int, float, float]:
        """See :class:`PolicyRows`."""
        if self._team.parts == 1:
            return sparse.evaluate(self._rows, self._r, self._mdp.discount, v, out, stop, floor, most)
        step, span = 0, np.inf
        while True:
            step, before = step + 1, span
            low, high = joined(self._team(sparse.evaluate_once, self._rows, self._r, self._mdp.discount, v, out))
            span = high - low
            if step == most or dense.ends(span, before, stop, floor):
                return step, low, high
            v, out = out, v
