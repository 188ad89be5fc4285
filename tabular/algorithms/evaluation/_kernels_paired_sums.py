"""Sums of clipped gradients of eight runs side by side, compiled, each with the bits of `_kernels_clipped_sums`."""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

from typing import Any

from tabular.algorithms.evaluation._kernels_paired import clear_gradients, set_gradients
from tabular.compiled import njit
from tabular.numbers._kernels_eight import above, at_least_1, finite, load, products, root, spread, squares, store
from tabular.numbers._kernels_lanes import LANES


@njit(cache=True, nogil=True, error_model="numpy", _nrt=False)
def sum_paired_gradients(packed: Any, runs: Any, metric: Any, dual: float, total_theta: Any, total_w: Any) -> bool:
    """Set the totals over all trajectories and what was clipped; stop at a gradient that is not finite, with False."""
    one, zero, weight, width = spread(1.0), spread(0.0), spread(dual * dual), packed.width
    g_theta, g_w, clip = runs.g_theta, runs.g_w, load(runs.clip, 0)
    store(runs.clipped, 0, zero)
    for j in range(width):
        store(total_theta, LANES * j, zero)
        store(total_w, LANES * j, zero)
    m = packed.offsets.shape[0] - 1
    for i in range(m):
        low = set_gradients(packed, i, min(i + 1, m - 1), runs)
        level = products(g_theta, metric, 0, low, width)
        norm = root(squares(g_theta, low, width) + weight * squares(g_w, low, width) + level * level)
        store(runs.norm, 0, norm)
        if not finite(norm):
            clear_gradients(packed, runs, low)
            return False
        store(runs.clipped, 0, load(runs.clipped, 0) + above(norm, clip))
        scale = one / at_least_1(norm / clip)
        for j in range(low, width):
            store(total_theta, LANES * j, load(total_theta, LANES * j) + scale * load(g_theta, LANES * j))
            store(total_w, LANES * j, load(total_w, LANES * j) + scale * load(g_w, LANES * j))
        clear_gradients(packed, runs, low)
    return True
