"""Any finite MDP as an environment of Gymnasium; importing this module needs gymnasium, an optional dependency.

An episode begins in a state, or in one drawn by a law over the states, and never ends by itself: ``TimeLimit``, or
``max_episode_steps`` of a registered id, cuts it. Rewards are r[a, s]; the discount is that of the MDP, and Gymnasium
has no place for it. Random numbers come from the generator that Gymnasium seeds. ``P`` is the table of the toy-text
environments, so that ``FiniteMDP.from_gymnasium(env, discount)`` is the MDP again, with the same floats. Exact numbers
become the nearest floats.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from tabular.errors import must, show
from tabular.mdp.finite import FiniteMDP
from tabular.mdp.ways import successors
from tabular.numbers.arrays import read_numbers
from tabular.numbers.probabilities import check_dense

Table = dict[int, dict[int, list[tuple[float, int, float, bool]]]]


class FiniteEnv(gymnasium.Env[Any, Any]):
    """One episode at a time of an MDP; states and actions are numbers."""

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012  (Gymnasium's own declaration)

    def __init__(self, mdp: FiniteMDP, start: object = 0, render_mode: str | None = None) -> None:
        if render_mode is not None:
            raise must("render_mode", "be None", show(render_mode))
        self.render_mode = None
        self.mdp = mdp.to_float()
        self.observation_space = spaces.Discrete(mdp.n_states)
        self.action_space = spaces.Discrete(mdp.n_actions)
        self._start = _cumulated_start(start, mdp.n_states)
        self._state: int | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[int, dict[str, Any]]:
        """Begin an episode; return its first state."""
        super().reset(seed=seed)
        self._state = _drawn(self._start, self.np_random.random())
        return self._state, {}

    def step(self, action: Any) -> tuple[int, float, bool, bool, dict[str, Any]]:
        """Take an action; return the next state, the reward r[a, s], False, False, and nothing more."""
        if self._state is None:
            raise must("reset", "be called before step", "no call")
        if not self.action_space.contains(action):
            raise must("action", f"be an integer from 0 to {self.mdp.n_actions - 1}", show(action))
        reward = float(self.mdp.rewards[action, self._state])
        targets, probabilities = successors(self.mdp, int(action), self._state)
        self._state = int(targets[_drawn(np.cumsum(probabilities), self.np_random.random())])
        return self._state, reward, False, False, {}

    @property
    def P(self) -> Table:  # noqa: N802  (the name that Gymnasium's own environments give it)
        """Return P[s][a] = [(probability, next state, reward, terminated), ...]."""
        return {s: {a: self._lines(a, s) for a in range(self.mdp.n_actions)} for s in range(self.mdp.n_states)}

    def _lines(self, a: int, s: int) -> list[tuple[float, int, float, bool]]:
        targets, probabilities = successors(self.mdp, a, s)
        reward = float(self.mdp.rewards[a, s])
        return [(p, t, reward, False) for t, p in zip(targets.tolist(), probabilities.tolist(), strict=True)]


def _cumulated_start(start: object, n: int) -> Any:
    """Return the distribution function of the first state."""
    if isinstance(start, (int, np.integer)) and not isinstance(start, bool):
        if not 0 <= start < n:
            raise must("start", f"be a state from 0 to {n - 1}, or a law over the states", show(start))
        return np.cumsum(np.arange(n) == start).astype(float)
    law = read_numbers("start", start, 1).array.astype(float)
    if law.shape != (n,):
        raise must("start", f"be a state, or a law over the {n} states", f"shape {law.shape}")
    check_dense(law.reshape(1, n), n, "start")
    return np.cumsum(law)


def _drawn(cumulated: Any, u: float) -> int:
    """Return the first place at which a distribution function exceeds u, of what it sums to."""
    return int(np.searchsorted(cumulated, u * cumulated[-1], side="right"))
