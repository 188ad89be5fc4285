"""Sample means together with a bound for what floating-point summation may have done to them."""

from __future__ import annotations

import numpy as np

from theory_checks.statistics.arguments import FloatArray

# Adding t numbers one after the other errs by at most t - 1 units of 2**-53 of the sum of their sizes; differences,
# the division and the bound itself fit into the factor 4 that is left. Pairwise summation errs less.
_UNIT = 2.0**-51


def mean(values: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the mean along the last axis, and how far from the exact mean it can be."""
    with np.errstate(over="ignore", invalid="ignore"):
        return values.mean(axis=-1), _UNIT * np.abs(values).sum(axis=-1)


def rounding_cap(n: int, size: float) -> float:
    """How far the mean of n numbers can be from the exact mean if their mean size is `size`."""
    return _UNIT * n * size
