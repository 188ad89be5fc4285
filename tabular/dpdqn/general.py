"""Algorithm 1 for any network, any environment and any noise: one run, step by step, in plain Python.

`train` does the same for the interval walk and fully connected networks a thousand times as fast; here a user's own
network (values and gradients), states of any dimension and fields with any kernel plug in.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from tabular.dpdqn.networks import Network
from tabular.dpdqn.options import Algorithm1
from tabular.errors import must, show

Array = NDArray[np.float64]
Progress = Callable[[int, int], object]


class World(Protocol):
    """An environment: states are vectors."""

    def start(self, rng: np.random.Generator) -> Array:
        """Return the state in which an episode begins."""
        ...

    def step(self, rng: np.random.Generator, state: Array, action: int) -> tuple[Array, float, float, bool]:
        """Return the next state, the reward at the state, the reward at the next one, and whether the episode ends."""
        ...


class Noise(Protocol):
    """Functional noise g(x, action), remembered until it is told to forget: `GaussianField` is one."""

    def __call__(self, x: Any, action: int = 0) -> float:
        """Return the value at a point."""
        ...

    def forget(self) -> None:
        """Begin new paths."""
        ...


class NoNoise:
    """g = 0."""

    def __call__(self, x: Any, action: int = 0) -> float:
        """Return 0 at every point and for every action."""
        return 0.0

    def forget(self) -> None:
        """Do nothing: 0 is all there is."""


@dataclass(frozen=True, eq=False)
class GeneralRun:
    """What a run ended with."""

    theta: Array
    returns: Array


def train_any(
    options: Algorithm1,
    network: Network,
    world: World,
    theta: Any,
    rng: np.random.Generator,
    *,
    noise: Noise | None = None,
    target_noise: Noise | None = None,
    progress: Progress | None = None,
) -> GeneralRun:
    """Run Algorithm 1 from the parameters theta; level and kernel of the noise are its own, whatever the options say.

    With ``separate_paths`` the targets take their noise from ``target_noise``. After Ctrl-C the run ends where it is.
    """
    learner = _Learner(options, network, np.array(theta, dtype=np.float64), noise or NoNoise(), target_noise, rng)
    state, total, returns = world.start(rng), 0.0, list[float]()
    try:
        for t in range(options.steps):
            period = options.batch_size * options.batches_per_path
            if period and t % period == 0:
                learner.forget()
            action = learner.act(t, state)
            after, here, there, over = world.step(rng, state, action)
            reward = there if options.reward_at == "next" else here
            learner.learn(t + 1, (state, action, reward, after))
            state, total = after, total + reward
            if over:
                returns.append(total)
                state, total = world.start(rng), 0.0
                if not period:
                    learner.forget()
            if progress and (t + 1) % options.batch_size == 0:
                progress(t + 1, options.steps)
    except KeyboardInterrupt:
        pass
    return GeneralRun(learner.theta, np.array(returns))


Sample = tuple[Array, int, float, Array]


class _Learner:
    """The parameters, the target network, the batch that is being collected, and what is remembered."""

    def __init__(
        self, options: Algorithm1, network: Network, theta: Array, noise: Noise, other: Noise | None, rng: Any
    ) -> None:
        if theta.shape != (network.n_parameters,):
            raise must("theta", f"have shape ({network.n_parameters},)", show(theta.shape))
        if options.separate_paths and other is None:
            raise must("target_noise", "be given with separate_paths", "none")
        self.options, self.network, self.theta, self.rng = options, network, theta, rng
        self.noise, self.target_noise = noise, other if options.separate_paths and other else noise
        self.older, self.squares, self.sum = theta.copy(), np.zeros_like(theta), np.zeros_like(theta)
        self.updates, self.seen = 0, list[Sample]()

    def forget(self) -> None:
        self.noise.forget()
        if self.target_noise is not self.noise:
            self.target_noise.forget()

    def act(self, t: int, state: Array) -> int:
        first, last, decay = self.options.exploration
        rate = last + (first - last) * math.exp(-t / decay)
        values = self.network.values(self.theta, state)
        if self.options.acts_on_noise:
            values = values + self._noises(self.noise, state)
        if rate > 0 and self.rng.random() < rate:
            return int(self.rng.integers(self.network.n_actions))
        return int(np.argmax(values))

    def learn(self, t: int, sample: Sample) -> None:
        options = self.options
        for noise in (self.noise, self.target_noise):
            self._noises(noise, sample[3])  # the list grows with every state, whatever the targets need
        if not options.replay:
            self.sum += self._slope(self._observed(sample))
            if t % options.batch_size == 0:
                self._update()
            return
        self.seen = [*self.seen, self._observed(sample)][-options.replay :]
        if t >= options.batch_size and t % (options.update_every or options.batch_size) == 0:
            for i in self.rng.integers(0, len(self.seen), options.batch_size):
                self.sum += self._slope(self.seen[i])
            self._update()

    def _observed(self, sample: Sample) -> Sample:
        state, action, reward, after = sample
        if self.options.reward_noise:
            reward += self.options.reward_noise * self.rng.standard_normal()
        return state, action, reward, after

    def _noises(self, noise: Noise, state: Array) -> Array:
        return np.array([noise(state, a) for a in range(self.network.n_actions)])

    def _target(self, reward: float, state: Array) -> tuple[float, int]:
        options, kind = self.options, self.options.target
        values = self.network.values(self.older if options.target_network else self.theta, state)
        if kind == "outside":
            values = options.discount * values + self._noises(self.target_noise, state)
            return reward + float(values.max()), int(np.argmax(values))
        if kind == "bracketed":
            values = values + self._noises(self.target_noise, state)
        best = int(np.argmax(values))
        added = self.target_noise(state, best) if kind == "literal" else 0.0
        return reward + options.discount * float(values[best]) + added, best

    def _slope(self, sample: Sample) -> Array:
        """Return the gradient of one sample's loss, clipped."""
        (state, action, reward, after), options = sample, self.options
        y, best = self._target(reward, after)
        noise = self.noise(state, action) if options.prediction_noise else 0.0
        error = float(self.network.values(self.theta, state)[action]) + noise - y
        error = min(max(error, -1.0), 1.0) if options.huber else error
        slope = error * self.network.gradient(self.theta, state, action)
        if options.gradient == "full":
            slope = slope - error * options.discount * self.network.gradient(self.theta, after, best)
        norm = float(np.linalg.norm(slope))
        return slope * (options.clip / norm) if norm > options.clip else slope

    def _update(self) -> None:
        options = self.options
        if options.gradient_noise:
            self.sum += options.clip * options.gradient_noise * self.rng.standard_normal(self.sum.size)
        slope = self.sum / options.batch_size
        if options.rmsprop:
            self.squares = options.rmsprop * self.squares + (1 - options.rmsprop) * slope**2
            slope = slope / (np.sqrt(self.squares) + 1e-8)
        self.theta = self.theta + (options.step_size if options.ascends else -options.step_size) * slope
        self.sum, self.updates = np.zeros_like(self.theta), self.updates + 1
        if options.target_network and self.updates % options.target_network == 0:
            self.older = self.theta.copy()
