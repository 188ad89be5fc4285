"""What the bits of a double betray of the sum that it is [mironov-2012]: low bits, parity, and gaps.

Noise that is computed in doubles and added to a value reaches some doubles and not others, and which ones depends on
the value: the lowest bit of 1 + x is that of 1 where x cancels it, and -s log(k 2^-53) leaves gaps where it is large.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from theory_checks.audit.scores import Score, log_ratios, of_columns

Array = NDArray[np.float64]
_COORDINATES = 4
_MANTISSA = 52
_LOW = 7  # the bits that are looked at as a pattern
_DEEP = 4.0  # scales from the centre, where gaps are wider than what rounding hides
_GRID = 2.0**53


def of_doubles(zero: Array, one: Array, scales: Sequence[float]) -> Iterator[Score]:
    """Yield the statistics of the first coordinates that are no whole numbers."""
    d = zero.shape[1]
    for i in range(min(d, _COORDINATES)):
        columns = zero[:, i], one[:, i]
        if all((x == np.round(x)).all() for x in columns):
            continue
        where = f" of coordinate {i}" if d > 1 else ""
        yield of_columns(f"lowest bit{where}", d, lambda x, i=i: lowest_bit(x[:, i]), bits=True)
        for name, key in (("lowest bit", _by_lowest), ("low bits", _by_pattern)):
            table = _Table(key, *columns)
            yield of_columns(f"{name}{where} at its exponent", d, lambda x, i=i, t=table: t(x[:, i]), bits=True)
        for centre in _centres(columns):
            for scale in scales:
                name = f"depth{where} on the grid of {centre:g} + {scale:g} log(k/2^53)"
                yield of_columns(name, d, lambda x, i=i, c=centre, s=scale: depth(x[:, i], c, s), bits=True)


def _centres(columns: Sequence[Array]) -> list[float]:
    """Return the rounded medians of what is finite; of no number, and of sums beyond doubles, there is none."""
    finite = [x[np.isfinite(x)] for x in columns]
    with np.errstate(over="ignore"):
        medians = {float(np.round(np.median(x))) + 0.0 for x in finite if x.size}
    return sorted(filter(np.isfinite, medians))


def lowest_bit(values: Array) -> Array:
    """Return the exponent of the lowest bit that is set; -inf for 0, NaN for what is not finite."""
    mantissa, exponent = _split(values)
    low = (mantissa & -mantissa).astype(np.float64)
    with np.errstate(divide="ignore"):
        return np.where(np.isfinite(values), exponent + np.log2(low), np.nan)


def depth(values: Array, centre: float, scale: float) -> Array:
    """Return how many scales from the centre a value is that centre +- scale log(k 2^-53) reaches; 0 if none does.

    Rounding the sum moves k by up to k ulp(x) / (2 scale); nearer to the centre than where that is 1/8 all is reached.
    """
    away = np.abs(values - centre) / scale
    k = np.exp(-away) * _GRID
    rounding = 0.5 * np.spacing(np.abs(values)) + 2 * np.spacing(away * scale)
    unsure = k * rounding / scale + 2.0**-20
    reached = (np.abs(k - np.round(k)) <= unsure) & (unsure < 1 / 8) & (away > _DEEP)
    return np.where(reached, away, 0.0)


class _Table:
    """The logarithm of how much more often a key was seen in world 1."""

    def __init__(self, key: Any, zero: Array, one: Array) -> None:
        self.key = key
        ratios = log_ratios(key(zero).tolist(), key(one).tolist())
        self.keys = np.array(sorted(ratios))
        self.ratios = np.array([ratios[k] for k in self.keys.tolist()])

    def __call__(self, values: Array) -> Array:
        keys = self.key(values)
        place = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        return np.where(self.keys[place] == keys, self.ratios[place], 0.0)


def _by_lowest(values: Array) -> NDArray[np.int64]:
    mantissa, exponent = _split(values)
    return _key(values, exponent, np.bitwise_count(_below(mantissa)).astype(np.int64))


def _by_pattern(values: Array) -> NDArray[np.int64]:
    mantissa, exponent = _split(values)
    return _key(values, exponent, mantissa & _LOW)


def _key(values: Array, exponent: NDArray[np.int64], what: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.where(np.isfinite(values), exponent * 128 + what, np.iinfo(np.int64).max)


def _below(mantissa: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return ones where the trailing zeros are."""
    return (mantissa & -mantissa) - 1


def _split(values: Array) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return whole numbers m and e with |x| = m 2^e, m below 2^53."""
    fraction, exponent = np.frexp(np.where(np.isfinite(values), np.abs(values), 0.0))
    return (fraction * _GRID).astype(np.int64), exponent.astype(np.int64) - _MANTISSA - 1
