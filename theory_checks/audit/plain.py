"""Outputs as plain data: all that Python can find in them, and a mark where it cannot look.

Numbers, texts, lists, tuples, sets, dictionaries and arrays of numbers stay what they are. An object becomes a `Thing`:
its kind and its parts, from its attributes, its slots, and what it would be copied from; a container that holds itself
says how far up it begins again. Whatever has none of these (generators, functions, locks) becomes `Closed`, and so does
a class that is not found under its name, or an instance of one: it may have been made to tell something.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import chain
from typing import Any

import numpy as np

MOST_PARTS = 1 << 16  # of one output; an array of numbers is one part
_LEAVES = frozenset({type(None), bool, int, float, complex, str, bytes, Fraction, Decimal, type(...)})
_HIDDEN = ("__dict__", "__weakref__")
_MADE = 1 << 9  # Python's flag of a class that was made by a program
_MOST_CAUSES = 50
_ADDRESS = re.compile(r" at 0x[0-9A-Fa-f]+")


@dataclass(frozen=True)
class Thing:
    """What is no plain value: its kind and its parts."""

    kind: str
    parts: tuple[Any, ...] = ()

    def __repr__(self) -> str:
        return f"{self.kind}({', '.join(map(repr, self.parts))})"


@dataclass(frozen=True)
class Closed:
    """What cannot be looked into, and its kind."""

    kind: str

    def __repr__(self) -> str:
        return f"<{self.kind}>"


def plain(output: Any) -> Any:
    """Return an output as plain data."""
    if type(output) in _LEAVES:
        return output
    try:
        return _Reading().read(output)
    except RecursionError:
        return Closed("nest that is too deep")


def raised(error: BaseException, after: tuple[BaseException, ...] = ()) -> Thing:
    """Return an exception as an outcome: its type and the texts that Python prints, without addresses in memory."""
    try:
        lines = [str(error), *map(str, getattr(error, "__notes__", ()))]
    except Exception:  # a hostile __str__ is an outcome as well
        lines = [""]
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    after = (*after, error)
    before = (
        [] if cause is None or any(cause is x for x in after) or len(after) > _MOST_CAUSES else [raised(cause, after)]
    )
    return Thing(f"raises {type(error).__name__}", (*(_ADDRESS.sub("", line) for line in lines), *before))


def closed_in(output: Any) -> Iterator[str]:
    """Yield the kinds of what cannot be looked into in a plain output."""
    waiting = [output]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Closed):
            yield part.kind
        elif isinstance(part, Thing):
            waiting.extend(part.parts)
        elif isinstance(part, dict):
            waiting.extend(chain.from_iterable(part.items()))
        elif isinstance(part, (list, tuple, set, frozenset)):
            waiting.extend(part)


class _Reading:
    """One output that is being read: the containers around the present place, and how many parts came so far."""

    def __init__(self) -> None:
        self.around: list[int] = []
        self.parts = 0

    def read(self, value: Any) -> Any:
        """Return a value as plain data."""
        self.parts += 1
        if self.parts > MOST_PARTS:
            return Closed(f"rest of more than {MOST_PARTS} parts")
        kind = type(value)
        if kind in _LEAVES:
            return value
        if id(value) in self.around:
            return Thing("again", (len(self.around) - self.around.index(id(value)),))
        self.around.append(id(value))
        try:
            return _READERS.get(kind, _Reading.thing)(self, value)
        except RecursionError:
            raise
        except Exception:  # whatever an object answers to questions about its parts
            return Closed(kind.__name__)
        finally:
            self.around.pop()

    def each(self, values: Iterable[Any]) -> Iterator[Any]:
        """Read one value after the other."""
        return map(self.read, values)

    def mapping(self, value: dict[Any, Any]) -> Any:
        """Read a dictionary; keys that lose their hash make it a thing."""
        pairs = [(self.read(key), self.read(entry)) for key, entry in value.items()]
        try:
            return dict(pairs)
        except TypeError:
            return Thing("dict", tuple(pairs))

    def members(self, value: set[Any] | frozenset[Any]) -> Any:
        """Read a set in the same way."""
        members = list(self.each(value))
        try:
            return type(value)(members)
        except TypeError:
            return Thing(type(value).__name__, tuple(sorted(members, key=repr)))

    def array(self, value: Any) -> Any:
        """Read an array; one of numbers that is the whole output stays one."""
        if value.dtype.kind in "biufc":
            return value if len(self.around) == 1 else Thing(form(value), (value.tolist(),))
        return Thing(form(value), (self.read(value.tolist()),))

    def thing(self, value: Any) -> Any:
        """Read an object."""
        kind = type(value)
        if isinstance(value, np.generic):
            item = value.item()
            return item if type(item) in _LEAVES else Thing(kind.__name__, (str(value),))
        if not _is_known(value if isinstance(value, type) else kind):
            return Closed(kind.__name__)
        if isinstance(value, type):
            return Thing("class", (f"{value.__module__}.{value.__qualname__}",))
        if isinstance(value, BaseException):
            return Thing(kind.__name__, (raised(value), *self.attributes(value), *self.copied(value)))
        return Thing(kind.__name__, (*self.attributes(value), *self.copied(value)))

    def attributes(self, value: Any) -> Iterator[Any]:
        """Yield what stands in its dictionary and in its slots, private ones too."""
        yield from ((name, self.read(entry)) for name, entry in getattr(value, "__dict__", {}).items())
        for base in type(value).__mro__:
            slots = base.__dict__.get("__slots__", ())
            names = (slots,) if isinstance(slots, str) else slots
            for name in names:
                private = f"_{base.__name__.lstrip('_')}{name}" if name.startswith("__") else name
                if name not in _HIDDEN and hasattr(value, private):
                    yield name, self.read(getattr(value, private))

    def copied(self, value: Any) -> Iterator[Any]:
        """Yield what a copy would be made from, beside the attributes; what cannot be copied raises TypeError."""
        kind = type(value)
        recipe = value.__reduce_ex__(4)
        if kind is object:
            return
        if isinstance(recipe, str):
            yield recipe
            return
        _, arguments, *rest = recipe
        state, *more = (*rest, None, None, None)[:3]
        if kind.__reduce_ex__ is object.__reduce_ex__ and kind.__reduce__ is object.__reduce__:
            state = None if kind.__getstate__ is object.__getstate__ else state  # these are the attributes
        given = [x for x in arguments if x is not kind]
        yield from self.each(
            [*given, *(x for x in (state, *(list(x) for x in more if x is not None)) if x is not None)]
        )


def _is_known(kind: type) -> bool:
    """Return whether a class is the one of its name, or Python's own: no run has made it."""
    if not kind.__flags__ & _MADE:
        return True
    place: Any = sys.modules.get(kind.__module__)
    if place is None:  # of a file that was run
        return "<locals>" not in kind.__qualname__
    for name in kind.__qualname__.split("."):
        place = getattr(place, name, None)
    return place is kind


def form(array: Any) -> str:
    """Return what can be told of an array without its values."""
    return f"array {array.shape} of {array.dtype}"


_READERS: dict[type, Callable[[_Reading, Any], Any]] = {
    list: lambda reading, x: list(reading.each(x)),
    tuple: lambda reading, x: tuple(reading.each(x)),
    dict: _Reading.mapping,
    set: _Reading.members,
    frozenset: _Reading.members,
    bytearray: lambda reading, x: bytes(x),
    memoryview: lambda reading, x: bytes(x),
    np.ndarray: _Reading.array,
}
