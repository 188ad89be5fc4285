"""A private learner for episodic MDPs: optimistic value iteration on counts released by Gaussian continual counters.

This is Private-UCB-VI (Chowdhury and Zhou 2022) with Gaussian noise, one vector of counters calibrated to the user's
whole episode, releases in batches, and widths from the law of the noise. S, A, H, T are the numbers of states, actions,
steps and episodes, b the episodes of a batch, J = ceil(T / b).

**Releases.** Release j = 1..J gives out, for the first min(j b, T) users, the counts m~_h(s, a, s') of transitions for
h < H - 1, n~_(H-1)(s, a) of visits at the last step, and the sums c~_h(s, a) of x - 1/2, where x is the reward turned
into 0 or 1 by a coin of that mean. Each is its count plus N(j), where N(j) = N(j - lowbit j) + xi_j, N(0) = 0 and all
xi are independent N(0, sigma**2).

**Privacy.** Let the sequences of users differ in user t, in batch i. Given all releases j < i, and given the coins, the
policies up to batch i are the same, so user t adds a fixed vector of counts; the two vectors differ by d. A step
h < H - 1 gives |d|**2 at most 3 (the same pair, another successor, another reward: 1 + 1 + 1; another pair:
1 + 1 + 1/4 + 1/4), the last step at most 5/2, so |d|**2 <= 3 H - 1/2. Only the partial sums xi_j whose block contains
batch i are shifted, at most K = floor(log2 J) + 1 of them, each by d; given the same releases all other users, whatever
they do with what they see, send the same. So the log-likelihood ratio is that of a Gaussian mechanism with

    mu = sqrt(K (3 H - 1/2)) / sigma,

adaptivity included. All actions but those of user t, and the final policy, are functions of the releases and of what
the others send. So the learner is (epsilon, delta)-jointly private for the sigma with delta_G(epsilon, mu) = delta; it
is mu**2 / 2-zCDP in the same sense. Returns, gaps and transcripts of a run are not private.

**Optimism.** Let n~_h = sum_s' m~_h for h < H - 1, R = H - 1 - h, S_h = S (1 at the last step), p the number of ones in
the binary digits of j, alpha = failure_probability / (2 S A H), z the upper normal quantile at alpha / (3 J), and

    w(x) = z sigma sqrt(p x),      n_low = ceil(n~ - w(S_h)),
    phi(n) = 0.85 sqrt((ln ln 2n + 0.72 ln(5.2 / alpha)) / n),
    Q~ = 1/2 + (c~ + sum_s' max(m~(s'), 0) V~_(h+1)(s') + w(1 + S_h (R + 1/2)**2)) / n~ + (H - h) phi(n_low),

taken only if n_low >= 1, never above 1 + max V~_(h+1), nor above its value in an earlier release; V~ = max_a Q~. The
action is the first maximiser. With probability 1 - failure_probability no Q~ is below Q*. Put kappa = c / n + (the mean
of V*_(h+1) over the n seen successors), which lies in [-1/2, R + 1/2]. Without noise the quotient would be kappa + 1/2
(or more: max(m~, 0) and V~ >= V* >= 0 only raise it); noise adds (N_c + sum_s' N_m(s') (V*(s') - kappa)) / n~, which is
linear in kappa and so at least its lower value at the two ends, where it is normal with at most the deviation in w.
Together with that of n~ these are three one-sided bounds for each j, h, s, a. phi is a bound for the means of
variables in [0, 1] at all n at once (Howard, Ramdas, McAuliffe, Sekhon 2021), applied to (x + V*(s')) / (H - h). Where
noise is rounded to a grid (see `tabular.noise.counters`), w is wider by what rounding can add.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Any, get_args

import numpy as np
from scipy.special import ndtri

from tabular.algorithms.episodic._kernels_episodes import Log, Tables
from tabular.algorithms.episodic._kernels_private_ucb_vi import Private, learn, run_private
from tabular.algorithms.episodic.learner import Learner, check_failure_probability
from tabular.algorithms.episodic.private_budget import Budget, Parameters, budget_of, pick_batch
from tabular.algorithms.episodic.trajectory import TrajectoryAgent
from tabular.errors import must, show
from tabular.noise import checks
from tabular.noise.counters.node_noise import NodeNoise
from tabular.noise.keys import Bits, bits_for, seed_bytes, source
from tabular.numbers.arguments import count
from tabular.numbers.arrays import Array, frozen

COINS = 129  # the use of a key: the coins that turn rewards into 0 or 1


@dataclass(frozen=True)
class PrivateUCBVI(Learner):
    """The (epsilon, delta)-jointly private learner.

    ``batch`` is the number of episodes between releases, by default chosen from the noise. With ``bits="chacha20"``
    noise comes from a cipher, and sigma pays for the rounding; ``"fast"`` is for simulation and protects nobody. Unless
    ``bits`` is given, a key (or ``seed=None``: a fresh one) gets the cipher, and an integer seed the hash; ``budget``
    is then that of the hash, and the learner of a run has that of the run.
    """

    epsilon: float
    delta: float = 1e-6
    failure_probability: float = 0.1
    batch: int | None = None
    bits: Bits | None = None
    budget: Budget = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        keep = object.__setattr__
        if self.bits is not None and self.bits not in get_args(Bits):
            raise must("bits", 'be "fast" or "chacha20"', show(self.bits))
        keep(self, "epsilon", checks.positive("epsilon", self.epsilon))
        keep(self, "delta", checks.number("delta", self.delta))
        if not 0.0 < self.delta < 1.0:
            raise must("delta", "lie strictly between 0 and 1", show(self.delta))
        keep(self, "failure_probability", check_failure_probability(self.failure_probability))
        wish = self._parameters()
        keep(self, "batch", pick_batch(wish) if self.batch is None else count("batch", self.batch))
        keep(self, "budget", budget_of(wish, self.batch or 1, self.bits == "chacha20"))

    def _parameters(self) -> Parameters:
        sizes = (self.states, self.actions, self.horizon, self.episodes)
        return Parameters(*sizes, self.epsilon, self.delta, self.failure_probability)

    def agent(self, seed: int | bytes | None = 0) -> PrivateUCBVIAgent:
        """Return the agent at its first episode; the seed keys its noise."""
        return PrivateUCBVIAgent(self.keyed(seed), seed_bytes(seed))

    def keyed(self, seed: int | bytes | None) -> PrivateUCBVI:
        """Return the learner that says where its noise comes from, with the budget for that."""
        return self if self.bits else replace(self, bits=bits_for(seed, None))


class PrivateUCBVIAgent(TrajectoryAgent):
    """The learner in the middle of its work; only its policy and its releases may be shown to anyone."""

    def __init__(self, learner: PrivateUCBVI, key: bytes) -> None:
        super().__init__(learner)
        budget = learner.budget
        noise = NodeNoise(budget.sigma, "gaussian", key, learner.bits, budget.grid)
        self._noise = noise.arguments
        self._episode = 0
        self._state = _first_state(learner, source(key, 0, COINS, "fast").key)

    def policy(self) -> Array:
        """Return the policy (H, n) of the current episode."""
        return self._state.policy

    def learn(self, states: Array, actions: Array, rewards: Array) -> None:
        """Count a finished episode; release and plan if it is the last of its batch."""
        learn(self._state, self._noise, self._episode, states, actions, rewards)
        self._episode += 1

    def advance(self, tables: Tables, key: tuple[Any, Any], log: Log, stretch: int) -> None:
        """Play and learn from ``stretch`` more episodes of a known MDP."""
        run_private(tables, *key, self._state, self._noise, log, self.played, stretch)

    def releases(self) -> dict[str, Array]:
        """Return the last release of the counts, and the bounds on Q* and V* made from the releases so far."""
        H, m, n = self.horizon, self.n_actions, self.n_states
        row = self._state.released[0]
        last, pairs = (H - 1) * n * m * n, m * n
        transitions = row[:last].reshape(H - 1, n, m, n).transpose(0, 2, 3, 1)
        tables = {
            "transitions": transitions,
            "last_visits": row[last : last + pairs].reshape(m, n),
            "centred_rewards": row[last + pairs :].reshape(H, m, n),
            "q": self._state.q.reshape(H, m, n),
            "v": self._state.v,
        }
        return {name: frozen(table.copy()) for name, table in tables.items()}


def _first_state(learner: PrivateUCBVI, coins: Any) -> Private:
    H, m, n = learner.horizon, learner.actions, learner.states
    budget, pairs = learner.budget, m * n
    share = learner.failure_probability / (2 * pairs * H)
    z = -float(ndtri(share / (3 * budget.releases)))
    left = np.arange(H - 1, -1, -1)
    fan = np.where(left > 0, n, 1)
    sizes = (H, n)
    half = budget.grid / 2
    v = np.append(left + 1.0, 0.0)
    return Private(
        counts=np.zeros(budget.counters),
        prefix=np.zeros((budget.sums + 1, budget.counters)),
        released=np.zeros((1, budget.counters)),
        value_width=z * budget.sigma * np.sqrt(1 + fan * (left + 0.5) ** 2),
        count_width=z * budget.sigma * np.sqrt(fan),
        value_rounding=half * (1 + fan * (left + 0.5)),
        count_rounding=half * fan.astype(np.float64),
        q=np.repeat(v[:H, None], pairs, axis=1),
        v=np.repeat(v[:, None], n, axis=1),
        v_max=v,
        policy=np.zeros(sizes, np.int64),
        visits=np.zeros(pairs),
        sums=np.zeros(pairs),
        episodes=learner.episodes,
        batch=int(learner.batch or 1),
        log_term=0.72 * math.log(5.2 / share),
        coin0=coins[0],
        coin1=coins[1],
    )
