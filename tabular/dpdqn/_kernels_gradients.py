"""The gradient of a batch of samples of Q-learning, compiled."""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

import math
from typing import Any

from tabular.compiled import INNER, UNCOUNTED, njit
from tabular.dpdqn._kernels_networks import backward, backward_many


@njit(inline="always")
def backward_of(space: Any, theta: Any, layers: Any, action: int, weight: float, gradient: Any) -> None:
    """Add to gradient the derivatives of the value of an action, times a weight."""
    last = space.widths.size - 1
    for a in range(space.rewards.shape[0]):
        space.deltas[last, a] = weight if a == action else 0.0
    backward(space.widths, theta, layers, space.deltas, gradient)


@njit(inline="always")
def wait(space: Any, memory: Any, layers: Any, action: int, weight: float) -> None:
    """Let a sample wait for others: the parameters stay as they are until the end of the batch."""
    last, k = space.widths.size - 1, space.waiting[0]
    for layer in range(last):
        for i in range(space.widths[layer]):
            space.rows[layer, k, i] = layers[layer, i]
            space.columns[layer, i, k] = layers[layer, i]
    for a in range(space.rewards.shape[0]):
        space.slopes[last, k, a] = weight if a == action else 0.0
    space.waiting[0] = k + 1
    if k + 1 == space.rows.shape[1]:
        gather(space, memory)


@njit(**UNCOUNTED, **INNER)
def gather(space: Any, memory: Any) -> None:
    """Put the samples that wait into the gradient of the batch."""
    count = space.waiting[0]
    if count > 0:
        kept = space.rows, space.columns, space.slopes
        backward_many(space.widths, memory.theta, count, *kept, space.free, memory.gradient)
        space.waiting[0] = 0


@njit(**UNCOUNTED, **INNER)
def add_clipped(rule: Any, space: Any, memory: Any) -> None:
    """Add a sample's gradient to the batch, no longer than the rule allows."""
    square = 0.0
    for i in range(space.sample.size):
        square += space.sample[i] * space.sample[i]
    norm = math.sqrt(square)
    scale = min(1.0, rule.clip / norm) if norm > 0.0 else 1.0
    for i in range(space.sample.size):
        memory.gradient[i] += space.sample[i] * scale
