r"""Line 16 draws N(mu, sigma d): if sigma d is the variance, the paths have the variance sigma in the place of sigma^2.

Theorem 5 and the first version speak of G(0, sigma^2 K), so that the runs have paths of deviation sigma. Here they all
are once more with the deviation sqrt(sigma): mu = gain/sqrt(sigma). The conditions and promises stay as printed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf

from tabular.privacy import delta_of
from theory_checks.core.exhibits import Table
from theory_checks.papers.dpdqn.theorem5._bounded_gradient_runs import runs as bounded_gradient_runs
from theory_checks.papers.dpdqn.theorem5._first_version_runs import LEVELS, theorem
from theory_checks.papers.dpdqn.theorem5._first_version_runs import runs as first_version_runs
from theory_checks.papers.dpdqn.theorem5._private_runs import Run, Theorem
from theory_checks.papers.dpdqn.theorem5._releases import RELEASES, THEOREM


def every_run() -> Mapping[str, Sequence[Run]]:
    """Return the runs of Theorem 5 by the names of the readings."""
    return {**{name: release.runs() for name, release in RELEASES.items()}, "gradient-bounded": bounded_gradient_runs()}


def with_variance() -> tuple[Theorem, list[Run]]:
    """Return Theorem 5 and its runs, all ways of release, with paths of variance sigma."""
    return THEOREM, [run.with_variance() for runs in every_run().values() for run in runs]


def first_with_variance() -> tuple[Theorem, list[Run]]:
    """Return the theorem of the first version with both places of C, and its runs with paths of variance sigma."""
    runs = {run.name: run for place in LEVELS for run in first_version_runs(place)}
    return theorem(*LEVELS), [run.with_variance() for run in runs.values()]


def all_readings() -> Table:
    """Return every run under every reading with the promise, and mu and delta under both readings of line 16."""
    rows: list[list[str]] = []
    for reading, runs in every_run().items():
        for run in runs:
            shown = [x for same in (run, run.with_variance()) for x in _mu_and_delta(same)]
            rows.append([reading, run.name, f"{float(run.enclose(THEOREM.promise)):.4g}", *shown])
    columns = [r"$\mu$", r"true $\delta$", r"$\mu$, variance $\sigma$", r"true $\delta$, variance $\sigma$"]
    return Table(
        title="Every reading of Theorem 5 on runs that satisfy its hypotheses",
        columns=["release", "run", r"promised $\delta$", *columns],
        rows=rows,
        caption=r"Promised is $\epsilon = 0.9$ with the $\delta$ of the third column. The true one is the smallest "
        r"$\delta$ at $\epsilon = 0.9$, for paths of variance $\sigma^2$ and, in the last columns, $\sigma$.",
    )


def _mu_and_delta(run: Run) -> tuple[str, str]:
    """Write mu and delta, as lower bounds where a statistic need not be the best one."""
    mu, prefix = float(run.mu()), "" if run.most is None else "at least "
    if mu == inf:
        return r"$\infty$", "1"
    delta = delta_of(run.epsilon, mu)
    share = "above 0.9999" if delta > 0.9999 else "below 1e-300" if delta < 1e-300 else f"{prefix}{delta:.4g}"
    return f"{prefix}{mu:.4g}", share
