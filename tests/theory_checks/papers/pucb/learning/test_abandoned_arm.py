"""The arm that is given up for good: the event of the lemma against an own run of Algorithm 2, and its probability."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import exp, log, log1p, sqrt

import numpy as np
import pytest

from theory_checks.core.interpret import enclose
from theory_checks.papers.pucb.learning.abandoned_arm import abandoned, just_above

COUNTS, REWARDS = ("n0", "n1"), ("r0", "r1")


def noises(J: int, rng: np.random.Generator, *, at_the_ends: bool) -> Callable[[str, int], float]:
    """Return the noise of the partial sum that ends at an item, in scales: drawn inside of the event."""
    L = log(8 * 2**J)
    D = J * L

    def noise(counter: str, item: int) -> float:
        first, within = item & (item - 1) == 0, L * (rng.choice([-1, 1]) if at_the_ends else rng.uniform(-1, 1))
        if first and counter in COUNTS:
            return float(D * (rng.choice([2, 3]) if at_the_ends else rng.uniform(2, 3)))
        return -10 * D - (0 if at_the_ends else rng.exponential()) if first and counter == "r1" else float(within)

    return noise


class Counter:
    """A binary counter with given noises."""

    def __init__(self, noise: Callable[[int], float]) -> None:
        self.noise, self.items, self.total, self.sums = noise, 0, 0.0, {0: 0.0}

    def feed(self, x: float) -> None:
        self.items, self.total = self.items + 1, self.total + x
        self.sums[self.items] = self.sums[self.items & (self.items - 1)] + self.noise(self.items)

    @property
    def release(self) -> float:
        return self.total + self.sums[self.items]


def plays(J: int, epsilon: float, feed: str, ties: str, undefined: float, noise: Callable[[str, int], float]) -> int:
    """Run Algorithm 2 on arms that pay 0 and 1; return how often the better one is played."""
    T, s, b = 2**J, 3 * (J + 1) / epsilon, just_above(J)
    E = 3 / epsilon * (log(6) + b) * log(T) ** 2.5
    counters = {name: Counter(lambda t, name=name: s * noise(name, t)) for name in COUNTS + REWARDS}
    rng, better = np.random.default_rng(1), 0
    for _ in range(T):
        values = []
        for n, r in ((counters[x].release, counters[y].release) for x, y in zip(COUNTS, REWARDS, strict=True)):
            bonus = 1.0
            if n >= 2 * E:
                bonus = 2 * sqrt(2 * (log(T) + b) / max(n - E, 1)) + 2 * (3 * E / n + 2 * E**2 / n**2)
            values.append(min(1.0, (undefined if n == 0 else r / n) + bonus))
        tied = {"first": 0, "last": 1, "coin": int(rng.integers(2))}[ties]
        arm = tied if values[0] == values[1] else int(values[1] > values[0])
        better += arm
        for a in (0, 1):
            counters[COUNTS[a]].feed(a == arm)
            if feed == "all" or a == arm:
                counters[REWARDS[a]].feed(a == arm == 1)
    return better


@pytest.mark.parametrize("at_the_ends", [False, True])
@pytest.mark.parametrize(("J", "epsilon"), [(1, 0.01), (1, 5.0), (2, 1.0), (5, 10.0), (8, 0.1), (8, 100.0)])
def test_on_the_event_the_better_arm_is_played_once_at_most(J: int, epsilon: float, at_the_ends: bool) -> None:
    """However ties are broken, whatever 0/0 is, and whatever reward counters are fed."""
    assert J * log(8 * 2**J) * 3 * (J + 1) / epsilon >= 3
    for feed, ties, undefined in product(("visits", "all"), ("first", "last", "coin"), (1, 0, -5)):
        rng = np.random.default_rng(7)
        assert plays(J, epsilon, feed, ties, undefined, noises(J, rng, at_the_ends=at_the_ends)) <= 1


def test_without_the_event_it_is_played_more_often() -> None:
    assert plays(8, 10.0, "visits", "coin", 1.0, lambda counter, item: 0.0) > 1


@pytest.mark.parametrize("J", [1, 2, 6, 30])
def test_the_value_is_below_the_probability_of_the_event(J: int, lemma_value: Callable[..., float]) -> None:
    """The law of each noise, the union over those that are not special, and the closed form of the lemma."""
    T, L = 2**J, log(8) + J * log(2)
    D = J * L
    count, reward = -2 * D - log(2) + log1p(-exp(-D)), -10 * D - log(2)
    event = 2 * J * count + J * reward + log(1 - 4 * T * exp(-L))
    sizes = {"states": 1, "actions": 2, "horizon": 1, "episodes": T, "doublings": J}
    sizes |= {"scale": 3 * (J + 1), "level": 100 * J**4}
    mistakes = lemma_value("log-more-mistakes", count=0.5 if J == 1 else T - 2, alpha=0.5, **sizes)

    assert mistakes <= event
    assert mistakes >= 1.2 * event
    assert lemma_value("log-more-regret", count=0.5 if J == 1 else T - 2, **sizes) == mistakes
    assert float(enclose(abandoned(J))) == pytest.approx(mistakes, rel=1e-12)
    assert -just_above(J) < mistakes < 2 - just_above(J)
