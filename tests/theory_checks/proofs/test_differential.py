"""What is asked of Coq and of Python alike, and what is made of the answers. None of this needs Coq."""

import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import islice

import pytest

from theory_checks.commands import compared
from theory_checks.engine.papers import load
from theory_checks.proofs.differential import definitions, formulas, questions
from theory_checks.proofs.differential.questions import Answers, Question, ask
from theory_checks.proofs.theorems import theorems

THEOREMS = [x for x in theorems(load().statements.values()) if formulas.is_of_numbers(x)]
CLAIM_15 = next(x for x in THEOREMS if x.key == "dpdqn/claim15#printed")
ONE = Question("a", "one", True, "easy", "hard")


@pytest.fixture
def coq(monkeypatch):
    """Give the answers of Coq, of which the last to a question counts."""

    def says(*lines):
        monkeypatch.setattr(questions, "compile_file", lambda *_, **__: "\n".join([*lines, ""]))

    return says


def test_of_every_formula_something_is_asked_and_nearly_always_what_is_so_and_what_is_not():
    answers = [{x.expected for x in formulas.questions(theorem, 1)} for theorem in THEOREMS]

    assert all(answers)
    assert sum(len(found) == 2 for found in answers) >= len(THEOREMS) * 9 // 10


def test_of_lists_alone_nothing_is_asked():
    formal = {x.key for x in theorems(load().statements.values()) if x.reading.formal}

    assert formal - {x.key for x in THEOREMS} == {"pucb/q-estimate#printed"}


def test_what_is_asked_is_the_same_each_time():
    assert list(formulas.questions(CLAIM_15, 3)) == list(formulas.questions(CLAIM_15, 3))


def test_the_border_of_each_relation_is_asked():
    asked = {x.proposition: x.expected for x in formulas.questions(CLAIM_15, 1)}
    on_border = {says: so for says, so in asked.items() if says.startswith("claim15_domain (1) ")}

    assert set(on_border.values()) == {False}  # gamma < 1
    assert any(so for says, so in asked.items() if says.startswith("claim15_domain (0) "))  # 0 <= gamma
    assert any(so for says, so in asked.items() if says.startswith("claim15_claim"))  # norm = n/(1 - gamma)


def test_where_a_formula_is_undefined_nothing_is_asked_of_its_claim():
    asked = [x for x in formulas.questions(CLAIM_15, 3) if " (1) " in x.proposition]
    parts = [(*x.proposition.split(" ", 1), x.expected) for x in asked]
    undefined = {point for name, point, expected in parts if name == "claim15_defined" and not expected}

    assert undefined
    assert not [point for name, point, _ in parts if name == "claim15_claim" and point in undefined]


def test_a_real_power_of_zero_is_expected_to_have_no_value():
    asked = formulas.questions(next(x for x in THEOREMS if x.statement.id == "dpdqn/thm5-moment-bound/repaired"), 2)
    defined = {x.proposition.split(" ", 1)[1]: x.expected for x in asked if "_defined " in x.proposition}

    assert {so for point, so in defined.items() if point.split()[1] == "(0)"} == {False}  # lambda^lambda
    assert True in defined.values()


def test_every_definition_is_asked_to_hold_and_to_fail():
    found = Counter((x.key, x.expected) for x in definitions.questions(0))

    assert len(found) == 2 * len({key for key, _ in found}) == 26


def test_a_curve_lies_in_a_small_ball():
    near = next(x for x in islice(definitions.questions(2), 100) if x.key == "curve" and x.expected)
    low, *_, high = (Fraction(x.strip("()").replace(" ", "")) for x in re.findall(r"\([^()]*\)", near.proposition))

    assert 0 < high - low < high / 10**4


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["0 yes"], Answers(1, [], [])),
        (["0 yes", "0 no"], Answers(0, [ONE], [])),
        (["0 yes", "0 no", "0 open"], Answers(0, [], [ONE])),
    ],
)
def test_the_last_answer_counts(coq, tmp_path, lines, expected):
    coq(*lines)

    assert ask(tmp_path, "Some", "", [ONE]) == expected


def test_first_is_tried_what_python_says():
    assert ONE.text(3).index("3 yes") < ONE.text(3).index("3 no")
    assert replace(ONE, expected=False).text(3).index("3 no") < replace(ONE, expected=False).text(3).index("3 yes")
    assert "left; timeout 5 (easy)" in ONE.text(3)


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        (Answers(100), True),
        (Answers(100, [ONE]), False),
        (Answers(100, [], [ONE] * 5), True),
        (Answers(50, [], [ONE] * 50), False),
    ],
)
def test_another_answer_fails_and_so_do_many_that_are_open(monkeypatch, tmp_path, capsys, answers, expected):
    monkeypatch.setattr(formulas, "compare", lambda *_: answers)
    monkeypatch.setattr(definitions, "compare", lambda *_: Answers(1))

    assert compared.compare(tmp_path, [], 1, 1) is expected
    assert ("Python says True, Coq False: one" in capsys.readouterr().out) == bool(answers.differ)
