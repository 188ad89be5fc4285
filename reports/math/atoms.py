"""Atoms of a formula and how they stand beside each other in a row: TeX's classes decide signs and thin spaces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

THIN = "0.1667em"


@dataclass
class Atom:
    """An element and its class: ord, op, function, bin, rel, open, close, bar, punct, inner, space."""

    element: Element
    kind: str = "ord"
    limits: bool = False


def node(tag: str, content: str | Iterable[Element] = (), **attributes: str) -> Element:
    """Return an element with text or children."""
    element = Element(tag, attributes)
    if isinstance(content, str):
        element.text = content
    else:
        element.extend(content)
    return element


def space(width: str) -> Element:
    """White space of a width."""
    return node("mspace", width=width)


def row(atoms: Sequence[Atom], before: str = "") -> Element:
    """One element for a row of atoms; `before` is the class of what stands to the left of the row, if anything."""
    children = arrange(atoms, before)
    return children[0] if len(children) == 1 else node("mrow", children)


def arrange(atoms: Sequence[Atom], before: str = "") -> list[Element]:
    """Return the elements of a row: bars paired, signs told from operations, named functions set apart."""
    _pair_bars(atoms)
    visible = [atom for atom in atoms if atom.kind != "space"]
    for index, atom in enumerate(visible):
        left = visible[index - 1].kind if index else before
        right = visible[index + 1].kind if index + 1 < len(visible) else ""
        if atom.kind == "bin":
            _set_form(atom, left, right)
    return _with_thin_spaces(atoms)


def _pair_bars(atoms: Sequence[Atom]) -> None:
    """|x| and ‖x‖: the first bar of a row opens, the next of its kind closes."""
    open_bars: set[str] = set()
    for atom in atoms:
        if atom.kind == "bar":
            text = _core(atom.element).text or ""
            atom.kind = "close" if text in open_bars else "open"
            open_bars ^= {text}


def _set_form(atom: Atom, left: str, right: str) -> None:
    """Tell a sign from an operation: a sign comes after nothing, an operation, a relation or an opening."""
    core = _core(atom.element)
    if left in ("", "bin", "rel", "open", "punct", "op", "function"):
        core.set("form", "prefix")
        core.set("lspace", "0em")
        core.set("rspace", "0em")
        atom.kind = "ord"
    elif right in ("", "rel", "close", "punct"):
        core.set("lspace", "0em")
        core.set("rspace", "0em")
        atom.kind = "ord"
    else:
        core.set("form", "infix")


def _with_thin_spaces(atoms: Sequence[Atom]) -> list[Element]:
    """2 ln x, n log n: a thin space on each side of a named function, none before a bracket."""
    elements: list[Element] = []
    for index, atom in enumerate(atoms):
        left = atoms[index - 1].kind if index else ""
        right = atoms[index + 1].kind if index + 1 < len(atoms) else ""
        if atom.kind == "function" and left in ("ord", "close", "inner"):
            elements.append(space(THIN))
        elements.append(atom.element)
        if atom.kind == "function":
            elements.append(node("mo", "\u2061"))
            if right in ("ord", "op", "function"):
                elements.append(space(THIN))
    return _without_doubled_spaces(elements)


def _without_doubled_spaces(elements: list[Element]) -> list[Element]:
    """Between two named functions one thin space is enough."""
    kept: list[Element] = []
    for element in elements:
        doubled = kept and _is_thin(element) and _is_thin(kept[-1])
        if not doubled:
            kept.append(element)
    return kept


def _is_thin(element: Element) -> bool:
    return element.tag == "mspace" and element.get("width") == THIN


def _core(element: Element) -> Element:
    """Return the operator at the heart of an element that carries scripts."""
    while element.tag in ("msub", "msup", "msubsup", "munder", "mover", "munderover") and len(element):
        element = element[0]
    return element
