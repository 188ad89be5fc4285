"""Sparse transition matrices as canonical CSR, with blocks that share the memory of the stacked matrix."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from tabular.errors import must
from tabular.numbers.arrays import convert, read_numbers

CSR = Any  # a scipy.sparse.csr_array: scipy ships no types, and what a checker infers from its sources is wrong
_INT32_MAX = 2**31 - 1
_SPARSE_FROM = 65


def prefers_sparse(n: int) -> bool:
    """Tell whether n states with few successors are better stored sparse; the rule of everything that may choose."""
    return n >= _SPARSE_FROM


def stack_blocks(name: str, blocks: Sequence[Any]) -> CSR:
    """One canonical (m*n, n) CSR array from m sparse (n, n) blocks, row ``a*n + s``."""
    shape = blocks[0].shape
    for a, block in enumerate(blocks):
        if len(block.shape) != 2 or block.shape[0] != block.shape[1] or block.shape != shape:
            rule = "be square and as large as " + f"{name}[0]"
            raise must(f"{name}[{a}]", rule, f"shape {block.shape}")
    ready = [canonical(f"{name}[{a}]", block) for a, block in enumerate(blocks)]
    if len(ready) == 1:
        return ready[0]
    _check_size(name, sum(block.nnz for block in ready), len(ready) * shape[0])
    offsets = np.cumsum([0] + [block.nnz for block in ready])
    pointers = [block.indptr[1:] + offset for block, offset in zip(ready, offsets[:-1], strict=True)]
    return csr_from_parts(
        np.concatenate([block.data for block in ready]),
        np.concatenate([block.indices for block in ready]),
        np.concatenate([[0], *pointers]).astype(np.int32),
        (len(ready) * shape[0], shape[1]),
    )


def canonical(name: str, matrix: Any) -> CSR:
    """CSR with float64 data, int32 sorted indices and no duplicates; nothing is copied if it is all that already.

    Other formats are converted; duplicate entries are summed, because that is what they mean in COO and CSR alike.
    """
    if matrix.ndim != 2:
        raise must(name, "have 2 axes", f"shape {matrix.shape}")
    _check_size(name, matrix.nnz, matrix.shape[0])
    csr = matrix if matrix.format == "csr" else matrix.tocsr()
    _check_indices(name, csr)
    data, indices = (_used(array, int(csr.indptr[-1])) for array in (csr.data, csr.indices))
    result = csr_from_parts(_float_data(name, data), _int32(indices), _int32(csr.indptr), csr.shape, canonical=False)
    if not result.has_canonical_format:
        result = result.copy()
        result.sum_duplicates()
    return result


def split_blocks(stacked: CSR, m: int) -> tuple[CSR, ...]:
    """Return the m blocks (n, n) of a stacked matrix; data and indices are views, only row pointers are new."""
    n = stacked.shape[1]
    indptr = stacked.indptr
    blocks: list[CSR] = []
    for a in range(m):
        lo, hi = int(indptr[a * n]), int(indptr[(a + 1) * n])
        pointers = indptr[: n + 1] if a == 0 else indptr[a * n : (a + 1) * n + 1] - np.int32(lo)
        blocks.append(csr_from_parts(stacked.data[lo:hi], stacked.indices[lo:hi], pointers, (n, n)))
    return tuple(blocks)


def csr_from_parts(
    data: NDArray[Any], indices: NDArray[Any], indptr: NDArray[Any], shape: tuple[int, int], canonical: bool = True
) -> CSR:
    """Return a CSR array on exactly these arrays; the scipy constructor would copy slices (it prunes)."""
    result = sparse.csr_array(shape, dtype=np.float64)
    result.data, result.indices, result.indptr = data, indices, indptr
    if canonical:
        result.has_sorted_indices = result.has_canonical_format = True
    return result


def freeze(matrix: CSR) -> CSR:
    """Make the arrays of a matrix read-only."""
    for array in (matrix.data, matrix.indices, matrix.indptr):
        array.flags.writeable = False
    return matrix


def _check_size(name: str, stored: int, rows: int) -> None:
    if max(stored, rows) > _INT32_MAX:
        raise must(name, "have at most 2**31 - 1 rows and stored entries", f"{rows} rows and {stored} entries")


def _check_indices(name: str, csr: Any) -> None:
    """Refuse row pointers and columns that lead compiled loops outside their arrays; scipy accepts them unseen."""
    rows, columns = csr.shape
    indptr, indices = csr.indptr, csr.indices
    ordered = indptr.size == rows + 1 and indptr[0] == 0 and bool((indptr[1:] >= indptr[:-1]).all())
    if not ordered or indptr[-1] > min(indices.size, csr.data.size):
        raise must(name, "have row pointers that rise from 0 to the number of entries", "others")
    stored = indices[: indptr[-1]]
    if stored.size and not (stored.min() >= 0 and stored.max() < columns):
        raise must(name, f"have column indices from 0 to {columns - 1}", f"{int(stored.min())} to {int(stored.max())}")


def _float_data(name: str, data: NDArray[Any]) -> NDArray[np.float64]:
    return data if data.dtype == np.float64 else convert(read_numbers(name, data, 1), "float")


def _used(array: NDArray[Any], stored: int) -> NDArray[Any]:
    """Return the part of an array that holds entries: scipy lets arrays have room for more."""
    return array if array.size == stored else array[:stored]


def _int32(array: NDArray[Any]) -> NDArray[np.int32]:
    return array.astype(np.int32, copy=False)
