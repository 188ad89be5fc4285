"""Definiteness and largest ratios against numpy, minors and rational closed forms."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals
from scipy.linalg import eigh

from tabular.errors import InputError
from tabular.numbers.quadratic_forms import (
    Bracket,
    is_positive_definite,
    is_positive_semidefinite,
    largest_eigenvalue,
    largest_ratio,
    smallest_eigenvalue,
)

entries = st.integers(-4, 4)


def gram(rows):
    B = np.array([[Fraction(x, 3) for x in row] for row in rows], dtype=object)
    return B @ B.T


@given(st.lists(st.lists(entries, min_size=3, max_size=3), min_size=3, max_size=3))
def test_a_gram_matrix_is_definite_iff_its_determinant_is_positive(rows):
    G = gram(rows)
    det = round(np.linalg.det(np.array(rows)))  # an integer, of entries below 5 and so far from float trouble

    assert is_positive_semidefinite(G)
    assert is_positive_definite(G) == (det != 0)


@given(entries, entries, entries)
def test_definiteness_of_two_by_two_is_trace_and_determinant(a, b, c):
    S = [[Fraction(a), Fraction(b)], [Fraction(b), Fraction(c)]]

    assert is_positive_definite(S) == (a > 0 and a * c > b * b)
    assert is_positive_semidefinite(S) == (a >= 0 and c >= 0 and a * c >= b * b)


@given(st.lists(st.lists(entries, min_size=3, max_size=3), min_size=3, max_size=3))
def test_bracket_holds_the_generalised_eigenvalue(rows):
    S = gram(rows) - 2 * np.eye(3, dtype=np.int64)
    P = gram([[3, 0, 0], [1, 3, 0], [0, -1, 3]])
    actual = largest_ratio(S, P)
    by_lapack = eigh(S.astype(float), P.astype(float), eigvals_only=True)[-1]

    assert actual.low <= actual.high
    assert float(actual.high - actual.low) <= 1e-12 * (1 + abs(by_lapack))  # 2**-44 and LAPACK's own rounding
    assert float(actual.low) == pytest.approx(by_lapack, abs=1e-12)


def test_rational_eigenvalues_are_exact():
    S = [[Fraction(2), Fraction(1)], [Fraction(1), Fraction(2)]]

    assert largest_eigenvalue(S) == Bracket(3, 3)
    assert smallest_eigenvalue(S) == Bracket(1, 1)
    assert largest_eigenvalue([[2, 1], [1, 2]]) == Bracket(3, 3)
    assert largest_eigenvalue(np.zeros((2, 2), dtype=np.int64)) == Bracket(0, 0)


def test_irrational_eigenvalue_lies_inside():
    actual = largest_eigenvalue([[1, 1], [1, 0]])  # the golden ratio x, x^2 = x + 1

    assert actual.low**2 < actual.low + 1
    assert actual.high**2 > actual.high + 1


def test_floats_give_floats_and_inverse_turns_around():
    actual = largest_eigenvalue(np.array([[2.0, 0.0], [0.0, 5.0]]))

    assert (actual.low, actual.high) == (5.0, 5.0)
    assert Bracket(Fraction(1, 2), Fraction(4)).inverse() == Bracket(Fraction(1, 4), Fraction(2))
    with pytest.raises(InputError, match="positive to be inverted"):
        Bracket(-1, 1).inverse()


test_bad_input_gives_a_sentence = refusals(
    (lambda: is_positive_definite([[1, 2], [0, 1]]), "S must be symmetric"),
    (lambda: is_positive_definite([[1, 2]]), "S must be a square matrix"),
    (lambda: is_positive_semidefinite(np.eye(2)), "S must be exact"),
    (lambda: largest_ratio([[1]], [[0]]), "P must be positive definite"),
    (lambda: largest_ratio([[1]], [[1, 0], [0, 1]]), "S and P must have one shape"),
)
