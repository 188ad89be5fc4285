"""Two lists of formulas side by side: what the one has and the other has not is marked in both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from xml.etree.ElementTree import Element, tostring

from reports.math.convert import convert

Token = tuple[str, str]
MARK = "changed"
ALIKE = 0.4  # the part of the shorter list that the longer one must have before marks tell anything
SHAPES = ("msqrt", "mroot")  # what changes a formula though all its letters stay
SILENT = ("mspace",)


def side_by_side(one: Sequence[str], other: Sequence[str]) -> tuple[list[str], list[str], bool]:
    """Return both lists as MathML with the class `changed` on what differs, and whether anything is marked."""
    trees = [[convert(latex, display=True) for latex in formulas] for formulas in (one, other)]
    first, second = ([*_leaves(side)] for side in trees)
    matcher = SequenceMatcher(None, [token for token, _ in first], [token for token, _ in second], autojunk=False)
    blocks = matcher.get_matching_blocks()
    same = sum(block.size for block in blocks)
    marked = ALIKE * min(len(first), len(second)) <= same < max(len(first), len(second))
    if marked:
        _mark(first, {i for block in blocks for i in range(block.a, block.a + block.size)})
        _mark(second, {i for block in blocks for i in range(block.b, block.b + block.size)})
    left, right = ([tostring(tree, encoding="unicode") for tree in side] for side in trees)
    return left, right, marked


def _leaves(trees: Iterable[Element]) -> Iterator[tuple[Token, Element]]:
    """Yield the signs of formulas in the order in which they are read."""
    for tree in trees:
        for element in tree.iter():
            shape = element.tag in SHAPES
            if (shape or not len(element)) and element.tag not in SILENT:
                yield (element.tag, "" if shape else (element.text or "").strip()), element


def _mark(leaves: Sequence[tuple[Token, Element]], kept: set[int]) -> None:
    for index, (_, element) in enumerate(leaves):
        if index not in kept:
            element.set("class", f"{element.get('class', '')} {MARK}".strip())
