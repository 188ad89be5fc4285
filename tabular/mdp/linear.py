"""Float solutions of (I - gamma P) x = b with a checked residual."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.sparse.linalg import bicgstab, splu

from tabular.errors import InputError, must
from tabular.numbers.sparsity import CSR

Vector = NDArray[np.float64]

# The computed residual of a good solution is a few roundings of its terms; a hundred leaves room for long rows.
_ACCEPTED_ROUNDINGS = 100 * 2.0**-53
_ROUNDS = 6
_SMALL = 1500  # up to here a dense factorisation takes less than about 50 ms and no iteration can be faster and safer


def solve_discounted(P: Any, b: Vector, discount: float) -> Vector:
    """Return the x with (I - discount P) x = b, for dense or sparse P whose rows or columns sum to 1.

    The residual is as small as float64 lets it be; ||error|| <= ||residual|| / (1 - discount) in the sup norm when the
    rows sum to 1 and in the 1-norm when the columns do.
    """
    n = b.size
    if not sparse.issparse(P) or n <= _SMALL:
        return _eliminate(np.eye(n) - discount * (P.toarray() if sparse.issparse(P) else P), b)
    A = sparse.csr_array(sparse.eye_array(n, format="csr") - discount * P)
    x = _iterate(A, b)
    return _factorise(A, b) if x is None else x


def _eliminate(A: NDArray[np.float64], b: Vector) -> Vector:
    try:
        return np.asarray(np.linalg.solve(A, b), dtype=np.float64)
    except np.linalg.LinAlgError:
        raise _unsolvable("a matrix that is singular in float64") from None


def _iterate(A: CSR, b: Vector) -> Vector | None:
    """BiCGSTAB with iterative refinement, or None if the residual does not come down to rounding."""
    x = np.zeros_like(b)
    for _ in range(_ROUNDS):
        remainder = b - A @ x
        if _is_rounding(remainder, x, b):
            return x
        step, _ = bicgstab(A, remainder, rtol=1e-10, maxiter=2000)
        if not np.isfinite(step).all():
            return None
        x = x + step
    return x if _is_rounding(b - A @ x, x, b) else None


def _factorise(A: CSR, b: Vector) -> Vector:
    """Sparse LU with one step of refinement."""
    factors = splu(A.tocsc())
    x = factors.solve(b)
    x = x + factors.solve(b - A @ x)
    if not _is_rounding(b - A @ x, x, b):
        raise _unsolvable("a residual above rounding")
    return x


def _unsolvable(got: str) -> InputError:
    return must("discount", "leave (I - discount P) x = b solvable in float64", got)


def _is_rounding(remainder: Vector, x: Vector, b: Vector) -> bool:
    scale = float(np.abs(x).max()) + float(np.abs(b).max())
    return bool(np.abs(remainder).max() <= _ACCEPTED_ROUNDINGS * scale)
