"""What can be tried of a statement: read from its entry, with references in the place of formulas."""

import tomllib
from dataclasses import replace

import pytest

from theory_checks.checker.checker import Checker
from theory_checks.core.explore import explored
from theory_checks.core.formula import num
from theory_checks.core.parsing import parse
from theory_checks.core.statement import Ledger, LedgerError, Reading, Statement
from theory_checks.engine import papers

TEXT = """
says = "An example."
across = "n"
promise = "error <= printed"
sliders.n = { from = 1, to = 9, start = 5 }
sliders.sigma = { from = 1, to = 3, start = 1 }
curves.error = { is = "sigma/2", says = "the error" }
curves.printed = { is = "p/a", says = "the bound" }
"""
CLAIMS = Reading(
    formal=["error <= sigma/n", "other >= 2*sigma"],
    where=["n >= 1 integer", "level == 3*n", "m >= 2", "sigma < n"],
    quantities={"error": {"is": "thing", "size": "n + 1"}},
)


def ledger(text, **more):
    shared = {"label": "L", "kind": "lemma", "place": "1", "quantifier": "forall", "says": "S"}
    made = Statement(id="p/a", readings=(CLAIMS, replace(CLAIMS, name="two", formal=["error <= 7*n"])), **shared)
    empty = Statement(id="p/empty", **shared)
    explore = None if text is None else tomllib.loads(text)
    return Ledger((), {"p/a": replace(made, explore=explore, **more), "p/empty": empty})


def read(text=TEXT, **more):
    known = ledger(text, **more)
    return explored(known["p/a"], known)


def value_of(text):
    """Return what a curve with this text is, as JSON."""
    return read(TEXT.replace('"sigma/2"', f"'{text}'")).curves["error"][1]


def test_a_statement_without_an_entry_has_nothing_to_try():
    assert read(None) is None


def test_no_verdict_and_no_digest_looks_at_it():
    with_it, without = ledger(TEXT)["p/a"], ledger(None)["p/a"]

    assert with_it.digest == without.digest
    assert [with_it.binding(x.name).digest for x in with_it.readings] == [
        without.binding(x.name).digest for x in without.readings
    ]


def test_sliders_curves_and_promises():
    data = read().to_json()

    assert [(x["name"], x["label"], x["values"][x["start"]]) for x in data["sliders"]] == [
        ("n", "n", "5"),
        ("sigma", r"\sigma", "1"),
    ]
    assert [(x["name"], x["says"]) for x in data["curves"]] == [("error", "the error"), ("printed", "the bound")]
    assert data["promises"] == [{"words": "As printed", "left": "error", "sign": "<=", "right": "printed", "where": []}]
    assert (data["across"], data["scale"], data["names"]) == ("n", "linear", {})


def test_the_statement_says_how_its_symbols_are_printed():
    data = read(symbols={"n": r"\nu"}).to_json()

    assert data["sliders"][0]["label"] == r"\nu"


@pytest.mark.parametrize(
    ("reference", "formula"),
    [
        ("p/a", "sigma/n"),
        ("p/a#two", "7*n"),
        ("p/a:2", "2*sigma"),
        ("p/a:other", "2*sigma"),
        ("p/a:level", "3*n"),
        ("p/a:error.size", "n + 1"),
        ("sigma + n", "sigma + n"),
    ],
)
def test_a_reference_is_the_formula_that_stands_there(reference, formula):
    assert value_of(reference) == parse(formula).to_json()


def test_the_left_side_is_named_as_such():
    text = TEXT.replace('is = "sigma/2"', 'is = "left of p/a:2", with = { other = "n" }')

    assert read(text).curves["error"][1] == {"ref": "error.other"}
    assert read(text).names["error.other"] == {"ref": "n"}


def test_names_may_speak_of_those_before():
    text = TEXT.replace('"sigma/2"', '"b"') + 'let = { a = "n", b = "a + sigma" }\n'

    assert list(read(text).names) == ["a", "b"]


def test_a_lemma_brings_what_it_names_on_the_way():
    text = TEXT.replace('is = "sigma/2"', 'is = "gaussian-delta", with = { epsilon = "n", mu = "1/sigma" }')
    data = read(text)

    assert list(data.names) == ["error.epsilon", "error.mu", "error.a", "error.b"]
    assert Checker().symbols(data.curves["error"][1]) == {"error.a", "error.b", "error.epsilon"}


def test_a_case_of_a_lemma_is_named_by_its_number():
    text = TEXT + 'let = { count = "2" }\n'

    assert read(text.replace('"sigma/2"', '"independent-max-variance:1"')).curves["error"][1] == (
        (num("sigma") * num("sigma")).to_json()
    )


def test_the_index_of_a_sum_is_no_name():
    text = TEXT.replace('"sigma/2"', '"Sum(n, 1, sigma, n)"')

    assert read(text).curves["error"][1]["index"] == "n."


def test_limits_are_relations_or_the_domain_of_a_statement_as_far_as_it_speaks_of_sliders():
    def where(limits):
        return read(TEXT + f"where = {limits}\n").promises[0].where

    assert [x["relation"] for x in where('["0 < n <= 5"]')] == ["<", "<="]
    assert [(x["relation"], x["left"]) for x in where('["p/a"]')] == [(">=", {"ref": "n"}), ("<", {"ref": "sigma"})]


