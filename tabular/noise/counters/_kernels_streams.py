"""Running sums of increments, compiled."""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

from typing import Any

import numpy as np

from tabular.compiled import njit


@njit(cache=True, nogil=True, error_model="numpy")
def count_rows(stream: Any, grid: float, counts: Any, out: Any) -> int:
    """Set out[i] to the counts after i + 1 rows of the stream and carry the counts on; return -1.

    If an entry is not finite or, for grid > 0, no multiple of it, change nothing and return its flat index.
    """
    bad = 0
    for i in range(stream.shape[0]):
        for c in range(stream.shape[1]):
            bad += not (abs(stream[i, c]) < np.inf)
    if bad or grid > 0.0:
        for i in range(stream.shape[0]):
            for c in range(stream.shape[1]):
                x = stream[i, c]
                if not abs(x) < np.inf or (grid > 0.0 and np.floor(x / grid) * grid != x):
                    return i * stream.shape[1] + c
    for i in range(stream.shape[0]):
        for c in range(stream.shape[1]):
            counts[c] += stream[i, c]
            out[i, c] = counts[c]
    return -1


@njit(cache=True, nogil=True, error_model="numpy")
def tick(row: Any, grid: float, counts: Any, noise: Any, out: Any) -> bool:
    """Add one row to the counts and set out to counts plus noise; change nothing and return False for a bad row."""
    bad = 0
    for c in range(row.size):
        bad += not (abs(row[c]) < np.inf)
    if grid > 0.0:
        for c in range(row.size):
            bad += np.floor(row[c] / grid) * grid != row[c]
    if bad:
        return False
    for c in range(row.size):
        counts[c] += row[c]
        out[c] = counts[c] + noise[c]
    return True
