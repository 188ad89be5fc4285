"""What every statistical function asks of its arguments: numbers that are numbers, inside the bounds they promise.

A NaN is refused here, at the door, so no later comparison can turn it into a better result.
"""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tabular.errors import must, show

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]
Bounds = tuple[float, float]
Alternative = Literal["greater", "less", "two-sided"]
Side = Literal["two-sided", "lower", "upper"]

_LARGEST_COUNT = 2**53  # above this, not every count is a float


def check_probability(name: str, value: float) -> None:
    """Refuse anything outside the open interval (0, 1)."""
    if not 0 < number(name, value) < 1:
        raise must(name, "lie strictly between 0 and 1", show(value))


def check_positive(name: str, value: float) -> None:
    """Refuse anything that is not a finite positive number."""
    if not 0 < number(name, value) < np.inf:
        raise must(name, "be finite and positive", show(value))


def check_choice(name: str, value: str, kind: object) -> None:
    """Refuse a word that is not one of the literals of `kind`."""
    words = get_args(kind)
    if value not in words:
        raise must(name, f"be one of {', '.join(words)}", show(value))


def check_variance(value: float) -> None:
    """Refuse a bound for a variance that is negative or no number; infinity means any variance."""
    if not number("variance", value) >= 0:
        raise must("variance", "be at least 0", show(value))


def variance_condition(variance: float) -> str:
    """Say which laws a promise of power is restricted to."""
    return "" if variance == np.inf else f"of a law with variance at most {float(variance)}"


def check_bounds(bounds: Bounds) -> None:
    """Refuse bounds that are not two finite numbers in increasing order."""
    finite = len(bounds) == 2 and all(np.isfinite(number("bounds", end)) for end in bounds)
    if not finite or not bounds[0] < bounds[1]:
        raise must("bounds", "be two finite numbers, the smaller one first", show(bounds))


def check_count(name: str, value: int) -> None:
    """Refuse a number of samples that is not a whole number of at least 1."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or not 1 <= value <= _LARGEST_COUNT:
        raise must(name, "be an integer between 1 and 2**53", show(value))


def number(name: str, value: float) -> float:
    """Return one real number, NaN and infinities included; anything else is an error."""
    if isinstance(value, bool) or not isinstance(value, (int, float, np.integer, np.floating)):
        raise must(name, "be a real number", show(value))
    try:
        return float(value)
    except OverflowError:
        raise must(name, "be a real number that fits a float", show(value)) from None


def read_samples(samples: ArrayLike, bounds: Bounds = (-np.inf, np.inf)) -> FloatArray:
    """Return finite samples within `bounds`; the last axis is time, the axes before it are independent paths."""
    array = _numeric("samples", samples)
    if array.ndim == 0 or array.size == 0:
        raise must("samples", "hold at least one number", f"an array of shape {array.shape}")
    values = array.astype(np.float64)
    low, high = bounds
    outside = ~((values >= low) & (values <= high) & np.isfinite(values))
    if outside.any():
        rule = f"lie in [{low:g}, {high:g}]" if np.isfinite(low) else "be finite"
        raise must("samples", rule, show(values[outside][0]), _place(outside))
    return values


def read_counts(name: str, counts: ArrayLike) -> IntArray:
    """Return whole numbers between 0 and 2**53."""
    array = _numeric(name, counts)
    if array.size == 0:
        raise must(name, "hold at least one number", f"an array of shape {array.shape}")
    whole = np.isfinite(array) & (array >= 0) & (array <= _LARGEST_COUNT) & (np.floor(array) == array)
    if not whole.all():
        raise must(name, "be integers between 0 and 2**53", show(array[~whole][0]), _place(~whole))
    return array.astype(np.int64)


def read_successes(successes: ArrayLike, trials: ArrayLike) -> tuple[IntArray, IntArray]:
    """Return counts k <= n of one shape, with n >= 1."""
    n = read_counts("trials", trials)
    if n.min() < 1:
        raise must("trials", "be at least 1", "0", _place(n < 1))
    k = read_counts("successes", successes)
    try:
        k, n = np.broadcast_arrays(k, n)
    except ValueError:
        raise must("successes and trials", "have shapes that fit", f"{k.shape} and {n.shape}") from None
    if (k > n).any():
        raise must("successes", f"be at most the {n[k > n][0]} trials", show(k[k > n][0]), _place(k > n))
    return k, n


def frozen(array: NDArray[np.generic]) -> None:
    """Make an array read-only, so that a result stays what was computed."""
    array.flags.writeable = False


def _numeric(name: str, values: ArrayLike) -> NDArray[np.float64]:
    """Return a real array; texts, objects, complex numbers and ragged lists are errors."""
    try:
        array = np.asarray(values)
    except ValueError:
        raise must(name, "be a rectangular array of numbers", "ragged lists") from None
    if array.dtype.kind not in "biuf":
        raise must(name, "be an array of real numbers", f"dtype {array.dtype}")
    return array


def _place(bad: BoolArray) -> str:
    """Name the first place where `bad` is true."""
    index = tuple(int(i[0]) for i in np.nonzero(np.atleast_1d(bad)))
    return f"at index {index[0] if len(index) == 1 else index}"
