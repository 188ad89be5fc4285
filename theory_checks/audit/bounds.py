"""Lower bounds for epsilon from how often an event happens in either world.

If P(S) <= exp(epsilon) Q(S) + delta, then epsilon >= log((P(S) - delta) / Q(S)). `clopper_pearson` puts exact binomial
bounds for P(S) and Q(S) into this; its assumption is that runs are independent, no more. `gaussian_fit` supposes that
the statistic is normal in both worlds with the same variance: sharper, and worth as much as its assumption.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabular.privacy import epsilon_of
from theory_checks.audit.events import Odds
from theory_checks.statistics import binomial_interval


def log_ratio(p: float, q: float, delta: float) -> float:
    """Return log((p - delta) / q), at least 0: how large epsilon must be for p <= exp(epsilon) q + delta."""
    if p <= delta:
        return 0.0
    return math.inf if q == 0 else max(0.0, math.log((p - delta) / q))


def clopper_pearson(hits: int, runs: int, false_hits: int, false_runs: int, delta: float, error: float) -> float:
    """Return a lower bound for epsilon that is wrong with probability at most ``error``, half of it on each side."""
    return log_ratio(*interval(hits, runs, false_hits, false_runs, error), delta)


def interval_of(odds: Odds, error: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return for each event a lower bound of P(S) and an upper bound of Q(S), each wrong with half of the error."""
    p = binomial_interval(odds.hits, np.full(odds.hits.shape, odds.runs), error / 2, "lower").low
    q = binomial_interval(odds.false_hits, np.full(odds.hits.shape, odds.other_runs), error / 2, "upper").high
    return p, q


def interval(hits: int, runs: int, false_hits: int, false_runs: int, error: float) -> tuple[float, float]:
    """Return both bounds for one event."""
    p, q = interval_of(Odds(np.array(hits), runs, np.array(false_hits), false_runs), error)
    return float(p), float(q)


def ceiling(runs: int, delta: float, error: float) -> float:
    """Return the largest bound that so many runs in each world can give, for a perfect event: no false hit, no miss."""
    return clopper_pearson(runs, runs, 0, runs, delta, error)


def gaussian_fit(zero: NDArray[Any], one: NDArray[Any], delta: float) -> tuple[float, float]:
    """Return (mu, epsilon at delta) as if the statistic were normal: the distance of the means in deviations."""
    a, b = zero[np.isfinite(zero)], one[np.isfinite(one)]
    if min(a.size, b.size) < 2:
        return 0.0, 0.0
    deviation = math.sqrt((a.var(ddof=1) + b.var(ddof=1)) / 2)
    gap = abs(float(b.mean() - a.mean()))
    if gap == 0:
        return 0.0, 0.0
    if deviation == 0 or delta == 0:
        return (gap / deviation if deviation else math.inf), math.inf
    mu = gap / deviation
    return mu, float(epsilon_of(delta, mu))
