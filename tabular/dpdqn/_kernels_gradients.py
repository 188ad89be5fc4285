"""The gradients of batches of samples of Q-learning, of eight runs side by side, compiled."""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

import math
from typing import Any

from tabular.compiled import INNER, UNCOUNTED, njit
from tabular.dpdqn._kernels_side_by_side import backward_each
from tabular.numbers._kernels_eight import mix_each
from tabular.numbers._kernels_lanes import LANES


@njit(inline="always")
def wait(space: Any, memory: Any, layers: Any, actions: Any, weights: Any) -> None:
    """Let a sample of each run wait for others: the parameters stay as they are until the end of the batch."""
    last, k = space.widths.size - 1, space.waiting[0]
    for layer in range(last):
        row, outputs = space.rows[layer, k], layers[layer]
        for j in range(space.widths[layer] * LANES):
            row[j] = outputs[j]
    for a in range(space.widths[last]):
        for r in range(LANES):
            space.slopes[last, k, a * LANES + r] = weights[r] if a == actions[r] else 0.0
    space.waiting[0] = k + 1
    if k + 1 == space.rows.shape[1]:
        gather(space, memory.theta, memory.gradient)


@njit(**UNCOUNTED, **INNER)
def gather(space: Any, theta: Any, gradient: Any) -> None:
    """Add the gradients of the samples that wait."""
    count = space.waiting[0]
    if count > 0:
        backward_each(space.widths, theta, count, space.rows, space.slopes, gradient)
        space.waiting[0] = 0


@njit(**UNCOUNTED, **INNER)
def add_clipped(rule: Any, space: Any, memory: Any) -> None:
    """Add the gradient of the sample that waits to the batch, no longer than the rule allows."""
    space.sample[:] = 0.0
    gather(space, memory.theta, space.sample)
    n, scales = space.sample.size // LANES, space.scales
    scales[:] = 0.0
    mix_each(space.sample, 0, 1, space.sample, 0, 1, n, scales, 0)
    for r in range(LANES):
        norm = math.sqrt(scales[r])
        scales[r] = min(1.0, rule.clip / norm) if norm > 0.0 else 1.0
    for i in range(n):
        mix_each(space.sample, i, 1, scales, 0, 1, 1, memory.gradient, i)
