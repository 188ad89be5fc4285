"""One claim on trial: controls, certificates and errors all end in the record, never in the caller."""

import json
import math
from dataclasses import replace
from fractions import Fraction

import pytest

from theory_checks.core.certificate import Certificate
from theory_checks.core.claim import Claim, Trial
from theory_checks.core.evidence import Region, exact
from theory_checks.core.exhibits import Figure, Series, Table
from theory_checks.core.formula import ref
from theory_checks.core.signals import TerminatedError
from theory_checks.core.statement import Reading, Statement
from theory_checks.engine import execution


def halves(trial: Trial, *, bound=lambda n: n):
    """The claim under test: n/2 <= bound(n) for n = 1, 2, 3."""
    for n in (1, 2, 3):
        yield exact(f"n = {n}", n, "<=", 2 * bound(n), certificate=certificate(n, bound(n)))


def certificate(n, bound):
    return Certificate(says="s", constants={"n": n}, conclusion=ref("n") > 2 * bound)


def claim(function=halves, **more):
    return Claim(**({"id": "t/x", "reading": "printed", "function": function} | more))


def execute(a_claim, seed=0, kind="lemma", **role):
    reading = Reading(domain="n <= 3", refuted_by="a larger n", covers="all n", **role)
    texts = dict.fromkeys(("label", "place", "quantifier", "says"), "x")
    return execution.execute(a_claim, Statement(id=a_claim.id, kind=kind, readings=(reading,), **texts), seed)


def plain_halves(trial: Trial, *, bound=lambda n: n):
    for n in (1, 2, 3):
        yield exact(f"n = {n}", n, "<=", 2 * bound(n))


BROKEN = {"a quarter": {"bound": lambda n: 0}}
SOUND = {"itself": {"bound": lambda n: n}}


def test_a_true_statement_with_a_failing_control_is_verified():
    record = execute(claim(plain_halves, broken=BROKEN))

    assert (record["verdict"], record["error"]) == ("VERIFIED", None)
    assert record["controls"] == [
        {"name": "a quarter", "kind": "broken", "behaved": True, "detail": "refuted on: n = 1"}
    ]


def test_a_control_that_passes_everything_is_found_out():
    record = execute(claim(plain_halves, broken={"the same": {"bound": lambda n: n}}))

    assert record["verdict"] == "INCONCLUSIVE"
    assert record["controls"][0]["behaved"] is False


def false_halves(trial: Trial, *, bound=lambda n: 1):
    for n in (1, 2, 3):
        failing = n > 2 * bound(n)
        yield exact(f"n = {n}", n, "<=", 2 * bound(n), certificate=certificate(n, bound(n)) if failing else None)


def test_a_false_statement_is_refuted_and_ships_its_certificate():
    record = execute(claim(false_halves, sound=SOUND))

    assert record["verdict"] == "REFUTED"
    shipped = record["certificates"][0]
    assert Certificate.from_json(shipped["certificate"]).check()["accepted"]
    assert shipped["compared"] == "3 > 2"
    assert [item["certificate"] for item in record["evidence"]] == [None, None, shipped["digest"]]


def wrongly_certified(trial: Trial, *, bound=lambda n: 1):
    yield exact("n = 1", 3, "<=", 2 * bound(1), certificate=certificate(1, bound(1)))


def test_a_certificate_that_the_checker_refuses_is_an_error():
    record = execute(claim(wrongly_certified, sound=SOUND))

    assert record["verdict"] == "INCONCLUSIVE"
    assert "RejectedCertificateError: the certificate of case 'n = 1' is refused" in record["error"]


def ending(trial: Trial):
    raise SystemExit(0)
    yield


def test_an_outcome_that_is_written_by_hand_against_its_numbers_is_an_error():
    def lying(trial: Trial):
        yield replace(exact("n = 1", 1, "<=", 2), left="5")

    record = execute(claim(lying))

    assert record["verdict"] == "INCONCLUSIVE"
    assert "evidence must have the outcome of its numbers, got 5 <= 2: holds" in record["error"]


def test_a_check_that_ends_the_program_ends_in_the_record():
    record = execute(claim(ending))

    assert record["verdict"] == "INCONCLUSIVE"
    assert "SystemExit: 0" in record["error"]


def test_an_end_of_its_own_kind_ends_in_the_record_too():
    class Own(SystemExit):
        pass

    def leaves(trial: Trial):
        raise Own(0)
        yield

    assert "Own: 0" in execute(claim(leaves))["error"]


def stopped(trial: Trial):
    raise TerminatedError(143)
    yield


class OddError(BaseException):
    """What is caught as no exception."""


def raises(trial):
    raise OddError


def shows(**texts):
    labels = {"title": "t", "x_label": "x", "y_label": "y", "series": (), "caption": ""} | texts
    return lambda trial: iter([exact("n = 1", 1, "<=", 2), Figure(**labels)])


