"""The conditional laws against 60-digit ball arithmetic, at every scale."""

import math

import pytest
from flint import arb, ctx
from hypothesis import given
from hypothesis import strategies as st

from tabular.noise import _kernels_batch, _kernels_store
from tabular.noise.conditional import bridge, midpoint, step

SCALES = st.floats(-30, 2.5).map(lambda t: 10.0**t)
# A few roundings of 2**-53 each in sums of positive terms and quotients; tiny weights are right in absolute terms.
CLOSE = 5e-15


@pytest.fixture(autouse=True)
def digits():
    before, ctx.dps = ctx.dps, 120
    yield
    ctx.dps = before


@given(SCALES, SCALES, SCALES)
def test_the_bridge_has_the_textbook_weights_and_variance(beta, left, right):
    a, b = arb(beta) * arb(left), arb(beta) * arb(right)
    whole = (a + b).sinh()
    first, second, deviation = bridge(beta, left, right)

    assert first == pytest.approx(float(b.sinh() / whole), rel=CLOSE, abs=1e-15)
    assert second == pytest.approx(float(a.sinh() / whole), rel=CLOSE, abs=1e-15)
    assert deviation == pytest.approx(float((2 * a.sinh() * b.sinh() / whole).sqrt()), rel=CLOSE)


@given(SCALES)
def test_one_neighbour_has_the_textbook_weight_and_variance(c):
    rho, deviation = step(c)

    assert rho == pytest.approx(float((-arb(c)).exp()), abs=2**-53)
    assert deviation == pytest.approx(float((1 - (-2 * arb(c)).exp()).sqrt()), rel=CLOSE)


@given(SCALES)
def test_a_midpoint_has_the_textbook_weight_and_variance(c):
    weight, deviation = midpoint(c)

    assert weight == pytest.approx(float(1 / (2 * arb(c).cosh())), rel=CLOSE)
    assert deviation == pytest.approx(float(arb(c).tanh().sqrt()), rel=CLOSE)


@pytest.mark.parametrize("c", [1e6, 1e300, math.inf])
def test_far_points_are_independent(c):
    assert step(c) == (0.0, 1.0)
    assert bridge(c, 1.0, 1.0) == (0.0, 0.0, 1.0)
    assert midpoint(c) == (0.0, 1.0)


def test_distances_below_the_smallest_double_give_a_chord():
    assert bridge(1e-300, 3e-30, 1e-30) == pytest.approx((0.25, 0.75, 0.0), abs=1e-15)


@given(SCALES, SCALES, SCALES)
def test_compiled_formulas_are_the_plain_ones(beta, left, right):
    """Also when a compiled function that was stored before a formula changed is used."""
    assert _kernels_store._bridge(beta, left, right) == pytest.approx(bridge(beta, left, right), rel=1e-15)
    assert _kernels_store._step(left) == pytest.approx(step(left), rel=1e-15)
    assert _kernels_batch._step(left) == pytest.approx(step(left), rel=1e-15)
