"""The ways that actions can go, one line each, as the common ground of the formats from which MDPs are read.

A line says that ``action`` in ``state`` leads to ``target`` with a probability and pays a reward. Lines of one choice
(an action in a state) with the same target add up. If all lines of a choice pay the same, that is r[a, s], without
rounding; otherwise r[a, s] is the expectation sum_t probability * reward.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from scipy import sparse

from tabular.errors import must, show
from tabular.mdp.finite import MOST_EXACT_ENTRIES, FiniteMDP
from tabular.numbers.arrays import Array, Kind
from tabular.numbers.sparsity import prefers_sparse

Choice = tuple[int, int]  # (action, state)
# Beyond this many, states that repeat choices are more likely a mistake than a wish.
MOST_CHOICES = 20_000_000


@dataclass(frozen=True)
class Ways:
    """Parallel lists: in ``states[i]``, ``actions[i]`` leads to ``targets[i]``; all numbers are of one kind."""

    actions: list[int]
    states: list[int]
    targets: list[int]
    probabilities: Array
    rewards: Array
    kind: Kind

    def mdp(self, n: int, discount: object, as_sparse: bool | None = None, missing: str = "refuse") -> FiniteMDP:
        """Return the MDP on n states; by default one of floats with many states is sparse.

        A choice that has no line is an error, or, with ``missing="repeat"``, the copy of the first that its state has:
        optimal values are what they were, and an optimal policy may name the copy.
        """
        m = 1 + max(self.actions, default=-1)
        source = self._sources(m, n, missing)
        if self.kind == "exact":
            check_exact_size(m, n, as_sparse)
        wanted = prefers_sparse(n) and self.kind == "float" if as_sparse is None else as_sparse
        stacked = (self._sparse if wanted else self._dense)(m, n)
        rewards = self._rewards(m, n)
        if source is not None:
            stacked, rewards = stacked[source], rewards[source]
        return FiniteMDP(stacked if wanted else stacked.reshape(m, n, n), rewards.reshape(m, n), discount)

    def _sources(self, m: int, n: int, missing: str) -> Array | None:
        """Return for each choice, row a*n + s, the one to take its numbers from; None if none is missing."""
        check_missing(missing)
        known = set(zip(self.actions, self.states, strict=True))
        if len(known) == m * n:
            return None
        if missing == "refuse":
            a, s = _first_gap(known, m, n)
            raise must("every state", f"have edges for all {m} actions", f"none for action {a}", f"in state {s}")
        return _repeated(known, m, n)

    def _dense(self, m: int, n: int) -> Array:
        stacked = _zeros((m * n, n), self.kind)
        np.add.at(stacked, (self._choices(n), np.array(self.targets, dtype=np.int64)), self.probabilities)
        return stacked

    def _sparse(self, m: int, n: int) -> Any:
        return sparse.coo_array((self.probabilities, (self._choices(n), self.targets)), shape=(m * n, n)).tocsr()

    def _choices(self, n: int) -> Array:
        return np.array(self.actions, dtype=np.int64) * n + np.array(self.states, dtype=np.int64)

    def _rewards(self, m: int, n: int) -> Array:
        """Return r[a, s] in row a*n + s; of a choice without lines it is nothing that may be used."""
        choices, paid = self._choices(n), self.rewards
        first = np.zeros(m * n, dtype=np.int64)
        first[choices[::-1]] = np.arange(len(choices))[::-1]
        agree = np.ones(m * n, dtype=bool)
        np.logical_and.at(agree, choices, paid == paid[first[choices]])
        if agree.all():
            return paid[first]
        expected = _zeros((m * n,), self.kind)
        with np.errstate(invalid="ignore", over="ignore"):  # what is not finite is refused by the MDP, with its place
            np.add.at(expected, choices, self.probabilities * paid)
        return np.where(agree, paid[first], expected)


def successors(mdp: FiniteMDP, a: int, s: int) -> tuple[Array, Array]:
    """Return the states to which an action can lead, in their order, and their probabilities."""
    P = mdp.transitions[a]
    if not mdp.is_sparse:
        targets = np.flatnonzero(P[s])
        return targets, P[s, targets]
    row = slice(P.indptr[s], P.indptr[s + 1])
    stored = P.data[row]
    return P.indices[row][stored > 0], stored[stored > 0]


def check_exact_size(m: int, n: int, as_sparse: bool | None) -> None:
    """Refuse an exact MDP that would be sparse, or larger than `FiniteMDP.exact` makes one."""
    if as_sparse:
        raise must("an exact MDP", "be dense, as sparse matrices hold floats", "sparse=True")
    if m * n * n > MOST_EXACT_ENTRIES:
        raise must("an exact MDP", f"have at most {MOST_EXACT_ENTRIES} transition entries", str(m * n * n))


def _zeros(shape: tuple[int, ...], kind: Kind) -> Array:
    return np.zeros(shape) if kind == "float" else np.full(shape, Fraction(0), dtype=object)


def check_missing(missing: str) -> None:
    """Refuse another word than the two."""
    if missing not in ("refuse", "repeat"):
        raise must("missing", "be 'refuse' or 'repeat'", show(missing))


def _first_gap(known: set[Choice], m: int, n: int) -> Choice:
    return next((a, s) for s in range(n) for a in range(m) if (a, s) not in known)


def _repeated(known: set[Choice], m: int, n: int) -> Array:
    """Return the rows of choices, each missing one replaced by the first of its state."""
    if m * n > MOST_CHOICES:
        raise must("repeated choices", f"make at most {MOST_CHOICES} with those that are there", str(m * n))
    first = _first_actions(known)
    stateless = next((s for s in range(n) if s not in first), None)
    if stateless is not None:
        raise must("every state", "have at least one action", "none", f"in state {stateless}")
    return np.array([(a if (a, s) in known else first[s]) * n + s for a in range(m) for s in range(n)], dtype=np.int64)


def _first_actions(known: Iterable[Choice]) -> dict[int, int]:
    first: dict[int, int] = {}
    for a, s in known:
        first[s] = min(a, first.get(s, a))
    return first
