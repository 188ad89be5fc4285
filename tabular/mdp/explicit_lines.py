"""Lines of words and numbers from an ordinary file of bounded size, one at a time."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from tabular.errors import must, show
from tabular.numbers.arrays import Kind

MOST_BYTES = 1 << 28
LONGEST_LINE = 1 << 16
_LONGEST_NUMBER = 400
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?|[+-]?\d+/0*[1-9]\d*", re.ASCII)
_MOST_DIGITS = 18  # of an index: fits into 64 bits


@dataclass(frozen=True)
class Line:
    """The words of a line, and where it stands."""

    words: list[str]
    place: str

    @property
    def text(self) -> str:
        """Return the line, short enough for a sentence."""
        return show(" ".join(self.words))

    def integers(self, count: int) -> tuple[int, ...]:
        """Return the first words as numbers of states, choices or lines."""
        wrong = next((word for word in self.words[:count] if not is_integer(word)), None)
        if wrong is not None:
            raise must("a number of states, choices or lines", "be an integer of at least 0", show(wrong), self.place)
        return tuple(map(int, self.words[:count]))

    def number(self, column: int, kind: Kind) -> Any:
        """Return a probability or a reward: the exact number that is written, or the float next to it."""
        word = self.words[column]
        if len(word) > _LONGEST_NUMBER or _NUMBER.fullmatch(word) is None:
            raise must("a probability or reward", "be a number such as 0.5, 1e-3 or 1/3", show(word), self.place)
        if kind == "exact":
            return Fraction(word)
        try:
            return float(Fraction(word)) if "/" in word else float(word)
        except OverflowError:
            raise must("a probability or reward", "be within the range of float64", show(word), self.place) from None


def is_integer(word: str) -> bool:
    """Tell whether a word is an integer from 0 on that fits into 64 bits."""
    return len(word) <= _MOST_DIGITS and word.isascii() and word.isdigit()


def file_of(name: str | Path, ending: str) -> Path:
    """Return the path NAME.ending; the name may have dots of its own."""
    path = Path(name)
    return path.with_name(f"{path.name}.{ending}")


def read_lines(path: Path) -> Iterator[Line]:
    """Yield the lines that are neither empty nor a comment of PRISM ("# ..."); nothing but a file is waited for."""
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | os.O_NONBLOCK)) as file:
        facts = os.fstat(file.fileno())
        if not stat.S_ISREG(facts.st_mode):
            raise must("a model", "be in ordinary files", "another thing", f"at {path.name}")
        if facts.st_size > MOST_BYTES:
            raise must("a file", f"be at most {MOST_BYTES} bytes long", str(facts.st_size), f"at {path.name}")
        number = 0
        while raw := file.readline(LONGEST_LINE + 1):
            number += 1
            place = f"in line {number} of {path.name}"
            if len(raw) > LONGEST_LINE:
                raise must("a line", f"be at most {LONGEST_LINE} bytes long", "more", place)
            words = _text(raw, place).split()
            if words and words[0] != "#":
                yield Line(words, place)


def _text(raw: bytes, place: str) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        raise must("a file", "be text in UTF-8", "other bytes", place) from None
