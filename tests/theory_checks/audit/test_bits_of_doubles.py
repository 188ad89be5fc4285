"""What the bits of doubles say, against their definitions."""

import math

import numpy as np
import pytest

from theory_checks.audit.doubles import depth, lowest_bit, of_doubles
from theory_checks.audit.further import all_scores


@pytest.mark.parametrize(
    ("value", "exponent"), [(1.0, 0), (0.75, -2), (-6.0, 1), (5e-324, -1074), (1 + 2.0**-52, -52), (2.0**-60, -60)]
)
def test_the_lowest_bit_is_the_largest_power_of_two_that_divides(value, exponent):
    assert lowest_bit(np.array([value])).tolist() == [exponent]
    assert (value / 2.0**exponent) % 2 == 1 or value == 5e-324


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    "values", [[math.nan] * 4, [math.inf, math.nan], [0.5, 1.5e308, 1.6e308, 1.7e308], [0.5, -math.inf]]
)
def test_numbers_at_the_end_of_doubles_are_looked_at_in_silence(values):
    column = np.array(values)[:, None]

    scores = list(of_doubles(column, column, [1.0]))

    assert scores
    assert not any("grid of inf" in score.name or "grid of nan" in score.name for score in scores)


def test_what_is_no_number_has_no_lowest_bit():
    assert np.isnan(lowest_bit(np.array([math.inf, math.nan]))).all()
    assert lowest_bit(np.array([0.0])).tolist() == [-math.inf]


def test_depth_finds_the_grid_of_the_textbook_sampler_and_no_other():
    rng = np.random.default_rng(0)
    sign = rng.choice([-1.0, 1.0], 400_000)
    values = 100.0 + 2.0 * sign * np.log(rng.integers(1, 2**44, 400_000) * 2.0**-53)
    own, other = depth(values, 100.0, 2.0), depth(values, 101.0, 2.0)
    deep = np.abs(values - 100) > 2 * 7.5

    assert (own[deep] > 0).mean() > 0.999
    assert (other[deep] > 0).mean() < 0.35


def test_statistics_of_bits_tell_sums_from_noise():
    rng = np.random.default_rng(1)
    zero, one = rng.laplace(size=(4000, 1)), 1 + rng.laplace(size=(4000, 1))
    found = {score.name: score for score in of_doubles(zero, one, [1.0])}
    fresh = rng.laplace(size=(4000, 1)), 1 + rng.laplace(size=(4000, 1))

    assert set(found) == {
        "lowest bit",
        "lowest bit at its exponent",
        "low bits at its exponent",
        "depth on the grid of 0 + 1 log(k/2^53)",
        "depth on the grid of 1 + 1 log(k/2^53)",
    }
    assert all(score.bits for score in found.values())
    table = found["lowest bit at its exponent"]
    assert table(fresh[1]).mean() > table(fresh[0]).mean() + 0.5


def test_whole_numbers_have_no_bits_to_look_at():
    whole = np.arange(50.0)[:, None]

    assert list(of_doubles(whole, whole, [1.0])) == []
    assert not any(score.bits for score in all_scores(whole / 3, whole / 3))
    assert any(score.bits for score in all_scores(whole / 3, whole / 3, 1.0))
