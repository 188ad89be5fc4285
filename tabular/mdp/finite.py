"""Finite Markov decision processes as frozen, validated values.

An MDP has states ``0..n-1``, actions ``0..m-1``, transition matrices ``P[a]`` (n x n, row s is the law of the next
state), rewards ``r[a]`` (n) and a discount ``gamma`` in [0, 1). The optimal value is the only v with

    v = max_a (r[a] + gamma P[a] v).

Numbers are float64 (dense or sparse) or exact (Fractions in object arrays, dense). The index order is action first, as
the papers print it; :meth:`FiniteMDP.from_state_action` takes the order of Gymnasium and QuantEcon.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from scipy import sparse

from tabular.errors import InputError, must, needed, show
from tabular.numbers.arrays import (
    Array,
    Kind,
    Numbers,
    Scalar,
    common_kind,
    convert,
    each_fraction,
    frozen,
    read_numbers,
    read_scalar,
)
from tabular.numbers.probabilities import check_dense, check_sparse
from tabular.numbers.sparsity import canonical, freeze, split_blocks, stack_blocks

if TYPE_CHECKING:
    from pathlib import Path

    import gymnasium
    import networkx as nx

# An exact copy of a sparse MDP is dense; beyond this many entries it is a mistake rather than a wish (about 1 GB).
MOST_EXACT_ENTRIES = 10_000_000


@dataclass(frozen=True, eq=False, repr=False)
class FiniteMDP:
    """The MDP (P, r, gamma) with ``transitions[a]`` = P_a, ``rewards[a]`` = r_a and ``discount`` = gamma.

    ``transitions`` may be given as an (m, n, n) array or nested lists, as m scipy sparse (n, n) matrices, or as one
    stacked sparse (m*n, n) matrix with row ``a*n + s``. Canonical CSR float64 data is taken over without a copy and
    becomes read-only; everything else is copied. All numbers are floats (or integers), or all are exact (Fractions or
    integers, with a Fraction among them); integers alone make a float MDP. Input that is no MDP raises
    :class:`tabular.errors.InputError`; nothing is normalised.
    """

    transitions: Any  # Array (m, n, n), or m CSR arrays (n, n)
    rewards: Any  # Array (m, n)
    discount: Any  # float, or Fraction
    stacked: Any = field(init=False)  # (m*n, n), row a*n + s, on the same memory as transitions

    def __post_init__(self) -> None:
        rewards = read_numbers("r", self.rewards, 2)
        discount = read_scalar("discount", self.discount)
        if _is_sparse(self.transitions):
            self._take_sparse(rewards, discount)
        else:
            self._take_dense(rewards, discount)

    def _take_dense(self, rewards: Numbers, discount: Numbers) -> None:
        P = read_numbers("P", self.transitions, 3)
        kind = common_kind([P, rewards, discount])
        m, n, columns = P.array.shape
        _check_shape(m, n, columns, rewards)
        transitions = frozen(convert(P, kind), self.transitions)
        stacked = transitions.reshape(m * n, n)
        check_dense(stacked, n)
        self._set(transitions, stacked, rewards, discount, kind)

    def _take_sparse(self, rewards: Numbers, discount: Numbers) -> None:
        P = self.transitions
        stacked = canonical("P", P) if sparse.issparse(P) else stack_blocks("P", list(P))
        rows, n = stacked.shape
        m = rewards.array.shape[0]
        if n == 0 or rows == 0:
            raise must("P", "have at least one action and one state", f"{rows} rows and {n} columns")
        if rows != m * n:
            got = f"{rows} rows for {m} rows of r and {n} columns"
            raise must("P", "have one row for each action and state", got)
        _check_shape(m, n, n, rewards)
        kind = common_kind([Numbers("P", stacked.data, "float"), rewards, discount])
        check_sparse(stacked, n)
        self._set(split_blocks(freeze(stacked), m), stacked, rewards, discount, kind)

    def _set(self, transitions: Any, stacked: Any, rewards: Numbers, discount: Numbers, kind: Kind) -> None:
        values = {
            "transitions": transitions,
            "stacked": stacked,
            "rewards": _checked_rewards(rewards, kind, self.rewards),
            "discount": _checked_discount(discount, kind),
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    @property
    def n_states(self) -> int:
        """The number n of states."""
        return int(self.rewards.shape[1])

    @property
    def n_actions(self) -> int:
        """The number m of actions."""
        return int(self.rewards.shape[0])

    @property
    def is_sparse(self) -> bool:
        """Whether the transitions are CSR blocks."""
        return isinstance(self.transitions, tuple)

    @property
    def is_exact(self) -> bool:
        """Whether the numbers are Fractions."""
        return isinstance(self.discount, Fraction)

    def __repr__(self) -> str:
        kind = "exact" if self.is_exact else "sparse" if self.is_sparse else "dense"
        size = f"n={self.n_states} states, m={self.n_actions} actions"
        return f"<FiniteMDP {kind}, {size}, discount={show(self.discount)}>"

    def __reduce__(self) -> tuple[type[FiniteMDP], tuple[Any, Any, Any]]:
        return FiniteMDP, (self.stacked if self.is_sparse else self.transitions, self.rewards, self.discount)

    def with_rewards(self, rewards: object) -> FiniteMDP:
        """Return the same transitions (shared, not checked again) and discount with other rewards (m, n)."""
        numbers = read_numbers("r", rewards, 2)
        if numbers.array.shape != (self.n_actions, self.n_states):
            raise must("r", f"have shape {(self.n_actions, self.n_states)}", str(numbers.array.shape))
        return self._with(rewards=_checked_rewards(numbers, self._kind_with(numbers), rewards))

    def with_discount(self, discount: object) -> FiniteMDP:
        """Return the same transitions and rewards (shared, not checked again) with another discount."""
        numbers = read_scalar("discount", discount)
        return self._with(discount=_checked_discount(numbers, self._kind_with(numbers)))

    def _kind_with(self, numbers: Numbers) -> Kind:
        return common_kind([Numbers("the MDP", self.rewards, "exact" if self.is_exact else "float"), numbers])

    def _with(self, **changes: object) -> FiniteMDP:
        copy = object.__new__(FiniteMDP)
        for item in dataclasses.fields(self):
            object.__setattr__(copy, item.name, changes.get(item.name, getattr(self, item.name)))
        return copy

    def exact(self) -> FiniteMDP:
        """Return the MDP whose numbers are the exact rationals of these floats; the rows must then sum to exactly 1."""
        if self.is_exact:
            return self
        entries = self.n_actions * self.n_states**2
        if entries > MOST_EXACT_ENTRIES:
            raise must("an exact MDP", f"have at most {MOST_EXACT_ENTRIES} transition entries", str(entries))
        dense = self.stacked.toarray() if self.is_sparse else self.stacked
        P = each_fraction(dense).reshape(self.n_actions, self.n_states, self.n_states)
        return FiniteMDP(P, each_fraction(self.rewards), Fraction(self.discount))

    def to_float(self) -> FiniteMDP:
        """Return the MDP of the nearest floats."""
        if not self.is_exact:
            return self
        return FiniteMDP(_nearest("P", self.transitions), _nearest("r", self.rewards), float(self.discount))

    @classmethod
    def from_state_action(cls, R: object, Q: object, gamma: object) -> FiniteMDP:
        """From rewards ``R[s, a]`` and transitions ``Q[s, a, s']`` (or a sparse (n*m, n) matrix, row ``s*m + a``)."""
        r = read_numbers("R", R, 2).array
        n, m = r.shape
        if sparse.issparse(Q):
            csr = canonical("Q", cast(Any, Q))
            if csr.shape != (n * m, n):
                raise must("Q", f"have shape {(n * m, n)} to match R of shape {(n, m)}", str(csr.shape))
            return cls(csr[np.arange(n * m).reshape(n, m).T.reshape(-1)], r.T, gamma)
        q = read_numbers("Q", Q, 3).array
        if q.shape != (n, m, n):
            raise must("Q", f"have shape {(n, m, n)} to match R of shape {(n, m)}", str(q.shape))
        return cls(q.transpose(1, 0, 2), r.T, gamma)

    @classmethod
    def from_gymnasium(cls, env_or_table: object, discount: object) -> FiniteMDP:
        """From the transition table of a toy-text environment; see :mod:`tabular.mdp.gymnasium_tables`."""
        from tabular.mdp.gymnasium_tables import mdp_from_table

        return mdp_from_table(env_or_table, discount)

    def to_gymnasium(self, start: object = 0) -> gymnasium.Env[Any, Any]:
        """Return an environment that begins in a state or law; see :mod:`tabular.mdp.gymnasium_environment`."""
        needed("gymnasium", "to_gymnasium()")
        from tabular.mdp.gymnasium_environment import FiniteEnv

        return FiniteEnv(self, start)

    @classmethod
    def from_networkx(cls, graph: nx.MultiDiGraph[Any], discount: object, missing: str = "refuse") -> FiniteMDP:
        """From edges with action, probability and reward; see :mod:`tabular.mdp.networkx_graphs`."""
        from tabular.mdp.networkx_graphs import mdp_from_graph

        return mdp_from_graph(graph, discount, missing=missing)

    def to_networkx(self) -> nx.MultiDiGraph[Any]:
        """Return the multigraph with one edge per action and positive probability."""
        from tabular.mdp.networkx_graphs import graph_from_mdp

        return graph_from_mdp(self)

    @classmethod
    def from_quantecon(cls, problem: Any, missing: str = "refuse") -> FiniteMDP:
        """From a DiscreteDP, where ``missing="repeat"`` fills actions in; see :mod:`tabular.mdp.quantecon_problems`."""
        from tabular.mdp.quantecon_problems import mdp_from_problem

        return mdp_from_problem(problem, missing)

    def to_quantecon(self) -> Any:
        """Return the DiscreteDP with the same numbers, which must be floats."""
        from tabular.mdp.quantecon_problems import problem_from_mdp

        return problem_from_mdp(self)

    @classmethod
    def from_explicit(cls, name: str | Path, discount: object, missing: str = "refuse") -> FiniteMDP:
        """From files of PRISM or Storm, NAME.tra and so on; see :mod:`tabular.mdp.explicit_files`."""
        from tabular.mdp.explicit_reading import read_explicit

        return read_explicit(name, discount, missing=missing).mdp

    def to_explicit(self, name: str | Path, program: str = "prism") -> None:
        """Write NAME.tra, NAME.trew and NAME.lab for PRISM or Storm; see :mod:`tabular.mdp.explicit_files`."""
        from tabular.mdp.explicit_files import write_explicit

        write_explicit(self, name, program=program)


def _is_sparse(transitions: object) -> bool:
    if sparse.issparse(transitions):
        return True
    if not isinstance(transitions, (list, tuple)):
        return False
    kinds = [sparse.issparse(block) for block in cast("list[object]", transitions)]
    if any(kinds) and not all(kinds):
        raise must("P", "be all sparse or all dense", "a dense matrix", f"at P[{kinds.index(False)}]")
    return any(kinds)


def _check_shape(m: int, n: int, columns: int, rewards: Numbers) -> None:
    if m == 0 or n == 0:
        raise must("P", "have at least one action and one state", f"{m} actions and {n} states")
    if n != columns:
        raise must("P", "have square matrices (m, n, n)", f"shape {(m, n, columns)}")
    if rewards.array.shape != (m, n):
        raise must("r", f"have shape {(m, n)} to match P", str(rewards.array.shape))


def _checked_rewards(rewards: Numbers, kind: Kind, source: object) -> Array:
    array = frozen(convert(rewards, kind), source)
    if kind == "float" and not (np.isfinite(array.min()) and np.isfinite(array.max())):
        a, s = (int(i[0]) for i in np.nonzero(~np.isfinite(array)))
        raise must(f"r[{a}]", "be finite", show(array[a, s]), f"in state {s}")
    return array


def _checked_discount(discount: Numbers, kind: Kind) -> Scalar:
    value = convert(discount, kind).item()
    if not 0 <= value < 1:
        raise must("discount", "be at least 0 and less than 1", show(value))
    return value


def _nearest(name: str, array: Array) -> Array:
    try:
        return array.astype(np.float64)
    except OverflowError:
        raise InputError(f"{name} must hold numbers within the range of float64, got a larger one") from None
