"""Bets against a bound of Renyi divergences: outputs have weights, where an event alone shows too little.

If the divergence of order a of P from Q is at most D, then for every weight h > 0, by the inequality of Hölder and then
by the tangent at 1,

    E_P[h^(a-1)] <= K (E_Q[h^a])^(1-1/a) <= K (1-1/a) E_Q[h^a] + K/a,      K = exp(D (a-1)/a).

With X = h^(a-1) in the world of P and Y = K (1-1/a) h^a in the other one, the claim bounds the mean of X - Y by K/a
(by half of it if a coin chose the world), and a capital is staked on a larger mean. Whatever h is, a true claim makes
nobody rich. The mean is largest for h = P/Q / K, the ratio of the frequencies of a statistic's bins. But what is rare
and large adds more to the deviation than to the mean, and a capital grows by half the square of their ratio. No small
change of h raises that where, with l the mean of X - Y - K/a divided by its variance,

    h = P/Q / K (1 - l (X - E X)) / (1 + l (Y - E Y)).

Fractions f of at most 1/2 are staked, and for x >= -1/2 log(1 + x) >= x - x^2/2 + x^3/3 - x^4/2: so four sums of powers
over the rounds say what the capital is at least, in a certificate too.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from theory_checks.audit.bets import log_growth, log_wealth
from theory_checks.audit.mechanism import Outputs
from theory_checks.audit.runs import Sample
from theory_checks.audit.scores import Score
from theory_checks.statistics.betting import FRACTIONS

Array = NDArray[np.float64]
Orders = list[tuple[float, float]]  # orders, each with the divergence that is claimed
_RANKS = (0.0005, 0.002, 0.01, 0.03, 0.07, 0.15, 0.25, 0.35, 0.45)  # of outputs of both worlds, and from above
_SHARPENED = 60  # times, each by a part of the way: then weights no longer change
_PART, _LEAST = 0.3, 0.01
_DIGITS = 6  # of gains, downwards, and of losses and bounds, upwards
_TINY = 1e-300  # where all weights are the same, nothing varies
_STEPS = 60  # of a bisection
SERIES = (Fraction(1), Fraction(-1, 2), Fraction(1, 3), Fraction(-1, 2))
_SERIES = tuple(map(float, SERIES))
STAKES = FRACTIONS[FRACTIONS <= 0.5]


class Weighed(NamedTuple):
    """Play on a weight: E[X] - E[Y] <= null is denied; X is the gain of a level, Y the loss of one."""

    event: str
    order: float
    divergence: float
    gains: tuple[float, ...]
    losses: tuple[float, ...]
    null: float
    counts: tuple[int, ...]  # of rounds, by the level of the run with a gain, then of the one with a loss; last: none

    @property
    def rounds(self) -> int:
        """Return how many there were."""
        return sum(self.counts)

    def sums(self) -> list[Fraction]:
        """Return the sums over all rounds of X - Y - null to the powers 1 to 4."""
        gains, losses = ([_units(x) for x in (*values, 0.0)] for values in (self.gains, self.losses))
        payoffs = [x - y - _units(self.null) for x in gains for y in losses]
        rounds = [(count, payoff) for count, payoff in zip(self.counts, payoffs, strict=True) if count]
        powers = range(1, len(SERIES) + 1)
        return [Fraction(sum(n * x**k for n, x in rounds), 10 ** (_DIGITS * k)) for k in powers]

    def log_capitals(self) -> Array:
        """Return a lower bound of the logarithm of what 1 has become, for each fraction that is staked."""
        most = Fraction(str(self.null)) + Fraction(str(max(self.losses)))
        sums = [float(total / most**k) for k, total in enumerate(self.sums(), 1)]
        return sum((c * s * STAKES**k for k, (c, s) in enumerate(zip(_SERIES, sums, strict=True), 1)), 0 * STAKES)


@dataclass(frozen=True)
class Weights:
    """Weights of the bins of a statistic, against a divergence of the law in ``world`` from the other one."""

    score: Score
    edges: Array
    weights: Array
    world: int
    order: float
    divergence: float

    def __str__(self) -> str:
        return f"{self.score.name}, weighed in {len(self.weights)} bins"

    def begun(self, share: float, divergence: float | None = None) -> Weighed:
        """Return play without a round; ``share`` is 1 for pairs of runs, and 1/2 for runs of a coin."""
        claimed = self.divergence if divergence is None else divergence
        gains, losses, null = _terms(self.weights, self.order, claimed, share)
        return Weighed(str(self), self.order, claimed, gains, losses, null, (0,) * (len(self.weights) + 1) ** 2)

    def after(self, play: Weighed, block: Sample) -> Weighed:
        """Return play with the rounds of more runs."""
        none = len(self.weights)
        first, second = (self._levels(block[world]) for world in (self.world, 1 - self.world))
        if block.coins is not None:
            first, second = np.append(first, np.full(len(second), none)), np.append(np.full(len(first), none), second)
        kinds = np.bincount(first * (none + 1) + second, minlength=(none + 1) ** 2)
        return play._replace(counts=tuple(np.add(play.counts, kinds).tolist()))

    def shown(self, play: Weighed, share: float, error: float) -> float:
        """Return the largest divergence that play refutes with this error; of a larger one it refutes less."""
        low, high = 0.0, self.divergence * 64
        for _ in range(_STEPS):
            middle = (low + high) / 2
            wins = log_wealth(self.begun(share, middle)._replace(counts=play.counts)) >= -math.log(error)
            low, high = (middle, high) if wins else (low, middle)
        return low * (1 - 1e-5)  # gains and losses are rounded

    def _levels(self, outputs: Outputs) -> NDArray[np.int64]:
        return np.searchsorted(self.edges, self.score(outputs), "right")


def weighed(scores: Iterable[Score], sample: Sample, orders: Orders) -> tuple[float, Weights] | None:
    """Return the weights on which a capital grows fastest in these runs, and how fast."""
    found = (candidate for score in (scores if orders else ()) for candidate in _of_score(score, sample, orders))
    return max(found, key=lambda candidate: candidate[0], default=None)


def _of_score(score: Score, sample: Sample, orders: Orders) -> Iterator[tuple[float, Weights]]:
    values = score(sample.zero), score(sample.one)
    pooled = np.sort(np.concatenate(values))
    ranks = np.array([*_RANKS, *(1 - rank for rank in _RANKS)])
    edges = np.unique(pooled[(ranks * len(pooled)).astype(int)])
    seen = [_shares(np.searchsorted(edges, x, "right"), len(edges) + 1) for x in values]
    for world in (0, 1):
        p, q = seen[world], seen[1 - world]
        for order, divergence in orders:
            weights = _sharpened(p, q, order, divergence)
            yield _speed(p, q, weights, order, divergence), Weights(score, edges, weights, world, order, divergence)


def _sharpened(p: Array, q: Array, order: float, divergence: float) -> Array:
    """Return the weights on which a capital grows fastest where the worlds have these frequencies."""
    ratio = math.exp(divergence * (order - 1) / order)
    largest = p / q / ratio
    weights = largest
    for _ in range(_SHARPENED):
        gains, losses = weights ** (order - 1), ratio * (1 - 1 / order) * weights**order
        gain, loss = (p * gains).sum(), (q * losses).sum()
        variance = (p * (gains - gain) ** 2).sum() + (q * (losses - loss) ** 2).sum()
        rate = max(gain - loss - ratio / order, 0.0) / max(variance, _TINY)
        damped = np.maximum(1 - rate * (gains - gain), _LEAST) / np.maximum(1 + rate * (losses - loss), _LEAST)
        weights = weights ** (1 - _PART) * (largest * damped) ** _PART
    return weights


def _shares(levels: NDArray[np.int64], count: int) -> Array:
    """Return how often each level was seen; half a run is added to each."""
    counts = np.bincount(levels, minlength=count) + 0.5
    return counts / counts.sum()


def _speed(p: Array, q: Array, weights: Array, order: float, divergence: float) -> float:
    gains, losses, null = _terms(weights, order, divergence, 1.0)
    won = _returns(np.subtract.outer(gains, losses).ravel(), null, max(losses))
    return float(log_growth(won, np.outer(p, q).ravel()))


def _terms(
    weights: Array, order: float, divergence: float, share: float
) -> tuple[tuple[float, ...], tuple[float, ...], float]:
    """Return the gains, the losses and the largest mean of their difference, rounded against whoever stakes on more."""
    ratio = math.exp(divergence * (order - 1) / order)
    gains, losses = weights ** (order - 1), ratio * (1 - 1 / order) * weights**order
    unit = 10.0**-_DIGITS
    return (
        tuple(round((math.floor(x / unit) - 1) * unit, _DIGITS) for x in gains.tolist()),
        tuple(round((math.ceil(y / unit) + 1) * unit, _DIGITS) for y in losses.tolist()),
        round((math.ceil(share * ratio / order / unit) + 1) * unit, _DIGITS),
    )


def _units(value: float) -> int:
    return round(value * 10**_DIGITS)


def _returns(payoffs: Array, null: float, most: float) -> Array:
    return np.maximum((payoffs - null) / (null + most), -1.0)
