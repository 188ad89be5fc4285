"""Statistics of an output: numbers that are larger, or smaller, in world 1. Some are fixed, some are learned.

A learned statistic sees one part of the search sample; all are then compared on the other part. Outputs that are
vectors of one length and one kind are judged as vectors. Of all others (lists of varying length, dictionaries, texts,
mixed types) the statistics are the kind, the length, the form of the text, its letters, and the numbers found in them.

However many statistics there are, an audit stays valid: whatever the search sample has made of them, the chosen one is
a fixed function of one output before the fresh runs of the confirmation come, and only these carry confidence.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabular.numbers.doubles import product, solve
from theory_checks.audit.contents import kind_of, length_of, numbers_in, skeleton, text_of
from theory_checks.audit.mechanism import Outputs, numbers

Array = NDArray[np.float64]
_COORDINATES = 16  # of longer outputs the first ones stand for themselves; the learned statistics see all
_WIDE = 512  # numbers of an output: of more no covariance is learned, as it costs their square
_FOUND = 64  # of numbers found in texts, lists and the like the first ones are judged as a vector
_SHRINKAGE = 1e-3
_FEW = 100  # texts of which each is seen often
Read = Callable[[Outputs, int], Array]  # outputs as an array (count, d); what has other than d numbers is NaN


@dataclass(frozen=True)
class Score:
    """A statistic with its name; NaN counts as the smallest value."""

    name: str
    function: Callable[[Outputs], Array]
    bits: bool = False  # it reads what real numbers do not have: the low bits of doubles

    def __call__(self, outputs: Outputs) -> Array:
        """Return one number for each output."""
        with np.errstate(all="ignore"):
            values = np.asarray(self.function(outputs), dtype=np.float64)
        return np.where(np.isnan(values), -np.inf, values)


def scores(zero: Outputs, one: Outputs) -> list[Score]:
    """Return all statistics that these outputs of both worlds allow; learned ones learn from them."""
    first, second = numbers(zero), numbers(one)
    texts = frequency("output", _contents if _is_array(zero, one) else text_of, zero, one)
    if first is None or second is None or first.shape[1] != second.shape[1]:
        return [texts] if few_words(zero, one) else [texts, *_of_contents(zero, one)]
    candidates = [*_of_vectors(first, second, _vectors), texts]
    if _confused(np.concatenate([first, second])) or not _of_one_kind(zero, one):
        candidates += _of_contents(zero, one)
    return candidates


def _of_one_kind(zero: Outputs, one: Outputs) -> bool:
    """Return whether outputs do not differ in kind."""
    return _is_array(zero, one) or len({kind_of(output) for output in chain(zero, one)}) == 1


def _is_array(zero: Outputs, one: Outputs) -> bool:
    """Return whether the outputs of both worlds are arrays alike."""
    if isinstance(zero, np.ndarray) and isinstance(one, np.ndarray):
        return zero.dtype == one.dtype and zero.shape[1:] == one.shape[1:]
    return False


def _contents(output: Any) -> bytes:
    """Return what tells numbers of one kind apart, sooner than a text does."""
    return output.tobytes()


def _confused(vectors: Array) -> bool:
    """Return whether there is NaN beside minus infinity, which a score takes for the same."""
    return bool(np.isnan(vectors).any() and np.isneginf(vectors).any())


def few_words(zero: Outputs, one: Outputs) -> bool:
    """Return whether all outputs together have few texts, seen ten times each on average: frequency tells all.

    Of many texts most are seen too seldom for that, however often all are. A NaN has one text, whatever its bits.
    """
    texts = {text_of(output) for output in chain(zero, one)}
    return len(texts) <= min(_FEW, (len(zero) + len(one)) // 10) and not any("nan" in text for text in texts)


def _of_vectors(zero: Array, one: Array, read: Read) -> Iterator[Score]:
    yield from _fixed(zero.shape[1], read)
    yield from _learned(zero, one, read)
    if np.isnan(zero).any() or np.isnan(one).any():
        yield from _of_nans(zero, one, read)


def _of_nans(zero: Array, one: Array, read: Read) -> Iterator[Score]:
    """Yield statistics of the sign and the 51 free bits that a NaN has beside being none."""
    d = zero.shape[1]
    ratio = log_ratios(map(_nan_bits, zero), map(_nan_bits, one))
    yield Score("frequency of the bits of NaN", lambda x: np.array([ratio.get(_nan_bits(y), 0.0) for y in read(x, d)]))
    yield Score("bits of the first NaN", lambda x: np.array([(*_nan_bits(y), math.nan)[0] for y in read(x, d)]))


def _nan_bits(row: Array) -> tuple[int, ...]:
    return tuple(np.ascontiguousarray(row[np.isnan(row)]).view(np.uint64).tolist())


def _of_contents(zero: Outputs, one: Outputs) -> Iterator[Score]:
    """Yield the statistics of outputs of any kind."""
    yield frequency("kind", kind_of, zero, one)
    yield frequency("text without its numbers", skeleton, zero, one)
    yield _letters(zero, one)
    yield _each("length", length_of)
    yield _each("length of the text", lambda output: len(text_of(output)))
    for name, function in _OF_NUMBERS.items():
        yield _each(f"{name} of its numbers", lambda output, f=function: f(np.array(numbers_in(output))))
    most = max(len(numbers_in(output)) for output in chain(zero, one))
    if width := min(most, _FOUND):
        yield from (
            Score(f"{score.name} of the numbers in it", score.function)
            for score in _of_vectors(_found(zero, width), _found(one, width), _found)
        )


_OF_NUMBERS: dict[str, Callable[[Array], float]] = {
    "count": lambda x: x.size,
    "last": lambda x: x[-1] if x.size else np.nan,
    "sum": lambda x: x.sum(),
    "smallest": lambda x: x.min() if x.size else np.nan,
    "largest": lambda x: x.max() if x.size else np.nan,
    "count of NaN": lambda x: np.isnan(x).sum(),
    "count of infinity": lambda x: np.isinf(x).sum(),
}


def of_columns(name: str, d: int, function: Callable[[Array], Array], *, bits: bool = False) -> Score:
    """Return a statistic of outputs that are d numbers each."""
    return Score(name, lambda outputs: function(_vectors(outputs, d)), bits)


def _fixed(d: int, read: Read) -> Iterator[Score]:
    def of_numbers(name: str, function: Callable[[Array], Array]) -> Score:
        return Score(name, lambda outputs: function(read(outputs, d)))

    for i in range(min(d, _COORDINATES)):
        yield of_numbers(f"coordinate {i}" if d > 1 else "value", lambda x, i=i: x[:, i])
    yield of_numbers("size", lambda x: np.linalg.norm(x, axis=1))
    if d > 1:
        yield of_numbers("mean", lambda x: x.mean(axis=1))
        yield of_numbers("largest", lambda x: x.max(axis=1))
        yield of_numbers("smallest", lambda x: x.min(axis=1))
        yield of_numbers("spread", lambda x: x.std(axis=1))


def _learned(zero: Array, one: Array, read: Read) -> Iterator[Score]:
    """Yield the best linear and quadratic statistics for normal outputs, after a rank-free scaling of coordinates."""
    both = np.concatenate([zero, one])
    finite = np.isfinite(both).all(axis=1)
    if finite.sum() < 4 or not np.isfinite(zero).all(axis=1).any() or not np.isfinite(one).all(axis=1).any():
        return
    centre, scale = np.median(both[finite], axis=0), both[finite].std(axis=0)
    scale = np.where(scale > 0, scale, 1.0)

    def scaled(x: Array) -> Array:
        return (x - centre) / scale

    def seen(outputs: Outputs) -> Array:
        return scaled(read(outputs, len(centre)))

    a, b = (scaled(x[np.isfinite(x).all(axis=1)]) for x in (zero, one))
    if len(centre) > _WIDE:
        weights = (b.mean(axis=0) - a.mean(axis=0)) / (a.var(axis=0) + b.var(axis=0) + _SHRINKAGE)
        yield Score("learned linear", lambda outputs: product(seen(outputs), weights))
        return
    direction = solve(_covariance(a) + _covariance(b), b.mean(axis=0) - a.mean(axis=0))
    yield Score("learned linear", lambda outputs: product(seen(outputs), direction))
    first, second = _log_density(a), _log_density(b)
    yield Score("learned quadratic", lambda outputs: second(seen(outputs)) - first(seen(outputs)))


def _log_density(x: Array) -> Callable[[Array], Array]:
    """Return the logarithm of the normal density with the mean and covariance of x, up to a constant."""
    mean, covariance = x.mean(axis=0), _covariance(x)
    inverse = solve(covariance, np.eye(len(mean)))
    return lambda y: -0.5 * (product(y - mean, inverse) * (y - mean)).sum(axis=1)


def _covariance(x: Array) -> Array:
    centred = x - x.mean(axis=0)
    covariance = product(centred.T, centred) / max(len(x) - 1, 1)
    return covariance + _SHRINKAGE * np.eye(x.shape[1]) * max(float(np.trace(covariance)) / x.shape[1], 1e-12)


def frequency(of: str, view: Callable[[Any], Hashable], zero: Outputs, one: Outputs) -> Score:
    """Return the ratio of how often a view was seen in either world: the best statistic for few distinct ones."""
    ratio = log_ratios(map(view, zero), map(view, one))
    return Score(f"frequency of the {of}", lambda outputs: np.array([ratio.get(view(o), 0.0) for o in outputs]))


def _letters(zero: Outputs, one: Outputs) -> Score:
    """Return the ratio for each letter of the text, added up."""
    ratio = log_ratios(*("".join(map(text_of, outputs)) for outputs in (zero, one)))
    return _each("letters, weighted by their frequency", lambda o: math.fsum(ratio.get(c, 0.0) for c in text_of(o)))


def log_ratios(zero: Iterable[Hashable], one: Iterable[Hashable]) -> dict[Any, float]:
    """Return for each value the logarithm of how much more often it occurs in world 1."""
    first, second = Counter(zero), Counter(one)
    kinds = set(first) | set(second)
    a, b = first.total() + len(kinds) / 2, second.total() + len(kinds) / 2
    return {k: math.log((second[k] + 0.5) / b) - math.log((first[k] + 0.5) / a) for k in kinds}


def _each(name: str, function: Callable[[Any], float]) -> Score:
    return Score(name, lambda outputs: np.array([function(output) for output in outputs], dtype=np.float64))


def _vectors(outputs: Outputs, d: int) -> Array:
    array = numbers(outputs)
    if array is not None and array.shape[1] == d:
        return array
    rows = [numbers([output]) for output in outputs]
    return np.array([np.full(d, np.nan) if row is None or row.shape[1] != d else row[0] for row in rows])


def _found(outputs: Outputs, d: int) -> Array:
    rows = [numbers_in(output)[:d] for output in outputs]
    return np.array([row + [np.nan] * (d - len(row)) for row in rows], dtype=np.float64)
