"""Tests for tabular/numbers/probabilities.py."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals
from scipy import sparse

from tabular.errors import InputError
from tabular.numbers.probabilities import ROW_SUM_UNIT, check_dense, check_sparse


def both(stacked, n):
    return [lambda: check_dense(np.array(stacked), n), lambda: check_sparse(sparse.csr_array(np.array(stacked)), n)]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ([0.5, 0.4], r"P\[1\] must have rows that sum to 1, got 0.9 in row 0"),
        ([0.5, 0.6], r"P\[1\] must have rows that sum to 1, got 1.1 in row 0"),
        ([0.0, 0.0], r"P\[1\] must have rows that sum to 1, got 0.0 in row 0"),
        ([-0.5, 1.5], r"P\[1\] must have probabilities between 0 and 1, got -0.5 in row 0, column 0"),
        ([0.5, np.nan], r"P\[1\] must have probabilities between 0 and 1, got nan in row 0, column 1"),
        ([np.inf, 0.0], r"P\[1\] must have probabilities between 0 and 1, got inf in row 0, column 0"),
        ([1.0, -1e-300], r"P\[1\] must have probabilities between 0 and 1, got -1e-300 in row 0, column 1"),
    ],
)
def test_a_bad_row_is_named_dense_and_sparse(row, message):
    for check in both([[1.0, 0.0], [0.0, 1.0], row, [0.0, 1.0]], 2):
        with pytest.raises(InputError, match=message):
            check()


def test_a_row_may_miss_one_by_a_rounding_for_each_nonzero():
    two, three = 1.0 - 2 * ROW_SUM_UNIT, 1.0 - 3 * ROW_SUM_UNIT

    for check in both([[two / 2, two / 2, 0.0]], 3):
        check()
    for check in both([[three / 2, three / 2, 0.0]], 3):
        with pytest.raises(InputError, match=r"sum to 1, got 0\.9999999999999993 in row 0"):
            check()


def test_stored_zeros_do_not_widen_the_tolerance():
    total = 1.0 - 3 * ROW_SUM_UNIT
    stored = sparse.csr_array((np.array([total / 2, total / 2, 0.0, 0.0]), [0, 1, 2, 3], [0, 4]), shape=(1, 4))

    with pytest.raises(InputError, match="sum to 1"):
        check_sparse(stored, 4)


@given(st.integers(1, 60), st.integers(0, 10**6))
def test_normalised_weights_pass(k, seed):
    """What a caller gets from w / w.sum() has at most 2k - 1 roundings of 2**-53, which the unit allows for."""
    weights = np.random.default_rng(seed).random((50, k)) ** 4
    rows = weights / weights.sum(axis=1, keepdims=True)

    for check in both(rows, k):
        check()


test_exact_rows_have_no_tolerance = refusals(
    ([Fraction(1, 2), Fraction(1, 3)], r"P\[0\] must have rows that sum to 1, got 5/6 in row 1"),
    (
        [Fraction(-1, 2), Fraction(3, 2)],
        r"P\[0\] must have probabilities between 0 and 1, got -1/2 in row 1, column 0",
    ),
    ([Fraction(1), Fraction(1, 10**30)], r"P\[0\] must have rows that sum to 1, got 10{29}1/10{30} in row 1"),
    calling=lambda row: check_dense(np.array([[Fraction(0), Fraction(1)], row], dtype=object), 2),
)


def test_the_check_changes_nothing():
    stacked = np.array([[0.1] * 10])
    before = stacked.tobytes()

    check_dense(stacked, 10)

    assert stacked.tobytes() == before
