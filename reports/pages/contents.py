"""The pages that can be opened from everywhere: the navigation and the overview show this one list."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Entry:
    """A page that can be opened from everywhere."""

    path: str
    name: str
    about: str
    words: str  # by which the search finds it, beside its name


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
        "the smallest counterexample to each false statement, drawn, with its one number",
        "counterexamples pictures thumbnails smallest gallery",
    ),
    Entry(
        "benchmarks.html",
        "Benchmarks",
        "the library beside its peers: recorded figures, and those of this machine",
        "bench speed time seconds memory performance solvers peers fast",
    ),
    Entry(
        "provenance.html",
        "Provenance",
        "how a verdict is reached, versions, references",
        "method evidence coverage seed versions lemmas",
    ),
)
