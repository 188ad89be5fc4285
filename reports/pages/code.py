"""The sources that decide, as pages of the site: those of the checks, and of what a statement says to use."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from reports.pages.bare import bare_statement, decided
from reports.pages.relations import Relations
from reports.read.model import Reading, Source, Statement
from reports.read.sources import Sources


@dataclass(frozen=True)
class Decided:
    """A reading that the code of a file decides, or a statement that says to use it."""

    statement: Statement
    reading: Reading | None
    line: int


@dataclass(frozen=True)
class Links:
    """Where the page of a statement leads to: the code of each record, and of each name that it says to use."""

    checks: Mapping[str, str | None]
    uses: Mapping[str, str | None]

    def check(self, source: Source) -> str | None:
        """Return the address of the code that computed a record; none if it is not here."""
        return self.checks[f"{source.path}:{source.line}"]

    def use(self, dotted: str) -> str | None:
        """Return the address of the definition of a name; none if it is not here."""
        return self.uses[dotted]


class Code:
    """The files that some page links to, each with what it is linked for."""

    def __init__(self, sources: Sources, statements: Sequence[Statement]) -> None:
        self.sources = sources
        self.statements = statements

    def links(self, statement: Statement, relations: Relations) -> Links:
        """Return where the page of a statement leads to; it may name what its repair says to use."""
        sources = [reading.source for reading in statement.readings if reading.source]
        uses = {one.use for one in (statement, *relations.repairs_of(statement)) if one.use}
        checks = {f"{source.path}:{source.line}": self._address(source.path, source.line) for source in sources}
        return Links(checks, {dotted: self._use(dotted) for dotted in sorted(uses)})

    def _use(self, dotted: str) -> str | None:
        place = self.sources.definition(dotted)
        return self._address(*place) if place else None

    def _address(self, path: str, line: int) -> str | None:
        text = self.sources.text(path)
        if text is None or path != _plain(path):
            return None
        at = f"#L{line}" if 0 < line <= len(text.splitlines()) else ""
        return page_of(path) + at

    def pages(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Yield the path of each source and what its page shows."""
        for path, linked in sorted(self._linked.items()):
            text = self.sources.text(path) or ""
            yield path, {"text": text, "decided": linked, "digest": hashlib.sha256(text.encode("utf-8")).hexdigest()}

    @cached_property
    def _linked(self) -> dict[str, list[Decided]]:
        found: dict[str, list[Decided]] = {}
        for statement in self.statements:
            known = bare_statement(statement)
            for reading in statement.readings:
                if reading.source and self._address(reading.source.path, reading.source.line):
                    linked = Decided(known, decided(reading), reading.source.line)
                    found.setdefault(reading.source.path, []).append(linked)
            place = self.sources.definition(statement.use) if statement.use else None
            if place:
                found.setdefault(place[0], []).append(Decided(known, None, place[1]))
        return found


def page_of(path: str) -> str:
    """Return the page that shows a source."""
    return f"code/{path}.html"


def _plain(path: str) -> str:
    """Return a path without steps that climb or stay, which no address may have."""
    return "/".join(part for part in path.split("/") if part.strip("."))
