"""The atlas: the smallest counterexample to each false statement as a small picture with its one number."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from markupsafe import Markup

from reports.draw.choices import Process, read_process
from reports.draw.drawing import drawable, sketch_process
from reports.draw.thumbnails import draw_function, draw_sides
from reports.math.plain import plain_text
from reports.pages.card import first_sentence
from reports.pages.certificates import items_of, members, size
from reports.pages.printed import Library, Text
from reports.pages.templating import url
from reports.pages.verdicts import FALSE, PARTLY
from reports.pages.views import certificate_anchor
from reports.pages.worked import Worked, number, of_certificate, worked
from reports.read.model import Certificate, Reading, Statement

KINDS = {
    "process": "Decision process",
    "mechanism": "Privacy of a mechanism",
    "path": "Random path",
    "function": "Function or vector",
    "numbers": "Numbers",
    "run": "Recorded cases",
}
NOT = {"<=": ">", "<": "≥", ">=": "<", ">": "≤", "=": "≠", "==": "≠", "!=": "="}
SIGN = re.compile(r" (<=|>=|!=|==|<|>|=) ")
PRIVACY = re.compile(r"privacy|private|log (?:density )?ratio|\{epsilon\}|Renyi|P_1|release")


@dataclass(frozen=True)
class Piece:
    """A false statement with the picture of what refutes it, and both sides in numbers."""

    statement: Statement
    href: str
    kind: str
    picture: Markup | None
    number: Worked | None

    @property
    def says(self) -> str:
        """Return in words what is wrong."""
        return first_sentence(self.statement.summary)[0]

    @property
    def sides(self) -> str:
        """Return what is found, against what is promised."""
        if self.number is None or not self.number.right:
            return ""
        sign = self.number.sign if self.number.holds else NOT[self.number.relation]
        return f"{self.number.left} {sign} {self.number.right}"


def atlas(library: Library, lemmas: Mapping[str, str]) -> dict[str, Any]:
    """Return what the template shows."""
    shelves = [(text, [*_pieces(text, lemmas)]) for text in library.texts]
    present = {piece.kind for _, pieces in shelves for piece in pieces}
    kinds = {kind: name for kind, name in KINDS.items() if kind in present}
    return {"shelves": [shelf for shelf in shelves if shelf[1]], "piece_kinds": kinds}


def _pieces(text: Text, lemmas: Mapping[str, str]) -> Iterator[Piece]:
    for statement in text.statements:
        if statement.status in FALSE or (statement.status in PARTLY and _refuting(statement)):
            yield _piece(statement, lemmas)


def _refuting(statement: Statement) -> list[tuple[Reading, Certificate]]:
    """Return the smallest counterexample to each reading that has one."""
    readings = (reading for reading in statement.readings if reading.role != "amendment")
    return [(reading, min(reading.certificates, key=size)) for reading in readings if reading.certificates]


def _piece(statement: Statement, lemmas: Mapping[str, str]) -> Piece:
    for reading, certificate in _refuting(statement)[:1]:
        shown = of_certificate(reading, certificate)
        picture = _picture(statement, certificate, shown)
        anchor = f"{url(statement)}#{certificate_anchor(certificate)}"
        return Piece(statement, anchor, _kind(certificate, lemmas), picture, shown)
    recorded = worked(statement)
    recorded = None if recorded is None or recorded.holds else recorded
    return Piece(statement, url(statement), "run", None, recorded)


def _kind(certificate: Certificate, lemmas: Mapping[str, str]) -> str:
    applied = [str(members(item).get("theorem")) for item in items_of(certificate.data.get("given"))]
    given = " ".join(lemmas.get(name, "") for name in applied)
    if _process(certificate):
        return "process"
    if PRIVACY.search(given):
        return "mechanism"
    if _objects(certificate):
        return "function"
    return "path" if "path" in given else "numbers"


def _objects(certificate: Certificate) -> Mapping[str, Any]:
    return members(certificate.data.get("objects"))


def _process(certificate: Certificate) -> Process | None:
    return next(filter(None, map(read_process, _objects(certificate).values())), None)


def _title(statement: Statement) -> str:
    return f"Counterexample to {plain_text(statement.label)}"


def _picture(statement: Statement, certificate: Certificate, shown: Worked | None) -> Markup | None:
    process, objects = _process(certificate), _objects(certificate)
    if process and drawable(process) and len(process.choices) > 1:
        return sketch_process(process, _title(statement), f"atlas-{statement.id.replace('/', '-')}")
    xs, ys = _numbers(objects.get("points")), _numbers(objects.get("values"))
    if len(xs) == len(ys) > 1:
        return draw_function(xs, ys, _title(statement))
    promised = "" if shown is None or shown.holds else shown.relation
    return _sides(certificate.compared, promised, _title(statement))


def _numbers(values: Any) -> Sequence[float]:
    try:
        return [float(Fraction(value)) for value in values]
    except (TypeError, ValueError, ZeroDivisionError, OverflowError):
        return []


def _sides(compared: str, promised: str, title: str) -> Markup | None:
    """Return the line of numbers, if both sides are numbers that a line can show."""
    left, _, right = SIGN.split(compared) if len(SIGN.findall(compared)) == 1 else ("", "", "")
    found, limit = number(left), number(right)
    return None if found is None or limit is None else draw_sides(found, promised, limit, title)
