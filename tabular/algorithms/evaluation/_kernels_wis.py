"""The backward sums of WIS-LSTD(lambda), compiled."""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

from typing import Any

from tabular.compiled import njit


@njit(cache=True, nogil=True, error_model="numpy")
def backward_sums(
    offsets: Any,
    rho: Any,
    rewards: Any,
    following: Any,
    gamma: float,
    decay: float,
    weights: Any,
    returns: Any,
    ahead: Any,
) -> None:
    """Set U_k, H_k and F_k of all rows, from the last row of each trajectory to its first."""
    c = gamma * decay
    for i in range(offsets.shape[0] - 1):
        end = offsets[i + 1] - 1
        weights[end], returns[end] = 1.0, rewards[end]
        for j in range(following.shape[1]):  # an assignment of whole rows takes two seconds to compile
            ahead[end, j] = gamma * following[end, j]
        for k in range(end - 1, offsets[i] - 1, -1):
            on = c * rho[k + 1]
            weights[k] = (1.0 - c) + on * weights[k + 1]
            returns[k] = rewards[k] * weights[k] + on * returns[k + 1]
            for j in range(following.shape[1]):
                ahead[k, j] = gamma * (1.0 - decay) * following[k, j] + on * ahead[k + 1, j]
