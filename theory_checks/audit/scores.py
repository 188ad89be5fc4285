"""Statistics of an output: numbers that are larger, or smaller, in world 1. Some are fixed, some are learned.

A learned statistic sees one part of the search sample; all are then compared on the other part.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from theory_checks.audit.mechanism import numbers

Array = NDArray[np.float64]
Outputs = Sequence[Any] | NDArray[Any]
_COORDINATES = 16  # of longer outputs the first ones stand for themselves; the learned statistics see all
_SHRINKAGE = 1e-3


@dataclass(frozen=True)
class Score:
    """A statistic with its name; NaN counts as the smallest value."""

    name: str
    function: Callable[[Outputs], Array]

    def __call__(self, outputs: Outputs) -> Array:
        """Return one number for each output."""
        with np.errstate(all="ignore"):
            values = np.asarray(self.function(outputs), dtype=np.float64)
        return np.where(np.isnan(values), -np.inf, values)


def scores(zero: Outputs, one: Outputs) -> list[Score]:
    """Return all statistics that these outputs of both worlds allow; learned ones learn from them."""
    first, second = numbers(zero), numbers(one)
    if first is None or second is None or first.shape[1] != second.shape[1]:
        return [_frequency(zero, one)]
    return [*_fixed(first.shape[1]), *_learned(first, second), _frequency(zero, one)]


def _fixed(d: int) -> Iterator[Score]:
    for i in range(min(d, _COORDINATES)):
        yield _of_numbers(f"coordinate {i}" if d > 1 else "value", lambda x, i=i: x[:, i])
    yield _of_numbers("size", lambda x: np.linalg.norm(x, axis=1))
    if d > 1:
        yield _of_numbers("mean", lambda x: x.mean(axis=1))
        yield _of_numbers("largest", lambda x: x.max(axis=1))
        yield _of_numbers("smallest", lambda x: x.min(axis=1))
        yield _of_numbers("spread", lambda x: x.std(axis=1))


def _learned(zero: Array, one: Array) -> Iterator[Score]:
    """Yield the best linear and quadratic statistics for normal outputs, after a rank-free scaling of coordinates."""
    both = np.concatenate([zero, one])
    finite = np.isfinite(both).all(axis=1)
    if finite.sum() < 4 or not np.isfinite(zero).all(axis=1).any() or not np.isfinite(one).all(axis=1).any():
        return
    centre, scale = np.median(both[finite], axis=0), both[finite].std(axis=0)
    scale = np.where(scale > 0, scale, 1.0)

    def scaled(x: Array) -> Array:
        return (x - centre) / scale

    a, b = (scaled(x[np.isfinite(x).all(axis=1)]) for x in (zero, one))
    inverse = np.linalg.pinv(_covariance(a) + _covariance(b))
    direction = inverse @ (b.mean(axis=0) - a.mean(axis=0))
    yield _of_numbers("learned linear", lambda x: scaled(x) @ direction)
    first, second = _log_density(a), _log_density(b)
    yield _of_numbers("learned quadratic", lambda x: second(scaled(x)) - first(scaled(x)))


def _log_density(x: Array) -> Callable[[Array], Array]:
    """Return the logarithm of the normal density with the mean and covariance of x, up to a constant of both worlds."""
    mean, covariance = x.mean(axis=0), _covariance(x)
    inverse, log_det = np.linalg.pinv(covariance), float(np.linalg.slogdet(covariance)[1])
    return lambda y: -0.5 * (np.einsum("ij,jk,ik->i", y - mean, inverse, y - mean) + log_det)


def _covariance(x: Array) -> Array:
    centred = x - x.mean(axis=0)
    covariance = centred.T @ centred / max(len(x) - 1, 1)
    return covariance + _SHRINKAGE * np.eye(x.shape[1]) * max(float(np.trace(covariance)) / x.shape[1], 1e-12)


def _frequency(zero: Outputs, one: Outputs) -> Score:
    """Return the ratio of how often an output was seen in either world: the best statistic for few distinct outputs."""
    first, second = (Counter(map(text_of, outputs)) for outputs in (zero, one))
    kinds = set(first) | set(second)
    a, b = len(zero) + len(kinds) / 2, len(one) + len(kinds) / 2
    ratio = {k: np.log((second[k] + 0.5) / b) - np.log((first[k] + 0.5) / a) for k in kinds}
    return Score("frequency of the output", lambda outputs: np.array([ratio.get(text_of(o), 0.0) for o in outputs]))


def text_of(output: Any) -> str:
    """Return a text that tells outputs apart."""
    if isinstance(output, np.ndarray):
        return repr(output.tolist())
    return repr(output.item() if isinstance(output, np.generic) else output)


def _of_numbers(name: str, function: Callable[[Array], Array]) -> Score:
    def whole(outputs: Outputs) -> Array:
        array = numbers(outputs)
        return np.full(len(outputs), np.nan) if array is None else function(array)

    return Score(name, whole)
