"""The pages that can be opened from everywhere: the navigation and the overview show this one list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reports.read.documents import Document


@dataclass(frozen=True)
class Entry:
    """A page that can be opened from everywhere."""

    path: str
    name: str
    about: str
    words: str  # by which the search finds it, beside its name
    top: bool = True  # in the bar above each page, which has room for a few; the others are named below it


PAGES = (
    Entry("index.html", "Overview", "what is false, and what to use instead", "home start main results papers"),
    Entry("statements.html", "Statements", "the whole list, to filter by paper, verdict and kind", "list all verdicts"),
    Entry(
        "graph.html",
        "Graph",
        "what rests on what, and what falls with a false step",
        "dependency depends falls blast radius proof chain argument network drawing",
    ),
    Entry(
        "atlas.html",
        "Atlas",
        "the smallest counterexample to each statement that has one, drawn, with its one number",
        "counterexamples pictures thumbnails smallest gallery",
    ),
    Entry(
        "errata.html",
        "Errata",
        "for each paper two pages to send to its authors",
        "erratum corrections mistakes sheet print latex authors letter",
    ),
    Entry(
        "history.html",
        "History",
        "which verdicts moved between releases, and why",
        "changed verdicts releases changelog reasons earlier version",
        top=False,
    ),
    Entry(
        "data.html",
        "Data",
        "results, verdicts, figures, certificates and the checker, to download",
        "download export csv json spreadsheet checker certificates figures numbers",
        top=False,
    ),
    Entry(
        "benchmarks.html",
        "Benchmarks",
        "the library beside its peers: recorded figures, and those of this machine",
        "bench speed time seconds memory performance solvers peers fast",
    ),
    Entry(
        "trust.html",
        "Trust",
        "what one has to believe for each kind of verdict, and how to check the rest",
        "trusted base believe kernel coq axioms checker proved machine why how to trust this",
        top=False,
    ),
    Entry(
        "provenance.html",
        "Provenance",
        "how a verdict is reached, versions, references",
        "method evidence coverage seed versions lemmas",
    ),
)


def pages(documents: Sequence[Document]) -> tuple[Entry, ...]:
    """Return the pages of a site with these documents, which are named below each page."""
    return (*PAGES, *map(_entry, documents))


def place(document: Document) -> str:
    """Return the address of a document's page."""
    return f"docs/{document.name}.html"


def _entry(document: Document) -> Entry:
    headings = (part.text for part in document.parts if part.kind == "heading")
    words = " ".join(["how to start tutorial example documentation", *headings])
    return Entry(place(document), document.title, document.about, words, top=False)
