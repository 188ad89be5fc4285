"""Typed access to the JSON of benchmark documents, part by part. Everything else is read by `strict`."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar, cast

from reports.read.model import Figure
from reports.read.strict import InputError, strict

Built = TypeVar("Built")


class Field:
    """A JSON value and the path that leads to it."""

    def __init__(self, value: Any, place: str) -> None:
        self.value = value
        self.place = place

    def __getitem__(self, key: str) -> Field:
        """Return a member that must exist."""
        members = self.members()
        if key not in members:
            raise InputError(f"{self.place or 'the file'} must have {key!r}, got none")
        return Field(members[key], f"{self.place}.{key}".lstrip("."))

    def get(self, key: str, default: Any) -> Field:
        """Return a member, or a default where it is missing."""
        members = self.members()
        return Field(members.get(key, default), f"{self.place}.{key}".lstrip("."))

    def members(self) -> Mapping[str, Any]:
        """Return an object's members."""
        if not isinstance(self.value, dict):
            raise self.wrong("an object")
        return cast("dict[str, Any]", self.value)

    def pairs(self) -> Iterator[tuple[str, Field]]:
        """Yield an object's members with their names."""
        for key, value in self.members().items():
            yield key, Field(value, f"{self.place}.{key}")

    def items(self) -> Sequence[Field]:
        """Return a list's items."""
        if not isinstance(self.value, list):
            raise self.wrong("a list")
        return [Field(item, f"{self.place}[{i}]") for i, item in enumerate(cast("list[Any]", self.value))]

    def text(self) -> str:
        """Return a text."""
        if not isinstance(self.value, str):
            raise self.wrong("a text")
        try:
            self.value.encode()
        except UnicodeEncodeError as error:
            raise InputError(f"{self.place} must be valid Unicode, got a lone surrogate") from error
        return self.value

    def integer(self, low: int | None = None) -> int:
        """Return an integer, at least `low` if it is given."""
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self.wrong("an integer")
        if low is not None and self.value < low:
            raise self.wrong(f"at least {low}")
        return self.value

    def number(self, low: float = -math.inf, high: float = math.inf) -> float:
        """Return a finite number, within bounds if there are any."""
        if not isinstance(self.value, int | float) or isinstance(self.value, bool):
            raise self.wrong("a number")
        try:
            value = float(self.value)
        except OverflowError:
            value = math.inf
        if not math.isfinite(value):
            raise self.wrong("a finite number")
        if not low <= value <= high:
            raise self.wrong(f"at least {low:g}" if value < low else f"at most {high:g}")
        return value

    def number_or_none(self) -> float | None:
        """Return a number, or None for null."""
        return None if self.value is None else self.number()

    def flag(self) -> bool:
        """Return true or false."""
        if not isinstance(self.value, bool):
            raise self.wrong("true or false")
        return self.value

    def choice(self, options: Sequence[str]) -> str:
        """Return one of several words."""
        if self.value not in options:
            raise self.wrong(f"one of {', '.join(repr(option) for option in options)}")
        return str(self.value)

    def texts(self) -> tuple[str, ...]:
        """Return a list of texts."""
        return tuple(item.text() for item in self.items())

    def build(self, make: Callable[[Field], Built]) -> tuple[Built, ...]:
        """Return a list of objects, each made by the same function."""
        return tuple(make(item) for item in self.items())

    def wrong(self, rule: str) -> InputError:
        """Return the error that says what stands here instead."""
        shown = f"an object of {len(self.value)}" if isinstance(self.value, dict) else repr(self.value)
        return InputError(f"{self.place or 'the file'} must be {rule}, got {shown[:80]}")


def figure(data: Field) -> Figure:
    """Return a plot."""
    return strict(data.value, Figure, data.place)


def check_width(data: Field, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Refuse a table in which a row has more or fewer cells than there are columns."""
    for index, row in enumerate(rows):
        if len(row) != len(columns):
            raise InputError(f"{data.place}.rows[{index}] must have {len(columns)} cells, got {len(row)}")


def cell(data: Field) -> str:
    """Return a cell as text, numbers with at most twelve digits."""
    if isinstance(data.value, bool) or data.value is None:
        return {True: "yes", False: "no", None: "–"}[data.value]
    return data.text() if isinstance(data.value, str) else f"{data.number():.12g}"