@pytest.mark.parametrize(
    ("function", "told"),
    [
        (raises, "OddError"),
        (shows(series=[Series(label="s", x=(1,), y=(math.nan,))]), "ValueError: Out of range float values"),
        (shows(series=[Series(label="s", x=("a",), y=(1,))]), "could not convert string to float: 'a'"),
        (shows(title="\ud800"), "surrogates not allowed"),
        (shows(title=Fraction(1, 2)), "Object of type Fraction is not JSON serializable"),
        (shows(title=None), "Expected `str`, got `null` - at `$.figures[0].title`"),
        (shows(series=[Series(label="s", x=(1, 2), y=(1,))]), "y must have 2 values, got 1"),
        (shows(series=[Series(label="s", x=(1,), y=(1,), kind="dot")]), "Invalid enum value 'dot'"),
        (shows(series=[Series(label="s", x=(), y=(), kind="bars")], x_scale="log"), "axes must be linear for bars"),
        (lambda trial: iter([Table(title=7, columns=["a"])]), "Expected `str`, got `int` - at `$.tables[0].title`"),
        (lambda trial: iter([Table(title="t", columns=["a"], rows=[[1, 2]])]), "a row must have 1 cells, got 2"),
        (lambda trial: iter([exact("\ud800", 1, "<=", 2)]), "surrogates not allowed"),
        (lambda trial: iter([Table(title="t", columns=["a"], rows=[[math.inf]])]), "Out of range float values"),
        (lambda trial: iter([5]), "a check must yield evidence, figures, tables and silent tests, got int"),
    ],
)
def test_whatever_a_check_shows_the_record_can_be_written(function, told):
    record = execute(claim(function, broken={}))

    assert record["verdict"] == "INCONCLUSIVE"
    assert told in record["error"]
    assert json.loads(json.dumps(record, allow_nan=False, ensure_ascii=False).encode()) == record


def test_a_signal_during_a_check_ends_the_program():
    with pytest.raises(TerminatedError):
        execute(claim(stopped))


def crashing(trial: Trial, *, bound=None):
    yield exact("fine", 0, "<=", 1)
    raise ZeroDivisionError("in the claim")


def test_an_exception_is_recorded_with_its_place_and_no_machine_path():
    record = execute(claim(crashing, broken=BROKEN))

    assert (record["verdict"], record["evidence"]) == ("INCONCLUSIVE", [])
    assert "ZeroDivisionError: in the claim" in record["error"]
    assert str(__file__).rsplit("/tests/", 1)[0] not in record["error"]


def drawing(trial: Trial, *, bound=lambda n: n):
    yield from plain_halves(trial, bound=bound)
    yield Figure(title="f", x_label="x", y_label="y", series=[Series(label="s", x=[1 / 3], y=[float(trial.seed)])])
    yield Figure(
        title="b", x_label="", y_label="", series=[Series(label="s", x=[1], y=[2], low=[1], high=[3], kind="bars")]
    )
    yield Table(title="t", columns=["a"], rows=[[1 / 3]])


def test_exhibits_become_json():
    record = execute(claim(drawing, broken=BROKEN), seed=5)

    assert record["figures"][0]["series"][0]["y"] == [5.0]
    assert record["figures"][1]["series"] == [
        {"label": "s", "kind": "bars", "x": [1.0], "y": [2.0], "low": [1.0], "high": [3.0]}
    ]
    assert record["tables"][0]["rows"] == [[0.333333333]]
    json.dumps(record, allow_nan=False)


def randomly(trial: Trial, *, bound=lambda n: n):
    value = int(trial.rng("case").integers(1, 10**9))
    yield exact(f"n = {value}", value, "<=", 2 * bound(value))


@pytest.mark.parametrize(("seed", "same"), [(0, True), (1, False)])
def test_the_seed_and_the_names_decide_all_randomness(seed, same):
    first, second = (execute(claim(randomly, broken=BROKEN), seed=s) for s in (0, seed))

    assert (first["evidence"] == second["evidence"]) == same
    other = execute(claim(randomly, broken=BROKEN, id="t/y"), seed=0)
    assert other["evidence"] != first["evidence"]


def test_a_definition_is_shown_not_judged():
    assert execute(claim(plain_halves, broken=BROKEN), kind="definition")["verdict"] == "DEFINITION"


def test_an_amendment_of_a_definition_claims_something_and_is_judged():
    shown = claim(plain_halves, broken=BROKEN)
    assert execute(shown, kind="definition", amends="adds a claim")["verdict"] == "VERIFIED"


def bounded_inside(trial: Trial, *, bound=lambda n: n):
    yield exact("inside", 1, "<=", bound(1), region=Region.INSIDE)
    yield exact("outside", 2, "<=", bound(1), region=Region.OUTSIDE)


def test_a_broken_object_must_be_refuted_where_the_true_one_holds():
    record = execute(claim(bounded_inside, broken={"nearly the same": {"bound": lambda n: n + Fraction(1, 2)}}))

    assert record["controls"][0] == {
        "name": "nearly the same",
        "kind": "broken",
        "behaved": False,
        "detail": "not refuted",
    }


def test_a_broken_control_ends_with_its_first_violation():
    seen = []

    def counted(trial: Trial, *, bound=1):
        for n in (1, 2, 3):
            seen.append((bound, n))
            yield exact(f"n = {n}", 0, "<=", bound)

    execute(claim(counted, broken={"below": {"bound": -1}}))

    assert [n for bound, n in seen if bound == -1] == [1]
