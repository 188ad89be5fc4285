"""Further statistics for audits with a budget: histograms, beginnings, places of the largest, and bits of doubles.

They cost more than those of `scores`, and learn from more runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from theory_checks.audit.contents import numbers_in
from theory_checks.audit.doubles import of_doubles
from theory_checks.audit.mechanism import numbers
from theory_checks.audit.scores import Outputs, Score, few_words, frequency, of_columns, scores

Array = NDArray[np.float64]
_BINS = 64
_COORDINATES = 16
_SMOOTHING = 0.5
_BEGINNINGS = (1, 2, 4)
_NOISE = (1, 2)  # scales of Laplace noise, times epsilon


def all_scores(zero: Outputs, one: Outputs, bits_for: float | None = None) -> Iterator[Score]:
    """Yield all statistics that these outputs allow; with an epsilon, those of the bits of doubles as well."""
    yield from scores(zero, one)
    first, second = numbers(zero), numbers(one)
    if first is not None and second is not None and first.shape[1] == second.shape[1]:
        yield from _of_vectors(first, second, zero, one)
        if bits_for is not None:
            yield from of_doubles(first, second, [k / bits_for for k in _NOISE] if bits_for else [])
    elif not few_words(zero, one):
        yield from _of_sequences(zero, one)


def _of_vectors(first: Array, second: Array, zero: Outputs, one: Outputs) -> Iterator[Score]:
    d = first.shape[1]
    tables = [_Histogram(first[:, i], second[:, i]) for i in range(min(d, _COORDINATES))]
    for i, table in enumerate(tables):
        yield of_columns(
            f"histogram of coordinate {i}" if d > 1 else "histogram", d, lambda x, i=i, t=table: t(x[:, i])
        )
    if d > 1:
        everything = range(len(tables))
        yield of_columns(
            "sum of histograms", d, lambda x: sum((tables[i](x[:, i]) for i in everything), np.zeros(len(x)))
        )
        yield frequency("place of the largest", lambda row: int(np.argmax(row)), zero, one)
        yield frequency("place of the smallest", lambda row: int(np.argmin(row)), zero, one)


def _of_sequences(zero: Outputs, one: Outputs) -> Iterator[Score]:
    """Yield how often sequences begin, and end, in a certain way."""
    for size in _BEGINNINGS:
        yield frequency(f"first {size} of the output", lambda x, n=size: _part(x, slice(None, n)), zero, one)
        yield frequency(f"last {size} of the output", lambda x, n=size: _part(x, slice(-n, None)), zero, one)
    yield frequency("place of the largest number", lambda x: _place(numbers_in(x)), zero, one)


def _part(output: Any, where: slice) -> str:
    return repr(output[where]) if isinstance(output, (str, bytes, list, tuple)) else ""


def _place(found: list[float]) -> int:
    return int(np.argmax(found)) if found else -1


class _Histogram:
    """The logarithm of how much more often a value falls into its bin in world 1; bins have equal counts."""

    def __init__(self, zero: Array, one: Array) -> None:
        both = np.concatenate([zero, one])
        finite = both[np.isfinite(both)]
        self.edges = np.unique(np.quantile(finite, np.linspace(0, 1, _BINS + 1))) if finite.size else np.zeros(1)
        counts = [np.bincount(self._bins(x), minlength=2 * len(self.edges) + 3) + _SMOOTHING for x in (zero, one)]
        self.ratios = np.log(counts[1] / counts[1].sum()) - np.log(counts[0] / counts[0].sum())

    def __call__(self, values: Array) -> Array:
        return self.ratios[self._bins(values)]

    def _bins(self, values: Array) -> NDArray[np.int64]:
        """Return the bin of each value: an edge has one of its own, and so has what is no number."""
        left, right = (np.searchsorted(self.edges, values, side) for side in ("left", "right"))
        return np.where(np.isnan(values), 2 * len(self.edges) + 2, left + right)
