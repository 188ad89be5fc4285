"""Estimators compared over independent trials: errors, paired tests, sweeps.

A trial draws its own data and gives every estimator that data: the errors of two estimators in a trial are a pair. An
error is a number >= 0, infinite (or NaN) where the estimator diverged. What is compared is a probability over trials,

    p = P(factor * error of ours <= error of theirs),

since an error has no bound that a test of its mean could use. A test at 1e-9 that ours is better in at least half of
the trials can reject from 30 trials on. Means and standard deviations describe figures and tables. No verdict rests on
them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from tabular.numbers.arrays import Array
from theory_checks.core.evidence import Evidence, Region, statistical
from theory_checks.core.exhibits import Figure, Series
from theory_checks.papers.gpope.common.rounding import rounded
from theory_checks.statistics import FixedBinomialTest, detectable_effect

MOST = 0.9  # the share of trials that is asked for where a claim is ours, or holds by far: it has power with few trials
Errors = dict[str, Array]  # for each estimator the errors of the trials, in one order


def wins(ours: Array, theirs: Array | float, factor: float = 1.0) -> int:
    """Return in how many trials factor * ours <= theirs; what diverged wins nowhere."""
    with np.errstate(invalid="ignore", over="ignore"):
        return int(np.sum(np.isfinite(ours) & (factor * ours <= theirs)))


def smaller(
    case: str,
    ours: Array,
    theirs: Array | float,
    *,
    factor: float = 1.0,
    share: float = 0.5,
    quantity: str,
    region: Region = Region.WHOLE,
    detail: str = "",
) -> Evidence:
    """Test that factor * ours <= theirs in at least `share` of all trials, of which these are a sample."""
    test = FixedBinomialTest(null=share, alternative="less")
    n, count = len(ours), wins(ours, theirs, factor)
    means = f"mean of ours {shown(ours)}, of theirs {shown(np.broadcast_to(theirs, (n,)))}"
    return statistical(
        f"{case}, {n} trials",
        refuted=bool(test.rejected(count, n)),
        error_probability=test.failure_probability,
        quantity=quantity,
        left=f"{count} of {n} trials",
        relation=">=",
        right=f"{share:g} of them",
        power=detectable_effect(test, n).sentence,
        detail="; ".join(part for part in (means, detail) if part),
        region=region,
    )


def near_the_best(name: str, low: Array, centre: Array, high: Array, *, share: float = MOST) -> Evidence:
    """Test that the better one of two steps has at most twice the error of the step between them."""
    return smaller(
        name,
        np.minimum(low, high),
        centre,
        factor=0.5,
        share=share,
        quantity="trials in which the better one of both steps has at most twice the MSPBE of the tuned step",
        detail=f"a tenth of the step: {shown(low)}; ten times the step: {shown(high)}",
    )


def mean(errors: Array) -> float:
    """Return the mean error to 4 digits, infinite if the estimator diverged in a trial."""
    return rounded(np.mean(errors), 4)


def shown(errors: Array) -> str:
    """Write the mean and the standard deviation of the errors."""
    lost = int(np.sum(~np.isfinite(errors)))
    if lost:
        return f"diverged in {lost} of {len(errors)}"
    deviation = float(np.std(errors, ddof=1)) if len(errors) > 1 else 0.0
    centre = float(np.mean(errors))
    return f"{centre:.3g}" if deviation < 1e-9 * abs(centre) else f"{centre:.3g} ± {deviation:.2g}"


def curve(label: str, x: Sequence[float], errors: Sequence[Array], *, band: bool = True) -> list[Series]:
    """Return the mean error against x as a line, and the band of one standard deviation around it.

    Where the mean minus the deviation is below the smallest error, the band ends there: axes are logarithmic. Points
    at which the estimator diverged in a trial are left out.
    """
    points = [(at, e) for at, e in zip(x, errors, strict=True) if np.isfinite(e).all()]
    at, y = [rounded(a, 6) for a, _ in points], [mean(e) for _, e in points]
    line = Series(label=label, x=at, y=y)
    spread = [float(np.std(e, ddof=1)) if len(e) > 1 else 0.0 for _, e in points]
    if not band or all(s <= 1e-9 * abs(m) for s, m in zip(spread, y, strict=True)):
        return [line]
    low = [rounded(max(float(np.mean(e)) - s, float(np.min(e))), 4) for (_, e), s in zip(points, spread, strict=True)]
    high = [rounded(float(np.mean(e)) + s, 4) for (_, e), s in zip(points, spread, strict=True)]
    return [line, Series(label=f"{label}, deviation", x=at, y=y, kind="band", low=low, high=high)]


def level(label: str, x: Sequence[float], value: float) -> Series:
    """Return a horizontal line: an error that does not depend on x."""
    return Series(label=label, x=[rounded(a, 6) for a in (min(x), max(x))], y=[rounded(value, 4)] * 2)


def sweep_figure(title: str, labels: tuple[str, str], series: Sequence[Series], caption: str) -> Figure:
    """Draw errors on logarithmic axes."""
    return Figure(
        title=title, x_label=labels[0], y_label=labels[1], x_scale="log", y_scale="log", series=series, caption=caption
    )


def best(x: Sequence[float], errors: Sequence[Array]) -> int:
    """Return where the mean error is smallest."""
    return int(np.argmin([np.mean(e) for e in errors]))


def stable_range(x: Sequence[float], errors: Sequence[Array], factor: float) -> tuple[float, float]:
    """Return the ends of the longest run of x around the best one whose mean errors are at most factor times its."""
    centre = best(x, errors)
    good = [float(np.mean(e)) <= factor * float(np.mean(errors[centre])) for e in errors]
    low = high = centre
    while low > 0 and good[low - 1]:
        low -= 1
    while high < len(good) - 1 and good[high + 1]:
        high += 1
    return x[low], x[high]


def decades(ends: tuple[float, float]) -> float:
    """Return the length of a range of positive numbers in powers of ten."""
    return rounded(math.log10(ends[1] / ends[0]), 3)
