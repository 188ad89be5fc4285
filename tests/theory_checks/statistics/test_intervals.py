import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals
from simulated import too_many

from theory_checks.core.seeds import generator
from theory_checks.statistics import Side, hoeffding_interval

SIDES: tuple[Side, ...] = ("two-sided", "lower", "upper")


@given(
    st.lists(st.floats(0, 1), min_size=2, max_size=20), st.sampled_from([1, 20]), st.sampled_from([0.3, 1e-3, 1e-12])
)
def test_formulas_in_rational_arithmetic(pattern: list[float], repeats: int, error: float) -> None:
    samples = pattern * repeats  # short samples have intervals that reach the bounds
    n, exact = len(samples), [Fraction(x) for x in samples]
    mean, radius = sum(exact, Fraction(0)) / n, math.sqrt(math.log(2 / error) / (2 * n))
    interval = hoeffding_interval(samples, error)
    # outwards, by no more than 1e-12: a few hundred roundings of numbers below 1
    assert max(0.0, float(mean) - radius) == pytest.approx(float(interval.low), abs=1e-12)
    assert min(1.0, float(mean) + radius) == pytest.approx(float(interval.high), abs=1e-12)
    assert interval.low <= max(0.0, float(mean) - radius)


@pytest.mark.parametrize("side", SIDES)
def test_coverage_by_enumeration(side: Side) -> None:
    # all 2^10 binary samples, in exact arithmetic
    n, error = 10, 0.2
    sequences = np.array(list(itertools.product((0, 1), repeat=n)))
    interval = hoeffding_interval(sequences, error, side=side)
    for p in (Fraction(1, 10), Fraction(1, 2), Fraction(17, 20)):
        missed = sequences[~interval.contains(float(p))].sum(axis=1).tolist()
        assert sum((p**k * (1 - p) ** (n - k) for k in missed), Fraction(0)) <= Fraction(error)


@pytest.mark.parametrize("alpha", [0.02, 0.5, 3.0])
def test_coverage_by_simulation(alpha: float) -> None:
    # fails for a valid interval with probability below 1e-10 (exact binomial tail)
    samples = generator(0, "test", "intervals", str(alpha)).beta(alpha, 2 * alpha, (4000, 60))
    assert (~hoeffding_interval(samples, 0.05).contains(1 / 3)).sum() < too_many(4000, 0.05)


def test_sides_share_the_error() -> None:
    samples = generator(0, "test", "intervals-sides").random((3, 500))
    both, lower, upper = (
        hoeffding_interval(samples, error, side=s) for s, error in zip(SIDES, (0.02, 0.01, 0.01), strict=True)
    )
    np.testing.assert_array_equal(both.low, lower.low)
    np.testing.assert_array_equal(both.high, upper.high)
    np.testing.assert_array_equal(lower.high, 1.0)
    np.testing.assert_array_equal(upper.low, 0.0)


def test_bounds_are_a_change_of_units() -> None:
    samples = generator(0, "test", "intervals-bounds").random(300)
    plain, moved = hoeffding_interval(samples, 1e-6), hoeffding_interval(-2 + 6 * samples, 1e-6, bounds=(-2.0, 4.0))
    assert float(moved.low) == pytest.approx(-2 + 6 * float(plain.low), abs=1e-12)  # roundings at 4, not at 1
    assert float(moved.high) == pytest.approx(-2 + 6 * float(plain.high), abs=1e-12)


test_bad_input_is_refused = refusals(
    (lambda: hoeffding_interval([0.1, math.nan], 0.1), "samples must lie in [0, 1], got nan at index 1"),
    (lambda: hoeffding_interval([0.1, 1.1], 0.1), "samples must lie in [0, 1], got 1.1 at index 1"),
    (lambda: hoeffding_interval([], 0.1), "samples must hold at least one number, got an array of shape (0,)"),
    (lambda: hoeffding_interval([0.1], 1.0), "failure_probability must lie strictly between 0 and 1, got 1.0"),
    (lambda: hoeffding_interval([0.1], 0.1, side="both"), "side must be one of two-sided, lower, upper, got 'both'"),
    (
        lambda: hoeffding_interval([0.1], 0.1, bounds=(1.0, 0.0)),
        "bounds must be two finite numbers, the smaller one first, got (1.0, 0.0)",
    ),
    (
        lambda: hoeffding_interval([0.1], 0.1, bounds=(0.0,)),
        "bounds must be two finite numbers, the smaller one first, got (0.0,)",
    ),
    error=ValueError,
    says="sentence",
)
