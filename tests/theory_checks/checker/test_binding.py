"""A certificate is about one statement as it stands, and what it decides follows from that statement."""

import copy
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from raw import certificate, fact, lemma, mean_max, op, ref, relation, statement

from theory_checks.checker import checker
from theory_checks.core.binding import Binding
from theory_checks.core.domain import domain
from theory_checks.core.parsing import relations

ROOT = Path(__file__).resolve().parents[3]
BOUND = op("/", op("*", 2, op("sqrt", 2), "sigma"), op("*", op("sqrt", op("*", "n", op("pi"))), op("-", 1, "gamma")))
DOMAIN = [relation("n", ">=", 1), relation(0, "<=", "gamma"), relation("gamma", "<", 1), relation("sigma", ">", 0)]
ERROR = {"is": "value-error", "mdp": "M", "sigma": ref("sigma")}
CLAIM = {"formal": [relation("error", "<=", BOUND)], "domain": DOMAIN, "integers": ["n"]}
PARTS = CLAIM | {"quantities": {"error": ERROR}}
SIZES = [relation("n", "=", "M.states"), relation("gamma", "=", "M.discount")]
TIED = PARTS | {"domain": [*DOMAIN, *SIZES]}
STATEMENT = statement("dpdqn/prop10", "reward-noise", printed=[r"\frac{1}{n} \leq 1"], **PARTS)
VALUES = {"error": "error", "n": "M.states", "gamma": "M.discount", "sigma": 1}
EYE = [[str(int(s == t)) for t in range(5)] for s in range(5)]


def example(**changes):
    mdp = {"transitions": [EYE], "rewards": [["0"] * 5], "discount": "1/2"}
    parts = {
        "statement": STATEMENT,
        "objects": {"M": mdp},
        "given": [lemma("error", "identity-value-error", mdp="M", sigma=1)],
        "values": VALUES,
    }
    return certificate(None, **parts | changes)


def answer(data, expected=None):
    return checker.check_bytes(json.dumps(data).encode(), expected)


def stated(**changes):
    """Return the statement with other parts and the digest that belongs to them."""
    return statement(**{"id_": "dpdqn/prop10", "reading": "reward-noise", "printed": [], **PARTS} | changes)


def test_the_conclusion_is_the_negation_of_the_statement_at_the_values():
    actual = answer(example())
    assert actual["sentence"] == "accepted: 1.59576... > 1.42729..."
    assert actual["details"][0] == (
        "relation 1 of dpdqn/prop10#reward-noise fails for error = error, gamma = M.discount, n = M.states, sigma = 1"
    )


def test_what_stands_behind_a_symbol_of_another_part_is_used():
    lemmas = [lemma(name, f"identity-value-{name}", mdp="M", sigma=1) for name in ("error", "bias")]
    two = stated(formal=[*PARTS["formal"], relation("bias", "<=", "error")])
    through = {"constants": {"half": op("/", "bias", 2)}, "values": VALUES | {"bias": "half"}}
    for parts in ({"values": VALUES | {"bias": "bias"}}, through):
        assert answer(example(statement=two, given=lemmas, **parts))["accepted"]
    unused = answer(example(given=lemmas))["sentence"]
    assert unused == 'refused: a name must be used by a fact or by the conclusion, got "bias"'


def test_the_digest_of_the_builder_is_that_of_the_checker():
    text = "error <= 2*sqrt(2)*sigma/(sqrt(n*pi)*(1 - gamma))"
    limits = domain("n >= 1 integer", "0 <= gamma < 1", "sigma > 0")
    binding = Binding(
        "dpdqn/prop10",
        "reward-noise",
        (r"\frac{1}{n} \leq 1",),
        relations(text),
        limits,
        {"error": ERROR | {"sigma": "sigma"}},
    )
    assert binding.to_json() == STATEMENT
    assert checker.digest_of(STATEMENT) == binding.digest
    assert Binding.from_json(STATEMENT) == binding
    with pytest.raises(ValueError, match="digest must be"):
        Binding.from_json(STATEMENT | {"id": "dpdqn/lemma16"})


def test_it_must_be_about_the_statement_as_it_stands():
    key = "dpdqn/prop10#reward-noise"
    assert answer(example(), {key: STATEMENT["digest"]})["accepted"]
    for expected in ({}, {key: "0" * 16}, {"dpdqn/prop10#printed": STATEMENT["digest"]}):
        sentence = answer(example(), expected)["sentence"]
        assert sentence == f'refused: the certificate must be about a statement as it stands, got "{key}"'


OTHER = {
    "another id": {"id_": "dpdqn/lemma16"},
    "another reading": {"reading": "printed"},
    "another formula": {"formal": [relation("error", "<", BOUND)]},
    "another domain": {"domain": [*DOMAIN[:3], relation("sigma", ">=", 0)]},
    "other printed formulas": {"printed": ["x"]},
    "no integers": {"integers": []},
}


