r"""The recovery chain at equal true privacy: the repaired learner, which is not tuned on any data.

It makes full-batch steps in the public metric I + e e'/(1 - gamma), sums in place of the means of (2.2), has noise for
replacement by the exact Gaussian curve, and all its parameters follow from m, epsilon, delta, gamma and the public
bound 2 of the mean number of visits. What it is compared with is tuned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import numpy as np

from tabular.numbers.arrays import Array
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.exhibits import Figure, Table
from theory_checks.papers.gpope.experiments._chain_estimates import (
    MC,
    NOTHING,
    STEPS,
    V1,
    V2,
    label,
    prior,
    results,
    trials_of,
)
from theory_checks.papers.gpope.experiments._chain_runs import (
    Nothing,
    Repaired,
    Setting,
    WeightedRegression,
    chain_errors,
)
from theory_checks.papers.gpope.experiments._chain_tuning import tuned_ridge
from theory_checks.papers.gpope.experiments._chain_values import trivial_error
from theory_checks.papers.gpope.experiments._estimator_trials import MOST, curve, shown, smaller, sweep_figure

Learner = Callable[[int, bool, int], Array]
FACTORS = (0.1, 10**-0.5, 1.0, 10**0.5, 10.0)
TOO_LONG = (50.0, 100.0)
LARGE = 3000  # trajectories with which steps are swept


@cache
def repaired(seed: int, full: bool, m: int, factor: float = 1.0) -> Array:
    """Return the errors of the repaired learner, on the data of the other estimators; all steps are swept at once."""
    tried = {f: Repaired(f) for f in ((*FACTORS, *TOO_LONG) if m >= LARGE else (factor,))}
    return chain_errors(seed, m, trials_of(full), {str(f): x for f, x in tried.items()})[str(factor)]


def a_ninth(seed: int, full: bool, m: int) -> Array:
    """Return a ninth of the error of theta = 0, in each trial."""
    del seed, m
    return np.full(trials_of(full), float(trivial_error()) / 9)


@claim(
    "gpope/fig1a-accuracy/repaired",
    broken={
        "GPOPE as printed, with valid noise and the tuned step": {"printed": True},
        r"an estimator with a ninth of the error of $\theta = 0$": {"learner": a_ninth},
    },
    near=(r"an estimator with a ninth of the error of $\theta = 0$",),
)
def accuracy(trial: Trial, *, printed: bool = False, learner: Learner = repaired) -> Iterator[Finding]:
    """Compare the repaired learner with everything else that is private."""
    for m in (1000, 10_000) if trial.full else (1000,):
        algorithm1 = label(Setting(m, STEPS[m]))
        errors = results(trial, m, [V1, V2, NOTHING, algorithm1])
        tuned = errors[algorithm1]
        ours = tuned if printed else learner(trial.seed, trial.full, m)
        yield smaller(
            f"$m = {m}$",
            ours,
            np.minimum(prior(errors), errors[NOTHING]),
            factor=10.0,
            share=MOST,
            quantity=r"trials in which ten times the MSPBE is at most that of $\theta = 0$, DP-LSW and DP-LSL",
            detail=f"GPOPE as printed, tuned, valid noise: {shown(tuned)}",
        )
    if not printed and learner is repaired:
        yield _table(trial)


def _table(trial: Trial) -> Table:
    """Show the repaired learner beside the others."""
    rows: list[list[str]] = []
    for m in (100, 1000, 10_000) if trial.full else (100, 1000):
        algorithm1 = label(Setting(m, STEPS[m]))
        errors = results(trial, m, [V1, V2, NOTHING, MC, algorithm1])
        columns = [repaired(trial.seed, trial.full, m), errors[algorithm1], prior(errors)]
        one = chain_errors(trial.seed, m, 2, {"one": Nothing(1.0)})["one"]
        rows.append([str(m), *(shown(e) for e in [*columns, errors[NOTHING], one, errors[MC]])])
    return Table(
        title="Equal privacy",
        columns=[
            "$m$",
            "repaired, not tuned",
            "GPOPE, tuned",
            "DP-LSL, tuned",
            r"$\theta = 0$",
            r"$\theta = 1$",
            "first-visit MC",
        ],
        rows=rows,
        caption="MSPBE, mean and standard deviation. First-visit Monte Carlo is not private. A small MSPBE is no "
        "accuracy of values: those of $\\theta = 1$ are off by more than a half in some states.",
    )


@claim(
    "gpope/fig1a-step-robust/repaired",
    broken={"a hundred times the step": {"longest": 100.0}, "fifty times the step": {"longest": 50.0}},
    near=("fifty times the step",),
)
def step_robust(trial: Trial, *, longest: float = 10.0) -> Iterator[Finding]:
    """Compare the worst of the steps with what the others reach, and with theta = 0."""
    for m in (LARGE, 10_000) if trial.full and longest == 10.0 else (LARGE,):
        yield smaller(
            f"$m = {m}$, worst of three steps",
            np.max([repaired(trial.seed, trial.full, m, f) for f in (0.1, 1.0, longest)], axis=0),
            _rivals(trial, m),
            share=0.75,
            quantity=r"trials in which the MSPBE is at most that of $\theta = 0$, DP-LSW and DP-LSL",
        )


@claim(
    "gpope/fig1b-step-range/repaired",
    broken={"two decades of steps": {"factors": FACTORS}, "half a decade more, below": {"factors": FACTORS[:4]}},
    near=("half a decade more, below",),
)
def step_range(trial: Trial, *, factors: tuple[float, ...] = FACTORS[1:4]) -> Iterator[Finding]:
    """Compare the worst step of a decade with theta = 0, and draw the sweep."""
    errors = [repaired(trial.seed, trial.full, LARGE, f) for f in factors]
    yield smaller(
        f"$m = {LARGE}$, worst of {len(factors)} steps",
        np.max(errors, axis=0),
        _trivial(trial),
        factor=5.0,
        share=MOST,
        quantity=r"trials in which five times the MSPBE is at most that of $\theta = 0$",
    )
    if factors == FACTORS[1:4]:
        yield _figure(trial)


def _rivals(trial: Trial, m: int) -> Array:
    """Return the least MSPBE of theta = 0, DP-LSW and DP-LSL with the lambda that is best on other data."""
    others = {"zero": Nothing(), "one": WeightedRegression(), "two": tuned_ridge(trial.seed, m)}
    return np.min(list(chain_errors(trial.seed, m, trials_of(trial.full), others).values()), axis=0)


def _trivial(trial: Trial) -> float:
    """Return the MSPBE of theta = 0, which does not depend on data."""
    return float(results(trial, 1000, [NOTHING])[NOTHING][0])


def _figure(trial: Trial) -> Figure:
    """Draw the MSPBE of the repaired learner against its step."""
    sweeps = [repaired(trial.seed, trial.full, LARGE, f) for f in FACTORS]
    nothing = np.full(2, _trivial(trial))
    series = [*curve("repaired", FACTORS, sweeps), *curve(r"$\theta = 0$", FACTORS, [nothing] * len(FACTORS))]
    caption = f"$m = {LARGE}$; means over {trials_of(trial.full)} trials, bands of one standard deviation."
    return sweep_figure("The repaired learner against its step", ("multiple of the step", "MSPBE"), series, caption)
