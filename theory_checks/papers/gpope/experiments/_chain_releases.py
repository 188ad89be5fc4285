"""Private releases of sums of A and b on one data set of the chain."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from tabular.algorithms.evaluation.private_statistics import StatisticsRelease
from theory_checks.papers.gpope.experiments._chain_data import STATES, whole
from theory_checks.papers.gpope.experiments._chain_runs import Estimate, Source, Statistics


def releases(seed: int, m: int, epsilon: float, count: int) -> list[Estimate]:
    """Return independent releases of sums of A and b on one data set of m trajectories."""
    first, learner = _released(seed, m), Statistics(True, epsilon).mechanism
    scale = learner.noise_scale(m)
    same = replace(first, scale=scale, ridge=STATES * scale**2)  # the noiseless sums are those of every epsilon
    return [Estimate(theta) for theta in same.again(count, seed)]


@lru_cache(maxsize=2)
def _released(seed: int, m: int) -> StatisticsRelease:
    return Statistics(True).release(whole(m, Source(seed, "releases", m).stream), seed)
