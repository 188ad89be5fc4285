"""Ornstein-Uhlenbeck paths at many points at once."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabular.noise import checks
from tabular.noise._kernels_batch import is_ascending, sorted_values
from tabular.noise.keys import STREAM, Bits, bits_for, seed_bytes, source


def sample_path(
    xs: Any,
    beta: float,
    sigma: float = 1.0,
    *,
    seed: int | bytes | None = None,
    action: int = 0,
    bits: Bits | None = None,
) -> Any:
    """Return one draw of a path with covariance sigma**2 exp(-beta |x - y|) at the points xs, in their order.

    From the left: g(x_i) = rho_i g(x_{i-1}) + sigma sqrt(1 - rho_i**2) Z_i with rho_i = exp(-beta (x_i - x_{i-1})). Any
    finite doubles will do, sorted or not; equal points get equal values. The draw is a function of all arguments (fresh
    without a seed): a call with other points is another draw, so what belongs to one path is asked for in one call.
    """
    beta, sigma = checks.positive("beta", beta), checks.positive("sigma", sigma)
    words = source(seed_bytes(seed), checks.action(action, checks.MOST_ACTIONS), STREAM, bits_for(seed, bits))
    points = checks.finite_points(xs)
    order = None if is_ascending(points) else np.argsort(points)  # of equal points any order will do
    out = np.empty(points.size)
    line = points if order is None else points[order]
    sorted_values(words.key, words.state, words.secure, beta, sigma, line, out)
    if order is None:
        return out
    result = np.empty(points.size)
    result[order] = out
    return result
