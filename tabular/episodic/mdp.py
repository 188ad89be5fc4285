"""Episodic Markov decision processes with step-dependent tables, as frozen, validated values.

An episode has H steps 0..H-1. At step h, in state s, action a earns a reward with mean r_h(s, a) in [0, 1] and leads to
the next state with law P_h(. | s, a); the first state has law p_0. Index order is step, action, state, next state.
Numbers are float64 or exact (Fractions in object arrays), as in :class:`tabular.FiniteMDP`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, cast, get_args

import numpy as np

from tabular.errors import must, show
from tabular.mdp import FiniteMDP
from tabular.numbers.arguments import count
from tabular.numbers.arrays import Array, Kind, Numbers, common_kind, convert, each_fraction, frozen, read_numbers
from tabular.numbers.probabilities import ROW_SUM_UNIT, check_dense

RewardLaw = Literal["bernoulli", "mean"]


@dataclass(frozen=True, eq=False, repr=False)
class EpisodicMDP:
    """The MDP (P, r, p_0) with ``transitions[h, a]`` = P_h(. | ., a), ``rewards[h, a]`` = r_h(., a), ``start`` = p_0.

    ``start`` may be given as one state. A reward is drawn from Bernoulli(r_h(s, a)), independently of the next state
    (``reward_law="bernoulli"``), or is r_h(s, a) itself (``"mean"``). The transitions of the last step lead nowhere
    that counts; they are part of the table so that all steps look alike. Input that is no episodic MDP raises
    :class:`tabular.errors.InputError`; nothing is normalised.
    """

    transitions: Any  # Array (H, m, n, n)
    rewards: Any  # Array (H, m, n)
    start: Any  # Array (n,)
    reward_law: RewardLaw = "bernoulli"

    def __post_init__(self) -> None:
        P, r = read_numbers("P", self.transitions, 4), read_numbers("r", self.rewards, 3)
        horizon, m, n, columns = P.array.shape
        if 0 in P.array.shape:
            got = f"{horizon} steps, {m} actions and {n} states"
            raise must("P", "have at least one step, one action and one state", got)
        if n != columns:
            raise must("P", "have square matrices (H, m, n, n)", f"shape {P.array.shape}")
        if r.array.shape != (horizon, m, n):
            raise must("r", f"have shape {(horizon, m, n)} to match P", str(r.array.shape))
        if self.reward_law not in get_args(RewardLaw):
            raise must("reward_law", 'be "bernoulli" or "mean"', show(self.reward_law))
        start = _read_start(self.start, n)
        kind = common_kind([P, r, start])
        transitions = frozen(convert(P, kind), self.transitions)
        for h in range(horizon):
            check_dense(transitions[h].reshape(m * n, n), n, f"P[{h}]")
        object.__setattr__(self, "transitions", transitions)
        object.__setattr__(self, "rewards", _checked_rewards(r, kind, self.rewards))
        object.__setattr__(self, "start", _checked_start(start, kind, self.start))

    @property
    def horizon(self) -> int:
        """The number H of steps of an episode."""
        return int(self.rewards.shape[0])

    @property
    def n_actions(self) -> int:
        """The number m of actions."""
        return int(self.rewards.shape[1])

    @property
    def n_states(self) -> int:
        """The number n of states."""
        return int(self.rewards.shape[2])

    @property
    def is_exact(self) -> bool:
        """Whether the numbers are Fractions."""
        return self.rewards.dtype == object

    def __repr__(self) -> str:
        kind = "exact" if self.is_exact else "float"
        size = f"H={self.horizon} steps, n={self.n_states} states, m={self.n_actions} actions"
        return f"<EpisodicMDP {kind}, {size}, {self.reward_law} rewards>"

    def __reduce__(self) -> tuple[type[EpisodicMDP], tuple[Any, ...]]:
        return EpisodicMDP, (self.transitions, self.rewards, self.start, self.reward_law)

    def exact(self) -> EpisodicMDP:
        """Return the MDP of the exact rationals of these floats; all laws must then sum to exactly 1."""
        if self.is_exact:
            return self
        P, r, start = (each_fraction(table) for table in (self.transitions, self.rewards, self.start))
        return EpisodicMDP(P, r, start, self.reward_law)

    def to_float(self) -> EpisodicMDP:
        """Return the MDP of the nearest floats."""
        if not self.is_exact:
            return self
        P, r, start = (table.astype(np.float64) for table in (self.transitions, self.rewards, self.start))
        return EpisodicMDP(P, r, start, self.reward_law)

    @classmethod
    def stationary(
        cls, transitions: object, rewards: object, start: object, horizon: int, reward_law: RewardLaw = "bernoulli"
    ) -> EpisodicMDP:
        """Return H equal steps with transitions (m, n, n) and rewards (m, n)."""
        steps = count("horizon", horizon)
        P, r = read_numbers("P", transitions, 3).array, read_numbers("r", rewards, 2).array
        return cls(np.stack([P] * steps), np.stack([r] * steps), start, reward_law)

    @classmethod
    def from_finite(
        cls, mdp: FiniteMDP, horizon: int, start: object = 0, reward_law: RewardLaw = "bernoulli"
    ) -> EpisodicMDP:
        """Return H equal steps of a finite MDP with rewards in [0, 1]; its discount is not used."""
        if not isinstance(mdp, FiniteMDP):
            raise must("mdp", "be a FiniteMDP", show(mdp))
        dense = np.stack([block.toarray() for block in mdp.transitions]) if mdp.is_sparse else mdp.transitions
        return cls.stationary(dense, mdp.rewards, start, horizon, reward_law)

    @classmethod
    def from_gymnasium(
        cls, env_or_table: object, horizon: int, start: object = None, reward_law: RewardLaw = "bernoulli"
    ) -> EpisodicMDP:
        """From the transition table of a toy-text environment, starting as it does unless ``start`` says otherwise.

        See :mod:`tabular.mdp.gymnasium_tables`. The table's rewards must lie in [0, 1]; where a reward depends on
        the next state, this MDP keeps its mean.
        """
        from tabular.mdp.gymnasium_tables import mdp_from_table

        stage = mdp_from_table(env_or_table, 0.0, as_sparse=False)
        if start is None:
            start = getattr(getattr(env_or_table, "unwrapped", env_or_table), "initial_state_distrib", None)
            if start is None:
                raise must("start", "be given for an environment without initial_state_distrib", "none")
            start = _padded(np.asarray(start, dtype=np.float64), stage.n_states)
        return cls.from_finite(stage, horizon, start, reward_law)


def _padded(start: Array, n: int) -> Array:
    """Return the law with zeros for states that were added to the table."""
    start = start / start.sum()  # Gymnasium's laws are normalised in steps and may be off by more than one rounding
    return np.concatenate([start, np.zeros(max(0, n - start.size))])


def _read_start(start: object, n: int) -> Numbers:
    if isinstance(start, (int, np.integer)) and not isinstance(start, (bool, np.bool_)):
        if not 0 <= start < n:
            raise must("start", f"be a state from 0 to {n - 1} or a law of {n} probabilities", show(start))
        return Numbers("start", (np.arange(n) == start).astype(np.int64), "integer")
    numbers = read_numbers("start", start, 1)
    if numbers.array.shape != (n,):
        raise must("start", f"have one probability for each of {n} states", f"shape {numbers.array.shape}")
    return numbers


def _checked_start(numbers: Numbers, kind: Kind, source: object) -> Array:
    start = frozen(convert(numbers, kind), source)
    bad = np.flatnonzero(~((start >= 0) & (start <= 1 + (ROW_SUM_UNIT if kind == "float" else 0))))
    if bad.size:
        raise must("start", "have probabilities between 0 and 1", show(start[bad[0]]), f"in state {bad[0]}")
    slack = ROW_SUM_UNIT * np.count_nonzero(start) if kind == "float" else 0
    total = cast("float | Fraction", start.sum())
    if not abs(total - 1) <= slack:
        raise must("start", "sum to 1", show(total))
    return start


def _checked_rewards(numbers: Numbers, kind: Kind, source: object) -> Array:
    rewards = frozen(convert(numbers, kind), source)
    bad = np.argwhere(~((rewards >= 0) & (rewards <= 1)))
    if bad.size:
        h, a, s = bad[0].tolist()
        raise must(f"r[{h}][{a}]", "lie in [0, 1]", show(rewards[h, a, s]), f"in state {s}")
    return rewards
