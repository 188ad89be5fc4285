"""Pictures of counterexamples: an MDP as states and arrows, laws as bars. SVG that stands alone on any background."""

from __future__ import annotations

import math
from collections.abc import Iterator
from html import escape
from typing import Any

import numpy as np

from tabular.mdp import FiniteMDP
from tabular.numbers.arrays import Array
from theory_checks.hunt.worlds import World, kind_of

COLOURS = ("#4a7fc1", "#d1433f", "#2e8b57", "#b8860b")  # of actions and inputs; they repeat, and are told in words too
NODE, RING, ROOM = 20.0, 85.0, 125.0  # of a state, of all states, beside them
BAR, HIGH, GAP = 46.0, 70.0, 26.0
TURNS = (0.0, 1.1, -1.1, 2.2)  # of the loops of one state
MOST_STATES, MOST_ACTIONS, MOST_OUTCOMES = 8, 4, 12
LETTERS = 12  # of a number
Place = tuple[float, float]


def picture_of(world: World, parameters: tuple[str, ...]) -> str:
    """Return pictures of the MDPs, laws and mechanisms of a world; nothing of what is too large to be seen."""
    arguments = world.arguments(parameters)
    drawn = [_drawn(name, arguments[name]) for name in parameters]
    return "".join(f"<div style='display:inline-block;vertical-align:top'>{x}</div>" for x in drawn if x)


def _drawn(name: str, thing: Any) -> str:
    if isinstance(thing, FiniteMDP):
        return _mdp(name, thing) if thing.n_states <= MOST_STATES and thing.n_actions <= MOST_ACTIONS else ""
    if kind_of(name) in ("law", "start", "mechanism", "kernel"):
        rows = np.atleast_2d(thing)
        return _bars(name, rows) if rows.shape[1] <= MOST_OUTCOMES else ""
    return ""


def _mdp(name: str, mdp: FiniteMDP) -> str:
    states = [_at(s, mdp.n_states) for s in range(mdp.n_states)]
    arrows = [x for a in range(mdp.n_actions) for x in _arrows(mdp, a, states)]
    nodes = [
        f"<circle cx='{x:.1f}' cy='{y:.1f}' r='{NODE}' fill='none' stroke='currentColor' stroke-width='2'/>"
        + _text(x, y + 5, str(s))
        for s, (x, y) in enumerate(states)
    ]
    wide, high = (2 * (ROOM + (RING if mdp.n_states > least else 0)) for least in (1, 2))
    title = f"{name}, discount {_short(mdp.discount)}"
    told = [_text(12, 16, title, anchor="start"), _text(12, 34, "action: probability, reward", anchor="start")]
    return _svg(wide, high, title, [*arrows, *nodes, *told])


def _at(state: int, n: int) -> Place:
    """Return where a state stands: on a ring, beside the other one, or alone in the middle."""
    if n <= 2:
        return ROOM + 2 * RING * state, ROOM
    angle = 2 * math.pi * state / n + math.pi
    return RING + ROOM + RING * math.cos(angle), RING + ROOM + RING * math.sin(angle)


def _arrows(mdp: FiniteMDP, action: int, states: list[Place]) -> Iterator[str]:
    centre = (float(np.mean([x for x, _ in states])), float(np.mean([y for _, y in states])))
    for s, start in enumerate(states):
        reward = _short(mdp.rewards[action, s])
        for t, end in enumerate(states):
            p = mdp.transitions[action, s, t]
            if p > 0:
                label = f"{action}: {_short(p)}, {reward}"
                yield _loop(start, centre, action, label) if s == t else _arrow(start, end, action, label)


def _arrow(start: Place, end: Place, action: int, label: str) -> str:
    """Return an arrow that leaves the straight line to its left, so that there and back are two."""
    (x, y), (u, v) = start, end
    length = math.hypot(u - x, v - y)
    aside = (v - y) / length, (x - u) / length
    bend = 12.0 + 36.0 * action
    middle = ((x + u) / 2 + bend * aside[0], (y + v) / 2 + bend * aside[1])
    first = _toward(start, middle)
    last = _toward(end, middle)
    beside = bend / 2 + 10 + 20 * abs(aside[0])  # a text is wider than it is high
    label_at = ((x + u) / 2 + beside * aside[0], (y + v) / 2 + beside * aside[1] + 4)
    path = f"M{first[0]:.1f} {first[1]:.1f}Q{middle[0]:.1f} {middle[1]:.1f} {last[0]:.1f} {last[1]:.1f}"
    tip = _tip(last, (last[0] - middle[0], last[1] - middle[1]), action)
    return _line(path, action) + tip + _text(*label_at, label, COLOURS[action])


