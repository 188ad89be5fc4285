r"""Lemma 2 and (C.4) in the norm of the eigenbasis, where they hold as printed: Q = V diag(l_i) V^-1 with real l_i.

With ||x||_V = |V^-1 x|, W = V^-T V^-1 and M = I - beta Q,

    V^-1 M V = diag(1 - beta l_i),      so    ||M||_V = max_i |1 - beta l_i| = 1 - beta lmin    for beta <= 1/lmax,

and ||x||_V^2 = x'Wx. That a factor bounds ||M||_V^2 is one inequality of matrices, and an eigenvector e with
M e = (1 - beta lmin) e attains it: elimination decides the norm exactly where V is rational.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from tabular.evaluation.saddle import identity_like, saddle_matrix
from tabular.evaluation.second_moments import Draws
from tabular.numbers.arrays import Array, fraction
from tabular.numbers.quadratic_forms import is_positive_semidefinite
from theory_checks.core.claim import Trial, claim
from theory_checks.core.evidence import Evidence, Rational, exact_all
from theory_checks.core.interpret import exact
from theory_checks.papers.gpope.common.eigenbases import (
    ONE,
    Diagonal,
    Weights,
    diagonal_matrices,
    eigenbasis,
    euclidean,
)

Comparisons = dict[str, tuple[Rational, str, Rational]]


SHARES = (Fraction(1, 10), Fraction(1, 2), ONE)
CONTROLS = {
    "the Euclidean norm": {"weights": euclidean},
    r"steps up to $2/\lambda_{\max}(Q)$": {"longer": 2},
}


@claim("gpope/lemma2-spectral", reading="eigenbasis", broken=CONTROLS)
def norm_of_one_step(trial: Trial, *, weights: Weights = eigenbasis, longer: int = 1) -> Iterator[Evidence]:
    """Decide that the printed square bounds ||M x||_V^2/||x||_V^2, and that an eigenvector attains it."""
    for case in diagonal_matrices(trial):
        W, pairs = weights(case), Comparisons()
        for share in SHARES:
            beta = longer * share / case.largest
            M = identity_like(case.Q) - beta * case.Q
            factor = exact(trial.formal.right, {"beta": beta, "lmin": case.smallest})
            after = M @ case.slowest
            bounded = int(is_positive_semidefinite(factor * W - M.T @ W @ M))
            pairs[f"beta = {share}/lmax times {longer}: upper bound (1: it holds)"] = (bounded, "==", 1)
            attained = fraction(after @ W @ after), factor * fraction(case.slowest @ W @ case.slowest)
            pairs[f"beta = {share}/lmax times {longer}: attained"] = (attained[0], "==", attained[1])
        yield exact_all(case.name, pairs, quantity=r"$\|I-\beta Q\|_V^2$ and $(1-\beta\lambda_{\min}(Q))^2$")


@claim("gpope/lemma2", reading="eigenbasis", broken=CONTROLS)
def noisy_step(trial: Trial, *, weights: Weights = eigenbasis, longer: int = 1) -> Iterator[Evidence]:
    """Compare exact second moments after one step with (6.3), from each eigenvector and each unit vector."""
    for case in diagonal_matrices(trial):
        W, pairs = weights(case), Comparisons()
        for share in SHARES[1:]:
            for k, x in enumerate([*case.vectors.T, *identity_like(case.Q)]):
                left, right = _one_step(trial, case, W, longer * share / case.largest, x)
                pairs[f"beta = {share}/lmax times {longer}, vector {k}"] = (left, "<=", right)
        yield exact_all(case.name, pairs, quantity=r"$\mathbb{E}\|\xi_{i+1}\|_V^2$ and (6.3)")


def _one_step(trial: Trial, case: Diagonal, W: Array, beta: Fraction, x: Array) -> tuple[Fraction, Fraction]:
    """Return E||x'||_V^2 and the right side of (6.3), for the two matrices Q -+ D and noise of covariance S."""
    Q, n = case.Q, len(case.Q) // 2
    spread = saddle_matrix(identity_like(Q[:n, :n]) / 10, identity_like(Q[:n, :n]) / 7)
    noise = identity_like(Q) + np.ones(Q.shape, dtype=np.int64)
    after = list(Draws([Q - spread, Q + spread], [0 * x] * 2, [Fraction(1, 2)] * 2).moments([beta], x, noise))[1]
    variance = fraction((spread @ x) @ W @ (spread @ x)) + fraction(np.trace(W @ noise))
    values = {"beta": beta, "lmin": case.smallest, "before": fraction(x @ W @ x), "G2": variance / 3}
    shares = {"c": 8 * variance / 9, "N": 3, "m": 2}  # two thirds of the variance, as the first term is one
    return fraction(np.trace(W @ after[1:, 1:])), exact(trial.formal.right, {**values, **shares})
