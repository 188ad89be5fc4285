"""The estimators on the chain, with the settings that are tried."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

import numpy as np

from tabular.numbers.arrays import Array
from theory_checks.core.claim import Trial
from theory_checks.papers.gpope.experiments._chain_runs import (
    LARGE_CLIP,
    Estimate,
    Estimator,
    LeastSquares,
    MonteCarlo,
    Nothing,
    Setting,
    Statistics,
    Unperturbed,
    WeightedRegression,
    chain_estimates,
    errors_in,
)
from theory_checks.papers.gpope.experiments._chain_tuning import tuned_perturbed, tuned_ridge
from theory_checks.papers.gpope.experiments._chain_values import best_constant, mean_value
from theory_checks.papers.gpope.experiments._estimator_trials import (
    Errors,
)
from theory_checks.papers.gpope.experiments._noise import Accounting

STEPS = {100: 1000, 1000: 3000, 10_000: 10_000, 100_000: 100_000}  # N of the curves
LONG = 30_000  # N of the comparisons on 10^4 trajectories, and of long steps on 10^5
MULTIPLIERS = (10**-1.5, 0.1, 10**-0.5, 1.0, 10**0.5, 10.0, 10**1.5)
V1, V2, NOTHING, MC = "DP-LSW (V1)", r"DP-LSL (V2), best $\lambda$", r"$\theta = 0$", "first-visit MC, not private"
LSTD, STATISTICS, FREE = "LSTD, not private", "one release of $A$, $b$", "GPOPE without noise, not private"
SUMS, FLAT, FIXED = "one release of sums of $A$, $b$", "constant of least MSPBE", "constant of least error of values"
V2_FOR_VALUES, LONG_FOR_VALUES = r"DP-LSL, $\lambda$ for values", f"GPOPE, valid noise, step for values, $N = {LONG}$"
FOR_VALUES = {a: f"GPOPE, {a} noise, step for values" for a in ("valid", "printed")}
ACCOUNTINGS: tuple[Accounting, ...] = ("valid", "printed")


def sizes(full: bool) -> tuple[int, ...]:
    """Return the numbers of trajectories of a profile."""
    return (100, 1000, 10_000, 100_000) if full else (100, 1000, 10_000)


def trials_of(full: bool) -> int:
    """Return the number of trials: 30 are enough to refute at 1e-9."""
    return 100 if full else 30


def results(trial: Trial, m: int, names: Iterable[str], count: int = 0, looks: int = 0) -> Errors:
    """Return the MSPBE of estimators of the figures for m trajectories, all on the same data."""
    return {name: errors_in(runs, "transitions") for name, runs in estimates(trial, m, names, count, looks).items()}


def estimates(trial: Trial, m: int, names: Iterable[str], count: int = 0, looks: int = 0) -> dict[str, list[Estimate]]:
    """Return what estimators of the figures make of m trajectories, and run no others but those of `_shared`.

    With `looks` > 0 the data are kept only as far as runs of so many steps look at them.
    """
    makers, asked = _makers(trial.seed, m), list(names)
    together = asked if looks else [*asked, *_shared(m)]
    wanted = {name: makers[name]() for name in together}
    made = chain_estimates(trial.seed, m, count or trials_of(trial.full), wanted, looks)
    return {name: made[name] for name in asked}


def _shared(m: int) -> list[str]:
    """Return what most readings ask for, if data sets of m trajectories take longer to make than runs on them."""
    if m != 10_000:
        return []
    printed, off = Setting(m, STEPS[m], "printed"), MULTIPLIERS[1::2]
    runs = {Setting(m, STEPS[m]): MULTIPLIERS, printed: off, unclipped(m): (*off, FAR)}
    return [V1, V2, NOTHING, MC, *(label(setting, f) for setting, factors in runs.items() for f in factors)]


def _makers(seed: int, m: int) -> dict[str, Callable[[], Estimator]]:
    """Return how each estimator is made, with steps tuned for the MSPBE and others tuned for the values."""
    makers: dict[str, Callable[[], Estimator]] = {
        NOTHING: Nothing,
        V1: WeightedRegression,
        V2: partial(tuned_ridge, seed, m),
        MC: MonteCarlo,
        LSTD: LeastSquares,
        STATISTICS: Statistics,
        SUMS: partial(Statistics, sums=True),
        FLAT: lambda: Nothing(float(best_constant())),
        FIXED: lambda: Nothing(float(mean_value())),
        V2_FOR_VALUES: partial(tuned_ridge, seed, m, "values"),
        FREE: partial(Unperturbed, STEPS[m]),
        LONG_FOR_VALUES: partial(tuned_perturbed, seed, Setting(m, LONG), metric="values"),
    }
    for accounting in ACCOUNTINGS:
        printed = Setting(m, STEPS[m], accounting)
        makers |= {label(printed, f): partial(tuned_perturbed, seed, printed, f) for f in MULTIPLIERS}
        makers[FOR_VALUES[accounting]] = partial(
            tuned_perturbed, seed, Setting(m, STEPS[m], accounting), metric="values"
        )
    for setting in (Setting(m, LONG), unclipped(m)):
        makers |= {label(setting, f): partial(tuned_perturbed, seed, setting, f) for f in MULTIPLIERS}
    return makers | {label(s): partial(tuned_perturbed, seed, s) for s in extra_settings(True, m)}


FAR = MULTIPLIERS[-1]


def extra_settings(full: bool, m: int) -> list[Setting]:
    """Return what else is tried: a clip that clips nothing, and other numbers of steps."""
    settings = [Setting(m, STEPS[m], "valid", LARGE_CLIP)]
    if m == 10_000:
        settings += [Setting(m, LONG), *([Setting(m, 1000), Setting(m, 100_000)] if full else [])]
    if m == 1000 and full:
        settings += [Setting(m, 300), Setting(m, 10_000), Setting(m, 100_000)]
    return settings


def unclipped(m: int) -> Setting:
    """Return a setting with valid noise and a clip that shortens no gradient, as Section 6 assumes it."""
    return Setting(m, min(STEPS[m], 10_000), "valid", LARGE_CLIP)


def label(setting: Setting, multiplier: float = 1.0) -> str:
    """Name a run of Algorithm 1."""
    return f"{setting.name}, step x {multiplier:.3g}"


def prior(errors: Errors) -> Array:
    """Return the error of the better one of DP-LSW and DP-LSL in each trial."""
    return np.minimum(errors[V1], errors[V2])
