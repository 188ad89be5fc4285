"""Runs: a learner against a known MDP in compiled loops, or an agent against any users step by step.

Both write the same log and give the same bits for the same seed. Progress is told between stretches of about a tenth of
a second; Ctrl-C ends a run after the stretch and keeps every finished episode.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from tabular.algorithms.episodic._kernels_episodes import (
    MOST_EPISODES,
    MOST_STEPS,
    Log,
    Tables,
    mixed_gap,
    policy_gap,
    record_episode,
)
from tabular.algorithms.episodic.result import Run
from tabular.algorithms.stretches import Progress, in_stretches
from tabular.episodic import EpisodicMDP, optimal
from tabular.episodic.protocol import Agent, Transcript, User, play
from tabular.errors import must, show
from tabular.noise.keys import seed_bytes, source
from tabular.numbers.arguments import count
from tabular.numbers.arrays import Array, frozen

ENVIRONMENT = 128  # the use of a key: the random answers of users
_MOST_KEPT = 1 << 31  # entries of an array, or of what a run keeps at the caller's wish


@dataclass(frozen=True)
class Keep:
    """What a run keeps besides gaps and returns: the policy, or the messages, of every episode."""

    policies: bool = False
    transcript: bool = False


def tables_of(mdp: EpisodicMDP) -> Tables:
    """Return the MDP for the kernels."""
    floats = mdp.to_float()
    tables = Tables(
        floats.transitions,
        floats.rewards,
        floats.start,
        _cumulated(floats.transitions),
        _cumulated(floats.start),
        floats.reward_law == "bernoulli",
        0.0,
    )
    # In the arithmetic of the kernels, so that the gap of the optimal policy is exactly 0.
    return tables._replace(best=-gap_of(tables, optimal(floats).policy))


def environment_key(seed: int | bytes | None) -> tuple[Any, Any]:
    """Return the two words that key the answers of users."""
    key = source(seed_bytes(seed), 0, ENVIRONMENT, "fast").key
    return key[0], key[1]


def new_log(agent: Agent, episodes: int, keep: Keep, with_gaps: bool) -> Log:
    """Return the empty log of a run of an agent."""
    H, n = agent.horizon, agent.n_states
    if keep.policies and agent.policy().ndim != 2:
        raise must("policies", "be deterministic to be kept", "those of a randomised agent")
    kept = episodes if keep.policies else 0
    told = episodes if keep.transcript else 0
    if episodes > _MOST_KEPT:
        raise must("episodes", f"be at most {_MOST_KEPT} in one run", show(episodes))
    if kept * H * n + 3 * told * H > _MOST_KEPT:
        raise must("what a run keeps", f"have at most {_MOST_KEPT} entries", str(kept * H * n + 3 * told * H))
    return Log(
        done=np.zeros(1, np.int64),
        gaps=np.empty(episodes if with_gaps else 0),
        returns=np.empty(episodes),
        policies=np.empty((kept, H, n), np.int32),
        states=np.empty((told, H), np.int32),
        actions=np.empty((told, H), np.int32),
        rewards=np.empty((told, H)),
    )


def finished(learner: object, log: Log, keep: Keep, policy: Array, releases: Mapping[str, Array] | None = None) -> Run:
    """Return the result of the episodes that the log counts as done."""
    done = int(log.done[0])
    released = frozen(np.array(policy))
    states, actions, rewards = (frozen(table[:done]) for table in (log.states, log.actions, log.rewards))
    return Run(
        learner=learner,
        episodes=done,
        planned=log.returns.shape[0],
        returns=frozen(log.returns[:done]),
        gaps=frozen(log.gaps[:done]) if log.gaps.shape[0] else None,
        policy=released,
        policies=frozen(log.policies[:done]) if keep.policies else None,
        transcript=Transcript(states, actions, rewards, released) if keep.transcript else None,
        releases=MappingProxyType({name: frozen(table) for name, table in (releases or {}).items()}),
    )


def run_agent(
    agent: Agent,
    users: Callable[[int], User],
    episodes: int,
    model: EpisodicMDP | None = None,
    progress: Progress | None = None,
    keep: Keep | None = None,
    learner: object = None,
) -> Run:
    """Play ``episodes`` episodes step by step, user t being ``users(t)``; gaps are those of ``model``."""
    T = check_episodes(episodes, agent.horizon)
    kept = keep or Keep()
    if model is not None:
        check_fits(agent, model)
    log = new_log(agent, T, kept, model is not None)
    gap = _Gaps(model)

    def advance(stretch: int) -> None:
        first = int(log.done[0])
        for t in range(first, first + stretch):
            policy = as_actions(agent.policy()).copy()  # it moves on when the episode ends
            lost = gap(agent.policy())
            played = play(agent, users(t), t)
            states, actions, rewards = (np.array(part) for part in played)
            record_episode(log, t, lost, _sum(played[2]), policy, states, actions, rewards)

    in_stretches(advance, lambda: int(log.done[0]), T, progress)
    return finished(learner or agent, log, kept, agent.policy(), getattr(agent, "releases", dict[str, Array])())


def _sum(rewards: list[float]) -> float:
    """Add from left to right as the compiled loops do; the built-in sum may compensate."""
    total = 0.0
    for reward in rewards:
        total += reward
    return total


class _Gaps:
    """The gap of a policy in a model, remembered while the policy stays the same; 0 without a model."""

    def __init__(self, model: EpisodicMDP | None) -> None:
        self._tables = None if model is None else tables_of(model)
        self._policy: Array = np.empty(0)
        self._value = 0.0

    def __call__(self, policy: Array) -> float:
        if self._tables is not None and not np.array_equal(policy, self._policy):
            self._policy = policy.copy()
            self._value = gap_of(self._tables, policy)
        return self._value


def gap_of(tables: Tables, policy: Array) -> float:
    """Return rho* - rho^pi of a policy (H, n) or (H, m, n), as the compiled loops compute it."""
    if policy.ndim == 2:
        return float(policy_gap(tables, as_actions(policy)))
    return float(mixed_gap(tables, policy))


def as_actions(policy: Array) -> Array:
    """Return a deterministic policy in the number type of the kernels, an empty one for probabilities."""
    return np.require(policy, np.int64, ("C", "W")) if policy.ndim == 2 else np.empty((0, 0), np.int64)


def check_episodes(episodes: object, horizon: int) -> int:
    """Return the number of episodes, if the words of so many can be told apart."""
    T = count("episodes", episodes)
    if T > MOST_EPISODES:
        raise must("episodes", f"be at most {MOST_EPISODES}", show(T))
    if horizon > MOST_STEPS:
        raise must("horizon", f"be at most {MOST_STEPS}", show(horizon))
    return T


def check_fits(agent: Any, mdp: EpisodicMDP) -> None:
    """Refuse an MDP whose steps, actions or states are not those of the agent."""
    if not isinstance(mdp, EpisodicMDP):
        raise must("model", "be an EpisodicMDP", show(mdp))
    for name, have in (("horizon", mdp.horizon), ("n_actions", mdp.n_actions), ("n_states", mdp.n_states)):
        if getattr(agent, name) != have:
            raise must(name, f"be that of the environment, {have}", show(getattr(agent, name)))


def _cumulated(laws: Array) -> Array:
    """Return cumulated probabilities; from the last possible state on they are 2, so that every u < 1 finds a state."""
    sums = np.cumsum(laws, axis=-1)
    last = laws.shape[-1] - 1 - np.argmax(laws[..., ::-1] > 0, axis=-1)
    sums[np.arange(laws.shape[-1]) >= last[..., None]] = 2.0
    return sums
