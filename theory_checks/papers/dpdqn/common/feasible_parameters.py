"""The least noise that the conditions of a version of the text allow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, e, log, pi, sqrt
from typing import Any

from scipy.optimize import minimize_scalar

from tabular.privacy import mu_of
from theory_checks.papers.dpdqn.common.published_parameters import (
    DELTA,
    LEMMA8,
    LIPSCHITZ_SQUARED,
    PATHS,
    UPDATES,
    inverse_beta,
)


@dataclass(frozen=True)
class Conditions:
    """One version of the proof: the mean of a path's maximum, its tail, the composition, and the split of delta."""

    name: str
    mean: Callable[[float], float]  # beta -> E max g <= mean sigma
    tail_with_sigma: bool = True
    exact_composition: bool = False
    best_split: bool = False


PRINTED_FACTOR = float(LEMMA8)


def _printed_mean(beta: float) -> float:
    return PRINTED_FACTOR * sqrt(beta)


def _sharp_mean(beta: float) -> float:
    return 2 / sqrt(pi) * sqrt(beta)


def _block_mean(beta: float) -> float:
    return 2 / sqrt(pi) * min(1.0, sqrt(beta)) + sqrt(2 * log(ceil(max(beta, 1.0))))


VERSIONS: Sequence[Conditions] = (
    Conditions("Theorem 5 as stated", _printed_mean, tail_with_sigma=False),
    Conditions("the same, best split of delta", _printed_mean, tail_with_sigma=False, best_split=True),
    Conditions("tail with sigma, so that Lemma 8 holds", _printed_mean),
    Conditions("and 2/sqrt(pi) for 8.68", _sharp_mean),
    Conditions("and exact composition, best split", _sharp_mean, exact_composition=True, best_split=True),
    Conditions("and the maximum block by block", _block_mean, exact_composition=True, best_split=True),
)


def smallest(version: Conditions, epsilon: float) -> tuple[float, float]:
    """Return the smallest (sigma, k) that the conditions allow for the total delta."""
    total = float(DELTA)
    if not version.best_split:
        return _at_split(version, epsilon, total / 2)

    def sigma(share: float) -> float:
        return _at_split(version, epsilon, total * share)[0]

    best: Any = minimize_scalar(sigma, bounds=(1e-4, 1 - 1e-4), method="bounded", options={"xatol": 1e-4})
    return _at_split(version, epsilon, total * float(best.x))


def _at_split(version: Conditions, epsilon: float, gaussian: float) -> tuple[float, float]:
    """Bisect for the smallest k whose slack is not negative, with delta = gaussian + the rest for the tail."""
    updates, unit = float(UPDATES), float(inverse_beta(Fraction(0)))  # v = unit (k + 1)
    per_norm = (
        sqrt(updates) / mu_of(epsilon, gaussian)
        if version.exact_composition
        else sqrt(2 * updates * log(e + epsilon / gaussian)) / epsilon
    )
    spread = sqrt(2 * log(PATHS / (float(DELTA) - gaussian)))

    def sigma(v: float) -> float:
        return per_norm * sqrt((v * v + v) * LIPSCHITZ_SQUARED)

    def room(k: float) -> float:
        v = unit * (k + 1)
        return 2 * k - version.mean(1 / v) * sigma(v) - spread * (sigma(v) if version.tail_with_sigma else 1.0)

    low, high = 0.0, 1.0
    while room(high) < 0:
        low, high = high, 2 * high
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if room(middle) < 0 else (low, middle)
    return sigma(unit * (high + 1)), high
