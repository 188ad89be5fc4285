"""The index of the search: one script that assigns a global, so that it can be loaded from the disk when asked for."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any

from reports.math.plain import plain_text
from reports.pages.contents import Entry
from reports.pages.printed import Text
from reports.pages.verdicts import STATUSES
from reports.read.model import Paper, Results, Statement
from reports.read.words import Findable, Words

LONGEST = 66  # characters of a summary, about one line of the list
TAG = 4  # characters of a tag; who has none has blanks
LOOKS = list(STATUSES)
REPEATED = re.compile(r"([0-9a-z]+[A-Z])\1{2,}")
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


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
        "words": "\n".join(_packed([entry.words for entry in found])),
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
    repairs = [(id_.removeprefix(entry.id), LOOKS.index(by_id[id_].status)) for id_ in _repairs(entry, by_id)]
    says = textwrap.shorten(plain_text(statement.summary), LONGEST, placeholder=" …")
    look, paper = LOOKS.index(statement.status), papers.index(statement.paper)
    return [statement.id, plain_text(statement.label), says, look, paper, entry.weight, repairs]


def _repairs(entry: Findable, known: Container[str]) -> list[str]:
    return [id_ for id_ in entry.repairs if id_ in known]


def _packed(entries: Sequence[Mapping[str, int]]) -> Iterator[str]:
    """Yield each word with how far it is to the next statement that has it, and its place there as a letter."""
    known: dict[str, list[tuple[int, int]]] = {}
    for number, words in enumerate(entries):
        for word, place in words.items():
            known.setdefault(word, []).append((number, place))
    for word, places in sorted(known.items()):
        before = [0, *(number for number, _ in places)]
        steps = (_short(n - last) + chr(ord("A") + place) for (n, place), last in zip(places, before, strict=False))
        yield f"{word} {REPEATED.sub(_counted, ''.join(steps))}"


def _counted(run: re.Match[str]) -> str:
    return f"{len(run[0]) // len(run[1])}*{run[1]}"


def _short(number: int) -> str:
    return DIGITS[number] if number < len(DIGITS) else _short(number // len(DIGITS)) + DIGITS[number % len(DIGITS)]
