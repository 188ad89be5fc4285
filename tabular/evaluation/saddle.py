r"""The dynamics of primal-dual gradient steps on the saddle point problem min_theta max_w w'(b - A theta) - w'Cw/2.

The gradient field at x = (theta, w) is Q x - (0, b), and a step of length beta maps the error to (I - beta Q) error:

    Q = [[0, -A'], [A, C]]          (`ratio` k: steps of w are k times as long, Q = [[0, -A'], [k A, k C]])

If A is invertible and C > 0, all eigenvalues of Q have positive real parts and Q'P + PQ = I has one solution P > 0.
With mu = 1/lmax(P) and L = ||P^(1/2) Q P^(-1/2)||_2^2, in the norm ||x||_P^2 = x'Px and for every beta >= 0,

    ||(I - beta Q) x||_P^2 = ||x||_P^2 - beta ||x||^2 + beta^2 ||Qx||_P^2 <= (1 - beta mu + beta^2 L) ||x||_P^2.

All functions take floats or Fractions and answer in the same numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import numpy as np
from flint import acb, fmpq, fmpq_mat
from scipy.linalg import solve_continuous_lyapunov, solve_discrete_lyapunov

from tabular.errors import InputError, must
from tabular.numbers.arrays import Array, Scalar, common_kind, convert, fraction, read_numbers, read_scalar
from tabular.numbers.quadratic_forms import (
    Bracket,
    is_exact,
    is_positive_definite,
    largest_eigenvalue,
    largest_ratio,
    smallest_eigenvalue,
    symmetric,
)
from tabular.numbers.rational import solve_exact


def saddle_matrix(A: object, C: object, ratio: object = 1) -> Array:
    """Return Q = [[0, -A'], [k A, k C]] with k = `ratio`, the step size of w divided by that of theta."""
    parts = [read_numbers("A", A, 2), read_numbers("C", C, 2), read_scalar("ratio", ratio)]
    exact = all(part.kind == "integer" for part in parts) or common_kind(parts) == "exact"
    a, c, k = (convert(part, "exact" if exact else "float") for part in parts)
    if c.shape[0] != c.shape[1] or a.shape[0] != c.shape[0] or not a.size:
        raise must("A and C", "be n x d and n x n", f"shapes {a.shape} and {c.shape}")
    zero = np.zeros((a.shape[1], a.shape[1]), dtype=np.int64).astype(a.dtype)
    return _in_kind(np.block([[zero, -a.T], [k * a, k * c]]), exact)


def lyapunov(Q: object, right: object = None) -> Array:
    """Return the P with Q'P + PQ = right, which is I by default."""
    q = _square("Q", Q)
    S = identity_like(q) if right is None else _matching(right, q)
    if not is_exact(q):
        P = solve_continuous_lyapunov(q.T, S)
        return (P + P.T) / 2 if (S == S.T).all() else P
    eye = identity_like(q)
    return _solve(np.kron(q.T, eye) + np.kron(eye, q.T), S, "have no two eigenvalues that sum to 0")


def stein(M: object, right: object = None) -> Array:
    """Return the P with P - M'PM = right, which is I by default: sum_k M'^k right M^k if M is stable."""
    m = _square("M", M)
    S = identity_like(m) if right is None else _matching(right, m)
    if not is_exact(m):
        return solve_discrete_lyapunov(m.T, S)
    return _solve(np.eye(m.size, dtype=np.int64) - np.kron(m.T, m.T), S, "have no two eigenvalues with product 1")


@dataclass(frozen=True)
class LyapunovNorm:
    """The norm x'Px in which the steps contract, with its constants (proved brackets for exact Q).

    `smallest` <= x'Px / x'x <= 1/mu, and ||(I - beta Q) x||_P^2 <= (1 - beta mu + beta^2 L) ||x||_P^2.
    """

    P: Array
    mu: Bracket
    L: Bracket
    smallest: Bracket

    @property
    def largest_step(self) -> Scalar:
        """mu/(2 L), rounded down: up to here ||(I - beta Q) x||_P^2 <= (1 - beta mu/2) ||x||_P^2."""
        return self.mu.low / (2 * self.L.high)

    def factor(self, step_size: Scalar) -> Scalar:
        """Return 1 - beta mu + beta^2 L, rounded up."""
        return 1 - step_size * self.mu.low + step_size * step_size * self.L.high

    def squared(self, x: Array) -> Scalar:
        """Return x'Px."""
        return cast(Scalar, x @ self.P @ x)


def lyapunov_norm(Q: object) -> LyapunovNorm:
    """Return the norm in which small steps against Q contract; Q must have eigenvalues of positive real part."""
    q = _square("Q", Q)
    P = lyapunov(q)
    if not is_positive_definite(P):
        raise must("Q", "have eigenvalues of positive real part only", "a solution P of Q'P + PQ = I that is not > 0")
    return LyapunovNorm(
        P, largest_eigenvalue(P).inverse(), largest_ratio(_even(q.T @ P @ q), P), smallest_eigenvalue(P)
    )


def is_positive_stable(Q: object) -> bool:
    """Tell whether all eigenvalues of Q have positive real parts: decided exactly for exact Q."""
    q = _square("Q", Q)
    if not is_exact(q):
        return bool((np.linalg.eigvals(q).real > 0).all())
    try:
        return is_positive_definite(lyapunov(q))
    except InputError:  # two eigenvalues sum to 0
        return False


def contracts(Q: object, step_size: Scalar) -> bool:
    """Tell whether the spectral radius of I - beta Q is below 1: decided exactly for exact numbers."""
    q = _square("Q", Q)
    M = identity_like(q) - step_size * q
    if not is_exact(M):
        return spectral_radius(M) < 1
    try:
        return is_positive_definite(stein(M))
    except InputError:  # two eigenvalues have the product 1
        return False


def spectral_radius(M: object) -> float:
    """Return the largest modulus of the eigenvalues, up to float rounding."""
    return float(np.abs(np.linalg.eigvals(_square("M", M).astype(np.float64))).max())


def eigenvalues(Q: object) -> list[acb]:
    """Return balls around the eigenvalues, each as often as its multiplicity; real ones have the imaginary part 0.

    They are the isolated roots of the characteristic polynomial; floats are taken as the rational numbers they are.
    """
    rows = [[_rational(entry) for entry in row] for row in _square("Q", Q).tolist()]
    roots = cast(list[tuple[acb, int]], fmpq_mat(rows).charpoly().complex_roots())
    return [acb(root) for root, multiplicity in roots for _ in range(multiplicity)]


def identity_like(matrix: Array) -> Array:
    """Return the identity in the size and the numbers of a square matrix."""
    return _in_kind(np.eye(matrix.shape[0], dtype=np.int64), is_exact(matrix))


def _rational(entry: object) -> fmpq:
    value = fraction(entry)
    return fmpq(value.numerator, value.denominator)


def _square(name: str, matrix: object) -> Array:
    numbers = read_numbers(name, matrix, 2)
    array = convert(numbers, "float" if numbers.kind == "float" else "exact")
    if array.shape[0] != array.shape[1] or not array.size:
        raise must(name, "be a square matrix", f"shape {array.shape}")
    if not is_exact(array) and not np.isfinite(array).all():
        raise must(name, "be finite", str(array[~np.isfinite(array)][0]))
    return array


def _matching(right: object, like: Array) -> Array:
    S = symmetric("right", right)
    if S.shape != like.shape:
        raise must("right", f"have shape {like.shape}", str(S.shape))
    return _in_kind(S, is_exact(like))


def _solve(operator: Array, right: Array, rule: str) -> Array:
    try:
        return solve_exact(operator, right.reshape(-1)).reshape(right.shape)
    except InputError:
        raise must("the matrix", rule, "a singular equation") from None


def _even(S: Array) -> Array:
    """Return (S + S')/2, which float rounding may have made uneven."""
    return S if is_exact(S) else (S + S.T) / 2


def _in_kind(array: Array, exact: bool) -> Array:
    return np.vectorize(fraction, otypes=[object])(array) if exact else array.astype(np.float64)
