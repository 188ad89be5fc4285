"""Trajectories drawn from a finite MDP or from a Gymnasium environment; trajectory i is a function of (seed, i).

So a larger sample with the same seed begins with the smaller one (an environment must draw all its random numbers from
the seed that it is reset with).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tabular.errors import must, show
from tabular.evaluation._kernels_sampling import (
    MOST_STEPS,
    MOST_TRAJECTORIES,
    Walks,
    cumulate,
    uniform,
    walk_lengths,
    walk_rows,
)
from tabular.evaluation.process import never_ending, read_absorbing, read_rewards, read_start, sparse_transitions
from tabular.evaluation.ratios import Policy, read_policy_table, rows_of
from tabular.evaluation.trajectories import Trajectories
from tabular.mdp import FiniteMDP
from tabular.noise.keys import seed_bytes, source
from tabular.numbers.arguments import count as read_count
from tabular.numbers.arrays import Array

TRAJECTORIES = 129  # the use of a key: trajectories of a behaviour policy
_MOST_ROWS = 1 << 31
_MOST_PATH = 10_000_000  # steps of one trajectory that is to end by itself
_SEED_BITS = 31  # what Gymnasium's reset takes on every machine
_KIND_SEED = 0


def sample(
    world: Any,
    policy: Policy,
    count: int,
    seed: int | bytes | None = 0,
    start: object = None,
    max_length: int | None = None,
    rewards: object = None,
    absorbing: object = None,
) -> Trajectories:
    """Return ``count`` trajectories of a policy, each until it ends or has ``max_length`` transitions.

    ``world`` is a FiniteMDP; then ``start`` is the law of S_0, one state, or None for uniform on the states that are
    not absorbing; ``rewards`` may give R[a, s, s'] with the means r; ``absorbing`` names the states that end a
    trajectory (None: those that every action stays in for ever without reward). Or it is a Gymnasium environment with
    discrete actions, which has its own start, rewards and ends; an end by truncation is not terminal.
    """
    total, limit = read_count("count", count), _read_limit(max_length)
    if total > MOST_TRAJECTORIES:
        raise must("count", f"be at most {MOST_TRAJECTORIES}", show(total))
    key = source(seed_bytes(seed), 0, TRAJECTORIES, "fast").key
    if isinstance(world, FiniteMDP):
        return _sample_finite(world, policy, total, key, start, limit, rewards, absorbing)
    if not (hasattr(world, "reset") and hasattr(world, "step")):
        raise must("world", "be a FiniteMDP or a Gymnasium environment", show(world))
    for name, value in (("start", start), ("rewards", rewards), ("absorbing", absorbing)):
        if value is not None:
            raise must(name, "be left to the environment", show(value))
    return _sample_environment(world, policy, total, key, limit)


def _read_limit(max_length: object) -> int | None:
    limit = None if max_length is None else read_count("max_length", max_length)
    if limit is not None and limit > MOST_STEPS:
        raise must("max_length", f"be at most {MOST_STEPS}", show(limit))
    return limit


def _sample_finite(
    mdp: FiniteMDP,
    policy: Policy,
    total: int,
    key: Array,
    start: object,
    limit: int | None,
    rewards: object,
    absorbing: object,
) -> Trajectories:
    mdp = mdp.to_float()
    ended = read_absorbing(mdp, absorbing)
    pi = read_policy_table("policy", policy, mdp.n_states, mdp.n_actions)
    law, stacked = read_start(mdp, start, ended), sparse_transitions(mdp)
    if limit is None:
        _check_ending(stacked, pi, law, ended)
    walks = _walks(law, pi, stacked, ended)
    lengths = np.empty(total, np.int64)
    walk_lengths(walks, key[0], key[1], 0, limit or _MOST_PATH, lengths)
    if limit is None and lengths.max() == _MOST_PATH:
        raise must("max_length", "be given where trajectories are that long", f"more than {_MOST_PATH} transitions")
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    if offsets[-1] > _MOST_ROWS:
        raise must("a sample", f"have at most {_MOST_ROWS} transitions", str(offsets[-1]))
    entries, states, actions = (np.empty(offsets[-1], np.int64) for _ in range(3))
    walk_rows(walks, key[0], key[1], offsets, entries, states, actions)
    following = stacked.indices[entries].astype(np.int64)
    R = None if rewards is None else read_rewards(mdp, rewards)
    paid = mdp.rewards[actions, states] if R is None else R[actions, states, following]
    return Trajectories(states, actions, paid, following, ended[following], offsets)


def _check_ending(stacked: Any, pi: Array, law: Array, ended: Array) -> None:
    n, m = pi.shape
    taken = stacked.multiply((pi.T.reshape(-1) > 0)[:, None]).tocsr()
    P = sum((taken[a * n : (a + 1) * n] for a in range(1, m)), start=taken[:n])
    state = never_ending(P, law, ended)
    if state is not None:
        got = f"None, and no end in sight from state {state}"
        raise must("max_length", "be given where a trajectory may never end", got)


def _walks(law: Array, pi: Array, stacked: Any, ended: Array) -> Walks:
    n, m = pi.shape
    indptr, indices = stacked.indptr.astype(np.int64), stacked.indices.astype(np.int64)
    start = _cumulated(np.array([0, n]), law)
    policy = _cumulated(np.arange(n + 1) * m, pi.reshape(-1)).reshape(n, m)
    return Walks(start, policy, indptr, indices, _cumulated(indptr, stacked.data), ended)


def _cumulated(indptr: Array, data: Array) -> Array:
    out = np.empty(data.size)
    cumulate(indptr, data, out)
    return out


def _sample_environment(env: Any, policy: Policy, total: int, key: Array, limit: int | None) -> Trajectories:
    if not callable(policy) and not isinstance(policy, np.ndarray):
        raise must("policy", "be a callable or a matrix (n_states, n_actions)", show(policy))
    episodes, ends = list[list[tuple[Any, int, float, Any]]](), list[bool]()
    for i in range(total):
        rows, ended = _play(env, policy, key, i, limit or _MOST_PATH)
        if limit is None and len(rows) == _MOST_PATH:
            raise must("max_length", "be given where episodes are that long", f"more than {_MOST_PATH} transitions")
        episodes.append(rows)
        ends.append(ended)
    return Trajectories.from_episodes(episodes, terminal=ends)


def _play(env: Any, policy: Policy, key: Array, i: int, limit: int) -> tuple[list[tuple[Any, int, float, Any]], bool]:
    """Return the transitions of episode i, and whether it ended by itself."""
    rows, terminated, truncated = list[tuple[Any, int, float, Any]](), False, False
    word = uniform(key[0], key[1], i, -1, _KIND_SEED)
    first_action = int(getattr(env.action_space, "start", 0))
    observation, _ = env.reset(seed=int(word * 2**_SEED_BITS))
    state = _state(observation)
    while not (terminated or truncated) and len(rows) < limit:
        action = _action(policy, state, uniform(key[0], key[1], i, len(rows), 0), env)
        observation, reward, terminated, truncated, _ = env.step(first_action + action)
        following = _state(observation)
        rows.append((state, action, _reward(reward, i, len(rows)), following))
        state = following
    return rows, bool(terminated)


def _state(observation: Any) -> Any:
    """Return an observation as an integer or as a vector of floats."""
    array = np.asarray(observation)
    if array.dtype.kind in "iu" and array.ndim == 0:
        return int(array)
    if array.dtype.kind not in "fiu":
        raise must("environment", "give observations that are numbers", show(observation))
    return array.astype(np.float64).reshape(-1)


def _action(policy: Policy, state: Any, u: float, env: Any) -> int:
    law = rows_of("policy", policy, np.asarray([state]))[0]
    n_actions = getattr(env.action_space, "n", None)
    if n_actions is None or int(n_actions) != law.size:
        raise must("policy", f"have one probability for each action of {show(env.action_space)}", str(law.size))
    chosen = int(np.searchsorted(np.cumsum(law)[:-1], u, side="right"))
    # Rounding may leave the last sums at the same number: an impossible action is never taken.
    while law[chosen] == 0:
        chosen -= 1
    return chosen


def _reward(reward: Any, i: int, t: int) -> float:
    number = float(reward)
    if not np.isfinite(number):
        raise must("environment", "give finite rewards", show(number), f"at step {t} of episode {i}")
    return number
