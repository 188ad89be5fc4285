"""From whatever a caller holds to clean arrays of numbers.

Three kinds of numbers are told apart: ``integer`` (fits either world), ``float`` (float64) and ``exact`` (Fractions in
an object array). Nothing is rounded on the way: an integer that float64 cannot hold is an error, not a nearby float.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from numbers import Rational
from typing import Any, Literal, cast

import numpy as np
from numpy.typing import NDArray

from tabular.errors import must, show

Array = NDArray[Any]
Kind = Literal["integer", "float", "exact"]
Scalar = float | Fraction

_EXACT_IN_FLOAT = 2**53
_FLOATS = (np.float16, np.float32, np.float64)


@dataclass(frozen=True)
class Numbers:
    """An array together with the kind of its numbers; ``name`` is what errors call it."""

    name: str
    array: Array
    kind: Kind


def read_numbers(name: str, value: object, ndim: int) -> Numbers:
    """Read an array or nested lists with ``ndim`` axes; ragged lists and things that are no numbers are errors."""
    if isinstance(value, np.ma.MaskedArray):
        raise must(name, "be a plain array", "a masked one")
    if isinstance(value, np.ndarray):
        return _classify(name, _with_axes(name, np.asarray(value), ndim))
    if not isinstance(value, (list, tuple)):
        raise must(name, f"be an array or nested lists with {ndim} axes", f"a {type(value).__name__}")
    parts = cast(Sequence[object], value)
    if ndim > 1 and parts and all(isinstance(part, np.ndarray) for part in parts):
        return _stack([read_numbers(f"{name}[{i}]", part, ndim - 1) for i, part in enumerate(parts)], name)
    shape = _list_shape(name, parts, ndim)
    array = np.empty(shape, dtype=object)
    flat = array.reshape(-1)
    for i, leaf in enumerate(_leaves(parts, ndim)):
        flat[i] = leaf  # one by one: a leaf that is a list must stay one entry, to be named in the error
    return _classify(name, array)


def read_scalar(name: str, value: object) -> Numbers:
    """Read one number as an array without axes."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value[()]
    array = np.empty((), dtype=object)
    array[()] = value.item() if isinstance(value, (np.bool_, np.integer, np.floating)) else value
    return _classify(name, array)


def common_kind(parts: Sequence[Numbers]) -> Kind:
    """Return the one kind that fits all: exact and float exclude each other, integers fit both (alone: float)."""
    exact = [part.name for part in parts if part.kind == "exact"]
    floats = [part.name for part in parts if part.kind == "float"]
    if exact and floats:
        raise must(
            ", ".join(part.name for part in parts[:-1]) + f" and {parts[-1].name}",
            "be all exact or all floats",
            f"fractions in {exact[0]} and floats in {floats[0]}",
        )
    return "exact" if exact else "float"


def convert(numbers: Numbers, kind: Kind) -> Array:
    """Return the array as float64 or as an array of Fractions; nothing is rounded, the other kind is an error."""
    if numbers.kind not in ("integer", kind):
        raise must(numbers.name, f"have {kind} numbers", f"{numbers.kind} numbers")
    return _to_exact(numbers.array) if kind == "exact" else _to_float(numbers)


def frozen(array: Array, source: object = None) -> Array:
    """Return the array itself, made read-only; a copy if it shares memory with the caller's ``source``."""
    if isinstance(source, np.ndarray) and np.may_share_memory(array, source):
        array = array.copy()
    array = np.asarray(array, order="C")
    array.flags.writeable = False
    return array


def fraction(value: Any) -> Fraction:
    """Return the rational number ``value`` (an integer, a Fraction, or a float taken literally) as a Fraction."""
    if isinstance(value, Fraction):
        return value
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    return Fraction(value)


def each_fraction(array: Array) -> Array:
    """Every entry as a Fraction, in an object array of the same shape."""
    result = np.empty(array.shape, dtype=object)
    result.reshape(-1)[:] = [fraction(value) for value in array.reshape(-1).tolist()]
    return result


def _with_axes(name: str, array: Array, ndim: int) -> Array:
    if array.ndim != ndim:
        raise must(name, f"have {ndim} {'axis' if ndim == 1 else 'axes'}", f"shape {array.shape}")
    return array


