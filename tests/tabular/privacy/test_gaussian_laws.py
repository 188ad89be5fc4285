"""Tests for tabular/privacy/gaussian_laws.py: exact Mahalanobis distances."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals

from tabular.privacy import shift_mu_squared

ENTRIES = st.integers(-5, 5)


def fractions(values):
    return np.array(values, dtype=object) + Fraction(0)


@given(st.lists(ENTRIES, min_size=9, max_size=9), st.lists(ENTRIES, min_size=3, max_size=3))
def test_it_is_the_float_quadratic_form(entries, difference):
    root = np.array(entries).reshape(3, 3)
    covariance = root @ root.T + np.eye(3, dtype=int)

    actual = shift_mu_squared(fractions(difference), fractions(covariance))

    assert float(actual) == pytest.approx(difference @ np.linalg.solve(covariance, difference), rel=1e-9, abs=1e-12)


@given(st.lists(ENTRIES, min_size=4, max_size=4), st.lists(ENTRIES, min_size=2, max_size=2))
def test_an_invertible_map_changes_nothing(entries, difference):
    (a, b, c, d), identity = entries, fractions(np.eye(2, dtype=int))
    matrix = fractions([[a, b], [c, d + 11 * (1 + abs(a) + abs(b * c))]])
    if matrix[0, 0] * matrix[1, 1] == matrix[0, 1] * matrix[1, 0]:
        return

    mapped = shift_mu_squared(matrix @ fractions(difference), matrix @ matrix.T)

    assert mapped == shift_mu_squared(fractions(difference), identity) == sum(x * x for x in difference)


test_broken_input_is_refused = refusals(
    ([1, 2], [[1]], r"covariance must be square, of the length of the difference, got \(1, 1\)"),
    ([[1]], [[1]], "covariance must be square"),
    ([1, 2], [[1, 2], [0, 1]], "covariance must be symmetric"),
    ([1, 2], [[1, 1], [1, 1]], "A must be invertible, got a singular matrix"),
    calling=lambda difference, covariance: shift_mu_squared(fractions(difference), fractions(covariance)),
)
