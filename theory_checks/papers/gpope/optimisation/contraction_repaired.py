r"""Lemma 2 and (C.4) in the norm that contracts: Q'P + PQ = I, ||x||_P^2 = x'Px, mu = 1/lmax(P).

With L = ||P^(1/2) Q P^(-1/2)||^2, Delta_i the error of the gradient, E[Delta_i | past] = 0 and V = sup
E||Delta_i||_P^2,

for fixed Q and beta a bound f on the squared norm of M = I - beta Q is one inequality of matrices, f P - M'PM >= 0,
which elimination in rational numbers decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache

import numpy as np

from tabular.evaluation.saddle import LyapunovNorm, identity_like, lyapunov_norm, saddle_matrix
from tabular.evaluation.second_moments import Draws
from tabular.numbers.arrays import Array, fraction
from tabular.numbers.balls import ball as enclosed
from tabular.numbers.quadratic_forms import is_positive_semidefinite
from tabular.numbers.quadratic_forms import largest_eigenvalue as lmax
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Rational, exact_all
from theory_checks.core.exhibits import Table
from theory_checks.core.formula import Formula
from theory_checks.core.interpret import exact
from theory_checks.core.texts import texts_of
from theory_checks.papers.gpope.common.data_sets import turning
from theory_checks.papers.gpope.common.linear_evaluation import one_state, random_moments, swapping, two_states
from theory_checks.papers.gpope.common.rounding import below

TEXTS = texts_of(__file__)

Weights = Callable[[Array], Array]
Comparisons = dict[str, tuple[Rational, str, Rational]]
TINY = Fraction(1, 1000)


def lyapunov_weights(Q: Array) -> Array:
    """Return P."""
    return lyapunov_norm(Q).P


@cache
def named_matrices() -> tuple[tuple[str, Array], ...]:
    """Return Q for small chains, for a defective Q and for A = C = 1."""
    problems = (
        one_state(Fraction(0)),
        one_state(Fraction(1, 2)),
        one_state(Fraction(9, 10)),
        swapping(Fraction(3, 10)),
        two_states(Fraction(1, 2), Fraction(1, 2)),
        two_states(Fraction(1, 2), Fraction(9, 10)),
    )
    return (
        *((problem.name, problem.Q) for problem in problems),
        ("$A = 1$, $C = 3$", saddle_matrix([[1]], [[3]])),
        ("$A = 1$, $C = 1/100$", saddle_matrix([[Fraction(1)]], [[Fraction(1, 100)]])),
    )


def matrices(trial: Trial) -> Iterator[tuple[str, Array]]:
    """Yield the named matrices and random ones."""
    yield from named_matrices()
    for i in range(24 if trial.full else 4):
        size = 1 + i % 3
        A, C = random_moments(trial.rng("A and C", str(i)), size)
        yield f"random $A$, $C$ number {i}, $n = {size}$", saddle_matrix(A, C)


@claim("gpope/lemma2-spectral/repaired", broken={"the Euclidean norm, $P = I$": {"weights": identity_like}})
def one_step(trial: Trial, *, weights: Weights = lyapunov_weights) -> Iterator[Evidence]:
    """Decide M'PM <= f P, and that M'M has the block I + beta^2 A'A, for M = I - beta Q."""
    for name, Q in (*matrices(trial), *((data.name, data.Q) for data in (turning(Fraction(10)), turning(TINY)))):
        norm, P, n = lyapunov_norm(Q), weights(Q), Q.shape[0] // 2
        A = Q[n:, :n]
        largest = fraction(norm.mu.low) / fraction(norm.L.high)
        sigma = enclosed(fraction(lmax(A.T @ A).low)).sqrt()
        pairs = Comparisons()
        for share in (Fraction(1, 8), Fraction(1, 2), Fraction(1), Fraction(4)):
            beta = share * largest
            M = identity_like(Q) - beta * Q
            factor = exact(trial.formal.right, {"beta": beta, "mu": norm.mu.low, "L": norm.L.high})
            gap = factor * P - M.T @ P @ M
            block = (M.T @ M)[:n, :n] - identity_like(A) - beta**2 * (A.T @ A)
            pairs[f"P-norm, beta = {share} mu/L (1: it holds)"] = (int(is_positive_semidefinite(gap)), "==", 1)
            floor = below(trial.formal.claims[1].right, {"beta": beta, "sigma": sigma})
            pairs[f"Euclidean norm, beta = {share} mu/L"] = fraction(lmax(M.T @ M).high), ">=", floor
            pairs[f"block of M'M, beta = {share} mu/L: wrong entries"] = (
                int(np.count_nonzero(block)),
                "==",
                0,
            )
        yield exact_all(name, pairs, quantity=r"$\|I-\beta Q\|_P^2$ and $\|I-\beta Q\|_2^2$")


@claim("gpope/lemma2/repaired", broken={"the Euclidean norm, $P = I$": {"weights": identity_like}})
def one_noisy_step(trial: Trial, *, weights: Weights = lyapunov_weights) -> Iterator[Finding]:
    """Decide the contraction as an inequality of matrices, and compute what noise of covariance S adds."""
    rows: list[list[str]] = []
    for name, Q in matrices(trial):
        norm, P = lyapunov_norm(Q), weights(Q)
        beta = fraction(norm.largest_step)
        noise = identity_like(Q) + np.ones(Q.shape, dtype=np.int64)
        pairs = dict(_moments(trial.formal.right, norm, P, Q, beta, noise))
        yield exact_all(name, pairs, quantity=r"$\mathbb{E}\|\xi_{i+1}\|_P^2$ and its bound, $\beta = \mu/(2L)$")
        limit = lmax(Q.T @ norm.P @ Q).inverse().low
        rows.append([name, *(f"{float(x):.6g}" for x in (norm.mu.low, norm.L.high, beta, 2 * beta, limit))])
    columns = ["case", r"$\mu$", "$L$", r"$\mu/(2L)$", r"$\mu/L$", r"$1/\lambda_{\max}(Q^\top PQ)$"]
    yield Table(title="Constants of the contraction", columns=columns, rows=rows[:8], caption=TEXTS["table_caption"])


def _moments(
    bound: Formula, norm: LyapunovNorm, P: Array, Q: Array, beta: Fraction, noise: Array
) -> Iterator[tuple[str, tuple[Rational, str, Rational]]]:
    """Yield that the factor of the bound times P exceeds M'PM, and what noise of covariance S adds to a unit vector."""
    M = identity_like(Q) - beta * Q
    values = {"beta": beta, "mu": norm.mu.low}
    gap = exact(bound, {**values, "before": 1, "V": 0}) * P - M.T @ P @ M
    share = exact(bound, {**values, "before": 0, "V": fraction(np.trace(P @ noise))})
    for i, x in enumerate(identity_like(Q)):
        before, after = fraction(x @ P @ x), fraction(x @ M.T @ P @ M @ x)
        allowed = exact(bound, {**values, "before": before, "V": before / beta**2})
        yield f"from unit vector {i}, noise as large as the start", (after + before, "<=", allowed)
    yield "the matrix inequality (1: it holds)", (int(is_positive_semidefinite(gap)), "==", 1)
    for i, x in enumerate(identity_like(Q)):
        moments = list(Draws([Q], [0 * x], [Fraction(1)]).moments([beta], x, noise))
        added = fraction(np.trace(P @ moments[1][1:, 1:])) - fraction(x @ M.T @ P @ M @ x)
        yield f"the share of the noise from unit vector {i}", (added, "==", share)
