"""Discounted returns of trajectories, compiled."""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

from typing import Any

from tabular.compiled import njit


@njit(cache=True, nogil=True, error_model="numpy", _nrt=False)
def sum_up(offsets: Any, gamma: float, returns: Any, products: Any) -> None:
    """Make rewards and ratios of rows the discounted returns and the products of ratios from them on."""
    for i in range(offsets.shape[0] - 1):
        for k in range(offsets[i + 1] - 2, offsets[i] - 1, -1):
            returns[k] += gamma * returns[k + 1]
            products[k] *= products[k + 1]
