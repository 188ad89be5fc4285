"""The moments by enumeration: all trajectories with their probabilities, term by term as they are defined."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tabular.errors import must, show
from tabular.evaluation.features import Features
from tabular.evaluation.moments import Divisor, Moments, Weighting
from tabular.evaluation.population import Population, check_weighting, read_population, row_weight
from tabular.evaluation.ratios import Policy
from tabular.mdp import FiniteMDP
from tabular.numbers.arguments import count

Path = list[tuple[int, int, int]]  # transitions (s, a, s')
_MOST_PATHS = 1_000_000


def enumerated_moments(
    mdp: FiniteMDP,
    target: Policy,
    behaviour: Policy,
    features: Features,
    horizon: int,
    start: object = None,
    weighting: Weighting = "1/length",
    divisor: Divisor = "terms",
    rewards: object = None,
    absorbing: object = None,
) -> Moments:
    """Return the same moments by adding up all trajectories with their probabilities: slow, and by definition."""
    check_weighting(weighting, divisor, count("horizon", horizon))
    parts = read_population(mdp, target, behaviour, features, start, rewards, absorbing)
    if _number_of_paths(parts, horizon) > _MOST_PATHS:
        raise must("horizon", f"leave at most {_MOST_PATHS} trajectories to enumerate", show(horizon))
    total: tuple[Any, Any, Any] = (0, 0, 0)
    for probability, path in _paths(parts, horizon):
        rows = horizon if weighting == "1/horizon" else len(path)
        weight = probability * (1 if weighting == "sum" else row_weight(parts.is_exact, rows, divisor))
        for s, a, t in path:
            part = _row(parts, s, a, t)
            total = (total[0] + weight * part[0], total[1] + weight * part[1], total[2] + weight * part[2])
    return Moments(*total)


def _row(parts: Population, s: int, a: int, t: int) -> tuple[Any, Any, Any]:
    """Return what one row adds to A, b and C."""
    rho, phi = parts.target[s, a] / parts.behaviour[s, a], parts.phi[s]
    steps = phi - parts.discount * parts.phi[t]
    return rho * np.multiply.outer(phi, steps), rho * phi * parts.rewards[a, s, t], np.multiply.outer(phi, phi)


def _number_of_paths(parts: Population, horizon: int) -> float:
    """Return how many trajectories :func:`_paths` yields, or some number beyond the limit if they are more."""
    taken = (parts.behaviour.T != 0)[:, :, None] & (parts.transitions != 0)
    ways = taken.sum(axis=0).astype(np.float64)
    ways[parts.ended] = np.diag(parts.ended.astype(np.float64))[parts.ended]
    counts = (parts.start != 0).astype(np.float64)
    for _ in range(horizon):
        counts = counts @ ways
        if counts.sum() > _MOST_PATHS:
            break
    return float(counts.sum())


def _paths(parts: Population, horizon: int) -> Iterator[tuple[Any, Path]]:
    """Yield every trajectory with its probability under the behaviour policy."""
    stack: list[tuple[Any, int, Path]] = [(parts.start[s], s, []) for s in np.flatnonzero(parts.start != 0).tolist()]
    while stack:
        probability, s, path = stack.pop()
        if path and (len(path) == horizon or parts.ended[s]):
            yield probability, path
            continue
        for a in np.flatnonzero(parts.behaviour[s] != 0).tolist():
            for t in np.flatnonzero(parts.transitions[a, s] != 0).tolist():
                step = parts.behaviour[s, a] * parts.transitions[a, s, t]
                stack.append((probability * step, t, [*path, (s, a, t)]))
