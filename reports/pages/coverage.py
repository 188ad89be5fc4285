"""How much of what the papers say is said as formulas, on what the counterexamples rest, which near misses are seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reports.pages.printed import is_printed
from reports.read.model import Certificate, NearMisses, Paper, Results, Statement


@dataclass(frozen=True)
class Misses:
    """What became of the near misses of statements that hold."""

    caught: int
    true_as_well: int
    undetected: int

    @property
    def tried(self) -> int:
        """Return how many there were."""
        return self.caught + self.true_as_well + self.undetected


@dataclass(frozen=True)
class Moves:
    """What became of the domains that were moved."""

    caught: int
    decided: int
    held: int
    open: int

    @property
    def tried(self) -> int:
        """Return how many there were."""
        return self.caught + self.decided + self.held + self.open


@dataclass(frozen=True)
class Coverage:
    """Statements with formulas that are computed from, and certificates by how they are tied to their statements."""

    name: str
    statements: int
    formal: int
    objects: int
    certificates: int
    bound: int
    assuming: int
    misses: Misses
    moves: Moves


def coverage(results: Results) -> list[Coverage]:
    """Return a row for each paper, its corrections and notes apart, and one for all."""
    rows = [_row(name, chosen) for paper in results.papers for name, chosen in _groups(paper, results) if chosen]
    return [*rows, _row("all", list(results.statements))]


def _groups(paper: Paper, results: Results) -> Iterator[tuple[str, list[Statement]]]:
    own = [statement for statement in results.statements if statement.paper == paper.key]
    printed = [statement for statement in own if is_printed(statement)]
    yield f"{paper.key}, as printed", printed
    yield f"{paper.key}, corrections", [statement for statement in own if statement.repairs is not None]
    yield f"{paper.key}, notes", [statement for statement in own if statement.about is not None]


def _row(name: str, statements: list[Statement]) -> Coverage:
    formal = {statement.id for statement in statements if any(reading.formal for reading in statement.readings)}
    readings = [reading for statement in statements for reading in statement.readings]
    certificates = [certificate for reading in readings for certificate in reading.certificates]
    return Coverage(
        name,
        len(statements),
        len(formal),
        sum(_names_objects(statement) for statement in statements if statement.id not in formal),
        len(certificates),
        sum("values" in certificate.data for certificate in certificates),
        sum(_assumes(certificate) for certificate in certificates),
        misses(statements),
        _moves(statements),
    )


def misses(statements: Sequence[Statement]) -> Misses:
    """Count the near misses of statements by what became of them."""
    return Misses(*_counts(_panels(statements), "caught", "true_as_well", "undetected"))


def _moves(statements: Sequence[Statement]) -> Moves:
    return Moves(*_counts([panel.moved for panel in _panels(statements)], "caught", "decided", "held", "open"))


def _panels(statements: Sequence[Statement]) -> list[NearMisses]:
    return [reading.near_misses for statement in statements for reading in statement.readings if reading.near_misses]


def _counts(things: Sequence[object], *groups: str) -> list[int]:
    return [sum(len(getattr(thing, group)) for thing in things) for group in groups]


def _names_objects(statement: Statement) -> bool:
    return any(reading.source is not None and reading.source.objects for reading in statement.readings)


def _assumes(certificate: Certificate) -> bool:
    return bool(certificate.data.get("assumed"))
