"""Which words a statement has and how much they count; the report ranks by the same words (its search.js is the twin).

A correction is found with the statement that it corrects, never alone.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from theory_checks.core.statement import REPAIR_KIND, Ledger, Statement

DATA: Mapping[str, Any] = tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))
SHORT: Mapping[str, str] = DATA["short"]
STOP, SYMBOLS = frozenset(DATA["stop"].split()), frozenset(DATA["symbols"].split())
ALIKE = [(typed.split(), meant.split()) for typed, meant in DATA["alike"].items()]
VALUES: Sequence[int] = DATA["values"]
LABEL, NAME, SUMMARY, PAPER, ELSEWHERE = range(5)
USUAL = 2


@dataclass(frozen=True)
class Entry:
    """What search knows of a statement: the place of each word, numbered as in `VALUES`."""

    id: str
    weight: int
    repairs: Sequence[str]
    words: Mapping[str, int]


def words(text: str) -> list[str]:
    """Return the words and numbers of a text in small letters, short forms written out."""
    found = re.findall(r"[^\W\d_]+|\d+(?:\.\d+)*", text.lower())
    return [SHORT.get(word, word) for word in found]


def asked(text: str) -> list[str]:
    """Return the words of a question once each, without those that tell nothing unless there are no others."""
    wanted = list(dict.fromkeys(words(text)))
    return [word for word in wanted if word not in STOP] or wanted


def entries(ledger: Ledger) -> list[Entry]:
    """Return what can be found, in the order of the papers."""
    papers = {paper.key: f"{paper.key} {paper.title} {paper.authors}" for paper in ledger.papers}
    shown = [s for s in ledger.statements.values() if s.kind != REPAIR_KIND]
    return [_entry(s, papers.get(s.paper, ""), [ledger[id_] for id_ in s.repaired_by]) for s in shown]


def data(ledger: Ledger) -> dict[str, Any]:
    """Return all that another program needs to rank as `ranked` does."""
    return {"short": SHORT, "stop": sorted(STOP), "values": VALUES, "entries": list(map(asdict, entries(ledger)))}


def _entry(statement: Statement, paper: str, repairs: Sequence[Statement]) -> Entry:
    elsewhere = " ".join([statement.says, *statement.formulas, *(f"{x.label} {x.summary}" for x in repairs)])
    prefix, _, name = statement.id.partition("/")
    texts = (
        statement.label,
        name,
        _long_words(statement.summary),
        f"{prefix} {paper}",
        f"{statement.place} {_long_words(elsewhere)}",
    )
    own = {word: place for place in reversed(range(5)) for word in _plain_words(texts[place])}
    weight = DATA["kinds"].get(statement.kind, USUAL)
    return Entry(statement.id, weight, list(statement.repaired_by), _with_alike(own))


def _plain_words(text: str) -> Iterable[str]:
    return (word for word in words(text) if word not in STOP)


def _long_words(text: str) -> str:
    """Return the words of a text that tell something, not the letters and digits of its formulas, but Greek ones."""
    plain = re.sub(r"\\([A-Za-z]+)", lambda command: f" {command[1]} " if command[1] in SYMBOLS else " ", text)
    return " ".join(word for word in words(plain) if len(word) > 2 or word in SYMBOLS)


def _with_alike(own: Mapping[str, int]) -> dict[str, int]:
    """Add the words that people use for those that are there."""
    found = dict(own)
    for typed, meant in ALIKE:
        places = [own[word] for word in meant if own.get(word, PAPER) != PAPER]
        for word in typed if places else ():
            found[word] = min(own.get(word, ELSEWHERE), max(NAME, min(places)))
    return found


def ranked(ledger: Ledger, known: Sequence[Entry], text: str) -> list[Statement]:
    """Return the known statements that have one of the words, the best first; for a tag only the one that has it."""
    if tagged := [*_tagged(ledger, text.strip().upper())]:
        return tagged
    wanted = asked(text)
    scores = [dict(_scores(wanted, entry.words)) for entry in known]
    common = Counter(word for score in scores for word in score)
    rarity = {word: (len(known) // count).bit_length() for word, count in common.items()}

    def order(place: int) -> tuple[bool, int, int, int]:
        entry, score = known[place], scores[place]
        value = entry.weight * sum(rarity[word] * points for word, points in score.items())
        return not _is_name(text, wanted, entry), -len(score), -value, place

    return [ledger[known[place].id] for place in sorted(range(len(known)), key=order) if scores[place]]


def _tagged(ledger: Ledger, tag: str) -> Iterator[Statement]:
    """Yield the statements that have a tag, or a correction that has it."""
    for statement in ledger.statements.values():
        tags = (ledger[id_].tag for id_ in (statement.id, *statement.repaired_by))
        if tag and statement.kind != REPAIR_KIND and tag in tags:
            yield statement


def _scores(wanted: Sequence[str], own: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """Yield what each wanted word counts: a word that only begins so counts half, a number that does so nothing."""
    for word in wanted:
        if points := max(VALUES[place] * _alike(word, other) for other, place in own.items()):
            yield word, points


def _alike(word: str, other: str) -> int:
    return 2 if word == other else int(other.startswith(word) and not word[0].isdigit())


def _is_name(text: str, wanted: Sequence[str], entry: Entry) -> bool:
    """Tell whether the text is an id or its end, or the whole label, with or without words of the id or the paper."""
    end = "/" + "-".join(text.lower().split())
    if f"/{entry.id}".endswith(end) or end[1:] in entry.repairs:
        return True
    places = [entry.words.get(word, ELSEWHERE) for word in wanted]
    return places.count(LABEL) == list(entry.words.values()).count(LABEL) and not {SUMMARY, ELSEWHERE} & set(places)
