"""The index of the search: one script that assigns a global, so that it can be loaded from the disk when asked for."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Container, Mapping, Sequence
from typing import Any

from reports.math.plain import plain_text
from reports.pages.contents import Entry
from reports.pages.packing import packed_words
from reports.pages.printed import Text
from reports.pages.verdicts import STATUSES
from reports.read.model import Paper, Results, Statement
from reports.read.words import Findable, Words

LONGEST = 66  # characters of a summary, about one line of the list
TAG = 4  # characters of a tag; who has none has blanks
LOOKS = list(STATUSES)
PLACES = 5  # where a word may stand: label, name, summary, paper, elsewhere
CORRECTION = "/repaired"  # how the id of a correction ends, if nothing else is said


def search_index(results: Results, words: Words, texts: Sequence[Text], pages: Sequence[Entry]) -> bytes:
    """Return the script; statements that are not among the results are left out."""
    by_id = {statement.id: statement for statement in results.statements}
    found = [entry for entry in words.entries if entry.id in by_id]
    index = {
        "short": words.short,
        "stop": words.stop,
        "values": words.values,
        "looks": [(look.slug, look.word) for look in STATUSES.values()],
        "pages": [*((page.path, page.name, page.words) for page in pages), *map(_paper, texts)],
        "papers": [_byline(paper) for paper in results.papers],
        "tags": "".join(by_id[id_].tag.ljust(TAG) for entry in found for id_ in (entry.id, *_repairs(entry, by_id))),
        "entries": [_row(entry, by_id, [paper.key for paper in results.papers]) for entry in found],
        "words": "\n".join(packed_words(_places([entry.words for entry in found]))),
    }
    text = json.dumps(index, ensure_ascii=False, separators=(",", ":"))
    return f"window.searchIndex={text};\n".encode()


def _paper(text: Text) -> tuple[str, str, str]:
    paper = text.paper
    return f"papers/{text.key}.html", plain_text(text.title), f"{text.key} {paper.authors} {paper.year}"


def _byline(paper: Paper) -> str:
    names = [author.split()[-1] for author in paper.authors.split(",") if author.strip()]
    return f"{' and '.join(names) if len(names) < 3 else f'{names[0]} et al.'} {paper.year}"


def _row(entry: Findable, by_id: Mapping[str, Statement], papers: Sequence[str]) -> list[Any]:
    statement = by_id[entry.id]
    repairs = [_correction(id_.removeprefix(entry.id), by_id[id_]) for id_ in _repairs(entry, by_id)]
    says = textwrap.shorten(plain_text(statement.summary), LONGEST, placeholder=" …")
    look, paper = LOOKS.index(statement.status), papers.index(statement.paper)
    return [statement.id, plain_text(statement.label), says, look, paper, entry.weight, repairs]


def _correction(end: str, repair: Statement) -> int | list[Any]:
    look = LOOKS.index(repair.status)
    return look if end == CORRECTION else [end, look]


def _repairs(entry: Findable, known: Container[str]) -> list[str]:
    return [id_ for id_ in entry.repairs if id_ in known]


def _places(entries: Sequence[Mapping[str, int]]) -> dict[str, list[int]]:
    """Return for each word how far it is to the next statement that has it, times five, and its place there."""
    known: dict[str, list[int]] = {}
    last: dict[str, int] = {}
    for number, words in enumerate(entries):
        for word, place in words.items():
            known.setdefault(word, []).append((number - last.get(word, 0)) * PLACES + place)
            last[word] = number
    return known
