"""Certificates as values: exact numbers in, one canonical form out."""

import dataclasses
import json
from fractions import Fraction

import numpy as np
import pytest

from tabular.mdp import FiniteMDP
from theory_checks.checker import checker
from theory_checks.core.binding import Binding
from theory_checks.core.certificate import UNTIED, Certificate, array, encoded, fact, lemma, load, used
from theory_checks.core.formula import ref
from theory_checks.core.parsing import relations

F = Fraction


def two_states():
    P = [[[F(1), F(0)], [F(0), F(1)]], [[F(1, 2), F(1, 2)], [F(1), F(0)]]]
    return FiniteMDP(P, [[F(0), F(1)], [F(1, 3), F(0)]], F(1, 2))


def example():
    return Certificate(
        says="The value of state 1 exceeds 1 — for every action.",
        objects={"M": two_states(), "v": [F(10, 9), F(2)]},
        facts=[fact("optimal-value", mdp="M", value="v")],
        conclusion=ref("v", 1) > 1,
    ).about(Binding("paper/theorem"))


def test_an_exact_mdp_and_its_optimal_value():
    answer = example().check()
    assert answer.pop("work") > 0
    assert answer == {
        "accepted": True,
        "sentence": "accepted: 2 > 1",
        "details": [
            "assumed: this contradicts paper/theorem#printed",
            "v is the optimal value of M",
            f"assumed: {UNTIED}",
        ],
    }


def test_the_builders():
    assert array(np.array([[F(1, 2), 3]], dtype=object)) == [["1/2", "3"]]
    made = lemma("x", "value-error-lower-bound", mdp="M", sigma=F(1, 2))
    assert encoded(made["parameters"]) == {"mdp": "M", "sigma": "1/2"}
    assert made["because"] == checker.LEMMAS["value-error-lower-bound"]["because"]


def test_a_float_mdp_is_refused():
    with pytest.raises(TypeError, match="an MDP of a certificate must be exact"):
        dataclasses.replace(example(), objects={"M": two_states().to_float()}).to_json()


def test_an_unknown_lemma_is_refused():
    with pytest.raises(ValueError, match=r"theorem must be one of identity-value-error, .*, got 'cauchy'"):
        lemma("x", "cauchy", mdp="M", sigma=1)


def test_the_canonical_form():
    raw = example().to_bytes()
    data = json.loads(raw, parse_float=pytest.fail)
    assert raw.endswith(b"}\n")
    assert list(data) == sorted(data)
    assert "—" in raw.decode()
    assert Certificate.from_json(data).to_bytes() == raw


def test_constants_are_found_through_each_other():
    constants = {"a": ref("b") * 2, "b": ref("c") + 1, "c": 3, "d": 4}

    assert list(used(constants, [{"left": -ref("a")}])) == ["a", "b", "c"]


def test_the_digest_is_that_of_the_content():
    same = dataclasses.replace(example(), objects=dict(reversed(example().objects.items())))
    other = example().about(Binding("paper/theorem", "another"))
    assert same.digest == example().digest
    assert other.digest != example().digest
    assert len(example().digest) == 64


def test_files(tmp_path):
    path = example().save(tmp_path / "new" / "folder")
    assert path.name == f"{example().digest}.json"
    assert load(path).digest == example().digest
    assert load(path).check()["accepted"]


@pytest.mark.parametrize("text", ["", "{}", "[1.5]", '{"format": "theory-checks/certificate"}'])
def test_a_file_that_is_no_certificate(tmp_path, text):
    (tmp_path / "x.json").write_text(text)
    with pytest.raises(checker.Refused):
        load(tmp_path / "x.json")


def test_a_certificate_is_written_only_about_a_statement():
    loose = dataclasses.replace(example(), statement=None)
    with pytest.raises(ValueError, match="a certificate must be about a statement, got one without"):
        loose.to_json()
    assert loose.check()["accepted"]  # as one about a statement without a name


def test_values_take_the_place_of_a_conclusion():
    statement = Binding("paper/theorem", formal=relations("v <= 1"))
    certificate = dataclasses.replace(example(), conclusion=None, values={"v": ref("v", 1)}, statement=statement)
    assert certificate.check()["sentence"] == "accepted: 2 > 1"
    assert Certificate.from_json(certificate.to_json()) == certificate.from_json(certificate.to_json())
    assert Certificate.from_json(certificate.to_json()).to_bytes() == certificate.to_bytes()


def test_it_is_frozen():
    with pytest.raises(dataclasses.FrozenInstanceError):
        example().says = "Something else."  # type: ignore[misc]


def test_wrong_parameters():
    with pytest.raises(ValueError, match="path-level must have the parameters level, sigma, got sigma, height"):
        lemma("x", "path-level", sigma=1, height=2)
