"""Running sums of increments, compiled."""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit


@njit(cache=True, nogil=True, error_model="numpy")
def first_bad(stream: Any, grid: float) -> int:
    """Return the flat index of the first entry that is not finite or, for grid > 0, no multiple of it; -1 for none."""
    bad = 0
    for i in range(stream.size):
        x = stream.flat[i]
        bad += not (abs(x) < np.inf)
    if bad == 0 and grid == 0.0:
        return -1
    for i in range(stream.size):
        x = stream.flat[i]
        if not abs(x) < np.inf or (grid > 0.0 and np.floor(x / grid) * grid != x):
            return i
    return -1


@njit(cache=True, nogil=True, error_model="numpy")
def add_counts(stream: Any, counts: Any, out: Any) -> None:
    """Add to out[i] the counts after the first i + 1 rows of the stream, and carry the counts on."""
    for i in range(stream.shape[0]):
        for c in range(stream.shape[1]):
            count = counts[c] + stream[i, c]
            counts[c] = count
            out[i, c] += count
