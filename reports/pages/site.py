"""The pages of a site and what each of them shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import PurePosixPath
from typing import Any

import msgspec
from markupsafe import Markup

from reports.benchmarks.documents import sections
from reports.pages.assets import assets
from reports.pages.atlas import atlas
from reports.pages.card import card
from reports.pages.certificates import certificate_text
from reports.pages.citation import bibtex, literature
from reports.pages.code import Code
from reports.pages.contents import pages, place
from reports.pages.coverage import coverage
from reports.pages.domains import domains
from reports.pages.errata import WHOLE, sheet
from reports.pages.explore import data_file, explore_view
from reports.pages.exports import Exports, figure_file
from reports.pages.formulas import main_formula
from reports.pages.graph import graph
from reports.pages.highlight import highlighted
from reports.pages.history import history
from reports.pages.inputs import Inputs
from reports.pages.latex import latex
from reports.pages.overview import columns_of, overview
from reports.pages.parts import Parts, script
from reports.pages.printed import Library, View, is_printed
from reports.pages.relations import Relations
from reports.pages.search import search_index
from reports.pages.templating import environment, root_of, url
from reports.pages.trust import LAYERS, pillars, sizes
from reports.pages.verdicts import FALSE, MAIN, STATUSES
from reports.pages.views import METHODS, QUANTIFIERS, assumptions, certificate_file, computed, reading_views
from reports.read.documents import Document
from reports.read.model import Results, Statement
from reports.read.sources import Sources

NOTHING = Inputs()


class Site:
    """A site in memory: `files` yields every file with its content, in a fixed order."""

    def __init__(
        self,
        results: Results,
        inputs: Inputs = NOTHING,
    ) -> None:
        self.results = results
        self.inputs = inputs
        self.relations = Relations(results.statements)
        self.library = Library(results, self.relations)
        self.code = Code(Sources(inputs.code_root), results.statements)
        self.exports = Exports(results, inputs)
        self.pages = pages(inputs.documents)
        self.environment = environment(set(results.bibliography), set(self.relations.by_id))

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Yield the path of each file and its bytes."""
        yield "index.html", self._page("index.html", "index.html", overview(self.results, self.library))
        yield "statements.html", self._page("statements.html", "statements.html", self._list())
        for view in self.library.views:
            yield view.path, self._page("paper.html", view.path, self._paper(view))
        for index, statement in enumerate(self.results.statements):
            parts = Parts(url(statement))
            page = self._statement(index) | {"later": parts.later}
            yield url(statement), self._page("statement.html", url(statement), page)
            yield from parts.files()
            yield from data_file(statement) if self.inputs.checker else ()
            if statement.tag:
                path = f"tag/{statement.tag}.html"
                yield path, self._page("tag.html", path, {"s": statement, "domains": domains})
        for path, page in self.code.pages():
            yield path, self._page("code.html", path, page)
        yield "graph.html", self._page("graph.html", "graph.html", graph(self.results, self.relations))
        yield "atlas.html", self._page("atlas.html", "atlas.html", atlas(self.library, self.results.lemmas))
        yield "provenance.html", self._page("provenance.html", "provenance.html", self._provenance())
        grounds = {"pillars": pillars(self.results), "layers": LAYERS.values(), "sizes": sizes(self.results)}
        yield "trust.html", self._page("trust.html", "trust.html", grounds)
        for document in self.inputs.documents:
            yield place(document), self._page("document.html", place(document), self._document(document))
        shown = {"sections": sections(self.inputs.benchmarks)}
        yield "benchmarks.html", self._page("benchmarks.html", "benchmarks.html", shown)
        if self.inputs.tables:
            yield "tables.html", self._page("tables.html", "tables.html", {})
            yield "tables.json", msgspec.json.format(msgspec.json.encode(self.inputs.tables), indent=1)
        steps = history(self.results, self.inputs.releases, self.inputs.changes)
        yield "history.html", self._page("history.html", "history.html", {"steps": steps})
        yield from self._errata()
        yield "data.html", self._page("data.html", "data.html", {"exports": self.exports, "library": self.library})
        yield from self.exports.files()
        yield from self._certificates()
        yield from assets(self.inputs.checker)
        if self.inputs.words:
            index = search_index(self.results, self.inputs.words, self.library.texts, self.pages)
            yield "assets/search-index.js", index

    def _page(self, template: str, path: str, context: Mapping[str, Any]) -> bytes:
        shared = {
            "results": self.results,
            "relations": self.relations,
            "papers": {paper.key: paper for paper in self.results.papers},
            "pages": self.pages,
            "address": self.library.address,
            "looks": STATUSES,
            "root": root_of(path),
            "checker": bool(self.inputs.checker),
            "program": bool(self.inputs.program),
            "searchable": bool(self.inputs.words),
            "tables": self.inputs.tables,
            "here": path,
            "url": url,
            "later": Markup,
        }
        return self.environment.get_template(template).render({**shared, **context}).encode("utf-8")

    def _errata(self) -> Iterator[tuple[str, bytes]]:
        sheets = [sheet(text, self.relations) for text in self.library.texts]
        yield "errata.html", self._page("errata.html", "errata.html", {"sheets": sheets})
        made_by = f"Statements that do not hold as printed, by theory-checks {self.results.suite.version}."
        for one in sheets:
            if one.entries:
                page = f"{one.path}.html"
                yield page, self._page("sheet.html", page, {"sheet": one, "whole": WHOLE})
                yield f"{one.path}.tex", latex(one, made_by).encode("utf-8")

    def _certificates(self) -> Iterator[tuple[str, bytes]]:
        for statement in self.results.statements:
            for reading in statement.readings:
                for certificate in reading.certificates:
                    name, text = certificate_file(statement, reading, certificate), certificate_text(certificate)
                    yield name, text.encode("utf-8")
                    yield script(PurePosixPath(name).stem, text)

    def _document(self, document: Document) -> dict[str, Any]:
        others = [(place(other), other.title) for other in self.inputs.documents]
        return {"document": document, "others": others, "highlighted": highlighted}

    def _list(self) -> dict[str, Any]:
        statements = self.results.statements
        return {
            "columns": columns_of(statements),
            "kinds": sorted({statement.kind for statement in statements}),
            "stale": any(statement.stale for statement in statements),
            "texts": self.library.texts,
            "domains": domains,
            "is_printed": is_printed,
        }

    def _paper(self, view: View) -> dict[str, Any]:
        return {
            "view": view,
            "views": self.library.views_of(view.text),
            "main": MAIN,
            "fails": FALSE,
            "main_formula": main_formula,
            "domains": domains,
        }

    def _statement(self, index: int) -> dict[str, Any]:
        statements = self.results.statements
        statement = statements[index]
        was_run = statement.verdict or any(reading.verdict for reading in statement.readings)
        readings = reading_views(statement, self.results.lemmas) if was_run else []
        return {
            "s": statement,
            "card": card(statement, self.relations),
            "explore": explore_view(statement) if self.inputs.checker else None,
            "readings": readings,
            "certificates": [
                certificate
                for reading in sorted(readings, key=lambda r: r.data.role == "amendment")
                for certificate in reading.certificates
            ],
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
            "code": self.code,
            "bibtex": partial(bibtex, results=self.results),
            "literature": partial(literature, bibliography=self.results.bibliography),
            "figure_file": figure_file,
            "methods": METHODS,
            "quantifiers": QUANTIFIERS,
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
