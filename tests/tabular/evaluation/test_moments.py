"""Moments, MSPBE and the saddle point, in floats and in Fractions."""

import pickle
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals
from scipy.optimize import minimize

from tabular import InputError
from tabular.evaluation import Moments, mspbe, noise_error, saddle_point


def exact():
    """A = [[3, -1], [-1, 3]] / 8, C = I / 2, and a b."""
    return Moments(
        [[Fraction(3, 8), Fraction(-1, 8)], [Fraction(-1, 8), Fraction(3, 8)]],
        [Fraction(1), Fraction(2)],
        [[Fraction(1, 2), Fraction(0)], [Fraction(0), Fraction(1, 2)]],
    )


def skewed():
    return Moments(
        [[Fraction(2), Fraction(1)], [Fraction(0), Fraction(1)]],
        [Fraction(1), Fraction(3)],
        [[Fraction(2), Fraction(1)], [Fraction(1), Fraction(1)]],
    )


def test_the_error_is_the_printed_quadratic_form():
    m, theta = skewed().to_float(), np.array([0.3, -1.2])
    residual = m.b - m.A @ theta

    assert mspbe(m, theta) == pytest.approx(residual @ np.linalg.inv(m.C) @ residual, rel=1e-13)


def test_the_error_of_many_theta_at_once():
    m, rows = skewed().to_float(), np.array([[0.3, -1.2], [0.0, 0.0]])

    assert mspbe(m, rows) == pytest.approx([mspbe(m, rows[0]), mspbe(m, rows[1])], rel=1e-15)


def test_noise_in_theta_adds_the_mean_of_the_errors_of_all_signs():
    """Signs +-1 that are independent have variance 1 and mean 0."""
    m = skewed()
    signs = [
        mspbe(m, [Fraction(a), Fraction(b)]) - mspbe(m, [Fraction(0), Fraction(0)]) for a in (-1, 1) for b in (-1, 1)
    ]

    assert noise_error(m) == sum(signs) / 4
    assert noise_error(m.to_float()) == pytest.approx(float(noise_error(m)), rel=1e-15)


def test_noise_of_a_feature_that_never_occurs_adds_nothing():
    m = skewed().to_float()
    wider = Moments(np.pad(m.A, (0, 1)), np.pad(m.b, (0, 1)), np.pad(m.C, (0, 1)))

    assert noise_error(wider, pseudo_inverse=True) == noise_error(m)
    with pytest.raises(InputError, match="C must be invertible, of rank 3, got rank 2"):
        noise_error(wider)


def test_exact_errors_are_fractions():
    """C^{-1} = [[1, -1], [-1, 2]], so the error of 0 is 1 - 3 - 3 + 18."""
    assert mspbe(skewed(), [Fraction(0), Fraction(0)]) == 13


@given(st.lists(st.integers(-5, 5), min_size=6, max_size=6))
def test_the_saddle_point_is_stationary(entries):
    """Q (theta, w) = (0, b): -A'w = 0 and A theta + C w = b."""
    a, b, c, d, e, f = (Fraction(x) for x in entries)
    if a * d == b * c:
        return
    m = Moments([[a, b], [c, d]], [e, f], [[Fraction(2), Fraction(1)], [Fraction(1), Fraction(1)]])
    theta, w = saddle_point(m)

    assert (m.A.T @ w == 0).all()
    assert (m.A @ theta + m.C @ w == m.b).all()
    assert mspbe(m, theta) == 0


def test_the_printed_dual_is_no_saddle_point():
    """theta* = (-1, 3); A'theta* = (-2, 2), so w = C^{-1} (3, 1) = (2, -1)."""
    theta, w = saddle_point(skewed(), formula="printed")

    assert theta.tolist() == [-1, 3]
    assert w.tolist() == [2, -1]
    assert (skewed().A.T @ w).tolist() != [0, 0]


def test_printed_and_corrected_agree_where_a_is_symmetric():
    assert saddle_point(exact())[1].tolist() == saddle_point(exact(), "printed")[1].tolist() == [0, 0]


def test_the_saddle_point_minimises_the_error():
    m = skewed().to_float()
    actual = minimize(lambda theta: mspbe(m, theta), np.zeros(2), method="BFGS", options={"gtol": 1e-10}).x

    # BFGS stops where the gradient is about the root of the rounding of the values.
    np.testing.assert_allclose(actual, saddle_point(m)[0], atol=1e-6)


def test_floats_and_fractions_agree():
    np.testing.assert_allclose(saddle_point(exact().to_float())[0], saddle_point(exact())[0].astype(float), rtol=1e-14)


def test_unseen_features_do_not_count_with_a_pseudo_inverse():
    seen = Moments([[1.0]], [2.0], [[0.5]])
    padded = Moments([[1.0, 0.0], [0.0, 0.0]], [2.0, 0.0], [[0.5, 0.0], [0.0, 0.0]])

    assert mspbe(padded, [0.5, 7.0], pseudo_inverse=True) == pytest.approx(mspbe(seen, [0.5]), rel=1e-14)
    with pytest.raises(InputError, match="C must be invertible, of rank 2, got rank 1"):
        mspbe(padded, [0.5, 7.0])


def test_moments_are_values():
    copy = pickle.loads(pickle.dumps(exact()))

    assert (copy.A == exact().A).all()
    assert copy.is_exact
    assert not copy.to_float().is_exact
    assert repr(copy) == "<Moments exact, n=2>"


test_broken_moments_get_one_sentence = refusals(
    (lambda: Moments([[1.0]], [1.0, 2.0], [[1.0]]), r"A must have shape \(2, 2\) to match b"),
    (lambda: Moments([[1.0]], [1.0], [[1.0, 2.0]]), r"C must have shape \(1, 1\) to match b"),
    (lambda: Moments([[np.nan]], [1.0], [[1.0]]), "A must be finite, got nan"),
    (lambda: Moments([[1.0]], [Fraction(1)], [[1.0]]), "A, b and C must be all exact or all floats"),
    (
        lambda: Moments(np.eye(2), np.ones(2), [[1.0, 0.5], [0.0, 1.0]]),
        r"C must be symmetric, got 0.5 and 0.0 at \[0, 1\]",
    ),
    (lambda: Moments(np.empty((0, 0)), [], np.empty((0, 0))), "A must have shape .* with n > 0"),
    (lambda: mspbe(exact(), [Fraction(1)]), "theta must have 2 entries"),
    (lambda: mspbe(exact(), [0.5, 0.5]), "theta must have exact numbers, got float numbers"),
    (lambda: mspbe(exact(), np.zeros((1, 1, 2))), "theta must be a vector or rows of vectors, got 3 axes"),
    (
        lambda: mspbe(exact(), [Fraction(1), Fraction(1)], pseudo_inverse=True),
        "moments must be floats for a pseudo-inverse",
    ),
    (lambda: saddle_point(exact(), "guess"), 'formula must be "corrected" or "printed", got \'guess\''),
    (
        lambda: saddle_point(Moments([[Fraction(0)]], [Fraction(1)], [[Fraction(1)]])),
        "A must be invertible, of rank 1, got rank 0",
    ),
    (lambda: saddle_point(Moments([[1.0]], [1.0], [[0.0]])), "C must be invertible, of rank 1, got rank 0"),
)
