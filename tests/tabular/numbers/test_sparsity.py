"""Tests for tabular/numbers/sparsity.py."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals
from scipy import sparse

from tabular.errors import InputError
from tabular.numbers.sparsity import canonical, csr_from_parts, freeze, split_blocks, stack_blocks


def random_csr(rows, columns, seed, density=0.4):
    return sparse.random_array((rows, columns), density=density, format="csr", rng=np.random.default_rng(seed))


@pytest.mark.parametrize("form", ["csr", "csc", "coo", "lil", "dok", "bsr", "dia"])
@pytest.mark.parametrize("container", [sparse.csr_array, sparse.csr_matrix])
def test_every_format_becomes_canonical_csr(form, container):
    source = container(random_csr(6, 4, 1))

    result = canonical("P", source.asformat(form))

    assert np.array_equal(result.toarray(), source.toarray())
    assert isinstance(result, sparse.csr_array)
    assert result.data.dtype == np.float64
    assert result.indices.dtype == result.indptr.dtype == np.int32
    assert all(
        (np.diff(result.indices[lo:hi]) > 0).all() for lo, hi in zip(result.indptr, result.indptr[1:], strict=False)
    )


def test_canonical_arrays_are_taken_over_without_a_copy():
    source = random_csr(6, 4, 2)
    source.sort_indices()

    result = canonical("P", source)

    assert np.shares_memory(result.data, source.data)
    assert np.shares_memory(result.indices, source.indices)


def test_duplicates_are_summed_and_the_source_is_left_alone():
    coo = sparse.coo_array(([0.25, 0.5, 0.25], ([0, 0, 0], [1, 0, 1])), shape=(1, 2))
    csr = csr_from_parts(np.array([0.25, 0.5, 0.25]), np.array([1, 0, 1]), np.array([0, 3]), (1, 2), canonical=False)

    assert canonical("P", coo).toarray().tolist() == [[0.5, 0.5]]
    assert canonical("P", csr).toarray().tolist() == [[0.5, 0.5]]
    assert csr.data.tolist() == [0.25, 0.5, 0.25]


def test_a_wrong_flag_of_the_caller_is_not_believed():
    csr = csr_from_parts(np.array([0.5, 0.5]), np.array([1, 0]), np.array([0, 2]), (1, 2), canonical=True)

    assert canonical("P", csr).indices.tolist() == [0, 1]


test_indices_outside_the_matrix_are_refused = refusals(
    ([0, 5], [0, 1, 2], "P must have column indices from 0 to 1, got 0 to 5"),
    ([0, -1], [0, 1, 2], "P must have column indices from 0 to 1, got -1 to 0"),
    ([0, 1], [0, 2, 1], "P must have row pointers that rise from 0 to the number of entries"),
    ([0, 1], [0, 1, 3], "row pointers"),
    ([0, 1], [1, 1, 2], "row pointers"),
    ([0, 1], [0, 2], "row pointers"),
    ([0, 1], [0, 1, 1, 2], "row pointers"),
    calling=lambda indices, indptr: canonical(
        "P", csr_from_parts(np.ones(2), np.array(indices), np.array(indptr), (2, 2), canonical=False)
    ),
)


def test_more_entries_than_int32_counts_are_refused_before_anything_is_read():
    csr = csr_from_parts(np.ones(1), np.zeros(1, dtype=np.int64), np.array([0, 2**31]), (1, 1), canonical=False)

    with pytest.raises(
        InputError, match=r"P must have at most 2\*\*31 - 1 rows and stored entries, got 1 rows and 21474"
    ):
        canonical("P", csr)


def test_sparse_numbers_are_never_exact():
    csr = csr_from_parts(np.array([Fraction(1)], dtype=object), np.array([0]), np.array([0, 1]), (1, 1))

    with pytest.raises(InputError, match="P must have float numbers, got exact numbers"):
        canonical("P", csr)


def test_integer_and_single_precision_entries_become_doubles():
    assert canonical("P", sparse.eye_array(2, dtype=np.int8, format="csr")).dtype == np.float64
    assert canonical("P", sparse.eye_array(2, dtype=np.float32, format="csr")).toarray().tolist() == [[1, 0], [0, 1]]


def test_unused_room_in_the_arrays_is_ignored():
    csr = csr_from_parts(np.array([1.0, np.nan]), np.array([0, 9]), np.array([0, 1]), (1, 1), canonical=False)

    assert canonical("P", csr).data.tolist() == [1.0]


@given(st.integers(1, 4), st.integers(1, 5), st.integers(0, 10**6))
def test_splitting_undoes_stacking_and_shares_memory(m, n, seed):
    blocks = [random_csr(n, n, seed + a) for a in range(m)]

    stacked = stack_blocks("P", blocks)
    parts = split_blocks(stacked, m)

    assert np.array_equal(stacked.toarray(), np.vstack([block.toarray() for block in blocks]))
    assert all(np.array_equal(part.toarray(), block.toarray()) for part, block in zip(parts, blocks, strict=True))
    assert all(part.nnz == 0 or np.shares_memory(part.data, stacked.data) for part in parts)
    assert all(part.nnz == 0 or np.shares_memory(part.indices, stacked.indices) for part in parts)


test_bad_input_is_refused_in_one_sentence = refusals(
    (lambda dtype: canonical("P", sparse.eye_array(2, dtype=dtype, format="csr")), "got dtype", [complex, bool]),
    (lambda: canonical("P", sparse.coo_array(np.array([0.0, 1.0]))), r"P must have 2 axes, got shape \(2,\)"),
    (
        lambda: stack_blocks("P", [random_csr(2, 2, 0), random_csr(3, 3, 0)]),
        r"P\[1\] must be square and as large as P\[0\], got shape \(3, 3\)",
    ),
    (lambda: stack_blocks("P", [random_csr(2, 3, 0)]), r"P\[0\] must be square .*, got shape \(2, 3\)"),
)


def test_a_frozen_matrix_cannot_be_written():
    matrix = freeze(random_csr(3, 3, 0, density=1))

    with pytest.raises(ValueError, match="read-only"):
        matrix.data[0] = 2
