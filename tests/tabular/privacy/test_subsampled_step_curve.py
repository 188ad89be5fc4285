"""Tests for tabular/privacy/subsampled/step_curve.py: one step, against integration and another library."""

from fractions import Fraction
from math import exp, inf, log, nan

import pytest
from dp_accounting.pld.privacy_loss_mechanism import AdjacencyType, MixtureGaussianPrivacyLoss
from flint import acb, arb
from hypothesis import given
from hypothesis import strategies as st

from tabular.errors import InputError
from tabular.privacy import delta_of
from tabular.privacy.subsampled import Direction, SubsampledGaussian, step_delta, step_delta_ball

PAIR = st.builds(
    SubsampledGaussian,
    st.fractions(Fraction(1, 1000), 1, max_denominator=1000),
    st.fractions(Fraction(1, 4), 20, max_denominator=20),
    st.sampled_from([1, 2]),
)
EPSILON = st.fractions(-4, 4, max_denominator=64)


@given(PAIR, EPSILON, st.sampled_from(Direction))
def test_doubles_agree_with_balls(pair, epsilon, direction):
    ball = step_delta_ball(pair, epsilon, direction, 64)

    assert ball.rel_accuracy_bits() >= 40 or abs(ball) < arb("1e-30")
    # a few last digits, and those which kappa loses where e^epsilon is next to 1 - q
    assert abs(arb(step_delta(pair, epsilon, direction)) - ball) <= abs(ball) * arb("1e-11") + arb("1e-15")


@given(PAIR, EPSILON)
def test_the_two_orders_are_reflections(pair, epsilon):
    """H_a(P || Q) = 1 - a + a H_{1/a}(Q || P)."""
    here = step_delta_ball(pair, epsilon, Direction.REMOVE)
    there = step_delta_ball(pair, -epsilon, Direction.ADD)
    ratio = arb(float(epsilon)).exp() if epsilon.denominator & (epsilon.denominator - 1) == 0 else None

    assert ratio is None or abs(here - (1 - ratio + ratio * there)) < arb("1e-12")


@given(PAIR, EPSILON, EPSILON, st.sampled_from(Direction))
def test_the_curve_decreases(pair, one, other, direction):
    near, far = sorted((one, other))

    assert step_delta(pair, far, direction) <= step_delta(pair, near, direction) + 1e-14


@given(PAIR, EPSILON)
def test_the_dominating_curve_is_the_larger_of_both(pair, epsilon):
    both = [step_delta(pair, epsilon, direction) for direction in (Direction.REMOVE, Direction.ADD)]

    assert step_delta(pair, epsilon, Direction.DOMINATING) >= max(both) - 1e-14


@pytest.mark.parametrize("epsilon", [-2.0, -0.05, 0.0, 0.02, 0.5, 3.0])
@pytest.mark.parametrize("direction", [Direction.REMOVE, Direction.ADD])
def test_another_library_agrees(epsilon, direction):
    kind = AdjacencyType.REMOVE if direction is Direction.REMOVE else AdjacencyType.ADD
    theirs = MixtureGaussianPrivacyLoss(1.25, [0.0, 2.0], [0.9, 0.1], adjacency_type=kind)

    # their threshold comes out of a numerical root, and their curve is a difference of two numbers of order 1
    assert step_delta(SubsampledGaussian(Fraction(1, 10), 1.25), epsilon, direction) == pytest.approx(
        float(theirs.get_delta_for_epsilon([epsilon])[0]), abs=1e-13
    )


def test_integration_by_balls_agrees():
    """integral_y (mix - e^epsilon null) from the zero y of the integrand on, q = 1/10, mu = 1, e^epsilon = 2."""
    pair = SubsampledGaussian(Fraction(1, 10), 2, 2)
    zero = arb(11).log() + arb(1) / 2

    def integrand(y, _):
        return (-y * y / 2).exp() * (arb(9) / 10 + (y - arb(1) / 2).exp() / 10 - 2)

    expected = acb.integral(integrand, zero, 20).real / (2 * arb.pi()).sqrt()
    assert step_delta(pair, log(2), Direction.REMOVE) == pytest.approx(float(expected), rel=1e-13)


def test_without_sampling_it_is_the_gaussian_curve():
    pair = SubsampledGaussian(1, 4, 2)
    for epsilon in (0, 0.3, 2, 30):
        for direction in Direction:
            assert step_delta(pair, epsilon, direction) == pytest.approx(delta_of(epsilon, 0.5), rel=1e-12)


def test_ends():
    pair = SubsampledGaussian(Fraction(1, 10), 1)
    assert step_delta(pair, -log(1 - 0.1) + 1e-9, Direction.ADD) == 0
    assert step_delta(pair, -5, Direction.REMOVE) == pytest.approx(1 - exp(-5), rel=1e-15)
    assert step_delta(pair, 5000, Direction.REMOVE) == 0
    assert step_delta_ball(pair, 5000, Direction.REMOVE) > 0


@pytest.mark.parametrize("epsilon", [nan, inf, -inf, "1", None, True])
def test_epsilon_that_is_no_finite_number_is_refused(epsilon):
    for function in (step_delta, step_delta_ball):
        with pytest.raises(InputError, match="epsilon must be a finite number"):
            function(SubsampledGaussian(0.1, 1), epsilon, Direction.ADD)


def test_direction_is_explicit():
    with pytest.raises(InputError, match="direction must be"):
        step_delta(SubsampledGaussian(0.1, 1), 1, "remove")
