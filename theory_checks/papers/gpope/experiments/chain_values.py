r"""Figure 1(a), read as a statement on values: the errors of theta_s - V(s) on the recovery chain, beside the MSPBE.

Errors of values are weighted squares sum_s D_s (theta_s - V(s))^2, with the weights of the MSPBE. The step of GPOPE and
the lambda of DP-LSL are tuned once more for them. Public knowledge goes far here: the constant with the least weighted
error, near 0.83, is closer to V than what any private method makes of 100 trajectories, or of thousands.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

import numpy as np

from tabular.numbers.arrays import Array
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.exhibits import Figure, Table
from theory_checks.core.texts import texts_of
from theory_checks.papers.gpope.experiments._chain_estimates import (
    FIXED,
    FLAT,
    FOR_VALUES,
    LONG_FOR_VALUES,
    MC,
    NOTHING,
    STATISTICS,
    SUMS,
    V1,
    V2_FOR_VALUES,
    estimates,
    sizes,
    trials_of,
)
from theory_checks.papers.gpope.experiments._chain_releases import releases
from theory_checks.papers.gpope.experiments._chain_runs import Estimate, Repaired, chain_estimates, errors_in
from theory_checks.papers.gpope.experiments._chain_values import constant, mean_value, measures
from theory_checks.papers.gpope.experiments._estimator_trials import curve, shown, smaller, sweep_figure

TEXTS = texts_of(__file__)

VALID, PRINTED, REPAIRED = FOR_VALUES["valid"], FOR_VALUES["printed"], "repaired GPOPE"
METHODS = (NOTHING, FLAT, FIXED, V1, V2_FOR_VALUES, VALID, LONG_FOR_VALUES, PRINTED, REPAIRED, STATISTICS, SUMS, MC)
COMPARED = {100: (VALID, PRINTED), 1000: (VALID, PRINTED), 10_000: (VALID,)}
MANY, RELEASES = 100_000, 1000


def all_estimates(trial: Trial, m: int) -> dict[str, list[Estimate]]:
    """Return what each method makes of m trajectories."""
    long = trial.full and m == 10_000
    by_name = estimates(trial, m, [x for x in METHODS if x != REPAIRED and (long or x != LONG_FOR_VALUES)])
    if m <= (10_000 if trial.full else 1000):
        by_name |= chain_estimates(trial.seed, m, trials_of(trial.full), {REPAIRED: Repaired()})
    return by_name


@claim(
    "gpope/fig1a-accuracy", reading="values", sound={"first-visit Monte Carlo in the place of GPOPE": {"learner": MC}}
)
def accuracy_of_values(trial: Trial, *, learner: str = "") -> Iterator[Finding]:
    """Compare the values of GPOPE with those of DP-LSL trial by trial; show both measures for all methods."""
    for m, names in COMPARED.items():
        errors = {name: errors_in(e, "values") for name, e in all_estimates(trial, m).items()}
        for name in (*names, *((LONG_FOR_VALUES,) if LONG_FOR_VALUES in errors else ())):
            yield smaller(
                f"$m = {m}$, {name}",
                errors[learner or name],
                errors[V2_FOR_VALUES],
                factor=10.0,
                quantity="trials in which ten times the mean squared error of values is at most that of DP-LSL",
                detail=f"$\\theta = 0$: {shown(errors[NOTHING])}; best constant: {shown(errors[FIXED])}",
            )
    if not learner:
        yield _figure(trial)
        yield _table(trial)


def _roots(runs: list[Estimate]) -> Array:
    return np.sqrt(errors_in(runs, "values"))


def _figure(trial: Trial) -> Figure:
    """Draw the error of values against m."""
    x = sizes(trial.full)
    runs = [all_estimates(trial, m) for m in x]
    names = [VALID, PRINTED, V2_FOR_VALUES, SUMS, STATISTICS, REPAIRED, NOTHING, FIXED, MC]
    series = [
        part
        for name in names
        for part in curve(
            name,
            [m for m, run in zip(x, runs, strict=True) if name in run],
            [_roots(run[name]) for run in runs if name in run],
        )
    ]
    caption = (
        "Weighted root mean squared error of values; means with bands of one standard deviation. DP-LSW is far above. "
        "Constants need no data."
    )
    return sweep_figure("Errors of values in the chain", ("$m$", "error of values"), series, caption)


def _table(trial: Trial) -> Table:
    """Show every method at every m in three measures."""
    x = sizes(trial.full)
    runs = [all_estimates(trial, m) for m in x]
    rows = [[name, *(_cell(run[name], trial.seed) if name in run else "" for run in runs)] for name in METHODS]
    return Table(
        title="Both measures: MSPBE | error of values | largest error",
        columns=["estimator", *(f"$m = {m}$" for m in x)],
        rows=rows,
        caption=TEXTS["table_caption"],
    )


def _cell(runs: list[Estimate], seed: int) -> str:
    squares = float(np.mean(errors_in(runs, "transitions")))
    largest = float(np.mean([e.largest(seed + k) for k, e in enumerate(runs)]))
    return f"{squares:.2g} | {float(np.mean(_roots(runs))):.2g} | {largest:.2g}"


@claim(
    "gpope/fig1a-accuracy/accurate-values",
    broken={"half of the data": {"m": MANY // 2}},
    near=("half of the data",),
)
def accurate_values(trial: Trial, *, m: int = MANY) -> Iterator[Finding]:
    """Compare one private release of summed statistics with the constant that has the least error of values."""
    fixed = sqrt(measures(constant(mean_value())).squared)
    rows: list[list[str]] = []
    for epsilon, factor in ((0.1, 1.0), (1.0, 10.0)):
        runs = releases(trial.seed, m, epsilon, RELEASES)
        roots, largest = _roots(runs), np.array([e.largest(0) for e in runs])
        quantity = f"releases in which {factor:g} times the error of values is at most that of the best constant"
        yield smaller(f"$m = {m}$, $\\epsilon = {epsilon:g}$", roots, fixed, factor=factor, quantity=quantity)
        rows.append([f"{epsilon:g}", shown(errors_in(runs, "transitions")), shown(roots), shown(largest)])
        if epsilon == 1.0:
            quantity = "releases in which no value is off by more than 1/10"
            yield smaller(f"$m = {m}$, $\\epsilon = 1$, largest error", largest, 0.1, quantity=quantity)
    if m == MANY:
        yield Table(
            title=f"One release of sums, $m = {m}$",
            columns=[r"$\epsilon$", "MSPBE", "weighted root mean squared error", "largest error"],
            rows=rows,
            caption=f"Mean and standard deviation. The best constant has a weighted error of {fixed:.3g}.",
        )
