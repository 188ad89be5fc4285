"""The page of the dependency graph: a drawing of each paper, and lists of what falls and of what stands."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from reports.draw.network import Node, draw_network
from reports.math.plain import plain_text
from reports.pages.fates import blasts, fallen, fate, survivors
from reports.pages.relations import Relations
from reports.pages.templating import url
from reports.pages.verdicts import FALSE, STATUSES
from reports.read.model import Paper, Results, Statement

OURS = re.compile(r",? (repaired|corrected)\b")


@dataclass(frozen=True)
class Drawing:
    """A paper, what rests on what in it, and how much of it is drawn."""

    paper: Paper
    picture: Markup
    statements: int
    alone: int


def graph(results: Results, relations: Relations) -> Mapping[str, Any]:
    """Return what the template shows."""
    heads, steps = blasts(relations)
    drawings = [found for paper in results.papers if (found := _drawing(paper, relations)).statements]
    return {
        "drawings": drawings,
        "edges": sum(len(relations.steps(statement)) for statement in results.statements),
        "heads": heads,
        "false_steps": steps,
        "surviving": survivors(relations, "VERIFIED"),
        "unproved": survivors(relations, "CONSISTENT", "INCONCLUSIVE"),
    }


def _drawing(paper: Paper, relations: Relations) -> Drawing:
    own = [statement for statement in relations.by_id.values() if statement.paper == paper.key]
    drawn = [statement for statement in own if relations.steps(statement) or relations.used_by(statement)]
    edges = [(step.id, statement.id) for statement in drawn for step in relations.steps(statement)]
    title = f"What rests on what in {plain_text(paper.title)}"
    picture = draw_network(title, [_node(statement, relations) for statement in drawn], edges)
    return Drawing(paper, picture, len(drawn), len(own) - len(drawn))


def _node(statement: Statement, relations: Relations) -> Node:
    label = plain_text(statement.label)
    look = STATUSES[statement.status]
    repairs = relations.repairs_of(statement) if statement.status in FALSE else []
    data = {
        "to": " ".join(user.id for user in relations.used_by(statement)),
        "fate": fate(statement),
        "repair": repairs[0].id if repairs else "",
    }
    named = f"{label[:1].upper()}{label[1:]} ({statement.id.split('/')[0]})"
    title = f"{named}: {look.word.lower()}, {_count(fallen(statement, relations))}"
    known = {key: value for key, value in data.items() if value}
    return Node(statement.id, _short(statement, label), title, url(statement), look.slug, known)


def _count(fallen: Sequence[Statement]) -> str:
    return f"{len(fallen)} {'rests' if len(fallen) == 1 else 'rest'} on it" if fallen else "nothing rests on it"


def _short(statement: Statement, label: str) -> str:
    """Return the label as a node has room for it."""
    text = OURS.sub("", label.removeprefix("proof of "))
    version = statement.id.split("/")[0].removeprefix(statement.paper).strip("-")
    before = "Corrected: " if statement.repairs else ""
    return before + (f"{version}, {text}" if version else text[:1].upper() + text[1:])
