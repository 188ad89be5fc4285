"""What is in a plain output: its text, its kind, and the numbers found in it. Equal contents, equal answers."""

from __future__ import annotations

import math
import numbers
import re
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from itertools import chain
from typing import Any

import numpy as np

from theory_checks.audit.plain import Closed, Thing, form

_NUMBER = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[-+]?[0-9]+)?|[-+]?\b(?:nan|inf|infinity)\b", re.IGNORECASE)


def text_of(output: Any) -> str:
    """Return a text that tells outputs apart."""
    if isinstance(output, (np.ndarray, np.generic)):
        output = output.tolist()
    try:
        return repr(output)
    except ValueError:  # an integer of thousands of digits has no decimal text
        return " ".join(hex(part) if isinstance(part, int) else repr(part) for part in parts(output))


def skeleton(output: Any) -> str:
    """Return the text of an output with # in place of each number."""
    return _NUMBER.sub("#", output if isinstance(output, str) else text_of(output))


def kind_of(output: Any) -> str:
    """Return what can be told of an output without its values: its type, its form, and the types of its parts."""
    if isinstance(output, np.ndarray) and output.dtype != object:
        return form(output)
    name = _name(output)
    inside = sorted({_name(part) for part in parts(output)} - {name})
    return f"{name} of {', '.join(inside)}" if inside else name


def numbers_in(output: Any) -> list[float]:
    """Return the numbers in an output, those in its texts as well, in order."""
    return list(chain.from_iterable(_numbers(part) for part in parts(output)))


def length_of(output: Any) -> float:
    """Return how many elements an output has; NaN if it has no length."""
    try:
        return float(len(output))
    except TypeError:
        return math.nan


def parts(output: Any) -> Iterator[Any]:
    """Yield what an output consists of in the end, in order: keys before values, sets sorted by their texts."""
    waiting = [output]
    while waiting:
        part = waiting.pop()
        inner = _inner(part)
        if inner is None:
            yield part
        else:
            waiting.extend(reversed(inner))


def _inner(part: Any) -> list[Any] | None:
    """Return the parts of a part; None if it has none."""
    if isinstance(part, np.ndarray):
        return list(part.ravel())
    if isinstance(part, Mapping):
        return list(chain.from_iterable(part.items()))
    if isinstance(part, AbstractSet):
        return sorted(part, key=text_of)
    if isinstance(part, Thing):
        return list(part.parts)
    return list(part) if isinstance(part, (list, tuple, bytes)) else None


def _numbers(part: Any) -> list[float]:
    part = _item(part)
    if isinstance(part, complex):
        return [part.real, part.imag]
    if isinstance(part, numbers.Number):
        return [_float(part)]
    if part is None or isinstance(part, Closed):
        return []
    return [float(found) for found in _NUMBER.findall(part if isinstance(part, str) else text_of(part))]


def _float(number: Any) -> float:
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf
    except (TypeError, ValueError):
        return math.nan


def _name(part: Any) -> str:
    part = _item(part)
    return part.kind if isinstance(part, (Thing, Closed)) else type(part).__name__


def _item(part: Any) -> Any:
    return part.item() if isinstance(part, np.generic) else part
