"""Batches: their laws by counting, the worst data sets, and the bound for batches."""

from fractions import Fraction
from math import exp, expm1, log

import pytest

from theory_checks.papers.gpope.privacy._batch_pairs import batch_pair, mean_of_clipped
from theory_checks.papers.gpope.privacy._dominating import repaired_bound
from theory_checks.papers.gpope.privacy._one_step import Step
from theory_checks.papers.gpope.privacy.batches import (
    SHAPES,
    _batch_bound,
    _worst,
    batch_law,
    largest_moment,
    mean_clipped_once,
    worst_records,
)


def test_the_law_of_a_batch_of_two_out_of_three():
    law = batch_law((1, -1, -1), 2, mean_of_clipped, Fraction(1))

    assert dict(zip(law.means, law.weights, strict=True)) == {-1: Fraction(1, 3), 0: Fraction(2, 3)}


def test_a_long_gradient_turns_a_mean_that_is_clipped_once():
    assert mean_clipped_once((9, -1)) == 1
    assert mean_clipped_once((-1, -1)) == -1
    assert mean_of_clipped((9, -1)) == 0


@pytest.mark.parametrize(("m", "size", "sigma"), SHAPES)
def test_the_largest_moment_is_that_of_opposite_gradients(m, size, sigma):
    expected = log(1 + (size / m) ** 2 * expm1(4 / (size * float(sigma)) ** 2))
    found = largest_moment(m, size, mean_of_clipped, sigma, (-1, 0, 1))

    assert float(found) == pytest.approx(expected, rel=1e-9)
    assert float(_worst(m, size, mean_of_clipped, sigma)) == pytest.approx(expected, rel=1e-9)


def test_clipping_once_keeps_the_distance_two():
    pair = batch_pair(10, 3, mean_clipped_once, Fraction(2))

    assert (pair.rate, pair.shift) == (Fraction(3, 10), 2)
    assert float(_worst(10, 3, mean_clipped_once, Fraction(2))) == pytest.approx(log(1 + 0.09 * (exp(1) - 1)))


@pytest.mark.parametrize("size", [2, 3, 5, 10])
def test_turning_a_mean_takes_a_gradient_of_twice_the_batch(size):
    with_it, without = worst_records(size, size)

    assert mean_clipped_once(with_it) - mean_clipped_once(without) == 2
    assert mean_clipped_once((*without[1:], size)) == Fraction(1, size)  # length B h reaches h/B only


def test_the_pair_is_the_law_of_all_batches():
    P, Q = (batch_law(records, 3, mean_clipped_once, Fraction(2)) for records in worst_records(10, 3))

    assert dict(zip(P.means, P.weights, strict=True)) == {-1: Fraction(7, 10), 1: Fraction(3, 10)}
    assert list(Q.means) == [-1]


def test_the_bound_for_batches_falls_with_the_batch():
    step = Step(100, Fraction(1), 1)
    bounds = [float(_batch_bound(step, size)) for size in (1, 2, 5, 50)]

    assert bounds == sorted(bounds, reverse=True)
    assert bounds[0] == pytest.approx(float(repaired_bound(step)))
