"""Statements by what people call them: `Proposition 10`, `prop. 10`, `Thm 2 GPOPE`, and words to search for."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from theory_checks.core.statement import REPAIR_KIND, Ledger, LedgerError, Statement, unknown_id

SHORT: Mapping[str, str] = {
    "prop": "proposition", "thm": "theorem", "th": "theorem", "lem": "lemma", "cor": "corollary", "def": "definition",
    "eq": "equation", "eqn": "equation", "alg": "algorithm", "sec": "section", "app": "appendix", "rem": "remark",
    "ass": "assumption", "fn": "footnote",
}  # fmt: skip
MOST_SHOWN = 8


def words(text: str) -> list[str]:
    """Return the words and numbers of a text in small letters, short forms written out."""
    found = re.findall(r"[^\W\d_]+|\d+(?:\.\d+)*", text.lower())
    return [SHORT.get(word, word) for word in found]


def statement_named(ledger: Ledger, text: str) -> Statement:
    """Return the statement that an id or a label names; several that it may mean are told."""
    by_id = {id_.lower(): id_ for id_ in ledger.statements}
    if text.lower() in by_id:
        return ledger[by_id[text.lower()]]
    wanted = words(text)
    printed = [s for s in ledger.statements.values() if s.kind != REPAIR_KIND or "repaired" in wanted]
    candidates = [s for s in printed if _is_label(wanted, s, ledger)] or [s for s in printed if _mentions(wanted, s)]
    if not wanted or not candidates:
        raise LedgerError(unknown_id(text, list(ledger.statements)))
    if len(candidates) > 1:
        shown = [f"{s.id} ({s.label})" for s in candidates[:MOST_SHOWN]]
        more = f" and {len(candidates) - MOST_SHOWN} others" if len(candidates) > MOST_SHOWN else ""
        raise LedgerError(f"a name must mean one statement, got {text!r} for " + ", ".join(shown) + more)
    return candidates[0]


def _is_label(wanted: Sequence[str], statement: Statement, ledger: Ledger) -> bool:
    """Tell whether the words are the label, or that of what is repaired, with or without the paper."""
    paper, labels = words(statement.id.partition("/")[0]), [statement.label]
    if statement.repairs:
        labels.append(f"{ledger[statement.repairs].label} repaired")
    return any(sorted(wanted) in (sorted(label), sorted(label + paper)) for label in map(words, labels))


def _mentions(wanted: Sequence[str], statement: Statement) -> bool:
    return not Counter(wanted) - Counter(words(f"{statement.id} {statement.label}"))


def ranked(ledger: Ledger, text: str) -> list[Statement]:
    """Return the statements that have one of the words at least: those with more of them, and rarer ones, first."""
    wanted, papers = words(text), {paper.key: f"{paper.key} {paper.title} {paper.authors}" for paper in ledger.papers}
    weights = {s.id: _weights(s, papers.get(s.paper, "")) for s in ledger.statements.values()}
    scores = {id_: Counter(dict(_scores(wanted, own))) for id_, own in weights.items()}
    common = Counter(word for score in scores.values() for word in score)
    rarity = {word: math.log1p(len(scores) / count) for word, count in common.items()}

    def order(id_: str) -> tuple[int, float]:
        return -len(scores[id_]), -sum(rarity[word] * value for word, value in scores[id_].items())

    return [ledger[id_] for id_ in sorted((id_ for id_ in scores if scores[id_]), key=order)]


def _weights(statement: Statement, paper: str) -> dict[str, int]:
    """Return how much each word of a statement counts: most in its name, least in its text."""
    texts = ((1, statement.says), (1, statement.place), (2, paper), (3, statement.summary))
    named = (6, f"{statement.id} {statement.label}")
    return {word: weight for weight, text in (*texts, named) for word in words(text)}


def _scores(wanted: Sequence[str], weights: Mapping[str, int]) -> Iterator[tuple[str, float]]:
    """Yield what each wanted word counts: a word that only begins so counts half."""
    for word in wanted:
        begun = max((value / 2 for other, value in weights.items() if other.startswith(word)), default=0)
        if value := max(weights.get(word, 0), begun):
            yield word, value