def _loop(at: Place, centre: Place, action: int, label: str) -> str:
    """Return a loop on the side that is turned away from the others."""
    x, y = at
    away = math.atan2(y - centre[1], x - centre[0]) if math.hypot(x - centre[0], y - centre[1]) > 1 else -math.pi / 2
    turned = away + TURNS[action]
    size = 52.0
    ends = [(x + NODE * math.cos(turned + d), y + NODE * math.sin(turned + d)) for d in (-0.5, 0.5)]
    pulls = [(x + size * 1.25 * math.cos(turned + d), y + size * 1.25 * math.sin(turned + d)) for d in (-0.5, 0.5)]
    path = "M{:.1f} {:.1f}C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}".format(*ends[0], *pulls[0], *pulls[1], *ends[1])
    tip = _tip(ends[1], (ends[1][0] - pulls[1][0], ends[1][1] - pulls[1][1]), action)
    label_at = (x + (size + 24) * math.cos(turned), y + (size + 14) * math.sin(turned) + 4)
    return _line(path, action) + tip + _text(*label_at, label, COLOURS[action])


def _toward(at: Place, other: Place) -> Place:
    """Return where the border of a state is left for another place."""
    length = math.hypot(other[0] - at[0], other[1] - at[1])
    return at[0] + NODE * (other[0] - at[0]) / length, at[1] + NODE * (other[1] - at[1]) / length


def _tip(at: Place, way: Place, action: int) -> str:
    """Return the tip of an arrow that arrives in this direction."""
    length = math.hypot(*way)
    dx, dy = way[0] / length, way[1] / length
    corners = [at, *((at[0] - 9 * dx + k * dy, at[1] - 9 * dy - k * dx) for k in (4.5, -4.5))]
    return f"<polygon points='{' '.join(f'{x:.1f},{y:.1f}' for x, y in corners)}' fill='{COLOURS[action]}'/>"


def _line(path: str, action: int) -> str:
    return f"<path d='{path}' fill='none' stroke='{COLOURS[action]}' stroke-width='1.6'/>"


def _bars(name: str, rows: Array) -> str:
    """Return a row of bars for each law, with its probabilities."""
    parts: list[str] = []
    for i, row in enumerate(rows):
        base = (HIGH + 2 * GAP) * (i + 1)
        parts.append(_text(6, base - HIGH - 18, f"{name}[{i}]" if len(rows) > 1 else name, anchor="start"))
        for j, p in enumerate(row):
            x, tall = 10 + BAR * j, HIGH * float(p)
            parts.append(
                f"<rect x='{x:.1f}' y='{base - tall:.1f}' width='{BAR - 14:.1f}' height='{tall:.1f}' "
                f"fill='{COLOURS[i % len(COLOURS)]}'/>"
            )
            parts += [
                _text(x + (BAR - 14) / 2, base - tall - 4, _short(p)),
                _text(x + (BAR - 14) / 2, base + 14, str(j)),
            ]
        parts.append(f"<path d='M6 {base:.1f}H{10 + BAR * len(row):.1f}' stroke='currentColor'/>")
    width, height = max(20 + BAR * rows.shape[1], 140.0), (HIGH + 2 * GAP) * len(rows) + 22
    return _svg(width, height, f"{name}: probabilities of outcomes", parts)


def _svg(width: float, height: float, title: str, parts: list[str]) -> str:
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width:.0f} {height:.0f}' width='{width:.0f}' "
        f"role='img' style='max-width:100%;height:auto'><title>{escape(title)}</title>{''.join(parts)}</svg>"
    )


def _text(x: float, y: float, text: str, colour: str = "currentColor", anchor: str = "middle") -> str:
    return (
        f"<text x='{x:.1f}' y='{y:.1f}' text-anchor='{anchor}' font-size='13' font-family='sans-serif' "
        f"fill='{colour}'>{escape(text)}</text>"
    )


def _short(x: Any) -> str:
    """Return a number as it is, or rounded where that is long."""
    text = str(x)
    return text if len(text) <= LETTERS else f"{float(x):.4g}"
