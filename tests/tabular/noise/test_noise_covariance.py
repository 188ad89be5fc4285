"""Covariance by tracking coefficients: right for the right rule, and wrong for a broken one."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabular.noise.covariance import (
    dyadic_covariance,
    exact_rule,
    ornstein_uhlenbeck_covariance,
    sequential_covariance,
)

UP = math.nextafter(0.5, 1.0)
POINTS = st.lists(st.one_of(st.floats(0, 1), st.sampled_from([0.5, UP, 0.0, 1.0])), min_size=1, max_size=15)
BETAS = st.sampled_from([1e-300, 1e-9, 0.3, 7.0, 1e6, 1e308])


@given(POINTS, BETAS)
def test_the_exact_rule_has_the_kernel_for_any_points_in_any_order(points, beta):
    covariance = sequential_covariance(exact_rule(beta), points)

    np.testing.assert_allclose(covariance, ornstein_uhlenbeck_covariance(points, beta), rtol=0, atol=1e-13)


@pytest.mark.parametrize("n", [300])
def test_errors_do_not_build_up(n):
    points = np.random.default_rng(0).random(n).tolist()
    covariance = sequential_covariance(exact_rule(5.0), points)

    np.testing.assert_allclose(covariance, ornstein_uhlenbeck_covariance(points, 5.0), rtol=0, atol=1e-13)


def test_the_exact_rule_agrees_with_dense_conditioning():
    points, beta = [0.31, 0.9, 0.12, 0.55], 2.0
    exact = ornstein_uhlenbeck_covariance([*sorted(points), 0.4], beta)
    weights, variance = exact_rule(beta)(sorted(points), 0.4)
    dense = np.linalg.solve(exact[:4, :4], exact[:4, 4])

    np.testing.assert_allclose([weights.get(i, 0.0) for i in range(4)], dense, rtol=0, atol=1e-14)
    assert variance == pytest.approx(1 - dense @ exact[:4, 4], rel=1e-12)


def test_a_broken_rule_is_seen():
    """A sampler that forgets the right neighbour."""

    def forgetful(earlier, x):
        weights, variance = exact_rule(2.0)(earlier, x)
        return dict(list(weights.items())[:1]), variance

    covariance = sequential_covariance(forgetful, [0.2, 0.8, 0.5])

    assert np.max(np.abs(covariance - ornstein_uhlenbeck_covariance([0.2, 0.8, 0.5], 2.0))) > 0.3


def test_a_negative_variance_has_no_law():
    covariance = sequential_covariance(lambda earlier, x: ({}, -1.0), [0.5])

    assert np.isnan(covariance).all()


def test_a_tree_cut_off_early_does_not_have_the_law():
    """Control for the dyadic path: sharing one node too many is visible."""
    cells = [2**51, 2**51 + 1]
    exact = ornstein_uhlenbeck_covariance([k / 2**53 for k in cells], 1e6)
    coarse = dyadic_covariance([cells[0], cells[0]], 1e6)

    assert np.max(np.abs(dyadic_covariance(cells, 1e6) - exact)) <= 1e-13
    assert np.max(np.abs(coarse - exact)) > 1e-10
