"""Data of the simulated environments: many episodes of a policy.

Episode i of a seed is the same however many are collected, and whichever way the policy runs: compiled, or called once
a step for all episodes that still go on.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tabular.errors import must, show
from tabular.evaluation.continuous._kernels_collect import Rows, trajectories
from tabular.evaluation.continuous._kernels_environments import FIRST_STEP_SLOT, MOST_EPISODES, MOST_STEPS
from tabular.evaluation.continuous._kernels_policies import chosen_of_all
from tabular.evaluation.continuous.environment import Environment, draws, number, stream_key
from tabular.evaluation.continuous.policies import Policy, RulePolicy, checked_probabilities
from tabular.evaluation.trajectories import Trajectories
from tabular.numbers.arguments import count as counted
from tabular.numbers.arrays import Array

_MOST_ROWS = 2**28
_FIRST_ROOM = 256  # rows for each episode, to begin with


class FlatRows(NamedTuple):
    """Transitions in flat arrays: those of episode i are the rows offsets[i]:offsets[i + 1]."""

    rows: Rows
    offsets: Array


def collect(
    environment: Environment, policy: Policy, count: int, seed: int, max_length: int | None = None
) -> Trajectories:
    """Return ``count`` episodes under a policy, each cut after ``max_length`` steps unless it has ended.

    A policy is any callable from states (k, d), or (k,) integers, to probabilities (k, n_actions); those of
    `tabular.evaluation.continuous.policies` run compiled.
    """
    m = counted("count", count)
    if m > MOST_EPISODES:
        raise must("count", f"be at most {MOST_EPISODES}", show(m))
    limit = length_limit(environment, max_length)
    if not callable(policy):
        raise must("policy", "be callable", show(policy))
    if isinstance(policy, RulePolicy):
        rows, offsets = _compiled(environment, policy, m, seed, limit)
    else:
        rows, offsets = _step_by_step(environment, policy, m, seed, limit)
    states, followers = environment.observed(rows.states), environment.observed(rows.next_states)
    return Trajectories(states, rows.actions, rows.rewards, followers, rows.terminal, offsets)


def length_limit(environment: Environment, max_length: int | None) -> int:
    """Return after how many steps an episode is cut."""
    return environment.max_length if max_length is None else checked_limit(max_length)


def checked_limit(max_length: int) -> int:
    """Return a number of steps that the random numbers of an episode suffice for."""
    limit = counted("max_length", max_length)
    if limit > MOST_STEPS:
        raise must("max_length", f"be at most {MOST_STEPS}", show(limit))
    return limit


def _compiled(environment: Environment, policy: RulePolicy, m: int, seed: int, limit: int) -> FlatRows:
    policy.check(environment)
    offsets = np.zeros(m + 1, np.int64)
    rows = _room(environment, min(m * min(limit, _FIRST_ROOM), _MOST_ROWS))
    key, done = stream_key(seed), 0
    while True:
        done = int(trajectories(environment.simulator, policy.rule, *key, done, limit, rows, offsets))
        written = int(offsets[done])
        if done == m:
            return FlatRows(Rows(*(column[:written] for column in rows)), offsets)
        room = _checked_room(2 * max(len(rows.actions), limit))
        rows = Rows(*(_grown(column, written, room) for column in rows))


def _step_by_step(environment: Environment, policy: Policy, m: int, seed: int, limit: int) -> FlatRows:
    going, parts, owners = np.arange(m), list[Rows](), list[Array]()
    states = environment.starts(draws(seed, going, 0, environment.dimension))
    for t in range(limit):
        u = draws(seed, going, FIRST_STEP_SLOT + 2 * t, 2)
        probability = checked_probabilities(policy, environment.observed(states), environment.n_actions)
        actions = np.empty(len(going), np.int64)
        chosen_of_all(probability, np.ascontiguousarray(u[:, 0]), actions)
        step = environment.step(states, actions, u[:, 1])
        parts.append(Rows(states, actions, step.rewards, step.next_states, step.terminal))
        owners.append(going)
        states, going = step.next_states[~step.terminal], going[~step.terminal]
        if going.size == 0:
            break
        _checked_room(len(parts) * going.size)
    owner = np.concatenate(owners)
    order = np.argsort(owner, kind="stable")
    columns = (np.concatenate([part[i] for part in parts])[order] for i in range(len(Rows._fields)))
    return FlatRows(Rows(*columns), np.concatenate([[0], np.cumsum(np.bincount(owner, minlength=m))]))


def _room(environment: Environment, rows: int) -> Rows:
    shape = (rows, environment.dimension)
    columns = np.empty(shape), np.empty(rows, np.int64), np.empty(rows), np.empty(shape), np.empty(rows, np.bool_)
    return Rows(*columns)


def _grown(column: Array, written: int, room: int) -> Array:
    larger = np.empty((room, *column.shape[1:]), column.dtype)
    larger[:written] = column[:written]
    return larger


def _checked_room(rows: int) -> int:
    if rows > 2 * _MOST_ROWS:
        raise must("count * max_length", f"leave at most {_MOST_ROWS} transitions to keep", "more", "after some steps")
    return rows


def total_rewards(data: Trajectories, discount: float = 1.0) -> Array:
    """Return the discounted sum of rewards of each trajectory."""
    if not 0 <= number(discount) <= 1:
        raise must("discount", "be between 0 and 1", show(discount))
    times = np.arange(data.n_transitions) - np.repeat(data.offsets[:-1], data.lengths)
    return np.add.reduceat(data.rewards * discount**times, data.offsets[:-1])
