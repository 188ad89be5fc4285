"""What is printed: a text is a paper, or one version of it. Corrections and remarks are ours and are counted apart."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from reports.pages.relations import Relations
from reports.pages.verdicts import FALSE, PARTLY, RESULTS
from reports.read.model import Paper, Results, Statement

NUMBERED = re.compile(r"(Section|Appendix)s? ([A-Z]|\d+)((?:\.\d+)*)")
LONG = 80  # printed statements from which on the appendix has a page of its own


def is_printed(statement: Statement) -> bool:
    """Tell whether a paper says it."""
    return statement.repairs is None and statement.about is None


def falls_short(statement: Statement) -> bool:
    """Tell whether it does not hold as printed: false, or a result that is true in part, or in one reading, only."""
    return statement.status in FALSE or (statement.status in PARTLY and statement.kind in RESULTS)


def text_of(statement: Statement) -> str:
    """Return the key of the text that a statement belongs to: ids begin with it."""
    return statement.id.split("/")[0]


@dataclass(frozen=True)
class Section:
    """A part of a text, with what is printed there."""

    name: str
    order: tuple[int, str, tuple[int, ...]]
    statements: list[Statement]

    @property
    def anchor(self) -> str:
        """Return its name in addresses."""
        return "in-" + re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-")


@dataclass(frozen=True)
class Text:
    """A paper, or one version of it."""

    key: str
    paper: Paper
    statements: Sequence[Statement]

    @cached_property
    def printed(self) -> list[Statement]:
        """Return what it says."""
        return [s for s in self.statements if is_printed(s)]

    @property
    def ours(self) -> list[Statement]:
        """Return our corrections of it and remarks on it."""
        return [s for s in self.statements if not is_printed(s)]

    @property
    def title(self) -> str:
        """Return the title of its paper, with the version where there are several."""
        version = self.key.removeprefix(self.paper.key).strip("-")
        return self.paper.title + (f" ({version})" if version else "")

    @property
    def byline(self) -> str:
        """Return its key, authors and year."""
        return f"{self.key} · {self.paper.authors}, {self.paper.year}"

    @cached_property
    def sections(self) -> list[Section]:
        """Return its sections in the order of the text, and in them the statements in the order of the results."""
        found: dict[str, Section] = {}
        for statement in self.printed:
            name, order = section_of(statement.place)
            found.setdefault(name, Section(name, order, [])).statements.append(statement)
        return sorted(found.values(), key=lambda section: section.order)


def section_of(place: str) -> tuple[str, tuple[int, str, tuple[int, ...]]]:
    """Return the section that a place names first, and what it is sorted by: notes and code come last."""
    match = NUMBERED.match(place)
    if match is None:
        name = re.split(r"; | \(", place)[0] or "Elsewhere"
        return name, (1 if name[0].isupper() else 3, "", ())
    word, first, rest = match.groups()
    numbers = tuple(int(number) for number in f"{first if first.isdigit() else 0}{rest}".split("."))
    return f"{word} {first}{rest}", (2 if word == "Appendix" else 0, first if first.isalpha() else "", numbers)


@dataclass(frozen=True)
class View:
    """A page to read beside a text; a long text has one for its appendix too."""

    path: str
    name: str
    text: Text
    sections: Sequence[Section]

    @property
    def statements(self) -> list[Statement]:
        """Return what stands on it."""
        return [statement for section in self.sections for statement in section.statements]


class Library:
    """The texts of the results, their reading views, and where in them a statement stands."""

    def __init__(self, results: Results, relations: Relations) -> None:
        papers = {paper.key: paper for paper in results.papers}
        groups: dict[str, list[Statement]] = {}
        for statement in results.statements:
            groups.setdefault(text_of(statement), []).append(statement)
        self.relations = relations
        self.texts = [Text(key, papers[group[0].paper], group) for key, group in groups.items()]
        self.views = [view for text in self.texts for view in _views(text)]
        self._address = {s.id: f"{view.path}#{s.id}" for view in self.views for s in view.statements}

    def views_of(self, text: Text) -> list[View]:
        """Return the reading views of a text."""
        return [view for view in self.views if view.text is text]

    def address(self, statement: Statement) -> str:
        """Return where it is read beside its text; what is ours stands with the statement that it is about."""
        origin = self.relations.repaired(statement) or self.relations.noted(statement) or statement
        return self._address.get(origin.id, f"papers/{text_of(statement)}.html")


def _views(text: Text) -> Iterator[View]:
    main = [section for section in text.sections if section.order[0] < 2]
    rest = [section for section in text.sections if section.order[0] >= 2]
    path = f"papers/{text.key}.html"
    if len(text.printed) < LONG or not (main and rest):
        yield View(path, "", text, text.sections)
    else:
        yield View(path, "main text", text, main)
        yield View(f"papers/{text.key}-appendix.html", "appendix", text, rest)
