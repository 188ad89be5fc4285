r"""Theorem 2: the error after N steps of constant length beta = eta/N^k, for the mean dynamics xi <- (I - beta Q) xi.

Loops: one state, one feature phi = 1, on-policy, discount gamma. Every trajectory gives the same
A = 1 - gamma and C = 1, so

    Q = [[0, -A], [A, 1]],    lmin, lmax = (1 -+ sqrt(1 - 4 A^2))/2,    real for A <= 1/2,

and the only noise is h zeta. With h sigma = 1 the printed c N/m^2 and the true size of the noise are both 2, so that
the refutations do not rest on that slip. From xi_1 = (1, 0) without noise ||xi_2||^2 = 1 + beta^2 A^2 > 1, so the bound
fails at N = 1 for every A != 0 and every beta; for gamma = 1/2, where Q is not diagonalisable, it is exceeded by the
factor 1 + t + t^2/2 with t = N beta/(1 - beta/2).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

import numpy as np

from tabular.evaluation.second_moments import second_moments
from tabular.numbers.arrays import Array
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import exact
from theory_checks.core.exhibits import Figure, Series
from theory_checks.core.interpret import approximate
from theory_checks.core.interpret import exact as exact_value
from theory_checks.papers.gpope.common.one_state_loops import (
    DEFECTIVE,
    DISTINCT,
    SPREAD,
    Loop,
    MakeMatrix,
    diagonal,
    loop_matrix,
    nine,
    one_eigenvalue,
    squared_error,
)
from theory_checks.papers.gpope.convergence._certified import certified
from theory_checks.papers.gpope.convergence._runs import LoopRun
from theory_checks.papers.gpope.convergence._theorems import BOUND, TERM_TWO


def both_eigenvalues(loop: Loop) -> Array:
    """Return the symmetric matrix with the eigenvalues of Q."""
    return diagonal(loop.smallest, loop.largest)


class Run(LoopRun):
    """Steps of one length beta."""

    def sizes(self) -> list[Fraction]:
        """Return beta, N times."""
        return [self.scale] * self.steps

    @property
    def values(self) -> Mapping[str, Fraction | int]:
        """Return what the bound depends on."""
        values = {**super().values, "beta": self.scale}
        return {**values, "C0": exact_value(TERM_TWO, values)}

    def bound(self) -> Fraction:
        """Return the right side of (6.4)."""
        return exact_value(BOUND, self.values)


SHORT = (
    Run(DEFECTIVE, Fraction(1), 1),
    Run(DEFECTIVE, Fraction(1), 1, start=0, noise=1),
    Run(DEFECTIVE, Fraction(1), 2, start=0, noise=1),
    Run(DEFECTIVE, Fraction(1, 4), 16),
    Run(DISTINCT, Fraction(1), 1),
    Run(DISTINCT, Fraction(1, 4), 16),
    Run(DISTINCT, Fraction(5, 4), 2, start=0, noise=1),
    Run(SPREAD, Fraction(10, 9), 1, start=3, noise=1),
)
LONG = (
    Run(DISTINCT, Fraction(4), 1),
    Run(DISTINCT, Fraction(4), 16),
    Run(SPREAD, Fraction(5), 4, start=0, noise=1),
    *SHORT,
)


SMALLEST = {"lmin": 8}  # the least of real eigenvalues, in the lemma


@claim(
    "gpope/thm2",
    reading="printed",
    setting={"runs": LONG},
    sound={r"$\lambda_{\min}(Q)I$ in place of $Q$": {"matrix": one_eigenvalue}},
)
@claim(
    "gpope/thm2",
    reading="steps-of-lemma2",
    setting={"runs": SHORT, "items": {"lmin": 8, "lmax": 9}},
    sound={"a symmetric matrix with the eigenvalues of $Q$": {"matrix": both_eigenvalues}},
)
def constant_step(
    trial: Trial, *, runs: Sequence[Run], items: Mapping[str, int] = SMALLEST, matrix: MakeMatrix = loop_matrix
) -> Iterator[Finding]:
    """Compare exact second moments with (6.4)."""
    for run in runs:
        error = squared_error(run.moments(matrix(run.loop))[-1])
        compared = exact(run.name, error, "<=", run.bound(), quantity=r"$E\|\xi_{N+1}\|^2$ and (6.4)")
        yield certified(compared, run.certificate, items, 0)
    yield _figure()


def _figure() -> Figure:
    times, step = list(range(0, 101, 2)), 0.5
    series: list[Series] = []
    for loop in (DEFECTIVE, DISTINCT, SPREAD):
        start = np.diag([1.0, 0.0])
        moments = list(second_moments(loop_matrix(loop).astype(float), [step] * 100, start, np.zeros((2, 2))))
        exact_errors = [nine(float(np.trace(moments[N]))) for N in times]
        values = {"beta": step, "lmin": loop.smallest, "start": 1, "C0": 0}
        bounds = [nine(approximate(BOUND, {**values, "N": N})) for N in times]
        x = [float(N) for N in times]
        series += [
            Series(label=f"error, $\\gamma = {loop.discount}$", x=x, y=exact_errors),
            Series(label=f"(6.4), $\\gamma = {loop.discount}$", x=x, y=bounds, kind="dots"),
        ]
    return Figure(
        title="Exact error and the bound of Theorem 2",
        x_label="$N$",
        y_label=r"$\|\xi_{N+1}\|_2^2$",
        y_scale="log",
        series=series,
        caption=r"Loops without noise, $\xi_1 = (1, 0)$, $\beta = 1/2$ for every $N$. The error is never below the "
        r"bound; for $\gamma = 1/2$ it leaves it behind without limit.",
    )
