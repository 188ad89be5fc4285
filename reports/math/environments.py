"""Environments: aligned equations, cases, matrices and arrays, as MathML tables."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from reports.math.atoms import Atom, arrange, node
from reports.math.parser import Parser
from reports.math.scanner import MathError

ALIGNED = {"aligned", "align", "align*", "split", "alignedat"}
CENTRED = {"gathered", "gather", "gather*"}
MATRICES = {
    "matrix": ("", ""), "smallmatrix": ("", ""), "pmatrix": ("(", ")"), "bmatrix": ("[", "]"), "Bmatrix": ("{", "}"),
    "vmatrix": ("|", "|"), "Vmatrix": ("‖", "‖"),
}  # fmt: skip
KNOWN = ALIGNED | CENTRED | set(MATRICES) | {"cases", "array"}
COLUMNS = re.compile(r"[lcr]+")


def begin(parser: Parser, name: str) -> Atom:
    r"""\begin{...} ... \end{...}."""
    environment = parser.scanner.take_group("\\begin")
    if environment not in KNOWN:
        raise MathError(f"an environment must be one of {', '.join(sorted(KNOWN))}, got {environment!r}")
    columns = _columns(parser, environment)
    rows = _rows(parser, environment, columns)
    ending = parser.scanner.take_group("\\end") if parser.scanner.skip(r"\end") else parser.scanner.peek()
    if ending != environment:
        raise MathError(rf"\begin{{{environment}}} must have its \end, got {ending or 'the end'!r}")
    return _finish(environment, _table(rows, columns, environment))


def substack(parser: Parser, name: str) -> Atom:
    """Lines on top of each other, as under a sum."""
    parser.scanner.expect("{", r"\substack")
    rows = _rows(parser, "substack", "c")
    parser.scanner.expect("}", r"\substack{...")
    return Atom(_table(rows, "c", "substack"))


def _columns(parser: Parser, environment: str) -> str:
    """Return the alignment of the columns, as letters that repeat."""
    if environment == "array":
        columns = parser.scanner.take_group(r"\begin{array}").replace(" ", "")
        if not COLUMNS.fullmatch(columns):
            raise MathError(f"the columns of an array must be letters l, c, r, got {columns!r}")
        return columns
    if environment in ALIGNED:
        return "rl"
    return "l" if environment == "cases" else "c"


def _rows(parser: Parser, environment: str, columns: str) -> list[list[list[Element]]]:
    """Return the cells, row by row. What follows an & in aligned equations continues what stood before it."""
    rows: list[list[list[Element]]] = [[]]
    while True:
        before = "ord" if environment in ALIGNED and len(rows[-1]) % 2 else ""
        rows[-1].append(arrange(parser.atoms(), before))
        if environment == "array" and len(rows[-1]) > len(columns):
            raise MathError(f"a row of an array must have at most {len(columns)} cells, got {len(rows[-1])}")
        if parser.scanner.skip("\\\\"):
            rows.append([])
        elif not parser.scanner.skip("&"):
            break
    if len(rows[-1]) == 1 and not rows[-1][0]:
        rows.pop()
    return rows


def _table(rows: list[list[list[Element]]], columns: str, environment: str) -> Element:
    """Return a table; a cell carries its alignment as a class (our style sheet) and an attribute (older browsers)."""
    display = "true" if environment in ALIGNED | CENTRED else "false"
    names = {"l": "left", "c": "center", "r": "right"}
    body: list[Element] = []
    for cells in rows:
        sides = [names[columns[index % len(columns)]] for index in range(len(cells))]
        pairs = zip(cells, sides, strict=True)
        body.append(node("mtr", [node("mtd", cell, **{"class": side, "columnalign": side}) for cell, side in pairs]))
    return node("mtable", body, **{"class": environment.rstrip("*"), "displaystyle": display})


def _finish(environment: str, table: Element) -> Atom:
    """Return the delimiters around a table."""
    opening, closing = ("{", "") if environment == "cases" else MATRICES.get(environment, ("", ""))
    children = [_fence(opening, "prefix")] if opening else []
    children.append(table)
    if closing:
        children.append(_fence(closing, "postfix"))
    return Atom(node("mrow", children), "inner")


def _fence(character: str, form: str) -> Element:
    return node("mo", character, stretchy="true", symmetric="true", form=form, fence="true")
