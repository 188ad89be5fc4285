"""What a statement claims: names of formulas in `let`, one statement's bound in another, and certificates from both."""

import pytest

from theory_checks.core.binding import Binding
from theory_checks.core.certificate import instance
from theory_checks.core.formal import formal, resolved
from theory_checks.core.formula import num, ref
from theory_checks.core.parsing import parse

ROOM = [
    {"id": "p/bound", "formal": ["error <= c/n"], "let": {"c": "2*sigma"}},
    {"id": "p/read", "reading": [{"name": "small", "formal": ["x <= n"]}, {"name": "large", "formal": ["x <= n**2"]}]},
    {"id": "p/same", "formal": ["loss <= bound"], "let": {"bound": "p/bound"}},
    {"id": "p/third", "formal": ["gain <= bound"], "let": {"bound": "p/same"}},
    {"id": "p/other", "reading": [{"name": "one", "formal": ["y <= bound"], "let": {"bound": "p/read#large"}}]},
]


def claim_of(entry):
    return formal(entry["formal"], let=entry["let"]).claims[0]


def test_a_name_stands_for_its_formula_in_claims_in_the_domain_and_in_quantities():
    made = formal(
        ["tail <= exp(-level)"],
        ["level > 0"],
        let={"level": "u + 1"},
        quantities={"tail": {"is": "path-level", "level": "2*level", "sigma": "1"}},
    )

    assert str(made.claims[0]) == "tail <= exp(-(u + 1))"
    assert str(made.domain.relations[0]) == "u + 1 > 0"
    assert made.quantities == {"tail": {"is": "path-level", "level": parse("2*(u + 1)"), "sigma": num(1)}}
    assert made.let == {"level": parse("u + 1")}


@pytest.mark.parametrize(("id_", "right"), [("p/same", "2*sigma/n"), ("p/third", "2*sigma/n")])
def test_a_bound_of_another_statement_stands_once(id_, right):
    entry = next(entry for entry in resolved(ROOM) if entry["id"] == id_)

    assert claim_of(entry).right == parse(right)


def test_a_reading_takes_the_bound_of_a_reading():
    (reading,) = next(entry for entry in resolved(ROOM) if entry["id"] == "p/other")["reading"]

    assert claim_of(reading).right == parse("n**2")


def tail():
    quantities = {"tail": {"is": "path-level", "level": "level", "sigma": "sigma"}}
    return formal(["tail <= 1/10"], ["sigma > 0"], let={"level": "u*sigma"}, quantities=quantities)


def test_an_instance_has_the_lemmas_of_its_quantities_at_the_values():
    made = instance(tail(), "One value is often above.", {"u": 1, "sigma": 2})

    assert made.values == {"u": 1, "sigma": 2, "tail": ref("tail")}
    assert made.given[0]["parameters"] == {"level": parse("1*2"), "sigma": num(2)}


@pytest.mark.parametrize(("u", "accepted"), [(1, True), (2, False)])
def test_an_instance_is_decided_by_the_statement(u, accepted):
    quantities = {"tail": {"is": "path-level", "level": "u*sigma", "sigma": "sigma"}}
    limits = formal(["tail <= 1/10"], ["sigma > 0", "u > 0"])
    binding = Binding("p/tail", formal=limits.claims, domain=limits.domain, quantities=quantities)
    made = instance(formal(["tail <= 1/10"], quantities=quantities), "", {"u": u, "sigma": 2}).about(binding)

    assert made.check()["accepted"] == accepted


def test_another_lemma_may_give_a_quantity():
    claims = formal(
        ["mean <= 1"], quantities={"mean": {"is": "grid-mean", "level": "1", "beta": "1", "sigma": "sigma"}}
    )
    made = instance(claims, "", {"sigma": 9}, part=0, by={"mean": "finer-grid-mean"})

    assert [entry["theorem"] for entry in made.given] == ["finer-grid-mean"]