def test_what_names_stand_for_is_not_asked_of_them_again():
    text = TEXT + 'let = { m = "1" }\nwhere = ["p/a"]\n'

    assert [x["left"] for x in read(text).promises[0].where] == [{"ref": "n"}, {"ref": "sigma"}]


def test_the_correction_has_limits_of_its_own():
    text = TEXT + 'repaired = "error < bound"\nrepaired_where = ["n > 2"]\n'
    data = read(text + 'curves.bound = { is = "n", says = "the bound to use" }\n').to_json()

    assert [(x["words"], x["sign"], len(x["where"])) for x in data["promises"]] == [
        ("As printed", "<=", 0),
        ("Use instead", "<", 1),
    ]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (('says = "An example."', ""), "explore must say its says, got nothing"),
        (('across = "n"', 'across = "m"'), "across must be one of n, sigma, got 'm'"),
        (('across = "n"', 'across = "n"\nscale = "cubic"'), "scale must be one of linear, log, got 'cubic'"),
        (('across = "n"', 'across = "n"\ncolour = 1'), "explore must use the keys .*, got 'colour'"),
        (("curves.error", 'curves."e>"'), "sliders and curves must have names of letters, digits and _, got 'e>'"),
        (("sliders.sigma", 'sliders."1x"'), "sliders and curves must have names of letters, digits and _, got '1x'"),
        (('across = "n"', 'across = "n"\nlet = 5'), "let must be a table, got 5"),
        (("error <= printed", "error <= nothing"), "promise must be a relation between two of the curves error,"),
        (("error <= printed", "error <= error"), "promise must be a relation between two of the curves"),
        (("error <= printed", "error <= printed <= error"), "promise must be a relation between two of the curves"),
        (("error <= printed", "error"), "a formula must be compared with another where a relation is wanted"),
        (('"sigma/2"', "5"), "what error is must be a formula, a statement or a lemma, and no slider, got 5"),
        (('is = "sigma/2", ', ""), "what error is must be a formula, a statement or a lemma, and no slider, got None"),
        (('says = "the error"', "says = 5"), "curve error must say in words what it is, got 5"),
        (('says = "the error"', 'says = "e", is_not = 1'), "curve error must use the keys is, says, with, got"),
        (('"sigma/2"', '"sigma/"'), "a formula must read like Python, got 'sigma/'"),
        (('"sigma/2"', '"mu/2"'), "a name in 'mu/2' must be one of n, sigma, got 'mu'"),
        (('"sigma/2"', '"p/b"'), "a name in 'p/b' must be one of n, sigma, got 'b'"),
        (('"sigma/2"', '"v[1]"'), "a statement must not speak of lists, got 'v\\[1\\]'"),
        (('"p/a"', '"p/a#three"'), "a reading of p/a must be one of printed, two, got 'three'"),
        (('"p/a"', '"p/a:9"'), "a reference must name a statement with a relation or part 9, got 'p/a:9'"),
        (('"p/a"', '"p/a:mu"'), "a reference must name a statement with a relation or part mu, got 'p/a:mu'"),
        (('"p/a"', '"p/a:error.mu"'), "a reference must name a statement with a relation or part error.mu"),
        (('"p/a"', '"p/empty"'), "a reference must name a statement with a formula, got 'p/empty'"),
        (('"p/a"', '"independent-max-variance"'), "a lemma must have one value or the case that is named, and"),
        (('"p/a"', '"independent-max-variance:3"'), "a lemma must have one value or the case that is named"),
        (('"p/a"', '"gaussian-delta:1"'), "a lemma must have one value or the case that is named"),
        (('"p/a"', '"one-step-error"'), "a lemma must have one value or the case that is named, and no lists"),
        (('"p/a"', '"gaussian-delta"'), "a name in 'gaussian-delta' must be one of n, sigma, got 'epsilon'"),
        (('across = "n"', 'across = "n"\nlet.sigma = "n"'), "what sigma is must be .*, and no slider, got 'n'"),
        (('across = "n"', 'across = "n"\nwhere = "n > 1"'), "where must be a list of relations, got 'n > 1'"),
        (('across = "n"', 'across = "n"\nwhere = ["mu > 1"]'), "a name in 'mu > 1' must be one of n, sigma, got 'mu'"),
        (('across = "n"', 'across = "n"\nwhere = ["n"]'), "a formula must be compared with another"),
        (("start = 5", "start = 50"), "start of n must be one of its values, got 50"),
    ],
)  # fmt: skip
def test_what_breaks_a_rule(change, message):
    with pytest.raises(LedgerError, match=message) as error:
        read(TEXT.replace(*change))

    assert "\n" not in str(error.value)
    assert "p/a" in str(error.value)


def test_a_file_with_such_an_entry_is_refused_when_it_is_read(tmp_path):
    entry = '[[statement]]\nid = "p/a"\nlabel = "L"\nkind = "lemma"\nplace = "1"\nquantifier = "forall"\nsays = "S"\n'
    (tmp_path / "room").mkdir()
    (tmp_path / "paper.toml").write_text('key = "p"\ntitle = "T"\nauthors = "A"\nyear = 2020\n')
    (tmp_path / "room/statements.toml").write_text(f'{entry}untested = "later"\n[statement.explore]\nacross = "n"\n')

    with pytest.raises(LedgerError, match=r"explore must say its says, got nothing at explore of p/a"):
        papers.read([tmp_path])
