"""Randomised response among K public answers, and the largest probability of the true one for an (epsilon, delta).

The answer of the data has probability p >= 1/K, each of the others q = (1 - p)/(K - 1) <= p. Data with the same answer
give the same law. If their answers differ, the laws P and P' differ in two places, so that for every event S

    P(S) - e^epsilon P'(S) <= (p - e^epsilon q)^+ + (q - e^epsilon p)^+ + (K - 2) (q - e^epsilon q)^+
                            = (p - e^epsilon q)^+                               as q <= p and e^epsilon >= 1,

with equality for the event that the first answer is given. Hence the mechanism is (epsilon, delta)-private, for *every*
pair of data and whatever leads from the data to an answer, exactly when p - e^epsilon q <= delta:

    p <= (e^epsilon + (K - 1) delta) / (e^epsilon + K - 1),     or     (K - 1) (p - delta) / (1 - p) <= e^epsilon.

The last form compares a rational number with a power of e: balls decide it. The p that is returned is the largest
multiple of 2**-53 from 1/K on for which it is proved, so that integers can draw it exactly; or 1/K where there is none.
At 1/K the answer depends on nothing.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction
from math import inf, nextafter
from typing import Any

from flint import arb, ctx

from tabular.errors import needed
from tabular.numbers.arguments import count, nonnegative, probability
from tabular.numbers.balls import ball
from tabular.numbers.exact import Exact

_GRID = 1 << 53
_FEWEST_BITS, _MOST_BITS = 128, 1 << 14


@dataclass(frozen=True)
class RandomisedResponse:
    """The mechanism that names one of ``candidates`` public answers, and not always the true one."""

    candidates: int

    def __post_init__(self) -> None:
        count("candidates", self.candidates, 2)


@dataclass(frozen=True)
class PrivateResponse:
    """The probability of the true answer for a wanted (epsilon, delta), and an enclosure of the delta it spends."""

    truth: Fraction
    mechanism: RandomisedResponse
    epsilon: Exact
    delta: Exact
    spent: arb

    @property
    def other(self) -> Fraction:
        """Return the probability of each of the other answers."""
        return (1 - self.truth) / (self.mechanism.candidates - 1)

    def dp_event(self) -> Any:
        """Return the event of dp-accounting: with this probability, rounded down, the answer is a uniform one."""
        events = needed("dp_accounting", "dp_event()")
        uniform = self.mechanism.candidates * self.other
        rounded = float(uniform)
        return events.RandomizedResponseDpEvent(
            rounded if rounded <= uniform else nextafter(rounded, 0.0), self.mechanism.candidates
        )


def randomised_response(candidates: int) -> RandomisedResponse:
    """Return randomised response among so many public answers, for `calibrate`."""
    return RandomisedResponse(candidates)


def calibrate_response(epsilon: Exact, delta: Exact, mechanism: RandomisedResponse) -> PrivateResponse:
    """Return the largest probability of the truth, a multiple of 2**-53, that is proved to be (epsilon, delta)-private.

    Where no multiple from 1/K on is private the answer is uniform: exactly 1/K.
    """
    nonnegative("epsilon", epsilon)
    probability("delta", delta)
    k = mechanism.candidates
    least = -(-_GRID // k)
    multiples = range(least, _GRID + 1)
    private = bisect_left(multiples, True, key=lambda n: not _is_private(Fraction(n, _GRID), epsilon, delta, k))
    truth = Fraction(multiples[private - 1], _GRID) if private else Fraction(1, k)
    return PrivateResponse(truth, mechanism, epsilon, delta, _spent(truth, epsilon, k))


def _is_private(p: Fraction, epsilon: Exact, delta: Exact, k: int) -> bool:
    """Return whether (K - 1) (p - delta) <= e^epsilon (1 - p) is proved; what stays open counts as false."""
    left, right = (k - 1) * (p - Fraction(delta)), 1 - p
    if left <= right or epsilon == inf:
        return True
    return right > 0 and _at_most_exp(left / right, epsilon)


def _at_most_exp(x: Fraction, epsilon: Exact) -> bool:
    """Return whether x <= e^epsilon is proved, for x > 1; only at epsilon = 0 could both be equal."""
    if epsilon == 0 or epsilon >= x.numerator.bit_length():  # then e^epsilon > 2^epsilon > x
        return epsilon != 0
    bits = _FEWEST_BITS
    while bits <= _MOST_BITS:
        with ctx.workprec(bits):
            distance = ball(Fraction(epsilon)).exp() - ball(x)
        if distance > 0 or distance < 0:
            return distance > 0
        bits *= 2
    return False


def _spent(p: Fraction, epsilon: Exact, k: int) -> arb:
    """Return a ball around (p - e^epsilon q)^+."""
    q = (1 - p) / (k - 1)
    if epsilon == inf or p == q or (q > 0 and _at_most_exp(p / q, epsilon)):
        return arb(0)
    with ctx.workprec(_FEWEST_BITS):
        return ball(p) if q == 0 else ball(p) - ball(Fraction(epsilon)).exp() * ball(q)
