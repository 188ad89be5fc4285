"""Elements of SVG. The XML library escapes all text; colours come from classes of the style sheet."""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree.ElementTree import Element, tostring

from markupsafe import Markup

from reports.math.plain import plain_text


def element(tag: str, content: str | Iterable[Element] = (), **attributes: object) -> Element:
    """Return an element; `class_` stands for class, underscores for hyphens, numbers are rounded to a tenth."""
    item = Element(tag, {_name(key): _value(value) for key, value in attributes.items() if value is not None})
    if isinstance(content, str):
        item.text = _clean(content)
    else:
        item.extend(content)
    return item


def picture(
    size: tuple[float, float], title: str, description: str, content: Iterable[Element], **attributes: object
) -> Element:
    """Return a whole picture with what a screen reader says of it, formulas as plain text."""
    title, description = plain_text(title), plain_text(description)
    head = [element("title", title), element("desc", description)]
    box = f"0 0 {_value(size[0])} {_value(size[1])}"
    return element("svg", [*head, *content], viewBox=box, role="img", aria_label=title, **attributes)


def markup(item: Element) -> Markup:
    """Return the text of an element for a template."""
    return Markup(tostring(item, encoding="unicode"))  # the writer has escaped all text


def points(places: Iterable[tuple[float, float]]) -> str:
    """Return coordinates for a polyline."""
    return " ".join(f"{_value(x)},{_value(y)}" for x, y in places)


def _name(key: str) -> str:
    if key in ("viewBox", "markerWidth", "markerHeight", "refX", "refY"):
        return key
    return key.rstrip("_").replace("_", "-")


def _value(value: object) -> str:
    if isinstance(value, float):
        text = f"{value:.1f}"
        return "0" if text == "-0.0" else text.removesuffix(".0")
    return _clean(str(value))


def _clean(text: str) -> str:
    """Drop the control characters that XML forbids."""
    return "".join(character for character in text if character >= " " or character in "\t\n")
