"""The simulated environments through Gymnasium's interface.

``register_environments()`` makes the ids of ``IDS`` known to ``gymnasium.make``. States are float64 observations (of
the chain: integers), random numbers come from the generator that Gymnasium seeds, and the dynamics are those of
`tabular.evaluation.continuous`. Importing this module needs gymnasium, an optional dependency.
"""

from __future__ import annotations

from typing import Any, cast

import gymnasium
import numpy as np
from gymnasium import spaces

from tabular.errors import must, show
from tabular.evaluation.continuous.environment import Environment
from tabular.evaluation.continuous.hiv import HivTreatment
from tabular.evaluation.continuous.mountain_car import MountainCar
from tabular.evaluation.continuous.recovery_chain import RecoveryChain

_WORLDS: dict[str, type[RecoveryChain | MountainCar | HivTreatment]] = {
    "tabular/RecoveryChain-v0": RecoveryChain,
    "tabular/MountainCar-v0": MountainCar,
    "tabular/HivTreatment-v0": HivTreatment,
}
IDS = tuple(_WORLDS)
# Log10 counts of patients; a test finds treatments far inside.
_LOG_COUNTS = 12.0


class SimulatedEnv(gymnasium.Env[Any, Any]):
    """One episode at a time of a simulated environment."""

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012  (Gymnasium's own declaration)

    def __init__(self, environment: Environment, render_mode: str | None = None) -> None:
        if render_mode is not None:
            raise must("render_mode", "be None", show(render_mode))
        self.render_mode = None
        self.environment = environment
        self.action_space = spaces.Discrete(environment.n_actions)
        self.observation_space = _observations(environment)
        self._state: Any = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin an episode; return its first observation."""
        super().reset(seed=seed)
        self._state = self.environment.starts(self.np_random.random((1, self.environment.dimension)))
        return self._observation(), {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Take one step; return the observation, the reward, whether the episode ended, False, and nothing more."""
        if self._state is None:
            raise must("reset", "be called before step", "no call")
        u = self.np_random.random(1) if self.environment.is_random else None
        self._state, rewards, terminal = self.environment.step(self._state, np.array([action]), u)
        return self._observation(), float(rewards[0]), bool(terminal[0]), False, {}

    def _observation(self) -> Any:
        return self.environment.observed(self._state)[0]


def register_environments() -> None:
    """Tell Gymnasium the ids; episodes are truncated after the environment's ``max_length`` steps."""
    for name, world in _WORLDS.items():
        if name not in gymnasium.registry:
            start = f"{__name__}:{make_world.__name__}"
            gymnasium.register(name, start, max_episode_steps=world.max_length, kwargs={"world": name})


def make_world(world: str, render_mode: str | None = None, **arguments: Any) -> SimulatedEnv:
    """Return one of the environments by its id; other keyword arguments are those of its class."""
    if world not in _WORLDS:
        raise must("world", f"be one of {', '.join(IDS)}", show(world))
    return SimulatedEnv(_WORLDS[world](**arguments), render_mode)


def _observations(environment: Environment) -> Any:
    if isinstance(environment, RecoveryChain):
        return spaces.Discrete(environment.states)
    if isinstance(environment, HivTreatment):
        ends = np.full(environment.dimension, _LOG_COUNTS)
        return spaces.Box(-ends, ends, dtype=np.float64)
    return spaces.Box(environment.low, environment.high, dtype=cast("Any", np.float64))
