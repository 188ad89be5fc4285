"""The pages of a site and what each of them shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, partial
from pathlib import PurePosixPath
from typing import Any

import msgspec
from markupsafe import Markup
from msgspec.structs import replace

from reports.benchmarks.documents import sections
from reports.pages.assets import assets
from reports.pages.atlas import atlas
from reports.pages.bare import bare
from reports.pages.card import card
from reports.pages.certificates import certificate_text
from reports.pages.citation import bibtex, literature
from reports.pages.code import Code, Links, page_of
from reports.pages.contents import pages, place
from reports.pages.coverage import coverage
from reports.pages.domains import domains
from reports.pages.errata import WHOLE, sheet
from reports.pages.explore import data_file, explore_view
from reports.pages.exports import Exports, figure_file, figure_files
from reports.pages.formulas import main_formula
from reports.pages.graph import graph
from reports.pages.group import File, Group, digest
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
from reports.pages.texts import check_statement
from reports.pages.trust import LAYERS, pillars, sizes
from reports.pages.verdicts import FALSE, MAIN, STATUSES
from reports.pages.views import METHODS, QUANTIFIERS, assumptions, certificate_file, computed, reading_views
from reports.read.documents import Document
from reports.read.model import Results, Statement
from reports.read.sources import Sources

NOTHING = Inputs()


class Printer:
    """Makes pages of templates; they can say what is in these results, and of the inputs whether they are there."""

    def __init__(self, results: Results, inputs: Inputs) -> None:
        self.results = results
        self.relations = Relations(results.statements)
        self.library = Library(results, self.relations)
        self.environment = environment(set(results.bibliography), set(self.relations.by_id))
        self.shared: Mapping[str, Any] = {
            "results": results,
            "relations": self.relations,
            "papers": {paper.key: paper for paper in results.papers},
            "pages": pages(inputs.documents),
            "address": self.library.address,
            "looks": STATUSES,
            "checker": bool(inputs.checker),
            "program": bool(inputs.program),
            "searchable": bool(inputs.words),
            "tables": bool(inputs.tables),
            "url": url,
            "later": Markup,
        }

    def page(self, template: str, path: str, context: Mapping[str, Any]) -> bytes:
        """Return the page at a path of the site."""
        values = {**self.shared, "root": root_of(path), "here": path, **context}
        return self.environment.get_template(template).render(values).encode("utf-8")

    @cached_property
    def digest(self) -> str:
        """Return the digest of all that its pages share."""
        names = ("pages", "checker", "program", "searchable", "tables")
        return digest(replace(self.results, digest=""), [self.shared[name] for name in names])


class Site:
    """A site in memory: `files` yields every file with its content, in a fixed order."""

    def __init__(self, results: Results, inputs: Inputs = NOTHING) -> None:
        self.results = results
        self.inputs = inputs
        self.printer = Printer(results, inputs)
        self.relations = self.printer.relations
        self.library = self.printer.library
        self.code = Code(Sources(inputs.code_root), results.statements)
        self.exports = Exports(results, inputs)
        self.bare = Printer(bare(results), inputs)

    def files(self) -> Iterator[File]:
        """Yield the path of each file and its bytes."""
        yield from self.general()
        for group in self.groups():
            yield from group.files()

    def general(self) -> Iterator[File]:
        """Yield the files that are about everything."""
        yield "index.html", self._page("index.html", "index.html", overview(self.results, self.library))
        yield "statements.html", self._page("statements.html", "statements.html", self._list())
        for view in self.library.views:
            yield view.path, self._page("paper.html", view.path, self._paper(view))
        yield "graph.html", self._page("graph.html", "graph.html", graph(self.results, self.relations))
        yield "atlas.html", self._page("atlas.html", "atlas.html", atlas(self.library, self.results.lemmas))
        yield "provenance.html", self._page("provenance.html", "provenance.html", self._provenance())
        grounds = {"pillars": pillars(self.results), "layers": LAYERS.values(), "sizes": sizes(self.results)}
        yield "trust.html", self._page("trust.html", "trust.html", grounds)
        for document in self.inputs.documents:
            yield place(document), self._page("document.html", place(document), self._document(document))
        shown = {"sections": sections(self.inputs.benchmarks)}
        yield "benchmarks.html", self._page("benchmarks.html", "benchmarks.html", shown)
        tables = {"tables": self.inputs.tables}
        if self.inputs.tables:
            yield "tables.html", self._page("tables.html", "tables.html", tables)
            yield "tables.json", msgspec.json.format(msgspec.json.encode(self.inputs.tables), indent=1)
        steps = history(self.results, self.inputs.releases, self.inputs.changes)
        yield "history.html", self._page("history.html", "history.html", {"steps": steps})
        yield from self._errata()
        offered = {"exports": self.exports, "library": self.library, **tables}
        yield "data.html", self._page("data.html", "data.html", offered)
        yield from ((offer.path, offer.content) for offer in self.exports.offers)
        yield from assets(self.inputs.checker)
        if self.inputs.words:
            index = search_index(self.results, self.inputs.words, self.library.texts, self.printer.shared["pages"])
            yield "assets/search-index.js", index

    def groups(self) -> Iterator[Group]:
        """Yield what is made of one statement, and what of one source, beside what all such pages share."""
        for index, statement in enumerate(self.results.statements):
            links = self.code.links(statement, self.bare.relations)
            made_of = digest(self.bare.digest, index, statement, links)
            yield Group(f"statement {statement.id}", made_of, partial(self.of_statement, index, links))
        for path, page in self.code.pages():
            made_of = digest(self.bare.digest, path, page)
            yield Group(f"source {path}", made_of, partial(self._of_source, path, page))

    def _page(self, template: str, path: str, context: Mapping[str, Any]) -> bytes:
        return self.printer.page(template, path, context)

    def of_statement(self, index: int, links: Links) -> Iterator[File]:
        """Yield the files that are about one statement; raise InputError if a text of it cannot be printed."""
        statement = self.results.statements[index]
        check_statement(statement)
        parts = Parts(url(statement))
        page = self._statement(index, links) | {"later": parts.later}
        yield url(statement), self.bare.page("statement.html", url(statement), page)
        yield from parts.files()
        yield from data_file(statement) if self.inputs.checker else ()
        if statement.tag:
            path = f"tag/{statement.tag}.html"
            yield path, self.bare.page("tag.html", path, {"s": statement, "domains": domains})
        yield from figure_files(statement)
        yield from self._certificates(statement)

    def _of_source(self, path: str, page: Mapping[str, Any]) -> Iterator[File]:
        shown = {**page, "path": path, "lines": highlighted(page["text"])}
        yield page_of(path), self.bare.page("code.html", page_of(path), shown)

    def _errata(self) -> Iterator[File]:
        sheets = [sheet(text, self.relations) for text in self.library.texts]
        yield "errata.html", self._page("errata.html", "errata.html", {"sheets": sheets})
        made_by = f"Statements that do not hold as printed, by theory-checks {self.results.suite.version}."
        for one in sheets:
            if one.entries:
                page = f"{one.path}.html"
                yield page, self._page("sheet.html", page, {"sheet": one, "whole": WHOLE})
                yield f"{one.path}.tex", latex(one, made_by).encode("utf-8")

    def _certificates(self, statement: Statement) -> Iterator[File]:
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

    def _statement(self, index: int, links: Links) -> dict[str, Any]:
        statement, others, relations = self.results.statements[index], self.bare.results.statements, self.bare.relations
        was_run = statement.verdict or any(reading.verdict for reading in statement.readings)
        readings = reading_views(statement, self.bare.results.lemmas) if was_run else []
        return {
            "s": statement,
            "card": card(statement, relations),
            "explore": explore_view(statement) if self.inputs.checker else None,
            "readings": readings,
            "certificates": [
                certificate
                for reading in sorted(readings, key=lambda r: r.data.role == "amendment")
                for certificate in reading.certificates
            ],
            "assumptions": assumptions(readings),
            "computed": computed(readings),
            "repairs": relations.repairs_of(statement),
            "repaired": relations.repaired(statement),
            "notes": relations.notes_on(statement),
            "noted": relations.noted(statement),
            "breaks": relations.breaks(statement)[:4],
            "steps": relations.steps(statement),
            "step_note": self._step_note(statement),
            "users": relations.used_by(statement),
            "before": others[index - 1] if index else None,
            "after": others[index + 1] if index + 1 < len(others) else None,
            "code": links,
            "bibtex": partial(bibtex, results=self.bare.results),
            "literature": partial(literature, bibliography=self.bare.results.bibliography),
            "figure_file": figure_file,
            "methods": METHODS,
            "quantifiers": QUANTIFIERS,
        }

    def _step_note(self, statement: Statement) -> str:
        false = [step for step in self.bare.relations.steps(statement) if step.status in FALSE]
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
