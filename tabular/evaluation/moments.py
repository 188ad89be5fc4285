"""The moments A, b, C of linear off-policy evaluation, the error MSPBE(theta) that they define, and its saddle point.

    A = E[sum_t c rho_t phi_t (phi_t - gamma phi_{t+1})'], b = E[sum_t c rho_t phi_t R_t],  C = E[sum_t c phi_t phi_t']
    MSPBE(theta) = (b - A theta)' C^{-1} (b - A theta),     L(theta, w) = w'(b - A theta) - w'C w / 2.

c is the weight of the rows of a trajectory: one over its length, 1, or one over the horizon. Numbers are floats or
Fractions.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal, cast, get_args

import numpy as np

from tabular.errors import InputError, must, show
from tabular.numbers.arrays import Array, common_kind, convert, frozen, read_numbers
from tabular.numbers.doubles import condition, independent, product, solve
from tabular.numbers.rational import matmul_exact, solve_exact

Weighting = Literal["1/length", "sum", "1/horizon"]
Divisor = Literal["terms", "tau"]
Formula = Literal["corrected", "printed"]


@dataclass(frozen=True, eq=False, repr=False)
class Moments:
    """The matrices A and C (n, n), C symmetric, and the vector b (n), all finite floats or all Fractions."""

    A: Any
    b: Any
    C: Any

    def __post_init__(self) -> None:
        A, b, C = read_numbers("A", self.A, 2), read_numbers("b", self.b, 1), read_numbers("C", self.C, 2)
        n = b.array.size
        for numbers in (A, C):
            if numbers.array.shape != (n, n) or n == 0:
                raise must(numbers.name, f"have shape {(n, n)} to match b, with n > 0", str(numbers.array.shape))
        kind = common_kind([A, b, C])
        for numbers in (A, b, C):
            array = frozen(convert(numbers, kind), getattr(self, numbers.name))
            if kind == "float" and not np.isfinite(array).all():
                raise must(numbers.name, "be finite", show(float(array[~np.isfinite(array)][0])))
            object.__setattr__(self, numbers.name, array)
        _check_symmetric(self.C)

    @property
    def size(self) -> int:
        """The number n of features."""
        return int(self.b.size)

    @property
    def is_exact(self) -> bool:
        """Whether the numbers are Fractions."""
        return self.b.dtype == object

    def __repr__(self) -> str:
        return f"<Moments {'exact' if self.is_exact else 'float'}, n={self.size}>"

    def __reduce__(self) -> tuple[type[Moments], tuple[Any, Any, Any]]:
        return Moments, (self.A, self.b, self.C)

    def to_float(self) -> Moments:
        """Return the moments in the nearest floats."""
        if not self.is_exact:
            return self
        return Moments(*(array.astype(np.float64) for array in (self.A, self.b, self.C)))


def mspbe(moments: Moments, theta: object, pseudo_inverse: bool = False) -> Any:
    """Return (b - A theta)' C^{-1} (b - A theta) for theta (n,), or for each row of theta (k, n).

    With ``pseudo_inverse`` a singular C is allowed (floats only): features that never occur in the data then do not
    count, for b - A theta lies in the range of C.
    """
    vectors = _read_theta(moments, theta)
    residuals = moments.b - _product(np.atleast_2d(vectors), moments.A.T)
    if pseudo_inverse:
        if moments.is_exact:
            raise must("moments", "be floats for a pseudo-inverse", "Fractions")
        kept = independent(moments.C)
        residuals, weights = residuals[:, kept], moments.C[np.ix_(kept, kept)]
    else:
        weights = moments.C
    values = (residuals * _solve("C", weights, residuals.T).T).sum(axis=1)
    return values if vectors.ndim == 2 else values[0]


def noise_error(moments: Moments, pseudo_inverse: bool = False) -> Any:
    """Return tr(A' C^{-1} A): noise of variance s^2 in each entry of theta adds s^2 times this to the mean MSPBE."""
    alone, units = replace(moments, b=moments.b * 0), np.eye(moments.size, dtype=np.int64)
    return mspbe(alone, units, pseudo_inverse).sum()


def saddle_point(moments: Moments, formula: Formula = "corrected") -> tuple[Array, Array]:
    """Return (theta*, w*): theta* = (A'C^{-1}A)^{-1} A'C^{-1} b and w* = C^{-1}(b - A theta*), which is 0.

    ``formula="printed"`` gives w* = C^{-1}(b - A' theta*), which is no saddle point unless A' theta* = A theta*.
    """
    if formula not in get_args(Formula):
        raise must("formula", 'be "corrected" or "printed"', show(formula))
    # A is square, so A'C^{-1}A is invertible exactly if A is, and then theta* = A^{-1} b, whatever C is.
    theta = _solve("A", moments.A, moments.b)
    matrix = moments.A if formula == "corrected" else moments.A.T
    return theta, _solve("C", moments.C, moments.b - _product(matrix, theta))


def check_choice(name: str, value: object, choices: Any) -> None:
    """Refuse a value that is none of the choices of a Literal type."""
    allowed = get_args(choices)
    if value not in allowed:
        raise must(name, "be " + ", ".join(f'"{choice}"' for choice in allowed), show(value))


def _check_symmetric(C: Array) -> None:
    # Sums of phi_i phi_j are symmetric; in floats a product of matrices rounds both sides apart.
    slack = 0 if C.dtype == object else 1e-12 * np.abs(C).max()
    bad = np.argwhere(~(np.abs(C - C.T) <= slack))
    if bad.size:
        i, j = bad[0].tolist()
        raise must("C", "be symmetric", f"{show(C[i, j])} and {show(C[j, i])}", f"at [{i}, {j}] and [{j}, {i}]")


def _read_theta(moments: Moments, theta: object) -> Array:
    rows = isinstance(theta, (list, tuple)) and len(cast("list[Any]", theta)) > 0 and np.ndim(cast(Any, theta)[0]) == 1
    ndim = theta.ndim if isinstance(theta, np.ndarray) else 2 if rows else 1
    if ndim not in (1, 2):
        raise must("theta", "be a vector or rows of vectors", f"{ndim} axes")
    vectors = convert(read_numbers("theta", theta, ndim), "exact" if moments.is_exact else "float")
    if vectors.shape[-1] != moments.size:
        raise must("theta", f"have {moments.size} entries", f"shape {vectors.shape}")
    return vectors


def _product(left: Array, right: Array) -> Array:
    return matmul_exact(left, right) if left.dtype == object else product(left, right)


def _solve(name: str, matrix: Array, right: Array) -> Array:
    """Return matrix^{-1} right; a matrix without inverse, or without one that floats could find, is an error."""
    try:
        if matrix.dtype == object:
            return solve_exact(matrix, right)
        # A condition number beyond this leaves not one correct digit.
        if not condition(matrix) < 2.0**52:
            raise must("the matrix", "have an inverse in doubles", "none")
        return solve(matrix, right)
    except InputError:
        rank = _rank(matrix)
        raise must(name, f"be invertible, of rank {matrix.shape[0]}", f"rank {rank}") from None


def _rank(matrix: Array) -> int:
    floats = np.array([[float(Fraction(x)) for x in row] for row in matrix.tolist()])
    return int(np.linalg.matrix_rank(floats))
