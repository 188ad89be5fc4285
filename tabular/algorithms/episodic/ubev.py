"""UBEV: upper confidence bounds on the values of an episodic MDP, without privacy (Dann, Lattimore, Brunskill 2017).

Before an episode let n_h(s, a) be the visits, l_h(s, a) the sum of rewards and m_h(s, a, s') the transitions seen so
far, S, A, H the numbers of states, actions and steps, llnp(x) = ln ln max(x, e), V~_H = 0, and for h = H-1, ..., 0

    phi_h(s, a) = sqrt( (2 llnp(n) + ln(18 S A H / failure_probability)) / n ),
    Q~_h(s, a)  = min(1, l / n + phi) + min( max V~_(h+1), sum_s' m(s') V~_(h+1)(s') / n + (H - 1 - h) phi ),
    V~_h(s)     = max_a Q~_h(s, a),

with Q~_h(s, a) = 1 + max V~_(h+1) where n = 0. The agent takes the first maximiser of Q~_h(s, .).

Why it is optimistic: with ln(3 / d) as its last term the bonus is a bound of the iterated logarithm for the mean of n
variables in [0, 1], which fails at some n with probability at most 3 d (in the paper). It is asked of l / n and of
sum m V*_(h+1) / (n (H - 1 - h)) for S A H triples, with d = failure_probability / (6 S A H): so Q~ >= Q* in all
episodes with probability 1 - failure_probability.

Planning is repeated after every episode. From the last step on, while V~_(h+1) comes out the same, ``planning="lazy"``
computes Q~_h at the visited pair only; the others would come out the same too, so the plan is that of ``"eager"``, bit
for bit.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np

from tabular.algorithms.episodic._kernels_episodes import Log, Tables
from tabular.algorithms.episodic._kernels_ubev import Statistics, learn, run_ubev
from tabular.algorithms.episodic.learner import Learner, check_failure_probability
from tabular.algorithms.episodic.trajectory import TrajectoryAgent
from tabular.errors import must, show
from tabular.numbers.arrays import Array, frozen

Planning = Literal["lazy", "eager"]
_MOST_TRANSITIONS = 1 << 29  # numbers that an agent holds


@dataclass(frozen=True)
class UBEV(Learner):
    """The learner UBEV; ``failure_probability`` is the delta of its bonus."""

    failure_probability: float = 0.1
    planning: Planning = "lazy"

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "failure_probability", check_failure_probability(self.failure_probability))
        if self.planning not in get_args(Planning):
            raise must("planning", 'be "lazy" or "eager"', show(self.planning))
        transitions = self.horizon * self.actions * self.states**2
        if transitions > _MOST_TRANSITIONS:
            raise must("horizon * actions * states**2", f"be at most {_MOST_TRANSITIONS}", show(transitions))

    def agent(self, seed: int | bytes | None = 0) -> UBEVAgent:
        """Return the agent at its first episode; it draws no random numbers."""
        return UBEVAgent(self)


class UBEVAgent(TrajectoryAgent):
    """UBEV in the middle of its work: ``statistics`` are those of the finished episodes."""

    def __init__(self, learner: UBEV) -> None:
        super().__init__(learner)
        self._eager = learner.planning == "eager"
        H, m, n = learner.horizon, learner.actions, learner.states
        v_max = np.arange(H, -1.0, -1.0)  # while nothing is known
        self.statistics = Statistics(
            visits=np.zeros((H, m * n)),
            reward_sums=np.zeros((H, m * n)),
            successors=np.zeros((H, n, m * n)),
            inverse=np.zeros((H, m * n)),
            reward_bound=np.ones((H, m * n)),
            slack=np.full((H, m * n), np.inf),
            q=np.repeat(v_max[:H, None], m * n, axis=1),
            v=np.repeat(v_max[:, None], n, axis=1),
            v_max=v_max,
            policy=np.zeros((H, n), np.int64),
            sums=np.zeros(m * n),
            log_term=math.log(18 * n * m * H / learner.failure_probability),
        )

    def policy(self) -> Array:
        """Return the policy (H, n) of the current episode."""
        return self.statistics.policy

    def learn(self, states: Array, actions: Array, rewards: Array) -> None:
        """Count a finished episode and plan the next one."""
        learn(self.statistics, states, actions, rewards, self._eager)

    def advance(self, tables: Tables, key: tuple[Any, Any], log: Log, stretch: int) -> None:
        """Play and learn from ``stretch`` more episodes of a known MDP."""
        run_ubev(tables, *key, self.statistics, log, self.played, stretch, self._eager)

    def releases(self) -> dict[str, Array]:
        """Return the upper bounds on Q* and V* of the last plan (nothing here is private)."""
        q = self.statistics.q.reshape(self.horizon, self.n_actions, self.n_states)
        return {"q": frozen(q.copy()), "v": frozen(self.statistics.v.copy())}
