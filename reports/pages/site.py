"""The pages of a site and what each of them shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path, PurePosixPath
from typing import Any

from markupsafe import Markup

from reports.benchmarks.documents import Document
from reports.math.plain import plain_text
from reports.pages.assets import assets
from reports.pages.card import card
from reports.pages.certificates import certificate_text
from reports.pages.coverage import coverage, misses
from reports.pages.parts import Parts, script
from reports.pages.relations import Relations
from reports.pages.search import search_index
from reports.pages.templating import SourceLinks, environment, root_of, url
from reports.pages.verdicts import FAILING, FALSE, MAIN, STATUSES, VERDICTS, Look
from reports.pages.views import METHODS, RELATIONS, assumptions, certificate_file, computed, reading_views
from reports.read.model import Paper, Results, Statement
from reports.read.words import Words

# Which kinds of refuted statements a newcomer should hear of first.
WEIGHT = (
    "theorem",
    "proposition",
    "corollary",
    "lemma",
    "claim",
    "formula",
    "parameter-choice",
    "remark",
    "proof-step",
)


@dataclass(frozen=True)
class PaperView:
    """A paper with its statements and how many of them have which verdict."""

    key: str
    title: str
    byline: str
    note: str
    statements: Sequence[Statement]
    counts: Sequence[tuple[Look, int]]


class Site:
    """A site in memory: `files` yields every file with its content, in a fixed order."""

    def __init__(
        self,
        results: Results,
        benchmarks: Sequence[Document] = (),
        code_root: Path | None = None,
        out: Path | None = None,
        checker: Path | None = None,
        words: Words | None = None,
    ) -> None:
        self.results = results
        self.benchmarks = benchmarks
        self.checker = checker
        self.words = words
        self.relations = Relations(results.statements)
        self.code = SourceLinks(code_root, out)
        self.environment = environment(set(results.bibliography), set(self.relations.by_id))

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Yield the path of each file and its bytes."""
        yield "index.html", self._page("index.html", "index.html", self._overview())
        for index, statement in enumerate(self.results.statements):
            parts = Parts(url(statement))
            page = self._statement(index) | {"later": parts.later}
            yield url(statement), self._page("statement.html", url(statement), page)
            yield from parts.files()
        yield "provenance.html", self._page("provenance.html", "provenance.html", self._provenance())
        yield "benchmarks.html", self._page("benchmarks.html", "benchmarks.html", {"documents": self.benchmarks})
        yield from self._certificates()
        yield from assets(self.checker)
        if self.words:
            yield "assets/search-index.js", search_index(self.results, self.words)

    def _page(self, template: str, path: str, context: Mapping[str, Any]) -> bytes:
        shared = {
            "results": self.results,
            "relations": self.relations,
            "papers": {paper.key: paper for paper in self.papers},
            "looks": STATUSES,
            "root": root_of(path),
            "checker": bool(self.checker),
            "searchable": bool(self.words),
            "here": template.removesuffix(".html"),
            "url": url,
            "later": Markup,
        }
        return self.environment.get_template(template).render({**shared, **context}).encode("utf-8")

    def _certificates(self) -> Iterator[tuple[str, bytes]]:
        for statement in self.results.statements:
            for reading in statement.readings:
                for certificate in reading.certificates:
                    name, text = certificate_file(statement, reading, certificate), certificate_text(certificate)
                    yield name, text.encode("utf-8")
                    yield script(PurePosixPath(name).stem, text)

    @cached_property
    def papers(self) -> list[PaperView]:
        """Return the papers with their statements."""
        return [self._paper(paper) for paper in self.results.papers]

    @cached_property
    def columns(self) -> list[Look]:
        """Return the verdicts and statuses that occur, and every verdict whether it occurs or not."""
        present = {statement.status for statement in self.results.statements}
        return [look for code, look in STATUSES.items() if code in VERDICTS or code in present]

    def _paper(self, paper: Paper) -> PaperView:
        statements = [statement for statement in self.results.statements if statement.paper == paper.key]
        byline = f"{paper.key} · {paper.authors}, {paper.year}"
        return PaperView(paper.key, paper.title, byline, paper.note, statements, self._counts(statements))

    def _counts(self, statements: Sequence[Statement]) -> list[tuple[Look, int]]:
        counts = Counter(statement.status for statement in statements)
        return [(look, counts[look.code]) for look in self.columns]

    def _tally(self, statements: Sequence[Statement]) -> list[tuple[Look, int]]:
        """Return the verdicts that occur; what is printed and what corrects it are never counted together."""
        return [(look, count) for look, count in self._counts(statements) if count]

    def _overview(self) -> dict[str, Any]:
        statements = self.results.statements
        totals = self._counts(statements)
        return {
            "total": len(statements),
            "corrections": sum(statement.repairs is not None for statement in statements),
            "notes": sum(statement.about is not None for statement in statements),
            "tally": self._tally([s for s in statements if s.repairs is None and s.about is None]),
            "repaired_tally": self._tally([s for s in statements if s.repairs is not None]),
            "totals": totals,
            "matrix": self.papers,
            "columns": self.columns,
            "kinds": sorted({statement.kind for statement in statements}),
            "findings": self._findings(),
            "misses": misses(statements),
            "grades": Counter(statement.grade for statement in statements if statement.grade),
            "stale": sum(statement.stale for statement in statements),
            "errors": sum(reading.error is not None for statement in statements for reading in statement.readings),
            "hint": hint,
        }

    def _findings(self) -> list[Statement]:
        """Return what does not hold as printed, main results that fail in any way first; steps of proofs have pages."""
        failing = [
            s
            for s in self.results.statements
            if s.kind in WEIGHT and s.kind != "proof-step" and s.status in (FAILING if s.kind in MAIN else FALSE)
        ]
        return sorted(
            failing, key=lambda s: (FAILING.index(s.status), WEIGHT.index(s.kind), self.relations.order[s.id])
        )

    def _statement(self, index: int) -> dict[str, Any]:
        statements = self.results.statements
        statement = statements[index]
        was_run = statement.verdict or any(reading.verdict for reading in statement.readings)
        readings = reading_views(statement, self.results.lemmas) if was_run else []
        return {
            "s": statement,
            "card": card(statement, self.relations),
            "readings": readings,
            "certificates": [certificate for reading in readings for certificate in reading.certificates],
            "assumptions": assumptions(readings),
            "computed": computed(readings),
            "repairs": self.relations.repairs_of(statement),
            "repaired": self.relations.repaired(statement),
            "notes": self.relations.notes_on(statement),
            "noted": self.relations.noted(statement),
            "breaks": self.relations.breaks(statement)[:4],
            "steps": self.relations.steps(statement),
            "step_note": self._step_note(statement),
            "users": self.relations.used_by(statement),
            "before": statements[index - 1] if index else None,
            "after": statements[index + 1] if index + 1 < len(statements) else None,
            "code": partial(self.code.link, root=root_of(url(statement))),
            "methods": METHODS,
            "relations_shown": RELATIONS,
        }

    def _step_note(self, statement: Statement) -> str:
        false = [step for step in self.relations.steps(statement) if step.status in FALSE]
        if not false:
            return ""
        if statement.status in FALSE:
            return "The marked steps are false as printed."
        return (
            "The marked steps are false as printed. A false step does not make the statement false:"
            " its verdict stands on its own evidence."
        )

    def _provenance(self) -> dict[str, Any]:
        return {"seconds": self._seconds(), "coverage": coverage(self.results)}

    def _seconds(self) -> float | None:
        times = [r.seconds for s in self.results.statements for r in s.readings if r.seconds is not None]
        return sum(times) if times else None


def hint(statement: Statement) -> str:
    """Return what a symbol of the map stands for, domain included."""
    look = STATUSES[statement.status]
    if statement.verdict is None:
        return f"{plain_text(statement.label)}: {look.word}"
    domains = "; ".join(
        f"{r.name}: {r.domain}" if len(statement.readings) > 1 else r.domain for r in statement.readings
    )
    stale = " (stale)" if statement.stale else ""
    return plain_text(f"{statement.label}: {look.word}{stale}. Domain: {domains}")
