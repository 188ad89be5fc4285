"""Pooled transitions: distances by hand, laws by counting, and the numbers of the table."""

from fractions import Fraction
from math import expm1, log1p

import pytest

from tabular.privacy.subsampled import binomial_log_moment_ball
from theory_checks.papers.gpope.privacy._dominating import repaired_bound
from theory_checks.papers.gpope.privacy._one_step import Step, printed_bound
from theory_checks.papers.gpope.privacy.pooled_transitions import (
    mean_of_means,
    neighbours_of_one,
    pooled_law,
    pooled_mean,
    pooled_pair,
)


def test_pooled_and_separate_means():
    batch = [(1, 3), (-1, 1)]

    assert pooled_mean(batch) == Fraction(1, 2)
    assert mean_of_means(batch) == 0


@pytest.mark.parametrize(("length", "size"), [(1, 3), (100, 3), (7, 5)])
def test_the_distance_of_a_long_trajectory(length, size):
    pair = pooled_pair(20, size, length, pooled_mean, Fraction(2))

    assert pair.shift == Fraction(2 * length, length + size - 1)
    assert pair.rate == Fraction(size, 20)
    assert pooled_pair(20, size, length, mean_of_means, Fraction(2)).shift == Fraction(2, size)


def test_all_batches_of_two_out_of_three():
    data, neighbour = neighbours_of_one(3, 4)
    law, other = (pooled_law(trajectories, 2, pooled_mean, Fraction(1)) for trajectories in (data, neighbour))

    assert dict(zip(law.means, law.weights, strict=True)) == {-1: Fraction(1, 3), Fraction(3, 5): Fraction(2, 3)}
    assert list(other.means) == [-1]


def test_both_bounds_are_lost_with_one_long_trajectory_only():
    step = Step(100, Fraction(2), 1)
    equal, long = (
        float(binomial_log_moment_ball(pooled_pair(100, 3, length, pooled_mean, Fraction(2)), 1)) for length in (1, 100)
    )

    assert equal == pytest.approx(log1p(9e-4 * expm1(1 / 9)))
    assert long == pytest.approx(log1p(9e-4 * expm1((200 / 102) ** 2 / 4)))
    assert equal < float(printed_bound(step)) < float(repaired_bound(step)) < long
