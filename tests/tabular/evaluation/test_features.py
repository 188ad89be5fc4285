"""Features: tables of one feature a state, any table, the Fourier basis, and functions of one's own."""

import math
from fractions import Fraction

import numpy as np
import pytest
from refusals import refusals

from tabular import InputError
from tabular.evaluation import Fourier, Table, Tabular
from tabular.evaluation.features import evaluate


def test_one_feature_a_state():
    features = Tabular(4)

    assert features.size == 4
    assert features(np.array([2, 0])).tolist() == [[0, 0, 1, 0], [1, 0, 0, 0]]


def test_a_table_keeps_fractions():
    features = Table([[Fraction(1, 3), 2], [0, 1]])

    assert features(np.array([1, 0])).tolist() == [[0, 1], [Fraction(1, 3), 2]]
    assert features.size == 2


def test_the_fourier_basis_is_all_products_of_frequencies():
    features = Fourier(2, low=[-1.0, 0.0], high=[1.0, 4.0])
    x, y = (0.5 + 1) / 2, 3.0 / 4
    wanted = [math.cos(math.pi * (c * x + d * y)) for c in range(3) for d in range(3)]

    assert features.size == 9
    np.testing.assert_allclose(features(np.array([[0.5, 3.0]]))[0], wanted, rtol=0, atol=1e-15)


def test_order_five_in_two_dimensions_has_36_features_the_first_constant():
    features = Fourier(5, low=[-1.2, -0.07], high=[0.5, 0.07])
    rows = features(np.array([[-1.2, -0.07], [0.5, 0.07], [-0.3, 0.01]]))

    assert rows.shape == (3, 36)
    assert (rows[:, 0] == 1).all()
    assert (rows[0] == 1).all()
    assert np.abs(rows[1]).tolist() == [1.0] * 36


def test_outside_of_the_box_is_an_error_or_clipped():
    states = np.array([[2.0]])

    with pytest.raises(InputError, match=r"states must lie in the box from \[0.0\] to \[1.0\], got \[2.0\] in row 0"):
        Fourier(1, [0.0], [1.0])(states)
    assert Fourier(1, [0.0], [1.0], outside="clip")(states).tolist() == [[1.0, -1.0]]


def test_functions_of_ones_own():
    assert evaluate(lambda s: np.stack([s, s**2], axis=1), np.array([3])).tolist() == [[3.0, 9.0]]


test_broken_features_get_one_sentence = refusals(
    (lambda: Tabular(0), "n must be an integer of at least 1, got 0"),
    (lambda: Table([[]]), "phi must have at least one state and one feature"),
    (lambda: Table([[1.0, np.nan]]), r"phi must be finite, got \[1.0, nan\] in state 0"),
    (lambda: Fourier(-1, [0.0], [1.0]), "order must be an integer of at least 0, got -1"),
    (lambda: Fourier(1, [0.0], [0.0]), "low and high must be as many numbers, low < high"),
    (lambda: Fourier(1, [0.0], [1.0, 2.0]), "low and high must be as many numbers, low < high"),
    (lambda: Fourier(1, [np.nan], [1.0]), "low must be at least one finite number"),
    (lambda: Fourier(9, [0.0] * 9, [1.0] * 9), r"\(order \+ 1\)\*\*d must be at most 100000 features"),
    (lambda: Fourier(1, [0.0], [1.0], outside="wrap"), 'outside must be "error" or "clip"'),
    (lambda: Tabular(3)(np.array([3])), "states of the features must lie between 0 and 2, got 3 in row 0"),
    (lambda: Tabular(3)(np.array([[0.5]])), "states of the features must be integers"),
    (lambda: Fourier(1, [0.0], [1.0])(np.array([0, 1])), r"states must have shape \(k, 1\)"),
    (lambda: evaluate(lambda s: np.ones(3), np.zeros(3, int)), r"features must return shape \(3, n\)"),
    (lambda: evaluate(lambda s: np.full((1, 2), np.inf), np.zeros(1, int)), "features must be finite, got inf"),
    (lambda: evaluate("phi", np.zeros(1, int)), "features must be callable, got 'phi'"),
)
