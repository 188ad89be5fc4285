"""Algorithm 1 as one would write it down: one run in Python, the network in PyTorch or in numpy.

Both get the random numbers of a compiled run, in the same order, so that the same network must come out.
"""

import math
from bisect import bisect_left
from itertools import pairwise
from typing import Any, Protocol

import numpy as np

from tabular.dpdqn.environment import IntervalWalk
from tabular.dpdqn.memory import new_paths, run_key
from tabular.dpdqn.networks import MLP
from tabular.dpdqn.options import Algorithm1
from tabular.noise._kernels_batch import stream_normals
from tabular.noise._kernels_words import fast_word

_MOVE, _START = 2, 3  # purposes of a run's random words


class Learner(Protocol):
    """A network that answers for one state and learns from a batch."""

    def values(self, state: float) -> Any: ...

    def update(self, states: Any, actions: Any, noise: Any, rewards: Any, after: Any, noise_after: Any) -> None: ...

    def parameters(self) -> np.ndarray: ...


class Randomness:
    """The random numbers of one run: its moves, its starts, and the normals of its noise paths."""

    def __init__(self, options: Algorithm1, seed: int, run: int) -> None:
        key = run_key(seed, run)
        words = [[fast_word(key[0], key[1], np.uint64(8 * t + p)) for t in range(options.steps + 1)] for p in range(4)]
        self.moves, self.starts = ([int(w >> np.uint64(11)) * 2.0**-53 for w in words[p]] for p in (_MOVE, _START))
        paths = new_paths(options, IntervalWalk(), 2, seed, [run], "fast")
        self.normals = np.empty((2, 3 * options.steps))
        for action in (0, 1):
            stream_normals(paths.keys[0, 0, action], paths.states[0, 0, action], False, 0, self.normals[action])


class Path:
    """A path of the noise: a sorted list of what is known of it, and the conditional law of what is not."""

    def __init__(self, rate: float, level: float, normals: np.ndarray) -> None:
        self.rate, self.level, self.normals, self.used = rate, level, normals, 0
        self.points: list[float] = []
        self.known: list[float] = []

    def forget(self) -> None:
        self.points, self.known = [], []

    def __call__(self, x: float) -> float:
        i = bisect_left(self.points, x)
        if i == len(self.points) or self.points[i] != x:
            mean, variance = self.law(i, x)
            value = mean + math.sqrt(variance) * self.normals[self.used]
            self.used += 1
            self.points.insert(i, x)
            self.known.insert(i, value)
        return self.level * self.known[i]

    def law(self, i: int, x: float) -> tuple[float, float]:
        left, right = i > 0, i < len(self.points)
        a = math.exp(-self.rate * (x - self.points[i - 1])) if left else 0.0
        b = math.exp(-self.rate * (self.points[i] - x)) if right else 0.0
        below, above = self.known[i - 1] if left else 0.0, self.known[i] if right else 0.0
        whole = 1 - a * a * b * b
        mean = (a * (1 - b * b) * below + b * (1 - a * a) * above) / whole
        return mean, (1 - a * a) * (1 - b * b) / whole


def run(options: Algorithm1, learner: Learner, random: Randomness) -> np.ndarray:
    """Return the parameters after one run of the bracketed reading with one path per batch."""
    paths = [Path(options.kernel_rate, options.noise_level, random.normals[a]) for a in (0, 1)]
    state, batch = random.starts[0], list[tuple[Any, ...]]()
    for t in range(options.steps):
        if t % options.batch_size == 0:
            for path in paths:
                path.forget()
        noise = [path(state) for path in paths]
        action = int(np.argmax(learner.values(state) + noise))
        move = 0.25 * random.moves[t]
        after = min(state + move, 1.0) if action else max(state - move, 0.0)
        batch.append((state, action, noise[action], 0.5 - abs(after - 0.5), after, [path(after) for path in paths]))
        if len(batch) == options.batch_size:
            learner.update(*map(np.array, zip(*batch, strict=True)))
            batch = []
        state = random.starts[t + 1] if (t + 1) % 50 == 0 else after
    return learner.parameters()


