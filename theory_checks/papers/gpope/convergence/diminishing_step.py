r"""Theorem 3: steps beta_i = eta/(lmin i), on the loops of Theorem 2.

Without noise and from (1, 0), ||xi_2||^2 = 1 + (eta A/lmin)^2 > 1: the bound fails at N = 1 for every eta > 1. The
steps exceed the 1/lmax of Lemma 2 while i < eta lmax/lmin, and while i < eta lmax/(2 lmin) the fast direction grows, by
|1 - eta lmax/(lmin i)| > 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

import numpy as np

from tabular.evaluation.saddle import LyapunovNorm, identity_like, lyapunov_norm
from tabular.evaluation.second_moments import second_moments
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Rational, exact, exact_all
from theory_checks.core.exhibits import Figure, Series
from theory_checks.core.interpret import approximate
from theory_checks.core.interpret import exact as value
from theory_checks.core.texts import texts_of
from theory_checks.papers.gpope.common.one_state_loops import (
    DEFECTIVE,
    DISTINCT,
    SPREAD,
    Loop,
    MakeMatrix,
    loop_matrix,
    nine,
    one_eigenvalue,
    squared_error,
)
from theory_checks.papers.gpope.convergence._certified import certified
from theory_checks.papers.gpope.convergence._problems import MakeNorm, Problem, euclidean, problems, starts
from theory_checks.papers.gpope.convergence._runs import LoopRun
from theory_checks.papers.gpope.convergence._steps import REPAIRED, Schedule, shifted
from theory_checks.papers.gpope.convergence._theorems import TERMS

TEXTS = texts_of(__file__)

WIDE = Loop(Fraction(43, 50))


class Run(LoopRun):
    """Steps eta/(lmin i)."""

    symbol = r"\eta"

    def sizes(self) -> list[Fraction]:
        """Return the first N steps."""
        return [self.scale / (self.loop.smallest * i) for i in range(1, self.steps + 1)]

    @property
    def values(self) -> Mapping[str, Fraction | int]:
        """Return what the bound depends on."""
        return {**super().values, "eta": self.scale}

    def bound(self) -> Fraction:
        """Return the bound of Theorem 3."""
        return value(TERMS.left, self.values)


THREE_HALVES, SMALL = Fraction(3, 2), Fraction(11, 10)
RUNS = (
    Run(DEFECTIVE, THREE_HALVES, 1),
    Run(DEFECTIVE, SMALL, 5),
    Run(DISTINCT, THREE_HALVES, 1),
    Run(DISTINCT, Fraction(101, 100), 3),
    Run(SPREAD, SMALL, 4),
    Run(SPREAD, SMALL, 1, start=0, noise=1),
    Run(SPREAD, SMALL, 4, start=0, noise=1),
    Run(WIDE, THREE_HALVES, 6),
)


@claim("gpope/thm3", sound={r"$\lambda_{\min}(Q)I$ in place of $Q$": {"matrix": one_eigenvalue}})
def diminishing_step(trial: Trial, *, matrix: MakeMatrix = loop_matrix) -> Iterator[Finding]:
    """Compare exact second moments with H/N."""
    for run in RUNS:
        error = squared_error(run.moments(matrix(run.loop))[-1])
        compared = exact(run.name, error, "<=", run.bound(), quantity=r"$E\|\xi_{N+1}\|^2$ and the bound of Theorem 3")
        yield certified(compared, run.certificate, {"lmin": 8}, 1)
    yield _figure()


def _figure() -> Figure:
    eta, times = Fraction(31, 20), [*range(1, 41), *range(45, 201, 5)]
    series: list[Series] = []
    for loop in (DEFECTIVE, DISTINCT, SPREAD, WIDE):
        errors = _noiseless(loop, eta, times[-1])
        label = f"$\\gamma = {loop.discount}$, $\\lambda_{{\\max}}/\\lambda_{{\\min}} = {loop.largest / loop.smallest}$"
        series.append(Series(label=label, x=[float(N) for N in times], y=[nine(float(N * errors[N])) for N in times]))
    return Figure(
        title="Exact error over the bound of Theorem 3",
        x_label="$N$",
        y_label=r"$N\|\xi_{N+1}\|_2^2/H$",
        x_scale="log",
        y_scale="log",
        series=series,
        caption=TEXTS["figure_caption"],
    )


def _noiseless(loop: Loop, eta: Fraction, steps: int) -> list[Fraction]:
    """Return ||xi_i||^2 for i = 1 .. N + 1 from (1, 0), exactly: in floats the growth drowns what comes after it."""
    Q, x = loop_matrix(loop), np.array([Fraction(1), Fraction(0)])
    errors = [Fraction((x * x).sum())]
    for i in range(1, steps + 1):
        x = x - eta / (loop.smallest * i) * (Q @ x)
        errors.append(Fraction((x * x).sum()))
    return errors


MakeSchedule = Callable[[LyapunovNorm], Schedule]


def not_shifted(norm: LyapunovNorm) -> Schedule:
    """Return the same without i0."""
    return replace(shifted(norm), shift=0)


@claim("gpope/thm3/repaired", broken={"no shift": {"schedule": not_shifted}, "the Euclidean norm": {"norm": euclidean}})
def diminishing_repaired(
    trial: Trial, *, schedule: MakeSchedule = shifted, norm: MakeNorm = lyapunov_norm
) -> Iterator[Finding]:
    """Compare exact second moments in the norm of P with H/(i + i0)."""
    for problem in problems():
        chosen = norm(problem.Q)
        yield _repaired_run(problem, chosen, schedule(chosen), 24 if trial.full else 5)
    yield _repaired_figure()


def _repaired_run(problem: Problem, norm: LyapunovNorm, schedule: Schedule, steps: int) -> Evidence:
    pairs: dict[str, tuple[Rational, str, Rational]] = {}
    for name, start in starts(problem.Q).items():
        moments = second_moments(problem.Q, schedule.sizes(steps), start, identity_like(problem.Q))
        errors = [Fraction(np.trace(norm.P @ m)) for m in moments]
        values = {**schedule.values, "start": errors[0], "V": Fraction(np.trace(norm.P))}
        bounds = [value(REPAIRED, {**values, "N": i - 1}) for i in range(1, steps + 2)]
        pairs |= {f"{name}, $i = {i + 1}$": (errors[i], "<=", bound) for i, bound in enumerate(bounds)}
    case = f"{problem.name}, $i_0 = {schedule.shift}$, $h\\sigma = 1$, $N \\leq {steps}$"
    return exact_all(case, pairs, quantity=r"$E\|\xi_i\|_P^2 \leq H/(i+i_0)$ from every start")


def _repaired_figure() -> Figure:
    norm, Q = lyapunov_norm(loop_matrix(DEFECTIVE)), loop_matrix(DEFECTIVE).astype(float)
    schedule, P, times = shifted(norm), norm.P.astype(float), [int(10 ** (j / 8)) for j in range(8, 29)]
    sizes = [float(size) for size in schedule.sizes(times[-1] - 1)]
    moments = list(second_moments(Q, sizes, np.diag([1.0, 0.0]), 0.01 * np.eye(2)))
    errors = [float(np.trace(P @ m)) for m in moments]
    values = {**schedule.values, "start": errors[0], "V": 0.01 * float(np.trace(P))}
    bounds = [nine(approximate(REPAIRED, {**values, "N": i - 1})) for i in times]
    x = [float(i) for i in times]
    return Figure(
        title="Exact error and the corrected bound",
        x_label="$i$",
        y_label=r"$E\|\xi_i\|_P^2$",
        x_scale="log",
        y_scale="log",
        series=[
            Series(label="error", x=x, y=[nine(errors[i - 1]) for i in times]),
            Series(label=r"bound $H/(i+i_0)$", x=x, y=bounds),
        ],
        caption=f"Loop with $\\gamma = 1/2$, $\\xi_1 = (1, 0)$, $h\\sigma = 1/10$, $\\beta_i = 4/(\\mu(i+i_0))$, "
        f"$i_0 = {schedule.shift}$.",
    )
