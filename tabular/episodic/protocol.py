"""The interaction of an agent with its users, one episode each.

User t is a tree of depth H: it fixes the state that it sends after every sequence of actions and the reward that it
answers to every action. In episode t, for each step h, the user sends the state s_h, the agent sends the action a_h,
and the user sends the reward r_h in [0, 1]. After the last episode the agent releases a policy. What users other than t
see, M_{-t}(U), is the actions of all other episodes and that policy (:meth:`Transcript.view_without`); two sequences of
users are t-neighbours if they differ in user t only. An agent is (epsilon, delta)-jointly differentially private if for
all t, all t-neighbours U, U' and all events E: P(M_{-t}(U) in E) <= exp(epsilon) P(M_{-t}(U') in E) + delta.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Protocol, cast

import numpy as np

from tabular.errors import must, show
from tabular.numbers.arguments import count, integer
from tabular.numbers.arrays import Array, Scalar, frozen

Path = tuple[int, ...]


class HasSizes(Protocol):
    """What has the sizes of an episodic MDP."""

    @property
    def horizon(self) -> int:
        """The number H of steps of an episode."""
        ...

    @property
    def n_actions(self) -> int:
        """The number m of actions."""
        ...

    @property
    def n_states(self) -> int:
        """The number n of states."""
        ...


class Agent(HasSizes, Protocol):
    """What :func:`interact` asks of an agent; states, actions and steps count from 0."""

    def act(self, step: int, state: int) -> int:
        """Return the action for a state at a step of the current episode."""
        ...

    def observe(self, step: int, state: int, action: int, reward: float, next_state: int | None) -> None:
        """Take in the answer of the user; no state follows the last step."""
        ...

    def end_episode(self) -> None:
        """Finish the episode; the next one begins."""
        ...

    def policy(self) -> Array:
        """Return the policy that is followed now: (H, n) actions, or (H, m, n) probabilities."""
        ...


class User(Protocol):
    """A user: its answers to every sequence of actions."""

    def state(self, actions: Path) -> int:
        """Return the state that is sent after ``actions`` (fewer than H of them)."""
        ...

    def reward(self, actions: Path) -> Scalar:
        """Return the reward that is sent after ``actions`` (at least one), in [0, 1]."""
        ...


@dataclass(frozen=True)
class TreeUser:
    """A user given by tables: ``states[path]`` for all paths of 0..H-1 actions, ``rewards[path]`` for all of 1..H."""

    horizon: int
    n_actions: int
    states: Mapping[Path, int]
    rewards: Mapping[Path, Scalar]

    def __post_init__(self) -> None:
        H, m = count("horizon", self.horizon), count("n_actions", self.n_actions)
        _check_paths("states", self.states, set(paths(m, 0, H - 1)))
        _check_paths("rewards", self.rewards, set(paths(m, 1, H)))
        for path, reward in self.rewards.items():
            check_reward(reward, f"after the actions {path}")

    def state(self, actions: Path) -> int:
        """Return the state after these actions."""
        return self.states[actions]

    def reward(self, actions: Path) -> Scalar:
        """Return the reward after these actions."""
        return self.rewards[actions]

    @classmethod
    def constant(cls, states: Sequence[int], rewards: Sequence[Scalar], n_actions: int) -> TreeUser:
        """Return the user who sends states[h] and rewards[h] at step h, whatever the actions."""
        H = len(states)
        if len(rewards) != H:
            raise must("rewards", f"have one entry for each of {H} states", str(len(rewards)))
        by_state = {path: states[len(path)] for path in paths(n_actions, 0, H - 1)}
        return cls(H, n_actions, by_state, {path: rewards[len(path) - 1] for path in paths(n_actions, 1, H)})


@dataclass(frozen=True)
class FunctionUser:
    """A user given by two functions of the path, for example an adversary who shares what it sees with others."""

    state: Callable[[Path], int]
    reward: Callable[[Path], Scalar]


@dataclass(frozen=True, eq=False)
class Transcript:
    """All messages of T episodes: states, actions and rewards (T, H), and the released policy; arrays are read-only."""

    states: Any
    actions: Any
    rewards: Any
    policy: Any

    def view_without(self, user: int) -> tuple[Array, Array]:
        """Return M_{-t}(U): the actions of all episodes but the given one, and the released policy."""
        if not 0 <= user < len(self.actions):
            raise must("user", f"be from 0 to {len(self.actions) - 1}", show(user))
        return frozen(np.delete(self.actions, user, axis=0)), self.policy


def interact(agent: Agent, users: Iterable[User]) -> Transcript:
    """Run the protocol: one episode with each user in turn, then the release of the agent's policy."""
    H = agent.horizon
    rows = [play(agent, user, t) for t, user in enumerate(users)]
    states, actions, rewards = ([row[i] for row in rows] for i in range(3))
    return Transcript(
        frozen(np.array(states, dtype=np.intp).reshape(-1, H)),
        frozen(np.array(actions, dtype=np.intp).reshape(-1, H)),
        frozen(np.array(rewards, dtype=np.float64).reshape(-1, H)),
        frozen(agent.policy().copy()),
    )


def play(agent: Agent, user: User, episode: int) -> tuple[list[int], list[int], list[float]]:
    """Play one episode and return its states, actions and rewards; messages out of range are errors."""
    H = agent.horizon
    states, actions, rewards = list[int](), list[int](), list[float]()
    state = check_state(user.state(()), agent.n_states, 0, episode)
    for h in range(H):
        action = _check_action(agent.act(h, state), agent.n_actions, h, episode)
        states.append(state)
        actions.append(action)
        path = tuple(actions)
        reward = float(check_reward(user.reward(path), f"at step {h} of episode {episode}"))
        rewards.append(reward)
        following = check_state(user.state(path), agent.n_states, h + 1, episode) if h + 1 < H else None
        agent.observe(h, state, action, reward, following)
        state = state if following is None else following
    agent.end_episode()
    return states, actions, rewards


def paths(n_actions: int, shortest: int, longest: int) -> Iterator[Path]:
    """Yield all sequences of ``shortest`` to ``longest`` actions."""
    for length in range(shortest, longest + 1):
        yield from product(range(n_actions), repeat=length)


def check_state(state: Any, n: int, step: int, episode: int) -> int:
    """Return a state that a user sent, an integer from 0 to n - 1."""
    return integer("state", state, 0, n - 1, f"at step {step} of episode {episode}")


def check_reward(reward: Any, place: str) -> Scalar:
    """Return a reward that a user sent, a number in [0, 1]."""
    if isinstance(reward, np.generic):
        reward = reward.item()
    try:
        inside = not isinstance(reward, (bool, str)) and bool(0 <= reward <= 1)
    except (TypeError, ValueError):
        inside = False
    if not inside:
        raise must("reward", "be a number in [0, 1]", show(reward), place)
    return cast(Scalar, reward)


def _check_action(action: Any, m: int, step: int, episode: int) -> int:
    return integer("action", action, 0, m - 1, f"at step {step} of episode {episode}")


def _check_paths(name: str, table: Any, wanted: set[Path]) -> None:
    if not isinstance(table, Mapping):
        raise must(name, "map paths of actions to answers", show(table))
    given = set(cast("Mapping[Path, Any]", table))
    if given != wanted:
        missing, extra = wanted - given, given - wanted
        got = f"no entry for {min(missing)}" if missing else f"one for {show(next(iter(extra)))}"
        raise must(name, "have an entry for every path of actions and no other", got)
