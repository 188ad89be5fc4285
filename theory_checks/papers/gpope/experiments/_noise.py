"""Noise multipliers of Algorithm 1: what privacy needs, and what Theorem 1 prints."""

from __future__ import annotations

from functools import cache
from math import log, sqrt
from typing import Literal

from tabular.privacy.subsampled import Adjacency, sufficient_sigma

Accounting = Literal["valid", "printed"]
DELTA = 1e-5


@cache
def noise_multiplier(m: int, steps: int, epsilon: float, accounting: Accounting) -> float:
    """Return sigma of N steps on m trajectories: sufficient under replacement, or that of Theorem 1 with c_2 = 2."""
    if accounting == "printed":
        return 2 * sqrt(steps * log(1 / DELTA)) / (m * epsilon)
    return sufficient_sigma(epsilon, DELTA, m, steps, Adjacency.REPLACE)
