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

from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np

from tabular.evaluation.second_moments import second_moments
from tabular.mdp.instances import one_state_loop
from tabular.numbers.arrays import Array
from theory_checks.core.certificate import Certificate, Fact, used
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import exact
from theory_checks.core.exhibits import Figure, Series
from theory_checks.core.formula import Relation, Term, equals, ref
from theory_checks.core.interpret import approximate
from theory_checks.core.interpret import exact as exact_value
from theory_checks.papers.gpope.common.one_state_loops import (
    DEFECTIVE,
    DISTINCT,
    HALF,
    SPREAD,
    Loop,
    MakeMatrix,
    diagonal,
    loop_facts,
    loop_matrix,
    moment_numbers,
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

    def bound(self) -> Fraction:
        """Return the right side of (6.4)."""
        return exact_value(BOUND, {**self.values, "beta": self.scale, "C0": TERM_TWO})


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


@claim(
    "gpope/thm2",
    reading="printed",
    setting={"runs": LONG, "hypothesis": ref("beta") * "lmin" < 1},
    sound={r"$\lambda_{\min}(Q)I$ in place of $Q$": {"matrix": one_eigenvalue}},
)
@claim(
    "gpope/thm2",
    reading="steps-of-lemma2",
    setting={"runs": SHORT, "hypothesis": ref("beta") * "lmax" <= 1},
    sound={"a symmetric matrix with the eigenvalues of $Q$": {"matrix": both_eigenvalues}},
)
def constant_step(
    trial: Trial, *, runs: Sequence[Run], hypothesis: Relation, matrix: MakeMatrix = loop_matrix
) -> Iterator[Finding]:
    """Compare exact second moments with (6.4)."""
    for run in runs:
        error = squared_error(run.moments(matrix(run.loop))[-1])
        compared = exact(run.name, error, "<=", run.bound(), quantity=r"$E\|\xi_{N+1}\|^2$ and (6.4)")
        yield certified(compared, _certificate, trial, run, hypothesis)
    yield _figure()


def _certificate(trial: Trial, run: Run, hypothesis: Relation) -> Certificate:
    """Certify the run: the moments (S11, S12, S22) follow a linear recursion whose entries are those of I - beta Q."""
    moments = [[m[0, 0], m[0, 1], m[1, 1]] for m in run.moments(loop_matrix(run.loop))]
    noise = run.scale**2 * run.noise
    facts = [
        *_smaller_root(),
        hypothesis,
        *loop_facts(),
        equals(ref("added", 0), ref("beta") ** 2 * ref("noise")),
        equals(ref("added", 1), 0),
        equals(ref("added", 2), ref("added", 0)),
    ]
    conclusion = ref("moments", run.steps, 0) + ref("moments", run.steps, 2) > BOUND
    return Certificate(
        says=f"The expected squared error of the {run.name}, is above (6.4).",
        objects={
            "M": one_state_loop(run.loop.discount, 0),
            "map": moment_numbers(run.loop, run.scale),
            "added": [noise, Fraction(0), noise],
            "moments": moments,
        },
        constants=used(_constants(run), [facts, conclusion]),
        facts=facts,
        assumed=[
            "moments are the entries 11, 12, 22 of E xi xi'; with h sigma = 1 and n = 1 both c N/m^2 = 2 and E ||h "
            "zeta||^2 = 2."
        ],
        conclusion=conclusion,
    )


def _constants(run: Run) -> dict[str, Term]:
    return {
        "beta": run.scale,
        "A": 1 - ref("M.discount"),
        "lmax": 1 - ref("lmin"),
        "noise": run.noise,
        **run.values,
        "c": 2 * ref("noise") / ref("N"),
        "start": ref("moments", 0, 0) + ref("moments", 0, 2),
        "C0": TERM_TWO,
    }


def _smaller_root() -> list[Fact]:
    """State that lmin is the smaller root of l^2 - l + A^2."""
    return [equals(ref("lmin") ** 2 - ref("lmin") + ref("A") ** 2, 0), ref("lmin") <= HALF]


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
