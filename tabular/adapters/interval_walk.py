"""The interval walk through Gymnasium's interface, as "tabular/IntervalWalk-v0"."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from tabular.dpdqn.environment import ACTIONS, IntervalWalk, reward
from tabular.errors import must, show

ID = "tabular/IntervalWalk-v0"


class IntervalWalkEnv(gymnasium.Env[Any, Any]):
    """One episode at a time; observations are arrays of one number in [0, 1], rewards are read after the step."""

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012  (Gymnasium's own declaration)

    def __init__(self, reach: float = 0.25, render_mode: str | None = None) -> None:
        if render_mode is not None:
            raise must("render_mode", "be None", show(render_mode))
        self.render_mode = None
        self.world = IntervalWalk(reach=reach)
        self.action_space = spaces.Discrete(ACTIONS)
        self.observation_space = spaces.Box(0.0, 1.0, (1,), np.float64)
        self._state: Any = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin an episode at a uniform state."""
        super().reset(seed=seed)
        self._state = self.world.starts(self.np_random.random(1))
        return self._state.copy(), {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Move; an episode is only ever truncated."""
        if self._state is None:
            raise must("reset", "be called before step", "no call")
        self._state = self.world.step(self._state, np.array([action]), self.np_random.random(1))
        return self._state.copy(), float(reward(self._state)[0]), False, False, {}


def register_interval_walk(episode: int = 50) -> None:
    """Make the id known to ``gymnasium.make``; episodes are truncated after 50 steps."""
    if ID not in gymnasium.registry:
        start = f"{__name__}:{IntervalWalkEnv.__name__}"
        gymnasium.register(ID, start, max_episode_steps=episode)
