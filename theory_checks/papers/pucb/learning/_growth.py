"""How fast a quantity grows: slopes between logarithms, run by run, and t-intervals over the runs.

The slope of a run is that of the least-squares line through (log x, log y): the average exponent over the grid, not the
one in a limit. An interval is mean +- q sd/sqrt(runs) with q the quantile of Student's law. It describes figures and
tables; no verdict rests on it, as its confidence supposes a normal law.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.stats import t as student

from tabular.numbers.arrays import Array
from tabular.numbers.doubles import log, product
from theory_checks.core.exhibits import Figure, Series

CONFIDENCE = 0.95


@dataclass(frozen=True)
class Mean:
    """Means over runs with the ends of their intervals: numbers, or one array each."""

    value: Array
    low: Array
    high: Array

    def __str__(self) -> str:
        """Write the interval behind the mean."""
        return f"{self.value:.3f} ({self.low:.3f} to {self.high:.3f})"


def mean_of_runs(values: Array) -> Mean:
    """Return the mean over the first axis with its t-interval."""
    runs = len(values)
    if runs < 2:
        raise ValueError(f"values must be of at least 2 runs, got {runs}")
    centre = np.mean(values, axis=0)
    half = student.ppf((1 + CONFIDENCE) / 2, runs - 1) * np.std(values, axis=0, ddof=1) / np.sqrt(runs)
    return Mean(centre, centre - half, centre + half)


def slopes(x: Sequence[float], y: Array) -> Array:
    """Return the slope of log y against log x for each run, a row of y."""
    if not (np.all(np.array(x) > 0) and np.all(y > 0)):
        raise ValueError(f"x and y must be positive to have logarithms, got {min(*x, float(np.min(y)))}")
    log_x = log(np.array(x, float))
    centred = log_x - log_x.mean()
    return product(log(y), centred) / product(centred, centred)


def exponent(x: Sequence[float], y: Array) -> str:
    """Write the mean slope over the runs with its interval, or that some run has a y without logarithm."""
    return str(mean_of_runs(slopes(x, y))) if np.all(y > 0) else "not positive in every run"


def curve(label: str, x: Sequence[float], y: Array) -> list[Series]:
    """Return the mean over the rows of y as a line, and its interval as a band if it has a width."""
    mean = mean_of_runs(y)
    value, low, high = ([float(f"{v:.6g}") for v in ends] for ends in (mean.value, mean.low, mean.high))
    line = Series(label=label, x=list(x), y=value)
    if low == high:
        return [line]
    return [line, Series(label=f"{label}, interval", x=list(x), y=value, kind="band", low=low, high=high)]


def growth_figure(
    title: str, labels: tuple[str, str], x: Sequence[float], runs: Mapping[str, Array], caption: str
) -> Figure:
    """Draw for each name the mean over its runs (rows) with intervals, on logarithmic axes with these labels."""
    lines = [series for name, y in runs.items() for series in curve(name, x, y)]
    return Figure(
        title=title, x_label=labels[0], y_label=labels[1], x_scale="log", y_scale="log", series=lines, caption=caption
    )
