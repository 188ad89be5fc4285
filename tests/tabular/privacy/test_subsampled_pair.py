"""Tests for tabular/privacy/subsampled/pair.py: the worst pair, against every small data set."""

from fractions import Fraction
from itertools import product
from math import exp, inf, nan

import numpy as np
import pytest
from refusals import refusals

from tabular.errors import InputError
from tabular.privacy.subsampled import Adjacency, Direction, SubsampledGaussian, step_delta, worst_pair
from tabular.privacy.subsampled.pair import attained_directions, bounding_directions

GRADIENTS = (-1, 0, 1)
EPSILONS = (-1.0, -0.2, -0.05, 0.0, 0.1, 0.5, 1.5)
SIGMA = 1.5
X = np.linspace(-16, 16, 32001)
# Simpson's rule on pieces of length 1e-3, with one kink: the error is of the order of 1e-6 * density slope.
QUADRATURE = 1e-6


def law(gradients):
    density = np.exp(-((X[:, None] - np.array(gradients)) ** 2) / (2 * SIGMA**2)).mean(axis=1)
    return density / np.sqrt(2 * np.pi * SIGMA**2)


def hockey_stick(first, second, epsilon):
    return float(np.trapezoid(np.maximum(law(first) - exp(epsilon) * law(second), 0), X))


def replaced():
    return [((*rest, a), (*rest, b)) for rest in product(GRADIENTS, repeat=2) for a, b in product(GRADIENTS, repeat=2)]


def removed():
    return [((*rest, a), rest) for rest in product(GRADIENTS, repeat=2) for a in GRADIENTS]


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_the_dominating_curve_is_the_worst_replacement_of_one_of_three_records(epsilon):
    worst = max(hockey_stick(first, second, epsilon) for first, second in replaced())
    pair = worst_pair(3, SIGMA, Adjacency.REPLACE)

    assert worst == pytest.approx(step_delta(pair, epsilon, Direction.DOMINATING), abs=QUADRATURE)


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_each_order_is_the_worst_addition_or_removal_of_a_third_record(epsilon):
    pair = worst_pair(2, SIGMA, Adjacency.ADD_REMOVE)
    removal = max(hockey_stick(larger, smaller, epsilon) for larger, smaller in removed())
    addition = max(hockey_stick(smaller, larger, epsilon) for larger, smaller in removed())

    assert removal == pytest.approx(step_delta(pair, epsilon, Direction.REMOVE), abs=QUADRATURE)
    assert addition == pytest.approx(step_delta(pair, epsilon, Direction.ADD), abs=QUADRATURE)


def test_shift_one_is_not_the_worst_pair():
    """The control of the enumeration: the pair with gradients 0 and 1 loses less."""
    printed = SubsampledGaussian(Fraction(1, 3), SIGMA, 1)
    worst = max(hockey_stick(first, second, 0.1) for first, second in replaced())

    assert step_delta(printed, 0.1, Direction.DOMINATING) < worst - 0.05


def test_rates_and_directions():
    assert worst_pair(10, 2, Adjacency.REPLACE).rate == Fraction(1, 10)
    assert worst_pair(10, 2, Adjacency.ADD_REMOVE).rate == Fraction(1, 11)
    assert worst_pair(10, 4, Adjacency.REPLACE).mu == Fraction(1, 2)
    assert bounding_directions(Adjacency.REPLACE) == (Direction.DOMINATING,)
    assert bounding_directions(Adjacency.ADD_REMOVE) == attained_directions()


@pytest.mark.parametrize(("q", "rule"), [(0, "above 0"), (1.5, "at most 1"), (nan, "above 0"), (-0.1, "above 0")])
def test_q_outside_of_its_range_is_refused(q, rule):
    with pytest.raises(InputError, match=f"q must be .*{rule}"):
        SubsampledGaussian(q, 1, 2)


test_bad_input_is_refused_in_one_sentence = refusals(
    (
        lambda sigma: worst_pair(3, sigma, Adjacency.REPLACE),
        "sigma must be a finite number above 0",
        [0, -1, nan, inf, True, "1", None],
    ),
    (lambda m: worst_pair(m, 1, Adjacency.REPLACE), "m must be an integer of at least 1", [0, -1, 1.5, nan, True, "3"]),
    (lambda shift: SubsampledGaussian(0.1, 1, shift), "shift must be", [0, nan, -2, inf]),
    (lambda adjacency: worst_pair(3, 1, adjacency), "adjacency must be", ["replace", None, 1]),
)