@pytest.mark.parametrize("name", OTHER)
def test_a_relabelled_certificate_is_refused(name):
    """With the old digest it contradicts itself; with a new one it is about nothing that is expected."""
    other = stated(**OTHER[name])
    forged = example(statement=other | {"digest": STATEMENT["digest"]})
    assert answer(forged)["sentence"].startswith("refused: digest must be that of the statement")
    expected = {"dpdqn/prop10#reward-noise": STATEMENT["digest"], "dpdqn/lemma16#reward-noise": "1" * 16}
    assert "as it stands" in answer(example(statement=other), expected)["sentence"]


@pytest.mark.parametrize(
    ("values", "rule"),
    [
        ({"n": 3}, "the conclusion must be true"),
        ({"n": "9/2"}, "n must be an integer"),
        ({"n": op("sqrt", 26)}, "n must be an integer"),
        ({"n": 0}, "the values must satisfy the domain"),
        ({"gamma": 1}, "the values must satisfy the domain"),
        ({"sigma": -1}, "the values must satisfy the domain"),
        ({"error": 1000}, "error must be what a lemma gives of"),
        ({"error": op("exp", 1000)}, "error must be what a lemma gives of"),
        ({"extra": 1}, "values must be given of exactly the symbols error gamma n sigma"),
        ({"n": "nothing"}, "a name must be declared"),
    ],
)
def test_other_values(values, rule):
    assert rule in answer(example(values=VALUES | values))["sentence"]


@pytest.mark.parametrize("value", ["1/0", "NaN", [], {}, True, None, op("/", 1, 0), op("log", -1), ref("nothing")])
def test_the_value_of_a_symbol_of_another_relation_is_a_number_all_the_same(value):
    about = stated(formal=[relation("n", "<=", 1), relation("other", "<=", 1)], quantities={})
    data = example(statement=about, objects={}, given=[], values={"n": 2, "gamma": 0, "sigma": 1, "other": 7})
    assert answer(data)["sentence"] == "accepted: 2 > 1"

    data["values"]["other"] = value

    assert not answer(data)["accepted"]


@pytest.mark.parametrize(
    ("limits", "accepted"),
    [
        ([relation("size", ">", 0)], False),  # a name for a formula: no number of its own
        ([relation("size", "=", op("+", "n", 1))], True),  # the statement says of two formulas that they are one
    ],
)
def test_what_defines_a_name_is_not_refuted_by_another_number(limits, accepted):
    claims = [relation("n", "<=", 9), relation("size", "=", op("*", "n", "n"))]
    about = stated(formal=claims, domain=[relation("n", ">=", 1), *limits], quantities={})
    data = example(statement=about, objects={}, given=[], values={"n": 2, "size": 3}, part=1)

    found = answer(data)

    assert found["accepted"] == accepted
    assert accepted or "size must be tied to what a lemma gives by quantities, or assumed" in found["sentence"]
    assert answer(data | {"assumed": ["the size is 3"]})["accepted"]


@pytest.mark.parametrize("missing", VALUES)
def test_a_missing_value(missing):
    values = {name: x for name, x in VALUES.items() if name != missing}
    assert "values must be given of exactly the symbols" in answer(example(values=values))["sentence"]


@pytest.mark.parametrize("part", [-1, 1, True, "0", None, 0.5, [0]])
def test_the_part_is_the_place_of_a_relation(part):
    assert not answer(example(part=part))["accepted"]


def test_a_conclusion_of_its_own_refutes_no_formula():
    """`1 > 0` was accepted against any formula, and a run gave REFUTED, if it was assumed to contradict it."""
    data = example() | {"conclusion": relation("error", ">", 0)}
    assert "must have exactly the fields" in answer(data)["sentence"]
    del data["values"], data["part"]
    assert "must rest on what is assumed" in answer(data)["sentence"]
    sentence = answer(data | {"assumed": ["the error is what the statement bounds"]})["sentence"]
    assert sentence == "refused: a statement that is a formula must be refuted at values of its symbols"


@pytest.mark.parametrize("blank", ["", " ", "\n", "\u200b", "1.", "\u3000"])
def test_what_is_assumed_is_said_in_words(blank):
    """A blank among what is assumed let a certificate choose any value, and say nothing of it."""
    data = certificate(relation(1, ">", 0), constants={"x": 1}, assumed=["Any text.", blank])
    assert "what is assumed must be said in words" in answer(data)["sentence"]


def test_a_conclusion_of_its_own_always_rests_on_what_is_assumed():
    data = certificate(relation(1, ">", 0)) | {"assumed": []}
    assert "a conclusion of its own must rest on what is assumed" in answer(data)["sentence"]


