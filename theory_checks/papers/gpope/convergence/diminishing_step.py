r"""Theorem 3: steps beta_i = eta/(lmin i), on the loops of Theorem 2.

Without noise and from (1, 0), ||xi_2||^2 = 1 + (eta A/lmin)^2 > 1: the bound fails at N = 1 for every eta > 1. The
steps exceed the 1/lmax of Lemma 2 while i < eta lmax/lmin, and while i < eta lmax/(2 lmin) the fast direction grows, by
|1 - eta lmax/(lmin i)| > 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
from flint import arb, ctx

from tabular.evaluation.saddle import LyapunovNorm, identity_like, lyapunov_norm
from tabular.evaluation.second_moments import second_moments
from tabular.numbers.arrays import Array
from tabular.numbers.balls import ball as ball_of
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball, exact, exact_all
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
from theory_checks.papers.gpope.common.rounding import above
from theory_checks.papers.gpope.convergence._certified import Comparisons, certified
from theory_checks.papers.gpope.convergence._problems import (
    MakeNorm,
    Problem,
    Worst,
    euclidean,
    problems,
    starts,
    turning,
)
from theory_checks.papers.gpope.convergence._runs import LoopRun
from theory_checks.papers.gpope.convergence._sampling import Sampled, far_apart
from theory_checks.papers.gpope.convergence._steps import REPAIRED, Schedule, least, shifted
from theory_checks.papers.gpope.convergence._theorems import TERMS

TEXTS = texts_of(__file__)

ONE = Fraction(1)
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


@claim(
    "gpope/thm3/repaired",
    broken={
        "no shift": {"schedule": not_shifted},
        "the Euclidean norm": {"norm": euclidean},
        "2 in place of 16": {"share": Fraction(1, 8)},
        "steps a tenth longer": {"longer": Fraction(11, 10)},
        "a shift a tenth smaller": {"shift": Fraction(9, 10)},
    },
    near=("steps a tenth longer", "a shift a tenth smaller"),
)
def diminishing_repaired(
    trial: Trial,
    *,
    schedule: MakeSchedule = shifted,
    norm: MakeNorm = lyapunov_norm,
    share: Fraction = ONE,
    longer: Fraction = ONE,
    shift: Fraction = ONE,
) -> Iterator[Finding]:
    """Compare exact second moments in the norm of P with H/(i + i0)."""
    for problem in problems():
        chosen = norm(problem.Q)
        yield _repaired_run(problem, chosen, schedule(chosen), 24 if trial.full else 5)
    yield _sampled_run(far_apart(), schedule)
    yield _long_run(schedule(LONG), share)
    for size in (10**4, Fraction(1, 10**4)):
        yield _nearly_attained(turning(Fraction(size)), share, longer, shift)
    yield _repaired_figure()


def _nearly_attained(problem: Problem, share: Fraction, longer: Fraction, shift: Fraction) -> Evidence:
    """Compare errors where both terms of H are nearly attained: the first steps of runs with the least shift.

    There e_(i+1) = (1 - 2/k) e_i + 16 V/(mu k)^2, nearly, with k = i + i0: what stays of a start is less than H/k
    allows, but with as much noise as the start is large, or a little less or more, the loss is of the order 1/k^2.
    """
    norm, pairs = lyapunov_norm(problem.Q), Comparisons()
    mu, L = Fraction(norm.mu.low), Fraction(norm.L.high)
    for G1, more in product((0 * L, L), (0 * ONE, ONE, Fraction(13, 12))):
        schedule = least(mu, shift * (L + G1))
        noise = more * (1 + schedule.shift) or Fraction(schedule.shift)
        run = Worst(problem.Q, norm.P, ONE, noise * mu**2 / 16, G1)
        values = {**run.values, **schedule.values, "V": share * run.V}
        for N, error in enumerate(run.errors(longer * size for size in schedule.sizes(2))):
            pairs[f"G1 = {G1}, noise {noise}, N = {N}"] = error, "<=", above(REPAIRED, {**values, "N": N})
    case = f"{problem.name}, errors as large as allowed, $N \\leq 2$"
    return exact_all(case, pairs, quantity=r"$E\|\xi_{N+1}\|_P^2$ and $H/(N+1+i_0)$")


LONG = lyapunov_norm(loop_matrix(DEFECTIVE))


def _sampled_run(run: Sampled, schedule: MakeSchedule) -> Evidence:
    """Compare the errors of a run whose draws differ with H/(i + i0)."""
    chosen = schedule(run.grown)
    values = {**run.values(), **chosen.values}
    errors = run.errors(run.moments(chosen.sizes(12)))
    bounds = [above(REPAIRED, {**values, "N": i - 1}) for i in range(1, len(errors) + 1)]
    pairs: Comparisons = {
        f"$i = {i}$": (error, "<=", bound) for i, (error, bound) in enumerate(zip(errors, bounds, strict=True), 1)
    }
    case = f"{run.data.name}, $G_1 = {float(run.growth):.4g}$, $i_0 = {chosen.shift}$, $h\\sigma = 1$, $N \\leq 12$"
    return exact_all(case, pairs, quantity=r"$E\|\xi_i\|_P^2 \leq H/(i+i_0)$")


def _long_run(schedule: Schedule, share: Fraction) -> Evidence:
    """Compare the end of a run with N > i0 and xi_1 = 0 with H/(N + 1 + i0), where V alone decides, in balls."""
    N, noise = 4 * max(schedule.shift, 10), identity_like(LONG.P)
    with ctx.workprec(256):
        moment = np.array([[arb(0)] * 2] * 2, dtype=object)
        Q, one = each_ball(loop_matrix(DEFECTIVE)), each_ball(noise)
        for size in schedule.sizes(N):
            beta = ball_of(size)
            M = one - beta * Q
            moment = M @ moment @ M.T + beta * beta * one
        error = np.trace(each_ball(LONG.P) @ moment)
        bound = value(REPAIRED, {**schedule.values, "start": 0, "V": share * Fraction(np.trace(LONG.P)), "N": N})
        case = f"loop, $\\gamma = 1/2$, $\\xi_1 = 0$, $h\\sigma = 1$, $i_0 = {schedule.shift}$, $N = {N}$"
        return ball(case, error, "<=", ball_of(bound), quantity=r"$E\|\xi_{N+1}\|_P^2$ and $H/(N+1+i_0)$")


def each_ball(matrix: Array) -> Array:
    """Return the matrix with a ball for each number."""
    return np.array([[ball_of(Fraction(x)) for x in row] for row in matrix], dtype=object)


def _repaired_run(problem: Problem, norm: LyapunovNorm, schedule: Schedule, steps: int) -> Evidence:
    pairs = Comparisons()
    for name, start in starts(problem.Q).items():
        moments = second_moments(problem.Q, schedule.sizes(steps), start, identity_like(problem.Q))
        errors = [Fraction(np.trace(norm.P @ m)) for m in moments]
        values = {**schedule.values, "start": errors[0], "V": Fraction(np.trace(norm.P))}
        bounds = [above(REPAIRED, {**values, "N": i - 1}) for i in range(1, steps + 2)]
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
