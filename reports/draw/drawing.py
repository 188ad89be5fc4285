"""A small decision process as a graph: states are circles, choices are arrows with colour, dashes and a label.

Equal actions are drawn once. A choice with several successors passes through a dot from which its branches leave, each
with its probability. Rewards are written on the arrows unless all are zero.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from xml.etree.ElementTree import Element

from markupsafe import Markup

from reports.draw.choices import Choice, Process, action_names
from reports.draw.geometry import Arc, Point, bend, loop, ring
from reports.draw.looks import DASHES, STYLES, colour
from reports.draw.svg import element, markup, picture

MAX_STATES = 10
MAX_BRANCHES = 48
RADIUS = 24.0
LETTER = 6.6  # the width of a letter of a label
MAX_LABEL = 22
CLOSER = 0.65  # without labels


@dataclass
class Canvas:
    """What was drawn so far, and how far it reaches."""

    key: str
    labelled: bool = True
    under: list[Element] = field(default_factory=list)
    over: list[Element] = field(default_factory=list)
    corners: list[Point] = field(default_factory=list)

    def arrow(self, arc: Arc, style: int, *, head: bool = True) -> None:
        """Draw an arc."""
        end = f"url(#{self.key}-{style})" if head else None
        look = f"arrow {colour(style)}"
        self.under.append(
            element("path", d=arc.path(), class_=look, stroke_dasharray=DASHES[style] or None, marker_end=end)
        )
        self.corners.extend(arc.corners())

    def label(self, at: Point, away: Point, text: str, look: str) -> None:
        """Write a label beside a place, on the side that `away` points to."""
        if not self.labelled:
            return
        anchor = "middle" if abs(away.x) < 0.45 else "start" if away.x > 0 else "end"
        width = LETTER * len(text)
        left = {"middle": at.x - width / 2, "start": at.x, "end": at.x - width}[anchor]
        baseline = at.y + 4 + 5 * away.y
        self.over.append(element("text", text, x=at.x, y=baseline, text_anchor=anchor, class_=look))
        self.corners.extend([Point(left, baseline - 12), Point(left + width, baseline + 4)])


def drawable(process: Process) -> bool:
    """Tell whether a picture would help: few states, few branches."""
    return process.states <= MAX_STATES and sum(len(choice.successors) for choice in process.choices) <= MAX_BRANCHES


def draw_process(process: Process, title: str, key: str, values: Mapping[int, str] | None = None) -> Markup:
    """Return the picture of a decision process; `key` sets its parts apart from those of other pictures on a page."""
    canvas = Canvas(key)
    _draw(canvas, process, values or {})
    return markup(_frame(canvas, process, title, describe(process)))


def sketch_process(process: Process, title: str, key: str) -> Markup:
    """Return the picture without labels, as small pictures have no room for them."""
    canvas = Canvas(key, labelled=False)
    _draw(canvas, process, {})
    return markup(_frame(canvas, process, title, f"{process.states} states, {process.actions} actions."))


def _draw(canvas: Canvas, process: Process, values: Mapping[int, str]) -> None:
    places = ring(process.states, _spacing(process) * (1.0 if canvas.labelled else CLOSER))
    for state, place in enumerate(places):
        _draw_state(canvas, state, place, values.get(state, ""))
    for state in range(process.states):
        _draw_choices(canvas, process, state, places)


def _spacing(process: Process) -> float:
    """Return how far apart states stand: further where branches and their labels need room."""
    certain = all(choice.certain for choice in process.choices)
    return 118.0 if certain else 215.0


def _curvature(process: Process) -> float:
    """Return how far certain moves bend: out of the way of the dots, where there are any."""
    return 0.2 if all(choice.certain for choice in process.choices) else 0.3


def describe(process: Process) -> str:
    """Return the process in words, for those who do not see the picture."""
    parts = [f"{process.states} states, {process.actions} actions, discount {process.discount}."]
    for choice in process.choices[:60]:
        targets = ", ".join(
            f"state {t}" + ("" if choice.certain else f" with probability {p}") for t, p in choice.successors
        )
        parts.append(
            f"In state {choice.state}, {action_names(choice.actions)} leads to {targets}, reward {choice.reward}."
        )
    return " ".join(parts)


def _frame(canvas: Canvas, process: Process, title: str, description: str) -> Element:
    left, right = min(c.x for c in canvas.corners) - 12, max(c.x for c in canvas.corners) + 12
    top, bottom = min(c.y for c in canvas.corners) - 12, max(c.y for c in canvas.corners) + 12
    moved = element("g", [*canvas.under, *canvas.over], transform=f"translate({-left:.1f} {-top:.1f})")
    content = [element("defs", [_head(canvas.key, style) for style in range(min(STYLES, process.actions))]), moved]
    size = (right - left, bottom - top)
    return picture(size, title, description, content, class_="process", width=size[0], height=size[1])


def _head(key: str, style: int) -> Element:
    shape = element("path", d="M0 0L9 4.5L0 9Z", class_=f"mark {colour(style)}")
    return element(
        "marker", [shape], id=f"{key}-{style}", viewBox="0 0 9 9", refX=8, refY=4.5, markerWidth=9, markerHeight=9,
        markerUnits="userSpaceOnUse", orient="auto",
    )  # fmt: skip


def _draw_state(canvas: Canvas, state: int, place: Point, value: str) -> None:
    canvas.over.append(element("circle", cx=place.x, cy=place.y, r=RADIUS, class_="state"))
    lift = 1.0 if value else 5.0
    canvas.over.append(
        element("text", f"s{state}", x=place.x, y=place.y + lift, text_anchor="middle", class_="state-name")
    )
    if value:
        canvas.over.append(
            element("text", value, x=place.x, y=place.y + 15, text_anchor="middle", class_="state-value")
        )
    canvas.corners.extend([place.moved(-RADIUS, -RADIUS), place.moved(RADIUS, RADIUS)])


def _draw_choices(canvas: Canvas, process: Process, state: int, places: Sequence[Point]) -> None:
    """Draw loops outward, certain moves as arcs, uncertain ones through a dot; each in its own direction."""
    choices = [choice for choice in process.choices if choice.state == state]
    loops = [choice for choice in choices if choice.certain and choice.successors[0][0] == state]
    for choice, angle in zip(loops, _fan(len(loops), _outward(state, places), len(places)), strict=True):
        _draw_loop(canvas, process, choice, places[state], angle)
    rank: dict[int, int] = {}
    for choice in choices:
        if choice.certain and choice.successors[0][0] != state:
            target = choice.successors[0][0]
            rank[target] = rank.get(target, -1) + 1
            _draw_move(canvas, process, choice, places, rank[target])
    mixed = [choice for choice in choices if not choice.certain]
    for choice, dot in zip(mixed, _dots(mixed, places), strict=True):
        _draw_mixed(canvas, process, choice, places, dot)


def _style(choice: Choice) -> int:
    return choice.actions[0] % STYLES


def _text(process: Process, choice: Choice) -> str:
    names = action_names(choice.actions)
    reward = f": r = {choice.reward}" if process.rewarding else ""
    text = (names + reward).replace("-", "−")
    return text if len(text) <= MAX_LABEL else f"{names}: r ≈ {float(choice.reward):.4g}".replace("-", "−")


def _draw_loop(canvas: Canvas, process: Process, choice: Choice, place: Point, angle: float) -> None:
    arc, tip = loop(place, angle, RADIUS)
    canvas.arrow(arc, _style(choice))
    away = Point(math.cos(angle), math.sin(angle))
    canvas.label(tip.moved(5 * away.x, 5 * away.y), away, _text(process, choice), f"label {colour(_style(choice))}")


def _draw_move(canvas: Canvas, process: Process, choice: Choice, places: Sequence[Point], rank: int) -> None:
    arc = bend(
        places[choice.state], places[choice.successors[0][0]], _curvature(process) + 0.28 * rank, RADIUS, RADIUS + 2
    )
    canvas.arrow(arc, _style(choice))
    away = arc.side()
    canvas.label(
        arc.middle().moved(9 * away.x, 9 * away.y), away, _text(process, choice), f"label {colour(_style(choice))}"
    )


def _draw_mixed(canvas: Canvas, process: Process, choice: Choice, places: Sequence[Point], dot: Point) -> None:
    style = _style(choice)
    here = places[choice.state]
    canvas.arrow(bend(here, dot, 0.0, RADIUS, 0.0), style, head=False)
    canvas.over.append(element("circle", cx=dot.x, cy=dot.y, r=4, class_=f"mark {colour(style)}"))
    along = here.toward(dot)
    away = Point(-along.y, along.x)
    for target, probability in choice.successors:
        _draw_branch(canvas, dot, places[target], probability, style, back=target == choice.state)
    canvas.label(dot.moved(10 * away.x, 10 * away.y), away, _text(process, choice), f"label {colour(style)}")


def _draw_branch(canvas: Canvas, dot: Point, target: Point, probability: Fraction, style: int, *, back: bool) -> None:
    arc = bend(dot, target, 0.55 if back else 0.12, 4.0, RADIUS + 2)
    canvas.arrow(arc, style)
    away = arc.side()
    shown = str(probability) if len(str(probability)) <= 9 else f"{float(probability):.4g}"
    canvas.label(arc.middle().moved(6 * away.x, 6 * away.y), away, shown, f"label probability {colour(style)}")


def _outward(state: int, places: Sequence[Point]) -> float:
    """Return the direction from the middle of the picture to a state; up where there is only one."""
    middle = Point(sum(p.x for p in places) / len(places), sum(p.y for p in places) / len(places))
    place = places[state]
    if len(places) == 1:
        return -math.pi / 2
    return math.atan2(place.y - middle.y, place.x - middle.x)


def _fan(count: int, centre: float, states: int) -> Iterator[float]:
    """Yield directions spread around one of them; all around where there is only one state."""
    spread = 2 * math.pi / count if states == 1 and count > 2 else math.pi / 2.6 if states > 2 else math.pi / 2.2
    for index in range(count):
        shift = index * spread if states == 1 else (index - (count - 1) / 2) * spread
        yield centre + shift


def _dots(choices: Sequence[Choice], places: Sequence[Point]) -> Iterator[Point]:
    """Yield the places of the dots: toward the successors, spread apart where a state has several."""
    for index, choice in enumerate(choices):
        here = places[choice.state]
        others = [places[target] for target, _ in choice.successors if target != choice.state]
        aim = Point(sum(p.x for p in others) / len(others), sum(p.y for p in others) / len(others))
        angle = math.atan2(aim.y - here.y, aim.x - here.x) + (index - (len(choices) - 1) / 2) * 0.9 + 0.34
        reach = min(0.45 * here.distance(aim), 96.0)
        yield Point(here.x + reach * math.cos(angle), here.y + reach * math.sin(angle))
