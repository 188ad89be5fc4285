"""Users drawn from an MDP, and users who are episodes of a Gymnasium environment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from tabular.algorithms.episodic._kernels_episodes import Tables, answer_reward, answer_state
from tabular.algorithms.episodic.loop import environment_key, tables_of
from tabular.episodic import EpisodicMDP
from tabular.episodic.protocol import Path, TreeUser, check_reward, check_state, paths
from tabular.errors import InputError, must, show

_SEED_BITS = 31  # what Gymnasium's reset takes on every machine
_MOST_PATHS = 1 << 20


@dataclass(frozen=True, eq=False)
class SampledUser:
    """User t of an MDP: its answers to every sequence of actions, each with the law of the MDP.

    Answers to different sequences at the same step share one random number; an agent sees only one sequence.
    """

    tables: Tables
    key: tuple[Any, Any]
    episode: int

    def state(self, actions: Path) -> int:
        """Return the state after these actions."""
        return int(answer_state(self.tables, *self.key, self.episode, np.array(actions, dtype=np.int64)))

    def reward(self, actions: Path) -> float:
        """Return the reward after these actions."""
        return float(answer_reward(self.tables, *self.key, self.episode, np.array(actions, dtype=np.int64)))


def sampled_users(mdp: EpisodicMDP, seed: int | bytes | None = 0) -> Callable[[int], SampledUser]:
    """Return the users of an MDP under a seed: a function from the episode to the user."""
    if not isinstance(mdp, EpisodicMDP):
        raise must("mdp", "be an EpisodicMDP", show(mdp))
    tables, key = tables_of(mdp), environment_key(seed)
    return lambda episode: SampledUser(tables, key, episode)


def sampled_tree(mdp: EpisodicMDP, seed: int | bytes | None = 0, episode: int = 0) -> TreeUser:
    """Return a user of an MDP as a complete tree; only for few actions and steps."""
    user = sampled_users(mdp, seed)(episode)
    H, m = mdp.horizon, mdp.n_actions
    if m**H > _MOST_PATHS:
        raise must("n_actions ** horizon", f"be at most {_MOST_PATHS} for a complete tree", show(m**H))
    states = {path: user.state(path) for path in paths(m, 0, H - 1)}
    return TreeUser(H, m, states, {path: user.reward(path) for path in paths(m, 1, H)})


class GymnasiumUsers:
    """Episodes of a finite Gymnasium environment as users; a path must be asked for step by step.

    The environment has Discrete observation and action spaces and rewards in [0, 1]. Episode 0 resets it with ``seed``,
    later ones continue its random numbers. If an episode terminates before step H, the user sends the same state with
    reward 0 for the rest, or, if the learner has one more state than the environment, that extra last state. A state
    that the environment both ends in and goes on from would then have no law; without the extra state it is an error.
    """

    def __init__(self, env: Any, horizon: int, n_states: int, n_actions: int, seed: int | bytes | None = 0) -> None:
        self.env, self.horizon = env, horizon
        self._first_state = _start_of_discrete(env, "observation_space")
        self._first_action = _start_of_discrete(env, "action_space")
        self.size = int(env.observation_space.n)
        if n_states not in (self.size, self.size + 1):
            rule = f"be the {self.size} of the environment, or one more for ended episodes"
            raise must("states", rule, show(n_states))
        if n_actions != int(env.action_space.n):
            raise must("actions", f"be the {int(env.action_space.n)} of the environment", show(n_actions))
        self._end_state = self.size if n_states > self.size else None
        self._ends, self._goes_on = set[int](), set[int]()
        self._seed = int(environment_key(seed)[0] >> np.uint64(64 - _SEED_BITS))

    def __call__(self, episode: int) -> _GymnasiumUser:
        """Return the user of an episode; episodes are asked for in turn."""
        observation, _ = self.env.reset(seed=self._seed) if episode == 0 else self.env.reset()
        return _GymnasiumUser(self, episode, self.state_of(observation, 0, episode))

    def state_of(self, observation: Any, step: int, episode: int) -> int:
        """Return an observation as a state, counted from 0."""
        is_number = hasattr(observation, "__index__") and getattr(observation, "ndim", 0) == 0
        shifted = observation - self._first_state if is_number and not isinstance(observation, bool) else observation
        return check_state(shifted, self.size, step, episode)

    def step(self, action: int, state: int, step: int, episode: int) -> tuple[float, int, bool]:
        """Return reward, next state and whether the episode is over."""
        if state in self._ends and self._end_state is None:
            raise _ambiguous(state, self.size)
        self._goes_on.add(state)
        observation, reward, terminated, truncated, _ = self.env.step(self._first_action + action)
        checked = float(check_reward(reward, f"at step {step} of episode {episode}"))
        following = self.state_of(observation, step + 1, episode)
        if truncated and not terminated and step + 1 < self.horizon:
            rule = f"not truncate an episode before the horizon {self.horizon}"
            raise must("environment", rule, f"an end after {step + 1} steps", f"in episode {episode}")
        return (checked, self._ended_in(following), True) if terminated else (checked, following, False)

    def _ended_in(self, state: int) -> int:
        if self._end_state is not None:
            return self._end_state
        self._ends.add(state)
        if state in self._goes_on:
            raise _ambiguous(state, self.size)
        return state


class _GymnasiumUser:
    """One episode: the answers along the one path that is walked."""

    def __init__(self, users: GymnasiumUsers, episode: int, first: int) -> None:
        self._users, self._episode = users, episode
        self._states, self._rewards = [first], list[float]()
        self._path: Path = ()
        self._over = False

    def state(self, actions: Path) -> int:
        """Return the state after these actions."""
        self._walk(actions)
        return self._states[len(actions)]

    def reward(self, actions: Path) -> float:
        """Return the reward after these actions."""
        self._walk(actions)
        return self._rewards[len(actions) - 1]

    def _walk(self, actions: Path) -> None:
        if actions == self._path:
            return
        if actions[:-1] != self._path:
            raise must("actions", "continue those of the episode", show(actions), f"after {show(self._path)}")
        step, state = len(self._path), self._states[-1]
        if self._over:
            reward, following = 0.0, state
        else:
            reward, following, self._over = self._users.step(actions[-1], state, step, self._episode)
        self._rewards.append(reward)
        self._states.append(following)
        self._path = actions


def _start_of_discrete(env: Any, name: str) -> int:
    space = getattr(env, name, None)
    n, start = getattr(space, "n", None), getattr(space, "start", 0)
    if isinstance(n, bool) or not hasattr(n, "__index__") or not hasattr(start, "__index__"):
        raise must(f"environment.{name}", "be a Discrete space", show(space))
    return int(start)


def _ambiguous(state: int, size: int) -> InputError:
    rule = (
        f"not both end in a state and go on from it, unless the learner has {size + 1} states, the last for ended ones"
    )
    return must("environment", rule, f"state {state}")
