"""What the parameters and points of functional noise must be."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tabular.errors import must, show
from tabular.numbers.arguments import integer

MOST_ACTIONS = 1 << 32


def number(name: str, value: object) -> float:
    """Return a real number as a double."""
    if isinstance(value, (bool, np.bool_, str, bytes, np.ndarray)):
        raise must(name, "be a real number", show(value))
    try:
        return float(value)  # pyright: ignore[reportArgumentType]  (the next line speaks for what has no float)
    except (TypeError, ValueError, OverflowError):
        raise must(name, "be a real number", show(value)) from None


def positive(name: str, value: object) -> float:
    """Return a finite number > 0."""
    result = number(name, value)
    if not 0.0 < result < math.inf:
        raise must(name, "be positive and finite", show(value))
    return result


def interval(value: object) -> tuple[float, float]:
    """Return (lower, upper) with lower < upper, both finite, of finite length."""
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        raise must("interval", "be a pair of numbers (lower, upper)", show(value))
    lower, upper = number("interval[0]", value[0]), number("interval[1]", value[1])
    if not (lower < upper and upper - lower < math.inf):
        raise must("interval", "have finite ends lower < upper a finite distance apart", show(value))
    return lower, upper


def action_count(value: object) -> int:
    """Return how many actions there are, at least 1."""
    return integer("actions", value, 1, MOST_ACTIONS)


def action(value: object, actions: int) -> int:
    """Return the index of an action."""
    return integer("action", value, 0, actions - 1)


def point(value: object, lower: float, upper: float) -> float:
    """Return a point of the interval."""
    result = number("x", value)
    if not lower <= result <= upper:
        raise must("x", f"lie in the interval [{lower!r}, {upper!r}]", show(value))
    return result


def points(values: object, lower: float, upper: float) -> Any:
    """Return a one-dimensional, contiguous float64 array of points of the interval; names the first that is not."""
    result = _floats(values)
    _refuse(result, ~((result >= lower) & (result <= upper)), f"lie in the interval [{lower!r}, {upper!r}]")
    return result


def finite_points(values: object) -> Any:
    """Return a one-dimensional, contiguous float64 array of finite points; names the first that is not."""
    result = _floats(values)
    _refuse(result, ~np.isfinite(result), "be finite")
    return result


def _refuse(array: Any, is_bad: Any, rule: str) -> None:
    bad = np.flatnonzero(is_bad)
    if bad.size:
        raise must("xs", rule, show(float(array[bad[0]])), f"at index {bad[0]}")


def _floats(values: object) -> Any:
    """Return a one-dimensional, contiguous float64 array."""
    try:
        array = np.asarray(values)
        right = array.ndim == 1 and (array.dtype.kind in "fiu" or array.size == 0)
        result = np.ascontiguousarray(array, dtype=np.float64) if right else None
    except (TypeError, ValueError, OverflowError):
        result = None
    if result is None:
        raise must("xs", "be a one-dimensional sequence of real numbers", show(values))
    return result
