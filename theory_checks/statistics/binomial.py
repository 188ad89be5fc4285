"""Exact binomial intervals [clopper-pearson-1934] for a number of trials that was fixed in advance.

For k successes in n trials the lower end is the p with P(Bin(n, p) >= k) = a, the upper end the p with
P(Bin(n, p) <= k) = a. Both tails are incomplete Beta functions: I_p(k, n - k + 1) and 1 - I_p(k + 1, n - k).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from theory_checks.statistics.arguments import FloatArray, Side, check_choice, check_probability, read_successes
from theory_checks.statistics.outcomes import Interval
from theory_checks.statistics.sides import error_per_side, open_ends

# The inverse Beta function is only a proposal: it is moved outwards until the tail itself is below the error. The tail
# must be below by a factor 1 - 2**-20, far more than its own relative error (1e-8 at a billion trials).
_AIM = 1 - 2.0**-19
_ENOUGH = 1 - 2.0**-20
_FIRST_STEP = 2.0**-40


def binomial_interval(
    successes: ArrayLike, trials: ArrayLike, failure_probability: float, side: Side = "two-sided"
) -> Interval:
    """Return the interval that misses p with probability at most `failure_probability`, for every p."""
    check_probability("failure_probability", failure_probability)
    check_choice("side", side, Side)
    counts = read_successes(successes, trials)
    error = error_per_side(side, failure_probability)
    k, n = (count.astype(np.float64) for count in counts)
    low, high = open_ends(_lower_end(k, n, error), _upper_end(k, n, error), side, (0.0, 1.0))
    return Interval(low, high, failure_probability)


def at_least(count: int, n: int, p: float) -> float:
    """Return P(Bin(n, p) >= count)."""
    from scipy import stats  # here: it takes half a second, and few commands ask what a test would have seen

    return float(stats.binom.sf(count - 1, n, p))


def at_most(count: int, n: int, p: float) -> float:
    """Return P(Bin(n, p) <= count)."""
    from scipy import stats

    return float(stats.binom.cdf(count, n, p))


def _lower_end(k: FloatArray, n: FloatArray, error: float) -> FloatArray:
    """Return the p with P(Bin(n, p) >= k) <= error, as large as can be; 0 without a success, where the tail is 1."""
    k_or_one = np.maximum(k, 1.0)

    def tail(p: FloatArray) -> FloatArray:
        return special.betainc(k_or_one, n - k_or_one + 1, p)

    low = _outwards(special.betaincinv(k_or_one, n - k_or_one + 1, _AIM * error), 0.0, tail, error)
    return np.where(k > 0, low, 0.0)


def _upper_end(k: FloatArray, n: FloatArray, error: float) -> FloatArray:
    """Return the p with P(Bin(n, p) <= k) <= error, as small as can be; 1 without a failure."""
    k_or_less = np.minimum(k, n - 1)

    def tail(p: FloatArray) -> FloatArray:
        return special.betaincc(k_or_less + 1, n - k_or_less, p)

    high = _outwards(special.betainccinv(k_or_less + 1, n - k_or_less, _AIM * error), 1.0, tail, error)
    return np.where(k < n, high, 1.0)


def _outwards(proposal: FloatArray, end: float, tail: Callable[[FloatArray], FloatArray], error: float) -> FloatArray:
    """Move `proposal` towards `end` (0 or 1), where the tail is 0, until the tail is certainly below `error`.

    The step doubles each time, so 42 steps suffice; a tail or proposal that is not a number ends at `end`.
    """
    p = np.where(np.isnan(proposal), end, proposal)
    step = _FIRST_STEP
    while not (fine := tail(p) <= _ENOUGH * error).all():
        moved = np.nextafter(p + step * np.minimum(p, 1 - p) * (2 * end - 1), end)
        p = np.where(fine, p, end if step > 1 else np.clip(moved, 0.0, 1.0))
        step *= 2
    return p
