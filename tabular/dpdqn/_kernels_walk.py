"""The interval walk, compiled: means of functions over its ways, and the episodes of softmax policies."""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tabular.compiled import njit
from tabular.dpdqn._kernels_networks import forward


@njit(cache=True, nogil=True, error_model="numpy")
def means_over_ways(grid: Any, functions: Any, reach: float, out: Any) -> None:
    """Set out (r, k) to the means of functions (r, k) over the way from each point to reach beyond it.

    The grid is equispaced on [0, 1]; the functions are piecewise linear, and repeat their ends beyond it.
    """
    count, width = grid.size, grid[1] - grid[0]
    inner = np.zeros(count)  # the integral from 0
    for row in range(functions.shape[0]):
        values = functions[row]
        for k in range(1, count):
            inner[k] = inner[k - 1] + (values[k] + values[k - 1]) / 2 * width
        end = values[count - 1] if reach > 0.0 else values[0]
        for k in range(count):
            far = grid[k] + reach
            inside = min(max(far, 0.0), 1.0)
            i = min(int(inside / width), count - 2)
            step = inside - grid[i]
            slope = (values[i + 1] - values[i]) / width
            total = inner[i] + step * (values[i] + slope * step / 2) - inner[k]
            total = total if reach > 0.0 else -total
            out[row, k] = (total + abs(far - inside) * end) / abs(reach)


@njit(cache=True, nogil=True, error_model="numpy")
def episodes_of(
    widths: Any, thetas: Any, reach: float, uniforms: Any, layers: Any, states: Any, took_right: Any
) -> None:
    """Fill states (runs, episodes, T + 1), of which the first are given, and took_right (runs, episodes, T).

    The policy of a run has the logits of its network; uniforms (T, 2, runs, episodes) choose the actions and the moves.
    """
    last, (runs, episodes, steps) = widths.size - 1, took_right.shape
    for run in range(runs):
        for e in range(episodes):
            x = states[run, e, 0]
            for t in range(steps):
                layers[0, 0] = x
                forward(widths, thetas[run], layers)
                left, right = layers[last, 0], layers[last, 1]
                top = left if left > right else right
                left, right = math.exp(left - top), math.exp(right - top)
                rightward = uniforms[t, 0, run, e] < right / (left + right)
                move = reach * uniforms[t, 1, run, e]
                x = min(x + move, 1.0) if rightward else max(x - move, 0.0)
                states[run, e, t + 1], took_right[run, e, t] = x, rightward
