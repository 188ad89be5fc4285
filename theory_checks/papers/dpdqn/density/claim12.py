r"""Claim 12: the kernel matrix of the points x_i = i/2n, split into the even and the odd ones.

K(x, y) = exp(-beta |x - y|) and beta_n = beta/2n. With q = exp(-beta_n) the covariance of the points i and j is
q^|i - j|, so K00 (even points), K11 (odd points) and K10 (odd against even) have powers of q as entries:

    K00^-1 is tridiagonal,  K10 K00^-1 = q/(1 + q^2) times two diagonals of ones,
    K11 - K10 K00^-1 K10^T = (1 - q^2)/(1 + q^2) times the identity.

For rational q all of this is rational.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

from theory_checks.core.claim import Trial, claim
from theory_checks.core.evidence import Evidence, exact_all
from theory_checks.papers.dpdqn.common.kernel_matrices import DECAYS, Matrices, computed_matrices, filled

Formulas = Callable[[int, Fraction], Matrices]


def printed_matrices(n: int, q: Fraction) -> Matrices:
    """Return the matrices as they are printed, with z(x) = q^x."""
    half = q / (1 + q**2)
    return {
        "K11": filled(n, n, lambda i, j: q ** (2 * abs(i - j))),
        "K10": filled(n, n + 1, lambda i, j: q ** abs(2 * i + 1 - 2 * j)),
        "K00": filled(n + 1, n + 1, lambda i, j: q ** (2 * abs(i - j))),
        "inverse of K00": filled(n + 1, n + 1, lambda i, j: _tridiagonal(n, q, i, j) / (1 - q**4)),
        "K10 K00^-1": filled(n, n + 1, lambda i, j: half * (j in (i, i + 1))),
        "K10 K00^-1 K10^T": filled(n, n, lambda i, j: half * _pair(q, abs(i - j))),
        "K11 - K10 K00^-1 K10^T": filled(n, n, lambda i, j: (1 - q**2) / (1 + q**2) * (i == j)),
    }


def doubled_decay(n: int, q: Fraction) -> Matrices:
    """Return the printed matrices with 2 beta_n in the place of beta_n."""
    return printed_matrices(n, q**2)


def _tridiagonal(n: int, q: Fraction, i: int, j: int) -> Fraction:
    """Return an entry of (1 - q^4) K00^-1: 1 at both ends of the diagonal, 1 + q^4 between, -q^2 beside it."""
    if i == j:
        return Fraction(1) if i in (0, n) else 1 + q**4
    return -(q**2) if abs(i - j) == 1 else Fraction(0)


def _pair(q: Fraction, distance: int) -> Fraction:
    """Return 2 z(1) on the diagonal, z(2d - 1) + z(2d + 1) at distance d from it."""
    return 2 * q if distance == 0 else q ** (2 * distance - 1) + q ** (2 * distance + 1)


def changed(name: str, change: Callable[[int, Fraction, Fraction], Fraction]) -> Formulas:
    """Return the printed matrices with a change of the diagonal of one, given its place, q and the entry."""

    def formulas(n: int, q: Fraction) -> Matrices:
        matrices = printed_matrices(n, q)
        for i in range(min(matrices[name].shape)):
            matrices[name][i, i] = change(i, q, matrices[name][i, i])
        return matrices

    return formulas


NEAR: dict[str, dict[str, object]] = {
    r"the first corner of $K_{00}^{-1}$ like the rest of its diagonal": {
        "formulas": changed("inverse of K00", lambda i, q, x: x if i else (1 + q**4) / (1 - q**4))
    },
    r"$q/(1 + q)$ for one weight of $K_{10}K_{00}^{-1}$": {
        "formulas": changed("K10 K00^-1", lambda _, q, __: q / (1 + q))
    },
    r"$1 - q^2$ in the last identity, without its divisor": {
        "formulas": changed("K11 - K10 K00^-1 K10^T", lambda _, q, __: 1 - q**2)
    },
}


@claim(
    "dpdqn/claim12",
    broken={r"$2\beta_n$ in place of $\beta_n$": {"formulas": doubled_decay}, **NEAR},
    near=tuple(NEAR),
)
def claim12(trial: Trial, *, formulas: Formulas = printed_matrices) -> Iterator[Evidence]:
    """Compare every entry of the printed matrices with linear algebra on the kernel."""
    largest = 12 if trial.full else 6
    for n in range(1, largest + 1):
        pairs: dict[str, tuple[Fraction, str, Fraction]] = {}
        for q in DECAYS:
            left, right = computed_matrices(n, q), formulas(n, q)
            for name, matrix in left.items():
                places = product(*map(range, matrix.shape))
                pairs |= {f"q = {q}, {name} at {i}, {j}": (matrix[i, j], "==", right[name][i, j]) for i, j in places}
        yield exact_all(f"$n = {n}$, $q = 1/2, 9/10, 1/7$", pairs, quantity="all entries of the seven matrices")
