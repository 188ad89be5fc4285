"""What rests on what as a picture with links: layers from left to right, each statement a symbol and two lines."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from markupsafe import Markup

from reports.draw.layers import Item, Layers, acyclic, components, layered
from reports.draw.svg import element, markup

WIDTH, HEIGHT = 126.0, 32.0  # of a node, room around it included
PITCH = 164.0  # from one layer to the next
LETTERS, LINES, ICON = 21, 2, 14.0
MARGIN = 10.0


@dataclass(frozen=True)
class Node:
    """A node: what it is called, shortly and in full, where it leads, how it looks, and what scripts know of it."""

    name: str
    text: str
    title: str
    href: str
    look: str
    data: Mapping[str, str]


def draw_network(title: str, nodes: Sequence[Node], edges: Iterable[tuple[str, str]]) -> Markup:
    """Return the picture."""
    by_name = {node.name: node for node in nodes}
    parts = [layered(part) for part in components(acyclic(list(by_name), edges))]
    right = max((_width(part) for part in parts), default=0.0)
    lines: list[Element] = []
    links: list[Element] = []
    for part, (x, y) in zip(parts, _shelves(parts, right), strict=True):
        lines.extend(_lines(part, x, y))
        links.extend(_link(by_name[name], x + PITCH * part.layer[name], y + _at(part, name)) for name in part.targets)
    ends = (y + _height(part) for part, (_, y) in zip(parts, _shelves(parts, right), strict=True))
    width, height = right + 2 * MARGIN, max(ends, default=0.0) + MARGIN
    box = {"viewBox": f"0 0 {width:.0f} {height:.0f}", "width": width, "height": height}
    return markup(element("svg", [*lines, *links], role="group", aria_label=title, class_="network", **box))


def _width(part: Layers) -> float:
    return PITCH * max(part.layer.values()) + WIDTH


def _height(part: Layers) -> float:
    return HEIGHT * (max(part.row.values()) + 1)


def _at(part: Layers, name: str) -> float:
    return HEIGHT * part.row[name, part.layer[name]]


def _shelves(parts: Sequence[Layers], right: float) -> list[tuple[float, float]]:
    """Return the corner of each part: side by side as far as the largest reaches, then below."""
    places: list[tuple[float, float]] = []
    x = y = MARGIN
    tallest = 0.0
    for part in parts:
        if x > MARGIN and x + _width(part) > right + MARGIN:
            x, y, tallest = MARGIN, y + tallest + HEIGHT, 0.0
        places.append((x, y))
        x += _width(part) + PITCH - WIDTH
        tallest = max(tallest, _height(part))
    return places


def _lines(part: Layers, x: float, y: float) -> list[Element]:
    """Return for each node one line with a branch to all that rests on it."""

    def corner(item: Item) -> tuple[float, float]:
        return x + PITCH * item[1], y + HEIGHT * (part.row[item] + 0.5)

    def hop(start: Item, end: Item) -> str:
        (left, up), (right, down) = corner(start), corner(end)
        leave, middle = left + WIDTH, (left + WIDTH + right) / 2
        begin = f"M{leave:.0f} {up:.0f}" if part.layer[start[0]] == start[1] else f"M{left:.0f} {up:.0f}H{leave:.0f}"
        return f"{begin}C{middle:.0f} {up:.0f} {middle:.0f} {down:.0f} {right:.0f} {down:.0f}"

    return [
        element("path", d="".join(hop(*ends) for ends in part.hops(name)), data_from=name)
        for name in part.targets
        if part.targets[name]
    ]


def _link(node: Node, x: float, y: float) -> Element:
    lines = textwrap.wrap(node.text, LETTERS, max_lines=LINES, placeholder=" …")
    first = HEIGHT / 2 + 4 - 6 * (len(lines) - 1)
    texts = [element("text", line, x=ICON + 4, y=first + 12 * number) for number, line in enumerate(lines)]
    icon = element("use", href=f"#v-{node.look}", y=HEIGHT / 2 - ICON / 2, width=ICON, height=ICON)
    data = {f"data_{key}": value for key, value in node.data.items()}
    content = [element("title", node.title), icon, *texts]
    place = {"transform": f"translate({x:.0f} {y:.0f})", "class_": f"node v-{node.look}"}
    return element("a", content, href=node.href, id=node.name, **place, **data)
