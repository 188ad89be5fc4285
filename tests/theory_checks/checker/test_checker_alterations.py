"""A single altered number, name or operation in a sound certificate is refused, or what it then says is true."""

import json

import pytest
from certificate_corpus import alterations, corpus
from certificate_truth import Judge

from theory_checks.checker import checker

CORPUS = corpus()


def accepted(data):
    return checker.check_bytes(json.dumps(data).encode())["accepted"]


@pytest.mark.parametrize("name", CORPUS)
def test_the_judge_and_the_checker_agree_on_the_sound_certificate(name):
    assert accepted(CORPUS[name])
    assert Judge(CORPUS[name]).true()


@pytest.mark.parametrize("name", CORPUS)
def test_an_alteration_is_refused_or_leaves_a_true_statement(name):
    falsehoods = [what for what, data in alterations(CORPUS[name]) if accepted(data) and not Judge(data).true()]

    assert falsehoods == []
