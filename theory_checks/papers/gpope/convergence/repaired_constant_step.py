r"""Theorem 2, corrected: the error after N steps of constant length, in a norm in which the steps contract.

In the Euclidean norm (6.4) follows from (6.3), which is false for the Q of the paper.
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
from theory_checks.core.formal import formal_of
from theory_checks.core.interpret import approximate
from theory_checks.core.interpret import exact as value
from theory_checks.papers.gpope.common.one_state_loops import DEFECTIVE, HALF, loop_matrix, nine
from theory_checks.papers.gpope.convergence._problems import (
    MakeNorm,
    Problem,
    euclidean,
    few_digits,
    problems,
    starts,
)
from theory_checks.papers.gpope.convergence._sampling import Sampled, far_apart
from theory_checks.papers.gpope.convergence._theorems import term_two, theorem2

REPAIRED = formal_of(__file__, "gpope/thm2/repaired", "lyapunov-norm")
LEVEL = REPAIRED.claims[1].right


CLOSEST = r"$E\|\xi_{N+1}\|_P^2$ and its bound, where they are closest"


@claim(
    "gpope/thm2/repaired",
    reading="lyapunov-norm",
    broken={
        "the Euclidean norm": {"norm": euclidean},
        "$G_1 = 0$, as if all draws were alike": {"growth": Fraction(0)},
    },
)
def lyapunov(trial: Trial, *, norm: MakeNorm = lyapunov_norm, growth: Fraction = Fraction(1)) -> Iterator[Finding]:
    """Compare exact second moments in the norm of P with the bound."""
    for problem in problems():
        chosen = norm(problem.Q)
        for share in (Fraction(1, 64), HALF, Fraction(9, 10)):
            yield _lyapunov_run(problem, chosen, share, 40 if trial.full else 12)
    for share in (Fraction(1, 64), HALF, Fraction(9, 10)):
        yield _sampled_run(far_apart(), share, growth)
    yield _lyapunov_figure()


def _sampled_run(run: Sampled, share: Fraction, growth: Fraction) -> Evidence:
    """Compare every error of a run whose draws differ with its bound, and show the one that comes closest."""
    mu = Fraction(run.norm.mu.low)
    values = {**run.values(), "mu": mu, "G1": growth * run.growth}
    beta = few_digits(share * mu / (values["L"] + values["G1"]))
    values |= {"beta": beta, "C0": LEVEL}
    errors = run.errors(run.moments([beta] * 12))
    pairs = [(errors[N], value(REPAIRED.right, {**values, "N": N}), N) for N in range(1, len(errors))]
    error, bound, N = max(pairs, key=lambda x: x[0] / x[1])
    case = f"{run.data.name}, $\\beta = {float(share):g}\\mu/(L+G_1)$, $G_1 = {float(run.growth):.4g}$, $N \\leq 12$"
    return exact(case, error, "<=", bound, quantity=CLOSEST, detail=f"$N = {N}$")


def _lyapunov_run(problem: Problem, norm: LyapunovNorm, share: Fraction, steps: int) -> Evidence:
    """Compare every error of some runs with its bound and show the one that comes closest."""
    mu, L = Fraction(norm.mu.low), Fraction(norm.L.high)
    beta = few_digits(share * mu / L)
    constants = {"beta": beta, "mu": mu, "L": L, "G1": 0, "V": Fraction(np.trace(norm.P)), "C0": LEVEL}
    noise = identity_like(problem.Q)
    compared: list[tuple[Fraction, Fraction, str]] = []
    for name, start in starts(problem.Q).items():
        moments = second_moments(problem.Q, [beta] * steps, start, noise)
        errors = [Fraction(np.trace(norm.P @ m)) for m in moments]
        values = [{**constants, "start": errors[0], "N": N} for N in range(steps + 1)]
        compared += [(errors[N], value(REPAIRED.right, values[N]), f"{name}, $N = {N}$") for N in range(1, steps + 1)]
    error, bound, where = max(compared, key=lambda x: float(x[0] / x[1]))
    case = f"{problem.name}, $\\beta = {float(share):g}\\mu/L$, $h\\sigma = 1$, $N \\leq {steps}$, 3 starts"
    return exact(case, error, "<=", bound, quantity=CLOSEST, detail=where)


def _lyapunov_figure() -> Figure:
    Q = loop_matrix(DEFECTIVE).astype(float)
    norm = lyapunov_norm(Q)
    mu, L = float(norm.mu.low), float(norm.L.high)
    beta, times = mu / (2 * L), list(range(0, 401, 8))
    moments = list(second_moments(Q, [beta] * 400, np.diag([1.0, 0.0]), 0.01 * np.eye(2)))
    errors = [float(np.trace(norm.P @ m)) for m in moments]
    values = {"beta": beta, "mu": mu, "L": L, "G1": 0, "V": 0.01 * float(np.trace(norm.P)), "C0": LEVEL}
    bounds = [approximate(REPAIRED.right, {**values, "start": errors[0], "N": N}) for N in times]
    x = [float(N) for N in times]
    return Figure(
        title="Exact error and the corrected bound",
        x_label="$N$",
        y_label=r"$E\|\xi_{N+1}\|_P^2$",
        y_scale="log",
        series=[
            Series(label="error", x=x, y=[nine(errors[N]) for N in times]),
            Series(label="bound", x=x, y=[nine(b) for b in bounds]),
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
    bound = theorem2(beta, lmin, steps, start, center)
    kind = "equality in (6.3)" if slack == 1 else "half of what (6.3) allows"
    case = f"$\\lambda = {lmin}$, $\\beta = {beta}$, $v = {v}$, $e_1 = {start}$, $N = {steps}$, {kind}"
    return exact(case, error, "<=", bound, quantity="$e_{N+1}$ and (6.4)")
