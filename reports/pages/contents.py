"""The pages that can be opened from everywhere: the navigation and the overview show this one list."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Entry:
    """A page that can be opened from everywhere."""

    path: str
    name: str
    about: str


PAGES = (
    Entry("index.html", "Overview", "what is false, and what to use instead"),
    Entry("statements.html", "Statements", "the whole list, to filter by paper, verdict and kind"),
    Entry("benchmarks.html", "Benchmarks", "the library beside its peers, on this machine"),
    Entry("provenance.html", "Provenance", "how a verdict is reached, versions, references"),
)
