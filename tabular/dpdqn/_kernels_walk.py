"""Means of functions over the ways of the interval walk, compiled."""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

from typing import Any

import numpy as np

from tabular.compiled import njit


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