class TorchLearner:
    """The network and its gradient by PyTorch, in doubles, on one thread."""

    def __init__(self, options: Algorithm1, theta: np.ndarray, widths: tuple[int, ...]) -> None:
        import torch

        torch.set_num_threads(1)
        self.torch, self.options = torch, options
        layers: list[Any] = []
        offset = 0
        for inputs, outputs in pairwise(widths):
            layer = torch.nn.Linear(inputs, outputs, dtype=torch.float64)
            weights = theta[offset : offset + inputs * outputs].reshape(inputs, outputs)
            biases = theta[offset + inputs * outputs : offset + (inputs + 1) * outputs]
            with torch.no_grad():
                layer.weight.copy_(torch.from_numpy(weights.T.copy()))
                layer.bias.copy_(torch.from_numpy(biases.copy()))
            layers += [layer, torch.nn.ReLU()]
            offset += (inputs + 1) * outputs
        self.network = torch.nn.Sequential(*layers[:-1])
        self.optimiser = torch.optim.SGD(self.network.parameters(), lr=options.step_size)

    def values(self, state: float) -> Any:
        with self.torch.no_grad():
            return self.network(self.torch.tensor([state], dtype=self.torch.float64)).numpy()

    def update(self, states: Any, actions: Any, noise: Any, rewards: Any, after: Any, noise_after: Any) -> None:
        torch = self.torch
        with torch.no_grad():
            best = (self.network(torch.from_numpy(after)[:, None]) + torch.from_numpy(noise_after)).max(dim=1).values
            targets = torch.from_numpy(rewards) + self.options.discount * best
        chosen = self.network(torch.from_numpy(states)[:, None]).gather(1, torch.from_numpy(actions)[:, None])[:, 0]
        loss = ((chosen + torch.from_numpy(noise) - targets) ** 2).mean() / 2
        self.optimiser.zero_grad()
        loss.backward()
        self.optimiser.step()

    def parameters(self) -> np.ndarray:
        linear = [layer for layer in self.network if hasattr(layer, "weight")]
        parts = [(x.weight.detach().numpy().T.reshape(-1), x.bias.detach().numpy()) for x in linear]
        return np.concatenate([part for pair in parts for part in pair])


class NumpyLearner:
    """The network and its gradient by hand, a batch at a time."""

    def __init__(self, options: Algorithm1, theta: np.ndarray, widths: tuple[int, ...]) -> None:
        self.options, self.layers, offset = options, list[list[np.ndarray]](), 0
        for inputs, outputs in pairwise(widths):
            end = offset + inputs * outputs
            self.layers.append([theta[offset:end].reshape(inputs, outputs).copy(), theta[end : end + outputs].copy()])
            offset = end + outputs

    def outputs(self, x: np.ndarray) -> list[np.ndarray]:
        actual = [x]
        for i, (weights, biases) in enumerate(self.layers):
            y = actual[-1] @ weights + biases
            actual.append(np.maximum(y, 0.0) if i + 1 < len(self.layers) else y)
        return actual

    def values(self, state: float) -> Any:
        return self.outputs(np.array([[state]]))[-1][0]

    def update(self, states: Any, actions: Any, noise: Any, rewards: Any, after: Any, noise_after: Any) -> None:
        count = len(states)
        best = (self.outputs(after[:, None])[-1] + noise_after).max(axis=1)
        outputs = self.outputs(states[:, None])
        error = outputs[-1][np.arange(count), actions] + noise - rewards - self.options.discount * best
        delta = np.zeros_like(outputs[-1])
        delta[np.arange(count), actions] = error / count
        for layer, x in zip(reversed(self.layers), reversed(outputs[:-1]), strict=True):
            slopes = x.T @ delta, delta.sum(axis=0)
            delta = (delta @ layer[0].T) * (x > 0)
            for i in (0, 1):
                layer[i] -= self.options.step_size * slopes[i]

    def parameters(self) -> np.ndarray:
        return np.concatenate([part.reshape(-1) for layer in self.layers for part in layer])


LEARNERS = {"PyTorch": TorchLearner, "numpy": NumpyLearner}
NETWORK = MLP()
