r"""Formulas as one line of Unicode, for places that hold no MathML: tooltips, titles, labels of pictures."""

from __future__ import annotations

from functools import cache
from xml.etree.ElementTree import Element

from reports.math.convert import convert
from reports.math.prose import pieces

SUPERSCRIPTS = dict(zip("0123456789+−=()niT∗′*", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱᵀ*′*", strict=True))
SUBSCRIPTS = dict(zip("0123456789+−=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True))
ACCENTS = {"^": "\u0302", "~": "\u0303", "¯": "\u0304", "→": "\u20d7", "˙": "\u0307", "¨": "\u0308"}
LINES = {"overline": "\u0305", "underline": "\u0332"}
SPACED = set("=<>≤≥≠≈∼∈∉⊆⊂→←⇒⇔≔≡≪≫∝∣+−×∪∩±") | {"mod", ":="}


@cache
def plain_text(text: str) -> str:
    """Return words with formulas as plain text."""
    return "".join(plain(piece.text) if piece.kind in ("inline", "display") else piece.text for piece in pieces(text))


@cache
def plain(latex: str) -> str:
    """Return a formula as plain text."""
    return " ".join(_row(convert(latex)).split())


def _row(elements: list[Element] | Element) -> str:
    return "".join(_text(element) for element in elements)


def _text(element: Element) -> str:
    tag, content = element.tag, element.text or ""
    if tag in ("mi", "mn", "mtext"):
        return content
    if tag == "mo":
        return _operator(element, content)
    if tag == "mspace":
        return " "
    if tag == "mfrac" and element.get("linethickness") == "0":
        return f"{_text(element[0])} choose {_text(element[1])}"
    if tag == "mfrac":
        return f"{_bracketed(_text(element[0]))}/{_bracketed(_text(element[1]))}"
    if tag in ("msqrt", "mroot"):
        return f"√{_bracketed(_row(element[:1]))}"
    if tag in ("msub", "msup", "msubsup", "munder", "mover", "munderover"):
        return _scripted(element)
    if element.get("class") in LINES:
        return "".join(character + LINES[str(element.get("class"))] for character in _row(element))
    if tag == "mtable":
        return "; ".join(", ".join(_row(cell) for cell in row) for row in element)
    return _row(element)


def _operator(element: Element, content: str) -> str:
    if content == "\u2061":
        return ""
    return f" {content} " if content in SPACED and element.get("form") != "prefix" else content


def _scripted(element: Element) -> str:
    base = _text(element[0])
    if element.get("accent") == "true":
        return base + ACCENTS.get(element[1].text or "", "")
    marks = {"sub": SUBSCRIPTS, "sup": SUPERSCRIPTS, "under": SUBSCRIPTS, "over": SUPERSCRIPTS}
    kinds = [kind for kind in ("sub", "sup", "under", "over") if kind in element.tag.removeprefix("m")]
    scripts = [_script(_text(script), marks[kind], kind) for kind, script in zip(kinds, element[1:], strict=True)]
    return base + "".join(scripts)


def _script(text: str, table: dict[str, str], kind: str) -> str:
    text = text.strip()
    if text and all(character in table for character in text):
        return "".join(table[character] for character in text)
    sign = "_" if kind in ("sub", "under") else "^"
    return sign + (text if len(text) == 1 else f"({text})")


def _bracketed(text: str) -> str:
    text = text.strip()
    return text if text.isdigit() or len(text) == 1 else f"({text})"
