"""No constant of a proved statement can change unseen: the recorded digest is about another statement then."""

import re
from dataclasses import replace

import pytest

from theory_checks.core.coq import CoqError
from theory_checks.engine.papers import load
from theory_checks.proofs.recorded import fresh
from theory_checks.proofs.theorems import theorems

THEOREMS = theorems(load().statements.values())
NUMBER = re.compile(r"fraction\(\d+, ?\d+\)|(?<![\w.])\d+(?:\.\d+)?")
CHANGES = {"by one": "({} + 1)", "by a tenth": "({}*11/10)"}


def changed(text, change):
    """Yield a text with one of its numbers changed."""
    for match in NUMBER.finditer(text):
        yield text[: match.start()] + change.format(match[0]) + text[match.end() :]


def readings(reading, change):
    """Yield the reading with one number of one of its formulas, limits or regions changed."""
    for part in ("formal", "where", "region"):
        texts = list(getattr(reading, part))
        for number, text in enumerate(texts):
            for new in changed(text, change):
                yield replace(reading, **{part: [*texts[:number], new, *texts[number + 1 :]]})


def is_another(changed, theorem):
    """Tell whether a statement has another digest, or is none any more, so that no record is about it."""
    try:
        return changed.statement_digest != theorem.statement_digest and not fresh(changed)
    except CoqError:
        return True


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("theorem", [x for x in THEOREMS if x.reading.formal], ids=lambda x: x.key)
def test_a_constant_of_a_formula_is_held_by_the_record(theorem, change):
    tried = [replace(theorem, reading=reading) for reading in readings(theorem.reading, CHANGES[change])]

    assert [x.reading for x in tried if not is_another(x, theorem)] == []


@pytest.mark.parametrize("theorem", [x for x in THEOREMS if x.is_stated_by_hand], ids=lambda x: x.key)
def test_a_constant_of_words_of_our_own_is_held_by_the_record(theorem, tmp_path):
    room = tmp_path / theorem.room.parent.name / theorem.room.name
    room.mkdir(parents=True)
    own = f"{theorem.stem}_statement.v"
    text = (theorem.room / own).read_text(encoding="utf-8")
    (room / f"{theorem.stem}.v").write_text(theorem.script, encoding="utf-8")
    digests = set()
    for new in (text, *changed(text, "{}1")):
        (room / own).write_text(new, encoding="utf-8")
        digests.add(replace(theorem, statement=replace(theorem.statement, room=str(room))).statement_digest)

    assert theorem.statement_digest in digests
    assert len(digests) == 1 + len(NUMBER.findall(text))


def test_numbers_are_found_where_they_are_numbers():
    assert list(changed("x2 <= 3/10**4", "{}0")) == ["x2 <= 30/10**4", "x2 <= 3/100**4", "x2 <= 3/10**40"]
    assert sum(1 for x in THEOREMS for _ in readings(x.reading, "{}")) > 1000