def test_an_index_of_the_statement_captures_no_name_of_a_value():
    """`C <= n` for all C, and the sum over k of C: a value that speaks of k must not become the index."""
    body = {"op": "series", "index": "k", "from": "1", "to": {"ref": "n"}, "body": ref("C")}
    about = statement("t/x", formal=[relation(body, "<=", "n")], domain=[relation("n", ">", 0)])
    parts = {"statement": about, "assumed": ["Any text."]}
    assert answer(certificate(None, values={"n": 3, "C": 2}, **parts))["accepted"]
    assert "a name must be declared" in answer(certificate(None, values={"n": 3, "C": "k"}, **parts))["sentence"]


def test_without_a_formula_the_conclusion_is_tied_by_an_assumption_that_is_shown():
    data = certificate(relation(mean_max(["x"], [2]), ">", 0), constants={"x": 1}, assumed=["x is a deviation"])
    assert answer(data)["details"] == ["assumed: this contradicts paper/theorem#printed", "assumed: x is a deviation"]


def test_a_conclusion_that_speaks_of_nothing():
    data = certificate(None) | {"conclusion": relation(1, ">", 0)}
    assert "the conclusion must speak of something" in answer(data)["sentence"]


def test_an_assumption_may_take_the_place_of_a_lemma():
    given = VALUES | {"error": 1000, "n": 5, "gamma": "1/2"}
    data = example(statement=stated(quantities={}), values=given, given=[], objects={}, assumed=["The error is 1000."])
    assert "error must be tied to what a lemma gives" in answer(data | {"assumed": []})["sentence"]
    assert answer(data)["accepted"]
    assert answer(data)["details"][-1] == "assumed: The error is 1000."


def test_a_lower_bound_stands_for_its_symbol_on_either_side_of_the_statement():
    given = [lemma("p", "path-level", level=0, sigma=1)]
    limits = {"domain": [relation("sigma", ">", 0)], "quantities": {"p": {"is": "path-level"}}}
    for formal in (relation("p", "<", op("/", "sigma", 3)), relation(op("/", "sigma", 3), ">", "p")):
        about = statement("t/x", formal=[formal], **limits)
        data = certificate(None, statement=about, given=given, values={"p": "p", "sigma": 1})
        assert answer(data)["accepted"], answer(data)


def test_an_upper_bound_on_a_lower_bound_proves_nothing():
    given = [lemma("p", "path-level", level=0, sigma=1)]
    about = statement("t/x", formal=[relation("p", ">=", 1)])
    data = certificate(None, statement=about, given=given, values={"p": "p"})
    assert not answer(data)["accepted"]


def test_a_fact_alone_ties_no_symbol_to_the_statement():
    about = statement("t/x", formal=[relation("total", "=", 2)])
    parts = {"objects": {"w": ["1/2", "1/2"]}, "facts": [fact("distribution", weights="w")]}
    data = certificate(
        None, statement=about, values={"total": "c"}, constants={"c": op("+", ref("w", 0), ref("w", 1))}, **parts
    )
    assert "total must be tied to what a lemma gives" in answer(data)["sentence"]
    assert answer(data | {"assumed": ["total is the sum of the weights"]})["sentence"] == "accepted: 1 != 2"


HOSTILE = [
    {"formal": [relation({"ref": "v", "at": [0]}, ">", 0)]},
    {"formal": [relation({"op": "sum", "of": ["v"]}, ">", 0)]},
    {"formal": [relation({"ref": ["v"]}, ">", 0)]},
    {"formal": [relation({"ref": "v"}, "~", 0)]},
    {"formal": [relation({"op": "+", "args": 5}, ">", 0)]},
    {"formal": [{"relation": ">", "left": "1"}]},
    {"formal": {"a": 1}},
    {"formal": "x"},
    {"formal": 5},
    {"domain": None},
    {"integers": [1]},
    {"printed": "x"},
    {"printed": ["\ud800"]},
    {"id": 5},
    {"digest": None},
    {"extra": 1},
]


@pytest.mark.parametrize("change", HOSTILE, ids=str)
def test_hostile_statements(change):
    """One clear refusal for each, with the digest that belongs to it where it has one."""
    broken = copy.deepcopy(STATEMENT) | change
    if "digest" not in change and change.get("printed") != ["\ud800"]:
        broken["digest"] = checker.digest_of(broken)
    actual = checker.check_bytes(json.dumps(example(statement=broken)).encode())
    assert not actual["accepted"]
    assert actual["sentence"].startswith("refused: ")


def test_constants_in_a_circle_are_refused():
    data = example(values=VALUES | {"error": "a"}, constants={"a": ref("b"), "b": ref("a")})
    assert not answer(data)["accepted"]


