"""The first screen of a statement: the answer, why, what is printed beside what to use, and one number."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from reports.math.difference import side_by_side
from reports.pages.relations import Relations
from reports.pages.verdicts import STATUSES
from reports.pages.worked import Worked, worked
from reports.read.model import Statement

TALL = 4  # lines of formulas from which on they may not fit beside all else
SENTENCE = re.compile(r"(?:\$[^$]*\$|`[^`]*`|[^$`])*?[.!?](?=\s+[A-Z$]|\s*\Z)", re.DOTALL)


@dataclass(frozen=True)
class Column:
    """What one statement says, under a title; words where it has no formula."""

    title: str
    statement: Statement
    formulas: Sequence[Markup]
    says: str

    @property
    def tall(self) -> bool:
        """Tell whether its formulas may need a part of the screen that scrolls."""
        return sum(1 + formula.count("</mtr>") for formula in self.formulas) > TALL


@dataclass(frozen=True)
class Card:
    """What the first screen shows."""

    answer: str
    why: str
    more: str
    number: Worked | None
    columns: Sequence[Column]
    marked: bool
    module: str
    function: str
    others: Sequence[Statement]


def card(statement: Statement, relations: Relations) -> Card:
    """Return the first screen of a statement."""
    repairs, repaired = relations.repairs_of(statement), relations.repaired(statement)
    why, more = first_sentence(statement.summary)
    columns, marked = _columns(statement, repaired or next(iter(repairs), None))
    module, _, function = (statement.use or (repairs[0].use if repairs else "")).rpartition(".")
    return Card(
        answer=answer(statement),
        why=why,
        more=more,
        number=worked(statement),
        columns=columns,
        marked=marked,
        module=module,
        function=function,
        others=repairs[1:],
    )


def answer(statement: Statement) -> str:
    """Return the verdict in plain words."""
    return statement.answer or STATUSES[statement.status].word


def first_sentence(text: str) -> tuple[str, str]:
    """Return the first sentence of a text and the rest; a full stop in a formula ends none."""
    match = SENTENCE.match(text)
    end = match.end() if match else len(text)
    return text[:end].strip(), text[end:].strip()


def _columns(statement: Statement, other: Statement | None) -> tuple[list[Column], bool]:
    """Return what is printed and what to use instead; on the page of a correction that comes first."""
    own = "Use this" if statement.repairs else "A remark of the project" if statement.about else "As printed"
    shown = [(own, statement)] + [("In place of" if statement.repairs else "Use instead", other)] * (other is not None)
    formulas = [_formulas(one) for _, one in shown if one]
    left, right, marked = side_by_side(formulas[0], formulas[1] if len(formulas) > 1 else [])
    sides = zip(shown, (left, right), strict=False)
    return [Column(title, one, [*map(Markup, side)], _says(one)) for (title, one), side in sides if one], marked


def _formulas(statement: Statement) -> Sequence[str]:
    """Return what is printed, or else what is computed."""
    return statement.formulas or next((reading.formal for reading in statement.readings if reading.formal), ())


def _says(statement: Statement) -> str:
    return "" if _formulas(statement) else first_sentence(statement.says)[0]
