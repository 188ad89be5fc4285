"""Python as lines of HTML: comments, texts, numbers, keywords and the names that are defined stand out."""

from __future__ import annotations

import io
import keyword
import tokenize
from collections.abc import Iterator

from markupsafe import Markup, escape

KINDS = {tokenize.COMMENT: "c", tokenize.STRING: "s", tokenize.NUMBER: "m"}
Span = tuple[int, int, str]  # from a column to another, and the class


def highlighted(text: str) -> list[Markup]:
    """Return the lines of a source; one that Python cannot read has no colours."""
    lines = text.splitlines()
    spans: dict[int, list[Span]] = {}
    try:
        for row, span in _spans(text, lines):
            spans.setdefault(row, []).append(span)
    except (tokenize.TokenError, SyntaxError, IndexError):
        spans = {}
    return [_line(line, spans.get(row, [])) for row, line in enumerate(lines, 1)]


def _spans(text: str, lines: list[str]) -> Iterator[tuple[int, Span]]:
    """Yield the coloured parts with their rows; a text of several lines is one part in each of them."""
    before = ""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        kind = _kind(token, before)
        before = token.string
        if kind:
            (top, left), (bottom, right) = token.start, token.end
            for row in range(top, bottom + 1):
                yield row, (left if row == top else 0, right if row == bottom else len(lines[row - 1]), kind)


def _kind(token: tokenize.TokenInfo, before: str) -> str:
    if token.type == tokenize.NAME:
        return "d" if before in ("def", "class") else "k" if keyword.iskeyword(token.string) else ""
    if "STRING" in tokenize.tok_name[token.type]:  # from Python 3.12 on, formatted ones have types of their own
        return "s"
    return KINDS.get(token.type, "")


def _line(line: str, spans: list[Span]) -> Markup:
    parts, end = [], 0
    for left, right, kind in spans:
        parts += [escape(line[end:left]), Markup('<span class="{}">{}</span>').format(kind, line[left:right])]
        end = right
    return Markup("").join([*parts, escape(line[end:])])