def test_the_command_reads_the_digests_of_results(tmp_path):
    (tmp_path / "cert.json").write_text(json.dumps(example()))

    def run(digest):
        readings = [{"name": "reward-noise", "digest": digest}]
        (tmp_path / "results.json").write_text(
            json.dumps({"statements": [{"id": "dpdqn/prop10", "readings": readings}]})
        )
        command = [sys.executable, "-I", str(ROOT / "theory_checks/checker/checker.py"), "--statements", "results.json"]
        return subprocess.run([*command, "cert.json"], cwd=tmp_path, capture_output=True, text=True, check=False)

    assert run(STATEMENT["digest"]).returncode == 0
    assert run("0" * 16).returncode == 1
    (tmp_path / "results.json").write_text("{}")
    assert run(None).returncode == 1


SERIES = {
    "op": "series",
    "index": "k",
    "from": "0",
    "to": {"ref": "n"},
    "body": {"op": "pow", "args": [{"ref": "x"}, {"ref": "k"}]},
}


def geometric(n, x, **change):
    """A certificate against `sum over k from 0 to n of x^k <= 2`."""
    formal = [relation(SERIES | change, "<=", 2)]
    about = stated(formal=formal, domain=[relation("x", ">", 0)], integers=["n"], quantities={})
    return certificate(None, statement=about, values={"n": n, "x": Fraction(x)})


@pytest.mark.parametrize(
    ("n", "x", "fails"),
    [(3, Fraction(9, 10), True), (2, Fraction(1, 2), False), (0, 7, False), (40, Fraction(1, 2), False)],
)
def test_a_series_is_added_up_over_the_integers_between_its_ends(n, x, fails):
    assert (sum(Fraction(x) ** k for k in range(n + 1)) > 2) == fails
    assert answer(geometric(n, x))["accepted"] == fails


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"to": {"op": "*", "args": [{"ref": "n"}, "1/2"]}}, "an integer must stand here"),
        ({"to": {"op": "pow", "args": ["10", {"ref": "n"}]}}, "at most 10^5 integers"),
        ({"index": 3}, "values must be given of exactly the symbols"),
        ({"from": None}, "must"),
        ({"body": []}, "must"),
    ],
)
def test_a_series_that_is_none(change, rule):
    assert rule in answer(geometric(9, Fraction(9, 10), **change))["sentence"]


def test_the_index_of_a_series_hides_no_name_of_the_certificate():
    data = geometric(3, Fraction(9, 10))
    sentence = answer(data)["sentence"]
    data["constants"] = {"k": "9/10"}
    data["values"]["x"] = {"ref": "k"}
    assert answer(data)["sentence"] == sentence
    assert sentence.startswith("accepted")
    data["constants"] = {"c": SERIES | {"to": "3"}, "x": "1", "k": "2"}
    assert not answer(data)["accepted"]


def tied(**changes):
    """A certificate about a statement that says which MDP and which noise its symbols belong to."""
    return example(**{"statement": statement("dpdqn/prop10", "reward-noise", **TIED)} | changes)


def test_symbols_are_those_of_the_mdp_and_of_the_lemma():
    assert answer(tied())["accepted"]


MDP = example()["objects"]["M"]


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"values": VALUES | {"n": 100}}, "the values must satisfy the domain"),
        ({"values": VALUES | {"gamma": 0}}, "the values must satisfy the domain"),
        ({"values": VALUES | {"sigma": "1/100"}}, "sigma of error must be that of the statement"),
        ({"values": VALUES | {"error": 1000}}, "error must be what a lemma gives of"),
        ({"given": [lemma("error", "identity-value-bias", mdp="M", sigma=1)]}, "error must be what a lemma gives of"),
        ({"given": [lemma("error", "identity-value-error", mdp="M", sigma=2)]}, "sigma of error must be that"),
        ({"objects": {"M": MDP, "N": MDP}}, "the MDPs must be those of the statement"),
        (
            {"objects": {"N": MDP}, "given": [lemma("error", "identity-value-error", mdp="N", sigma=1)]},
            "the MDPs must be",
        ),
        ({"values": VALUES | {"error": "error"}, "assumed": ["anything"], "given": []}, ""),
    ],
)
def test_a_symbol_of_something_else_is_refused(changes, rule):
    result = answer(tied(**changes))
    assert (result["accepted"], rule in result["sentence"]) == (False, True), result["sentence"]


@pytest.mark.parametrize(
    "quantity", [None, [], {"is": 3}, {"is": "value-error", "mdp": "N"}, {"is": "value-error", "x": "1"}]
)
def test_a_quantity_that_no_lemma_gives(quantity):
    about = statement("dpdqn/prop10", "reward-noise", **TIED | {"quantities": {"error": quantity}})
    assert not answer(example(statement=about))["accepted"]
