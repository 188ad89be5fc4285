"""What all learners share: their sizes, and one way to run them on a known MDP, an environment or a list of users."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, cast

from tabular.algorithms.episodic._kernels_episodes import Log, Tables
from tabular.algorithms.episodic.loop import (
    Keep,
    check_episodes,
    check_fits,
    environment_key,
    finished,
    new_log,
    run_agent,
    tables_of,
)
from tabular.algorithms.episodic.result import Run
from tabular.algorithms.episodic.users import GymnasiumUsers
from tabular.algorithms.stretches import Progress, in_stretches
from tabular.episodic import EpisodicMDP
from tabular.episodic.protocol import Agent, User
from tabular.errors import InputError, must, show
from tabular.noise import checks
from tabular.numbers.arguments import count
from tabular.numbers.arrays import Array


class CompiledAgent(Agent, Protocol):
    """An agent that can also play against the tables of a known MDP in compiled loops, with the same bits."""

    def advance(self, tables: Tables, key: tuple[Any, Any], log: Log, stretch: int) -> None:
        """Play ``stretch`` more episodes than the log counts as done and write them into the log."""
        ...

    def releases(self) -> dict[str, Array]:
        """Return what the learner gives out besides actions and policy."""
        ...


@dataclass(frozen=True)
class Learner(ABC):
    """A learner for ``states`` states, ``actions`` actions, ``horizon`` steps and a known number of ``episodes``."""

    states: int
    actions: int
    horizon: int
    episodes: int

    def __post_init__(self) -> None:
        for name in ("states", "actions", "horizon"):
            object.__setattr__(self, name, count(name, getattr(self, name)))
        object.__setattr__(self, "episodes", check_episodes(self.episodes, self.horizon))

    @property
    def n_states(self) -> int:
        """The number n of states."""
        return self.states

    @property
    def n_actions(self) -> int:
        """The number m of actions."""
        return self.actions

    @abstractmethod
    def agent(self, seed: int | bytes | None = 0) -> CompiledAgent:
        """Return the agent at its first episode; the seed keys its own random numbers."""

    def keyed(self, seed: int | bytes | None) -> Learner:
        """Return this learner with all that follows from the kind of seed that a run has."""
        return self

    def run(
        self,
        environment: Any,
        seed: int | bytes | None = 0,
        progress: Progress | None = None,
        keep: Keep | None = None,
        model: EpisodicMDP | None = None,
    ) -> Run:
        """Learn for ``episodes`` episodes; the same seed gives the same run.

        ``environment`` is an :class:`EpisodicMDP`, a Gymnasium environment with discrete spaces and rewards in [0, 1],
        a list of users, or a function from the episode to its user. Gaps are known for an EpisodicMDP; for other
        environments they are those of ``model`` if it is given. ``progress(done, episodes)`` is called about ten times
        a second. Ctrl-C ends the run and keeps the finished episodes.
        """
        learner, kept = self.keyed(seed), keep or Keep()
        agent = learner.agent(seed)
        if not isinstance(environment, EpisodicMDP):
            return run_agent(agent, self._users(environment, seed), self.episodes, model, progress, kept, learner)
        if model is not None:
            raise must("model", "be left out for an EpisodicMDP, which is its own", show(model))
        check_fits(self, environment)
        tables, key = tables_of(environment), environment_key(seed)
        log = new_log(agent, self.episodes, kept, with_gaps=True)
        in_stretches(
            lambda stretch: agent.advance(tables, key, log, stretch), lambda: int(log.done[0]), self.episodes, progress
        )
        return finished(learner, log, kept, agent.policy(), agent.releases())

    def _users(self, environment: Any, seed: int | bytes | None) -> Callable[[int], User]:
        if hasattr(environment, "reset") and hasattr(environment, "step"):
            return GymnasiumUsers(environment, self.horizon, self.states, self.actions, seed)
        if isinstance(environment, (list, tuple)):
            users = cast("Sequence[User]", environment)
            if len(users) != self.episodes:
                raise must("users", f"be one for each of {self.episodes} episodes", str(len(users)))
            return users.__getitem__
        if not callable(environment):
            raise must("environment", "be an EpisodicMDP, a Gymnasium environment or users", show(environment))
        return cast("Callable[[int], User]", environment)


def check_failure_probability(value: object) -> float:
    """Return a number strictly between 0 and 1."""
    number = checks.number("failure_probability", value)
    if not 0.0 < number < 1.0:
        raise _outside_unit(value)
    return number


def _outside_unit(value: object) -> InputError:
    return must("failure_probability", "lie strictly between 0 and 1", show(value))
