r"""Theorem 2 in the norm of the eigenbasis, Q = V diag(l_i) V^-1 with real l_i: (6.4) as printed, for beta <= 1/lmax.

With ||x||_V = |V^-1 x| and v >= E||Delta_i||_V^2 in place of G^2 + c N/m^2 the right side is a mean of E||xi_1||_V^2
and of multiples of v with positive weights, so that in Euclidean terms it loses the factor
kappa(V)^2 = ||V||^2 ||V^-1||^2 and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import sqrt

import numpy as np

from tabular.evaluation.saddle import identity_like
from tabular.evaluation.second_moments import second_moments
from tabular.numbers.arrays import Array, fraction
from tabular.numbers.quadratic_forms import largest_eigenvalue, smallest_eigenvalue
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, exact_all
from theory_checks.core.exhibits import Table
from theory_checks.core.formula import Formula
from theory_checks.papers.gpope.common.eigenbases import (
    Diagonal,
    Weights,
    diagonal_matrices,
    eigenbasis,
    euclidean,
    of_chain,
)
from theory_checks.papers.gpope.common.linear_evaluation import one_state
from theory_checks.papers.gpope.common.rounding import above
from theory_checks.papers.gpope.convergence._certified import Comparisons
from theory_checks.papers.gpope.convergence._problems import starts

ONE = Fraction(1)


@claim(
    "gpope/thm2",
    reading="eigenbasis",
    broken={
        "the Euclidean norm, without a factor": {"weights": euclidean},
        r"$\beta = 2/\lambda_{\max}(Q)$": {"longer": 2},
    },
)
def runs(trial: Trial, *, weights: Weights = eigenbasis, longer: int = 1) -> Iterator[Finding]:
    """Compare exact errors in both norms with (6.4)."""
    for case in diagonal_matrices(trial):
        for share in (Fraction(1, 4), ONE):
            yield _runs(trial.formal.right, case, weights(case), longer * share / case.largest, 12 if trial.full else 6)
    rows = [_condition(Fraction(x)) for x in ("57/113", "13/25", "3/5", "7/10", "91/101")]
    columns = [r"$\gamma$", r"$\lambda_{\min}(Q)$", r"$\lambda_{\max}(Q)$", r"$\kappa(V)^2$"]
    caption = r"One state; the columns of $V$ have length 1. The factor grows without limit towards $\gamma = 1/2$."
    yield Table(title="What the change of the norm costs", columns=columns, rows=rows, caption=caption)


def _runs(bound: Formula, case: Diagonal, W: Array, beta: Fraction, steps: int) -> Evidence:
    """Compare the errors after 1, ..., `steps` steps from four starts with (6.4) in both norms."""
    noise, pairs = identity_like(case.Q), Comparisons()
    least, most = fraction(smallest_eigenvalue(W).low), fraction(largest_eigenvalue(W).high)
    slow = 10**4 * np.outer(case.slowest, case.slowest)  # which alone the factor of the start allows to stay
    for name, start in {**starts(case.Q), "a slow start": slow}.items():
        for N, moment in enumerate(second_moments(case.Q, [beta] * steps, start, noise)):
            inner, plain = (above(bound, _values(case, beta, N, start, w)) for w in (W, noise))
            pairs[f"norm of the eigenbasis, {name}, N = {N}"] = (fraction(np.trace(W @ moment)), "<=", inner)
            pairs[f"Euclidean norm, {name}, N = {N}"] = (fraction(np.trace(moment)), "<=", most / least * plain)
    return exact_all(
        f"{case.name}, $\\beta = {beta}$, $h\\sigma = 1$", pairs, quantity="errors in both norms and (6.4)"
    )


def _values(case: Diagonal, beta: Fraction, N: int, start: Array, W: Array) -> dict[str, Fraction | int]:
    """Return what the symbols of (6.4) stand for in the norm of W; a third of the noise is sampling."""
    noise = fraction(np.trace(W))
    shares = {"G2": noise / 3, "c": 8 * noise / 3 / max(N, 1), "m": 2, "N": N}
    return {**shares, "beta": beta, "lmin": case.smallest, "start": fraction(np.trace(W @ start))}


def _condition(discount: Fraction) -> list[str]:
    """Return the eigenvalues of Q for one state and the condition of its unit eigenvectors, in floats.

    With c for the cosine between them V'V has the eigenvalues 1 + c and 1 - c.
    """
    case = of_chain(one_state(discount))
    first, second = case.vectors.T
    cosine = abs(fraction(first @ second)) / sqrt(fraction(first @ first) * fraction(second @ second))
    square = (1 + cosine) / (1 - cosine)
    return [str(discount), *(f"{float(x):.6g}" for x in (case.smallest, case.largest, square))]
