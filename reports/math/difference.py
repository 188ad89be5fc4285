"""Two lists of formulas side by side: where one is a changed form of another, what was changed is marked in both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from xml.etree.ElementTree import Element, tostring

from reports.math.convert import convert

Leaf = tuple[tuple[str, str], Element]
Leaves = list[Leaf]
MARK = "changed"
# How much two formulas must have in common, of both and of the shorter one, for marks to tell anything.
ALIKE, ALIKE_OF_SHORTER = 0.35, 0.65
SHAPES = ("msqrt", "mroot")  # what changes a formula though all its letters stay
SILENT = ("mspace",)


def side_by_side(one: Sequence[str], other: Sequence[str]) -> tuple[list[str], list[str], bool]:
    """Return both lists as MathML with the class `changed` on what differs, and whether anything is marked."""
    trees = [[convert(latex, display=True) for latex in formulas] for formulas in (one, other)]
    first, second = ([[*_leaves(tree)] for tree in side] for side in trees)
    marked = [_mark(*pair) for pair in _pairs(first, second)]
    left, right = ([tostring(tree, encoding="unicode") for tree in side] for side in trees)
    return left, right, any(marked)


def _leaves(tree: Element) -> Iterator[Leaf]:
    """Yield the signs of a formula in the order in which they are read."""
    for element in tree.iter():
        shape = element.tag in SHAPES
        if (shape or not len(element)) and element.tag not in SILENT:
            yield (element.tag, "" if shape else (element.text or "").strip()), element


def _matcher(one: Leaves, other: Leaves) -> SequenceMatcher[tuple[str, str]]:
    return SequenceMatcher(None, [token for token, _ in one], [token for token, _ in other], autojunk=False)


def _pairs(first: list[Leaves], second: list[Leaves]) -> Iterator[tuple[Leaves, Leaves]]:
    """Yield what belongs together, the most alike first; each formula has at most one partner."""
    alike = [(_matcher(a, b).ratio(), i, j) for i, a in enumerate(first) for j, b in enumerate(second)]
    taken: tuple[set[int], set[int]] = (set(), set())
    for ratio, i, j in sorted(alike, key=lambda entry: -entry[0]):
        shorter = ratio * (len(first[i]) + len(second[j])) / 2 / min(len(first[i]), len(second[j]))
        if ratio >= ALIKE and shorter >= ALIKE_OF_SHORTER and i not in taken[0] and j not in taken[1]:
            taken[0].add(i)
            taken[1].add(j)
            yield first[i], second[j]


def _mark(one: Leaves, other: Leaves) -> bool:
    """Mark what one has and the other has not; tell whether there is any."""
    blocks = _matcher(one, other).get_matching_blocks()
    kept = [
        {block.a + k for block in blocks for k in range(block.size)},
        {block.b + k for block in blocks for k in range(block.size)},
    ]
    changed = [
        leaf for side, same in zip((one, other), kept, strict=True) for i, leaf in enumerate(side) if i not in same
    ]
    for _, element in changed:
        element.set("class", f"{element.get('class', '')} {MARK}".strip())
    return bool(changed)
