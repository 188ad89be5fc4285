"""The sources that decide, as pages of the site: those of the checks, and of what a statement says to use."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from reports.pages.highlight import highlighted
from reports.read.model import Reading, Source, Statement
from reports.read.sources import Sources


@dataclass(frozen=True)
class Decided:
    """A reading that the code of a file decides, or a statement that says to use it."""

    statement: Statement
    reading: Reading | None
    line: int


class Code:
    """The files that some page links to, each with what it is linked for."""

    def __init__(self, sources: Sources, statements: Sequence[Statement]) -> None:
        self.sources = sources
        self.statements = statements

    def check(self, source: Source) -> str | None:
        """Return the address of the code that computed a record; none if it is not here."""
        return self._address(source.path, source.line)

    def use(self, dotted: str) -> str | None:
        """Return the address of the definition of a name."""
        place = self.sources.definition(dotted)
        return self._address(*place) if place else None

    def _address(self, path: str, line: int) -> str | None:
        text = self.sources.text(path)
        if text is None or path != _plain(path):
            return None
        at = f"#L{line}" if 0 < line <= len(text.splitlines()) else ""
        return page_of(path) + at

    def pages(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Yield the address of each page and what it shows."""
        for path, decided in sorted(self._linked.items()):
            text = self.sources.text(path) or ""
            yield (
                page_of(path),
                {
                    "path": path,
                    "lines": highlighted(text),
                    "decided": decided,
                    "digest": hashlib.sha256(text.encode("utf-8")).hexdigest(),
                },
            )

    @cached_property
    def _linked(self) -> dict[str, list[Decided]]:
        found: dict[str, list[Decided]] = {}
        for statement in self.statements:
            for reading in statement.readings:
                if reading.source and self.check(reading.source):
                    decided = Decided(statement, reading, reading.source.line)
                    found.setdefault(reading.source.path, []).append(decided)
            place = self.sources.definition(statement.use) if statement.use else None
            if place:
                found.setdefault(place[0], []).append(Decided(statement, None, place[1]))
        return found


def page_of(path: str) -> str:
    """Return the page that shows a source."""
    return f"code/{path}.html"


def _plain(path: str) -> str:
    """Return a path without steps that climb or stay, which no address may have."""
    return "/".join(part for part in path.split("/") if part.strip("."))