def _stack(parts: Sequence[Numbers], name: str) -> Numbers:
    for part in parts:
        if part.array.shape != parts[0].array.shape:
            raise must(part.name, f"have the shape {parts[0].array.shape} of {parts[0].name}", str(part.array.shape))
    if any(part.kind == "exact" for part in parts) or all(part.kind == "integer" for part in parts):
        return _classify(name, np.stack([part.array.astype(object) for part in parts]))
    return Numbers(name, np.stack([_to_float(part) for part in parts]), "float")


def _list_shape(name: str, value: Sequence[object], ndim: int) -> tuple[int, ...]:
    """Return the common shape of nested lists, or the first place where they are ragged or of the wrong depth."""
    if ndim == 1:
        return (len(value),)
    shape: tuple[int, ...] | None = None
    for i, part in enumerate(value):
        inner = _inner_shape(f"{name}[{i}]", part, ndim - 1)
        if shape is not None and inner != shape:
            raise must(name, f"be rectangular like {name}[0] of shape {shape}", f"shape {inner}", f"at {name}[{i}]")
        shape = inner
    return (len(value), *(shape or (0,) * (ndim - 1)))


def _leaves(value: Sequence[object], ndim: int) -> Iterator[object]:
    if ndim == 1:
        yield from value
        return
    for part in value:
        if isinstance(part, np.ndarray):
            yield from part.reshape(-1).tolist()
        else:
            yield from _leaves(cast(Sequence[object], part), ndim - 1)


def _inner_shape(name: str, part: object, ndim: int) -> tuple[int, ...]:
    if isinstance(part, np.ndarray):
        return _with_axes(name, part, ndim).shape
    if not isinstance(part, (list, tuple)):
        raise must(name, "be a list or an array", show(part))
    return _list_shape(name, cast(Sequence[object], part), ndim)


def _classify(name: str, array: Array) -> Numbers:
    if array.dtype == object:
        return Numbers(name, array, _object_kind(name, array))
    if array.dtype.type in _FLOATS:
        return Numbers(name, array, "float")
    if np.issubdtype(array.dtype, np.integer):
        return Numbers(name, array, "integer")
    raise must(name, "hold integers, Fractions or floats that float64 represents", f"dtype {array.dtype}")


def _object_kind(name: str, array: Array) -> Kind:
    """Return the kind of an object array; an entry that is no number, or exact beside float, is an error."""
    kinds = {_type_kind(entry) for entry in set(map(type, array.reshape(-1).tolist()))}
    if None in kinds:
        place = next(place for place, value in np.ndenumerate(array) if _type_kind(type(value)) is None)
        raise must(name, "hold integers, Fractions or floats", _what(array[place]), _at(place))
    if {"exact", "float"} <= kinds:
        exact, real = (_first(array, kind) for kind in ("exact", "float"))
        got = f"{show(array[exact])} {_at(exact)} and {show(array[real])}"
        raise must(name, "be all exact or all floats", got, _at(real))
    return "exact" if "exact" in kinds else "float" if "float" in kinds else "integer"


def _type_kind(entry: type) -> Kind | None:
    if issubclass(entry, (bool, np.bool_)):
        return None
    if issubclass(entry, (int, np.integer)):
        return "integer"
    if issubclass(entry, float) or entry in _FLOATS:
        return "float"
    return "exact" if issubclass(entry, Rational) else None


def _first(array: Array, kind: Kind) -> tuple[int, ...]:
    return next(place for place, value in np.ndenumerate(array) if _type_kind(type(value)) == kind)


def _what(value: object) -> str:
    return f"the {type(value).__name__} {show(value)}"


def _at(place: tuple[int, ...]) -> str:
    return "at [" + ", ".join(map(str, place)) + "]" if place else ""


def _to_exact(array: Array) -> Array:
    if array.dtype == object and all(type(value) is Fraction for value in array.reshape(-1).tolist()):
        return array
    return each_fraction(array)


def _to_float(numbers: Numbers) -> Array:
    array = numbers.array
    if array.dtype == object or np.issubdtype(array.dtype, np.integer):
        _reject_rounded_integers(numbers)
    return array.astype(np.float64, order="C", copy=False)


def _reject_rounded_integers(numbers: Numbers) -> None:
    array = numbers.array
    if array.dtype != object and (array.size == 0 or max(int(array.max()), -int(array.min())) <= _EXACT_IN_FLOAT):
        return
    for place, value in np.ndenumerate(array):
        if isinstance(value, (int, np.integer)) and not _fits(int(value)):
            raise must(numbers.name, "hold integers that float64 represents exactly", show(value), _at(place))


def _fits(value: int) -> bool:
    try:
        return int(float(value)) == value
    except OverflowError:
        return False
