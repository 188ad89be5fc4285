"""How the parts of a formula stand beside each other: TeX's classes tell signs from operations, bars from bars."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from xml.etree.ElementTree import Element

from reports.math.signs import sign_class

THIN = "0.1667em"
APPLICATION = "\u2061"  # the invisible sign between a function and its argument
DEFINES = ":="
LONG_SIGNS = {DEFINES: "rel", "mod": "bin"}
SCRIPTED = ("msub", "msup", "msubsup", "munder", "mover", "munderover")
FENCES = {"prefix": "open", "infix": "rel", "postfix": "close"}
OPERANDS = ("", "bin", "rel", "open", "punct", "op", "large", "function")  # after these, a minus is a sign


def node(tag: str, content: str | Iterable[Element] = (), attributes: Mapping[str, str] | None = None) -> Element:
    """Return an element with text or children."""
    element = Element(tag, dict(attributes or {}))
    if isinstance(content, str):
        element.text = content
    else:
        element.extend(content)
    return element


def core(element: Element) -> Element:
    """Return the operator at the heart of an element that carries scripts."""
    while element.tag in SCRIPTED and element.get("accent") != "true":
        element = element[0]
    return element


def arrange(row: Sequence[Element]) -> list[Element]:
    """Return the elements of a row: bars paired, signs told from operations, named functions set apart."""
    row = _with_definitions_joined(row)
    kinds = _with_bars_paired(row, [_kind(element) for element in row])
    seen = [index for index, kind in enumerate(kinds) if kind != "space"]
    for left, index, right in zip([None, *seen], seen, [*seen[1:], None], strict=False):
        if kinds[index] == "bin":
            before, after = ("" if near is None else kinds[near] for near in (left, right))
            kinds[index] = _set_form(core(row[index]), before, after)
    return _with_thin_spaces(row, kinds) if len(row) > 1 else [*row]


def _with_definitions_joined(row: Sequence[Element]) -> list[Element]:
    """Make one relation of the colon and the sign of equality in x := 1."""
    joined: list[Element] = []
    for element in row:
        if joined and (joined[-1].text, element.text) == (":", "=") and joined[-1].tag == element.tag == "mo":
            joined[-1] = node("mo", DEFINES)
        else:
            joined.append(element)
    return joined


def _kind(element: Element) -> str:
    """Return the class of an element in its row."""
    heart = core(element)
    text = heart.text or ""
    if heart.tag == "mspace":
        return "space"
    if heart.tag == "mrow" and len(heart) and heart[0].get("fence") == "true":
        return "inner"
    if heart.get("fence") == "true" and "form" in heart.attrib:
        return FENCES[heart.attrib["form"]]
    if heart.tag == "mo":
        return LONG_SIGNS.get(text) or (sign_class(text) if len(text) == 1 else "function")
    named = heart.tag == "mi" and len(text) > 1 and "mathvariant" not in heart.attrib
    return "function" if named else "ord"


def _with_bars_paired(row: Sequence[Element], kinds: Sequence[str]) -> list[str]:
    """|x| and ‖x‖: the first bar of a row opens, the next of its kind closes."""
    opened: set[str | None] = set()
    paired = [*kinds]
    for index, kind in enumerate(kinds):
        if kind == "bar":
            bar = core(row[index])
            paired[index] = "close" if bar.text in opened else "open"
            bar.set("form", "postfix" if bar.text in opened else "prefix")
            opened ^= {bar.text}
    return paired


def _set_form(operator: Element, before: str, after: str) -> str:
    """Tell a sign from an operation: a sign comes after nothing, an operation, a relation or an opening."""
    if before in OPERANDS:
        operator.attrib.update(form="prefix", lspace="0em", rspace="0em")
        return "ord"
    if after in ("", "rel", "close", "punct"):
        operator.attrib.update(lspace="0em", rspace="0em")
        return "ord"
    operator.set("form", "infix")
    return "bin"


def _with_thin_spaces(row: Sequence[Element], kinds: Sequence[str]) -> list[Element]:
    """2 ln x, n log n: a thin space on each side of a named function, none before a bracket, one between two."""
    elements: list[Element] = []
    for index, element in enumerate(row):
        before = kinds[index - 1] if index else ""
        after = kinds[index + 1] if index + 1 < len(row) else ""
        if kinds[index] == "function" and before in ("ord", "close", "inner", "dots"):
            elements.append(node("mspace", attributes={"width": THIN}))
        elements.append(element)
        if kinds[index] == "function":
            elements.append(node("mo", APPLICATION))
            if after in ("ord", "op", "large", "function"):
                elements.append(node("mspace", attributes={"width": THIN}))
    return elements
