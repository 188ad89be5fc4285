"""What has become of a capital that was staked on an event against a claim, from nothing but counts.

A round is a pair of independent runs, one of each world, or one run in the world that a fair coin said. With X and Y
for the event in the world where it is frequent and in the other one, a claim P(S) <= exp(epsilon) Q(S) + delta bounds
the mean of Z = X - exp(epsilon) Y by delta (by delta/2 if a coin chose). A capital is divided evenly between
fractions f, each staked in every round on a larger mean; then it reaches 1/a with probability at most a. Plays, each on
an event that was chosen from earlier runs alone, multiply: the capital of one is what the next one begins with.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from theory_checks.statistics.betting import FRACTIONS

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]
_ROUNDING = 1e-6  # of a logarithm of a capital: far more than four products and twenty sums can lose


class Pairs(NamedTuple):
    """Rounds of play by where the event happened."""

    hit: int  # in the world where it is frequent, and not in the other
    both: int
    false_hit: int
    neither: int


class Play(NamedTuple):
    """Play on one event: P(S) <= exp(epsilon) Q(S) + delta is denied; null is delta, halved where a coin chose."""

    event: str
    epsilon: float
    null: float
    pairs: Pairs

    @property
    def rounds(self) -> int:
        """Return how many there were."""
        return sum(self.pairs)

    def log_capitals(self) -> Array:
        """Return the logarithm of what 1 has become, for each fraction."""
        return np.log1p(np.outer(FRACTIONS, returns(self.epsilon, self.null))) @ np.array(self.pairs, dtype=float)


class Played(Protocol):
    """Rounds of play on something."""

    def log_capitals(self) -> Array:
        """Return the logarithm of what 1 has become, or less, for each fraction that is staked."""
        ...


def payoffs(epsilon: float) -> Array:
    """Return Z for the four kinds of rounds."""
    ratio = math.exp(epsilon)
    return np.array([1.0, 1.0 - ratio, -ratio, 0.0])


def returns(epsilon: float, delta: float) -> Array:
    """Return what a stake of 1 wins in each kind of round, at least -1."""
    return np.maximum((payoffs(epsilon) - delta) / (delta + math.exp(epsilon)), -1.0)


def log_wealth(play: Played) -> float:
    """Return the logarithm of the whole capital, rounded downwards."""
    return float(np.logaddexp.reduce(play.log_capitals())) - math.log(FRACTIONS.size) - _ROUNDING


def growth(p: Array, q: Array, epsilon: float, delta: float) -> Array:
    """Return the expected logarithm of what the best fraction makes of 1 in a pair, for these probabilities."""
    kinds = np.stack([p * (1 - q), p * q, (1 - p) * q, (1 - p) * (1 - q)])
    return log_growth(returns(epsilon, delta), kinds)


def log_growth(won: Array, chances: Array) -> Array:
    """Return the expected logarithm of what the best fraction makes of 1, for chances of each kind of rounds."""
    return (np.log1p(np.outer(FRACTIONS, won)) @ chances).max(axis=0)


def counted(hit: Flags, false: Flags) -> Pairs:
    """Return the four counts."""
    return Pairs(*(int(flags.sum()) for flags in (hit & ~false, hit & false, ~hit & false, ~hit & ~false)))


def moves(hit: Flags, false: Flags, coins: Sequence[NDArray[np.int8]], world: int) -> tuple[Flags, Flags]:
    """Return in which rounds there was a hit, and a false hit: a round is a pair of runs, or the run of a coin."""
    if not coins:
        return hit, false
    worlds = np.concatenate(coins)
    hits, false_hits = np.zeros(len(worlds), bool), np.zeros(len(worlds), bool)
    hits[worlds == world], false_hits[worlds != world] = hit, false
    return hits, false_hits
