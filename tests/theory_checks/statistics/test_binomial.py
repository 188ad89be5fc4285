from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals
from scipy import stats

from theory_checks.statistics import Side, binomial_interval

SIDES: tuple[Side, ...] = ("two-sided", "lower", "upper")


def tail_from(k: int, n: int, p: Fraction) -> Fraction:
    """P(Bin(n, p) >= k), exactly."""
    return sum((math.comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(k, n + 1)), Fraction(0))


@pytest.mark.parametrize("error", [0.5, 0.05, 1e-9, 1e-12, 1e-100])
@pytest.mark.parametrize("n", [1, 2, 7, 30])
def test_ends_solve_their_equations_from_the_safe_side(n: int, error: float) -> None:
    for k in range(n + 1):
        low, high = (Fraction(float(end)) for end in ends(k, n, error))
        share = Fraction(error) / 2
        # the tail is aimed at a factor 1 - 2**-19 below the error; next to 1 floats are coarse, so the upper end may
        # be 1 itself, where the tail is 0
        if k > 0:
            assert share * (1 - Fraction(1, 10**5)) <= tail_from(k, n, low) <= share or low < Fraction(1, 10**300)
        if k < n and high < 1 - Fraction(1, 10**9):
            assert share * (1 - Fraction(1, 10**5)) <= 1 - tail_from(k + 1, n, high) <= share
        assert 1 - tail_from(k + 1, n, high) <= share or k == n


def ends(k: int, n: int, error: float, side: Side = "two-sided") -> tuple[float, float]:
    interval = binomial_interval(k, n, error, side)
    return float(interval.low), float(interval.high)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("error", [0.3, 0.01, 1e-12])
@pytest.mark.parametrize("n", [1, 6, 25])
def test_coverage_by_exact_sums(n: int, error: float, side: Side) -> None:
    interval = binomial_interval(np.arange(n + 1), n, error, side)
    candidates = np.concatenate([np.linspace(0, 1, 41), interval.low, interval.high])
    nearby = np.concatenate([np.nextafter(candidates, 0.0), candidates, np.nextafter(candidates, 1.0)])
    for p in np.clip(nearby, 0, 1).tolist():
        exact, missed = Fraction(p), np.flatnonzero(~interval.contains(p)).tolist()
        chance = sum((math.comb(n, k) * exact**k * (1 - exact) ** (n - k) for k in missed), Fraction(0))
        assert chance <= Fraction(error)


@pytest.mark.parametrize("n", [1, 20, 1000, 10**9])
def test_no_success_and_no_failure_have_closed_forms(n: int) -> None:
    for error in (0.05, 1e-12):
        high = -math.expm1(math.log(error) / n)  # (1 - p)^n = error
        # 3e-6: the tail is aimed 2**-19 below the error, and log(error) / n carries it over to p
        assert ends(0, n, error, "upper") == (0.0, pytest.approx(high, rel=3e-6))
        assert ends(n, n, error, "lower") == (pytest.approx(1 - high, rel=3e-6), 1.0)
        assert ends(0, n, error, "lower") == (0.0, 1.0)
        assert ends(n, n, error, "upper") == (0.0, 1.0)


@given(st.integers(1, 10**5), st.data(), st.sampled_from([0.1, 1e-3, 1e-9]))
def test_scipy_agrees(n: int, data: st.DataObject, error: float) -> None:
    k = data.draw(st.integers(0, n))
    scipy_interval = stats.binomtest(k, n).proportion_ci(1 - error, method="exact")
    low, high = ends(k, n, error)
    # 1e-6: ours is wider by what 2**-19 of the tail is worth; 1 - error alone costs scipy 1e-7 of its tail
    assert low == pytest.approx(scipy_interval.low, rel=1e-5)
    assert 1 - high == pytest.approx(1 - scipy_interval.high, rel=1e-5, abs=1e-14)
    assert low <= scipy_interval.low * (1 + 1e-6)


@given(st.integers(1, 10**6), st.data())
def test_smaller_errors_and_other_counts_move_the_ends_outwards(n: int, data: st.DataObject) -> None:
    k = data.draw(st.integers(0, n))
    errors = [0.2, 1e-3, 1e-9, 1e-12, 1e-30]
    lows, highs = zip(*(ends(k, n, error) for error in errors), strict=True)
    assert list(lows) == sorted(lows, reverse=True)
    assert list(highs) == sorted(highs)
    assert lows[0] <= k / n <= highs[0]
    if k < n:
        assert ends(k + 1, n, 1e-9) >= ends(k, n, 1e-9)


@given(st.integers(1, 10**6), st.data())
def test_successes_and_failures_mirror_each_other(n: int, data: st.DataObject) -> None:
    k = data.draw(st.integers(0, n))
    low, high = ends(k, n, 1e-9)
    mirrored_low, mirrored_high = ends(n - k, n, 1e-9)
    # 1e-8: both ends are aimed at the same tail, which is right to 1e-8 at a million trials; p is less sensitive
    assert low == pytest.approx(1 - mirrored_high, rel=1e-8, abs=1e-15)
    assert high == pytest.approx(1 - mirrored_low, rel=1e-8, abs=1e-15)


def test_arrays_of_counts() -> None:
    interval = binomial_interval([[0, 1], [5, 10]], [10, 10], 1e-6)
    assert interval.low.shape == (2, 2)
    assert interval.low[0, 0] == 0.0
    assert interval.high[1, 1] == 1.0
    assert float(interval.low[1, 0]) == ends(5, 10, 1e-6)[0]
    assert not interval.low.flags.writeable


test_bad_input_is_refused = refusals(
    (lambda: binomial_interval(1, 2, 0.0), "failure_probability must lie strictly between 0 and 1, got 0.0"),
    (lambda: binomial_interval(1, 2, math.nan), "failure_probability must lie strictly between 0 and 1, got nan"),
    (lambda: binomial_interval(1, 2, None), "failure_probability must be a real number, got None"),
    (lambda: binomial_interval(1, 2, 0.1, "left"), "side must be one of two-sided, lower, upper, got 'left'"),
    (lambda: binomial_interval(3, 2, 0.1), "successes must be at most the 2 trials, got 3 at index 0"),
    (lambda: binomial_interval(math.nan, 2, 0.1), "successes must be integers between 0 and 2**53, got nan at index 0"),
    (lambda: binomial_interval([], 2, 0.1), "successes must hold at least one number, got an array of shape (0,)"),
    (lambda: binomial_interval("3", 5, 0.1), "successes must be an array of real numbers, got dtype <U1"),
    (lambda: binomial_interval(1, [0, 4], 0.1), "trials must be at least 1, got 0 at index 0"),
    (lambda: binomial_interval(1, 2**60, 0.1), f"trials must be integers between 0 and 2**53, got {2**60} at index 0"),
    error=ValueError,
    says="sentence",
)
