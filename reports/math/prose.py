r"""Text with formulas: $...$ inline, $$...$$ on a line of its own, `code`, paragraphs apart by an empty line.

Mathematics that is typed in the words is a formula as well (`reports/math/typed.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from reports.math.typed import typed

# What a text is made of; a dollar sign can be written \$.
PIECES = re.compile(r"\$\$(?P<display>.+?)\$\$|(?<!\\)\$(?P<inline>[^$]+?)(?<!\\)\$|`(?P<code>[^`\n]+)`", re.DOTALL)
STRAY_COMMAND = re.compile(r"\\(?!\$)[A-Za-z]+|\\[|{}]")


@dataclass(frozen=True)
class Piece:
    """A part of a text: kind is words, inline, display or code."""

    kind: str
    text: str


@cache  # a page shows what was checked before, and often more than once
def pieces(text: str) -> Sequence[Piece]:
    """Return a text, cut into words, formulas and code."""
    return tuple(_pieces(text))


def _pieces(text: str) -> Iterator[Piece]:
    end = 0
    for match in PIECES.finditer(text):
        if match.start() > end:
            yield from _words(text[end : match.start()])
        kind = match.lastgroup or "words"
        yield Piece(kind, match[kind].strip() if kind != "code" else match[kind])
        end = match.end()
    if end < len(text):
        yield from _words(text[end:])


def _words(text: str) -> Iterator[Piece]:
    return (Piece("inline" if is_formula else "words", part) for is_formula, part in typed(text) if part)


def paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a text."""
    return [part.strip() for part in re.split(r"\n\s*\n", text.strip()) if part.strip()]


def stray(words: str) -> list[str]:
    """Return what looks like mathematics outside of $...$, one sentence each."""
    commands = sorted(set(STRAY_COMMAND.findall(words)))
    problems = [f"LaTeX commands must stand between dollar signs, got {', '.join(commands)}"] if commands else []
    if "$" in words.replace(r"\$", ""):
        problems.append("every $ must have its partner, got one alone in " + repr(words.strip()[:60]))
    return problems
