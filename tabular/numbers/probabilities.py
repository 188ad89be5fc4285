"""The rules for transition probabilities, checked without a dense intermediate and without changing a number."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabular.errors import InputError, must, show
from tabular.numbers.arrays import Array
from tabular.numbers.rational import clear_denominators
from tabular.numbers.sparsity import CSR

# Each probability was rounded once and the sum in between, so a float row with k nonzeros may miss 1 by k of these.
ROW_SUM_UNIT = 2.0**-52


def check_dense(stacked: Array, n: int, name: str = "P") -> None:
    """Rows of the stacked (m*n, n) array must be distributions: non-negative, finite, summing to 1 (see the unit)."""
    if stacked.dtype == object:
        _check_exact(stacked, n, name)
        return
    if not _in_range(stacked):
        row, column = (int(i[0]) for i in np.nonzero(_outside(stacked)))
        raise _bad_probability(name, row, column, n, stacked[row, column])
    _check_sums(stacked.sum(axis=1), np.count_nonzero(stacked, axis=1), n, name)


def check_sparse(stacked: CSR, n: int, name: str = "P") -> None:
    """Return the same rules for the stored entries of a CSR array."""
    data, indptr = stacked.data, stacked.indptr
    if not _in_range(data):
        entry = int(np.flatnonzero(_outside(data))[0])
        row = int(np.searchsorted(indptr, entry, side="right")) - 1
        raise _bad_probability(name, row, int(stacked.indices[entry]), n, data[entry])
    _check_sums(stacked @ np.ones(stacked.shape[1]), _stored_nonzeros(stacked), n, name)


def _in_range(values: NDArray[np.float64]) -> bool:
    """Whether no entry is outside; the two reductions need no temporary array and carry NaN, so NaN fails."""
    return values.size == 0 or bool(values.min() >= 0 and values.max() <= 1 + ROW_SUM_UNIT)


def _outside(values: NDArray[np.float64]) -> NDArray[np.bool_]:
    return ~((values >= 0) & (values <= 1 + ROW_SUM_UNIT))


def _stored_nonzeros(stacked: CSR) -> NDArray[Any]:
    """Nonzeros of each row: stored zeros do not widen the tolerance."""
    stored = np.diff(stacked.indptr)
    zeros = np.flatnonzero(stacked.data == 0)
    rows = np.searchsorted(stacked.indptr, zeros, side="right") - 1
    return stored - np.bincount(rows, minlength=stored.size) if zeros.size else stored


def _check_sums(sums: NDArray[np.float64], nonzeros: NDArray[Any], n: int, name: str) -> None:
    np.subtract(sums, 1.0, out=sums)
    bad = np.flatnonzero(~(np.abs(sums) <= nonzeros * ROW_SUM_UNIT))
    if bad.size:
        raise _bad_sum(name, int(bad[0]), n, float(sums[bad[0]]) + 1.0)


def _check_exact(stacked: Array, n: int, name: str) -> None:
    for row in range(stacked.shape[0]):
        (numerators,), denominator = clear_denominators(stacked[row : row + 1])
        if min(numerators) < 0:
            column = next(t for t, k in enumerate(numerators) if k < 0)
            raise _bad_probability(name, row, column, n, stacked[row, column])
        if sum(numerators) != denominator:
            raise _bad_sum(name, row, n, Fraction(sum(numerators), denominator))


def _bad_probability(name: str, row: int, column: int, n: int, value: object) -> InputError:
    rule = "have probabilities between 0 and 1"
    return must(f"{name}[{row // n}]", rule, show(value), f"in row {row % n}, column {column}")


def _bad_sum(name: str, row: int, n: int, total: object) -> InputError:
    return must(f"{name}[{row // n}]", "have rows that sum to 1", show(total), f"in row {row % n}")
