r"""The exact privacy loss of the released partial sums, for any two streams of increments.

All partial sums R x + z of all counters are released (prefixes are functions of them; in the binary mechanism the other
way round too, so nothing is lost). For two datasets with increments x and x' and d = x - x',

    Laplace noise of scale s:        sup over releases of |log density ratio| = sum |R d| / s, attained wherever every
                                     noise lies beyond its shift, so exactly rational for rational input;
    Gaussian noise of deviation s:   the Gaussian mechanism with mu**2 = sum (R d)**2 / s**2, that is mu**2/2-zCDP.

An adaptive stream loses no more: given equal releases so far, d is the same function of them as if fixed in advance.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np
from scipy.signal import fftconvolve

from tabular.errors import must, show
from tabular.noise.counters.buffered import BufferedFactor
from tabular.noise.counters.designs import Design
from tabular.numbers.arguments import finite, finite_nonnegative, integer, positive
from tabular.numbers.exact import Exact

# {(step from 1, counter): change of the increment}
Change = Mapping[tuple[int, int], Exact]


def stream_change(stream: Any, other: Any) -> dict[tuple[int, int], Fraction]:
    """Return where two streams differ: arrays or nested sequences (steps,) or (steps, counters) of exact numbers."""
    first, second = _table("stream", stream), _table("other", other)
    if first.shape != second.shape:
        raise must("other", f"have the shape {first.shape} of stream", str(second.shape))
    changes: dict[tuple[int, int], Fraction] = {}
    for t, c in np.ndindex(*first.shape):
        place = f"at step {t + 1}, counter {c}"
        gap = finite("stream", first[t, c], place) - finite("other", second[t, c], place)
        if gap:
            changes[t + 1, c] = gap
    return changes


def user_change(step: int, user: Any, other: Any) -> dict[tuple[int, int], Fraction]:
    """Return the change if one user, who comes at a step, has other increments: vectors with an entry a counter."""
    changes = stream_change([list(user)], [list(other)])
    return {(step, c): gap for (_, c), gap in changes.items()}


def node_changes(design: Design, change: Change) -> dict[tuple[int, int], Fraction]:
    """Return the non-zero entries of R d as {(node, counter): value}."""
    changes: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for (step, counter), gap in change.items():
        exact = finite("change", gap, f"at step {step}, counter {counter}")
        for node in design.nodes(step):
            changes[node, counter] += exact
    return {place: gap for place, gap in changes.items() if gap}


def laplace_loss(design: Design, change: Change, scale: Exact) -> Fraction:
    """Return the largest |log density ratio| of all partial sums under Laplace noise of this scale."""
    total = sum((abs(gap) for gap in node_changes(design, change).values()), start=Fraction(0))
    return total / positive("scale", scale)


def gaussian_squared_mu(design: Design, change: Change, scale: Exact) -> Fraction:
    """Return mu**2 of the release of all partial sums under normal noise of this deviation; rho is its half."""
    total = sum((gap**2 for gap in node_changes(design, change).values()), start=Fraction(0))
    return total / positive("scale", scale) ** 2


def toeplitz_mu(factor: BufferedFactor, change: Change, sigma: float) -> float:
    """Return mu of the release of all steps with a Toeplitz factor, in doubles: ||R d||_2 / sigma."""
    deviation = float(positive("sigma", sigma))
    rows: dict[int, Any] = defaultdict(lambda: np.zeros(factor.steps))
    for (step, counter), gap in change.items():
        rows[counter][integer("step", step, 1, factor.steps) - 1] += float(gap)
    if not rows:
        return 0.0
    table = np.array(list(rows.values()))
    shifted = fftconvolve(table, factor.right(factor.steps)[None, :], axes=1)[:, : factor.steps]
    return sqrt(float(np.sum(shifted**2))) / deviation


def spent_epsilon(design: Design, sensitivity: Exact, scale: Exact) -> Fraction:
    """Return the exact epsilon of Laplace noise of this scale, whatever scale that is.

    It is the largest loss over all users with one step whose increments change by at most ``sensitivity`` in the sum of
    absolute values over all counters. ``scales.laplace_scale`` answers the reverse question.
    """
    return design.most_sums * finite_nonnegative("sensitivity", sensitivity) / positive("scale", scale)


def spent_rho(design: Design, squared_sensitivity: Exact, scale: Exact) -> Fraction:
    """Return the exact rho (zCDP) of normal noise of this deviation for changes with at most this sum of squares."""
    squared = finite_nonnegative("squared_sensitivity", squared_sensitivity)
    return design.most_sums * squared / (2 * positive("scale", scale) ** 2)


def _table(name: str, values: Any) -> Any:
    """Return a two-dimensional array of Python numbers."""
    try:
        table = np.array(values.tolist() if isinstance(values, np.ndarray) else values, dtype=object)
    except (TypeError, ValueError):
        table = np.zeros(())
    if table.ndim == 1:
        table = table[:, None]
    if table.ndim != 2:
        raise must(name, "be an array of numbers (steps,) or (steps, counters)", show(values))
    return table
