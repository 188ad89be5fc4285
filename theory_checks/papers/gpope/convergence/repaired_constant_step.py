r"""Theorem 2, corrected: the error after N steps of constant length, in a norm in which the steps contract.

With Q'P + PQ = I, ||x||_P^2 = x'Px, mu = 1/lmax(P), L = ||P^(1/2) Q P^(-1/2)||_2^2 and V >= E ||Delta_i||_P^2,

    E ||xi_(N+1)||_P^2 <= q^N (E ||xi_1||_P^2 - C_0) + C_0,    q = 1 - beta mu + beta^2 L,    C_0 = beta V/(mu - beta L)

for 0 < beta < mu/L. In the Euclidean norm (6.4) follows from (6.3), which is false for the Q of the paper.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

import numpy as np

from tabular.evaluation.saddle import LyapunovNorm, identity_like, lyapunov_norm
from tabular.evaluation.second_moments import second_moments
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, exact
from theory_checks.core.exhibits import Figure, Series
from theory_checks.papers.gpope.common.one_state_loops import DEFECTIVE, HALF, loop_matrix, nine
from theory_checks.papers.gpope.convergence._problems import (
    MakeNorm,
    Problem,
    euclidean,
    few_digits,
    problems,
    starts,
    term_two,
)


@claim("gpope/thm2/repaired", reading="lyapunov-norm", broken={"the Euclidean norm": {"norm": euclidean}})
def lyapunov(trial: Trial, *, norm: MakeNorm = lyapunov_norm) -> Iterator[Finding]:
    """Compare exact second moments in the norm of P with the bound."""
    for problem in problems():
        chosen = norm(problem.Q)
        for share in (Fraction(1, 64), HALF, Fraction(9, 10)):
            yield _lyapunov_run(problem, chosen, share, 40 if trial.full else 12)
    yield _lyapunov_figure()


def _lyapunov_run(problem: Problem, norm: LyapunovNorm, share: Fraction, steps: int) -> Evidence:
    """Compare every error of some runs with its bound and show the one that comes closest."""
    mu, L = Fraction(norm.mu.low), Fraction(norm.L.high)
    beta = few_digits(share * mu / L)
    noise = identity_like(problem.Q)
    V, q = Fraction(np.trace(norm.P)), Fraction(norm.factor(beta))
    limit = beta * V / (mu - beta * L)
    found: list[tuple[Fraction, Fraction, str]] = []
    for name, start in starts(problem.Q).items():
        moments = second_moments(problem.Q, [beta] * steps, start, noise)
        errors = [Fraction(np.trace(norm.P @ m)) for m in moments]
        bounds = [q**N * (errors[0] - limit) + limit for N in range(steps + 1)]
        found += [(e, b, f"{name}, $N = {N}$") for N, (e, b) in enumerate(zip(errors, bounds, strict=True)) if N]
    error, bound, where = max(found, key=lambda x: float(x[0] / x[1]))
    case = f"{problem.name}, $\\beta = {float(share):g}\\mu/L$, $h\\sigma = 1$, $N \\leq {steps}$, 3 starts"
    return exact(
        case, error, "<=", bound, quantity=r"$E\|\xi_{N+1}\|_P^2$ and its bound, where they are closest", detail=where
    )


def _lyapunov_figure() -> Figure:
    Q = loop_matrix(DEFECTIVE).astype(float)
    norm = lyapunov_norm(Q)
    mu, L = float(norm.mu.low), float(norm.L.high)
    beta, times = mu / (2 * L), list(range(0, 401, 8))
    moments = list(second_moments(Q, [beta] * 400, np.diag([1.0, 0.0]), 0.01 * np.eye(2)))
    errors = [float(np.trace(norm.P @ m)) for m in moments]
    limit = beta * 0.01 * float(np.trace(norm.P)) / (mu - beta * L)
    bounds = [norm.factor(beta) ** N * (errors[0] - limit) + limit for N in times]
    x = [float(N) for N in times]
    return Figure(
        title="Exact error and the corrected bound",
        x_label="$N$",
        y_label=r"$E\|\xi_{N+1}\|_P^2$",
        y_scale="log",
        series=[
            Series(label="error", x=x, y=[nine(errors[N]) for N in times]),
            Series(label="bound", x=x, y=[nine(float(b)) for b in bounds]),
        ],
        caption=r"Loop with $\gamma = 1/2$, $\xi_1 = (1, 0)$, $h\sigma = 1/10$, $\beta = \mu/(2L)$.",
    )


Limit = Callable[[Fraction, Fraction, Fraction], Fraction]


def without_square(beta: Fraction, lmin: Fraction, v: Fraction) -> Fraction:
    """Return beta v/(2 lmin)."""
    return beta * v / (2 * lmin)


@claim(
    "gpope/thm2/repaired", reading="granting-6.3", broken={r"$C_0$ without $\eta\lambda^2$": {"limit": without_square}}
)
def granted(trial: Trial, *, limit: Limit = term_two) -> Iterator[Evidence]:
    """Run (6.3) with equality, and with slack, and compare with (6.4)."""
    lmin = Fraction(1, 5)
    for beta in (Fraction(1, 10), Fraction(1), Fraction(4), Fraction(9)):
        for v in (Fraction(0), Fraction(2)):
            center = term_two(beta, lmin, v)
            for start in sorted({Fraction(0), center / 2, center, center + 1}):
                for slack in (Fraction(1), HALF):
                    yield _granted(beta, lmin, v, start, slack, limit)


def _granted(beta: Fraction, lmin: Fraction, v: Fraction, start: Fraction, slack: Fraction, limit: Limit) -> Evidence:
    error, steps, center = start, 6, limit(beta, lmin, v)
    for _ in range(steps):
        error = slack * ((1 - beta * lmin) ** 2 * error + beta**2 * v)
    bound = (1 - beta * lmin) ** (2 * steps) * (start - center) + center
    kind = "equality in (6.3)" if slack == 1 else "half of what (6.3) allows"
    case = f"$\\lambda = {lmin}$, $\\beta = {beta}$, $v = {v}$, $e_1 = {start}$, $N = {steps}$, {kind}"
    return exact(case, error, "<=", bound, quantity="$e_{N+1}$ and (6.4)")
