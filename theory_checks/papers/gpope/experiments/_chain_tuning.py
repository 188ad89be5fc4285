"""Steps of Algorithm 1 and penalties of DP-LSL on the recovery chain, tuned.

kappa = h beta sigma sqrt(N), the deviation of the noise in an entry of theta, is chosen from a grid by the mean error
on data sets that are used for nothing else; so is lambda/m of DP-LSL.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import numpy as np

from theory_checks.papers.gpope.common.rounding import rounded
from theory_checks.papers.gpope.experiments._chain_runs import (
    LARGE,
    TUNING_SETS,
    Estimator,
    Metric,
    Perturbed,
    RidgeRegression,
    Setting,
    Source,
    errors_in,
    estimates_on,
)

KAPPAS = tuple(rounded(10 ** (k / 4), 4) for k in range(-9, -1))
VALUE_KAPPAS = tuple(rounded(10 ** (k / 4), 4) for k in range(-6, 2))  # values are best with longer steps
RATIOS = tuple(10.0 ** (k / 4) for k in range(29))  # lambda/m of DP-LSL


def tuned(seed: int, setting: Setting, metric: Metric = "transitions") -> float:
    """Return the kappa of the grid with the smallest mean error on the tuning data."""
    errors = tuning_errors(seed, setting, metric)
    return min(errors, key=lambda kappa: errors[kappa])


@cache
def tuning_errors(seed: int, setting: Setting, metric: Metric = "transitions") -> Mapping[float, float]:
    """Return the mean error for each kappa of the grid on data sets for tuning."""
    grid = VALUE_KAPPAS if metric == "values" else KAPPAS
    source = Source(seed, "tuning", setting.m, setting.looks)
    return _tuning(source, {kappa: Perturbed(setting, kappa) for kappa in grid}, metric)


def tuned_ridge(seed: int, m: int, metric: Metric = "transitions") -> RidgeRegression:
    """Return DP-LSL with the lambda/m of the grid that has the smallest mean error on the tuning data."""
    errors = ridge_errors(seed, m, metric)
    return RidgeRegression(min(errors, key=lambda ratio: errors[ratio]))


@cache
def ridge_errors(seed: int, m: int, metric: Metric = "transitions") -> Mapping[float, float]:
    """Return the mean error of DP-LSL for each lambda/m of the grid on data sets for tuning."""
    source = Source(seed, "tuning", m, int(m >= LARGE))
    rivals: dict[float, Estimator] = {ratio: RidgeRegression(ratio) for ratio in RATIOS}
    return _tuning(source, rivals, metric)


def _tuning(source: Source, estimators: Mapping[float, Estimator], metric: Metric) -> dict[float, float]:
    named = {str(x): e for x, e in estimators.items()}
    by_name = estimates_on(source, TUNING_SETS, named)
    return {x: float(np.mean(errors_in(by_name[str(x)], metric))) for x in estimators}


def tuned_perturbed(seed: int, setting: Setting, multiplier: float = 1.0, metric: Metric = "transitions") -> Perturbed:
    """Return Algorithm 1 with a multiple of the tuned step."""
    return Perturbed(setting, tuned(seed, setting, metric) * multiplier)
