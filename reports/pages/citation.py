"""How to cite a verdict, and what to cite instead of a statement that is false."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from reports.pages.latex import escaped, words
from reports.pages.verdicts import STATUSES
from reports.read.model import Results, Statement

CITED = re.compile(r"\[([A-Za-z0-9][A-Za-z0-9._:-]*)\]")


def bibtex(statement: Statement, results: Results) -> str:
    """Return an entry that names the statement, what is said of it, and the results that say so."""
    paper = next(paper for paper in results.papers if paper.key == statement.paper)
    verdict = statement.answer or STATUSES[statement.status].word
    tag = f"tag {statement.tag}, " if statement.tag else ""
    place = f"{tag}statement \\texttt{{{escaped(statement.id)}}}"
    fields = {
        "author": "{theory-checks}",
        "title": f"{words(statement.label)} of ``{words(paper.title)}'' ({escaped(paper.authors)}, {paper.year}): "
        + words(verdict[:1].lower() + verdict[1:]),
        "howpublished": f"theory-checks {escaped(results.suite.version)}, {place}",
        "note": f"Results with SHA-256 {results.digest[:16]}, profile {escaped(results.suite.profile)}",
    }
    key = f"theory-checks-{statement.tag or statement.id.replace('/', ':')}"
    lines = [f"  {name} = {{{text}}},\n" for name, text in fields.items() if text]
    return f"@misc{{{key},\n{''.join(lines)}}}"


def literature(statement: Statement, bibliography: Mapping[str, str]) -> list[str]:
    """Return the keys of what the texts of a statement cite."""
    keys = (key for text in _texts(statement) for key in CITED.findall(text))
    return [key for key in dict.fromkeys(keys) if key in bibliography]


def _texts(statement: Statement) -> Iterator[str]:
    yield from (statement.says, statement.summary, *statement.assumes)
    yield from (text for reading in statement.readings for text in (reading.says, reading.domain, reading.covers))
