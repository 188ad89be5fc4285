import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals

from theory_checks.statistics import subgaussian_interval


@given(
    st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=50),
    st.floats(1e-3, 1e3),
    st.sampled_from([0.5, 1e-9, 1e-200]),
)
def test_interval_is_chernoffs(samples: list[float], scale: float, error: float) -> None:
    interval = subgaussian_interval(samples, error, scale=scale)
    mean = sum(map(Fraction, samples), Fraction(0)) / len(samples)
    radius = scale * math.sqrt(2 * (math.log(2) - math.log(error)) / len(samples))
    size = max(map(abs, samples)) + radius
    assert float(interval.high - mean) == pytest.approx(radius, abs=1e-11 * size)  # fifty roundings of this size
    assert float(mean - interval.low) == pytest.approx(radius, abs=1e-11 * size)


def test_one_side_has_the_whole_error_and_the_other_end_is_open() -> None:
    both = subgaussian_interval([1.0, 2.0], 0.02, scale=0.5)
    lower, upper = (subgaussian_interval([1.0, 2.0], 0.01, scale=0.5, side=side) for side in ("lower", "upper"))
    assert (lower.low, lower.high, upper.low, upper.high) == (both.low, math.inf, -math.inf, both.high)


def test_numbers_near_overflow_are_no_evidence() -> None:
    interval = subgaussian_interval([1e308, 1e308], 0.1, scale=1.0)
    assert interval.low == -math.inf
    assert interval.high == math.inf


test_bad_input_is_refused = refusals(
    (
        lambda bad: subgaussian_interval([0.0, bad], 0.1, scale=1.0),
        r"^samples must be finite, got .* at index 1$",
        [math.nan, math.inf, -math.inf],
    ),
    (
        lambda scale: subgaussian_interval([0.0], 0.1, scale=scale),
        r"^scale must be finite and positive, got ",
        [0.0, math.nan, math.inf],
    ),
    (
        lambda: subgaussian_interval([0.0], 2.0, scale=1.0),
        r"^failure_probability must lie strictly between 0 and 1, got 2.0$",
    ),
    (
        lambda: subgaussian_interval([0.0], 0.1, scale=1.0, side="less"),
        r"^side must be one of two-sided, lower, upper, got 'less'$",
    ),
)
