"""The sliders of the papers: their curves are worth what Python says, and show what was decided."""

import json
import random
import shutil
import subprocess
from fractions import Fraction
from functools import cache
from math import isclose

import numpy as np
import pytest

from theory_checks.checker import script
from theory_checks.checker.checker import LEMMAS, Checker, Refused
from theory_checks.core.explore import explored
from theory_checks.core.formula import from_json
from theory_checks.core.interpret import approximate, exact
from theory_checks.core.judge import Verdict
from theory_checks.engine.papers import load

POINTS = 12  # of each statement, beside the one at which it begins
PRECISIONS = (96, 384)  # bits: the second where the first leaves a wide enclosure
NEAR = 1e-9
ASK = """
const asked = JSON.parse(require("fs").readFileSync(0, "utf8"));
const answers = asked.map(([expressions, names, values]) => globalThis.checkerEnclosures(expressions, names, values));
process.stdout.write(JSON.stringify(answers));
"""
HOLDS = {
    "<": lambda c: c < 0,
    "<=": lambda c: c <= 0,
    ">": lambda c: c > 0,
    ">=": lambda c: c >= 0,
    "=": lambda c: c == 0,
}


@cache
def entries():
    ledger = load()
    return {s.id: explored(s, ledger).to_json() for s in ledger.statements.values() if s.explore}


IDS = sorted(s.id for s in load().statements.values() if s.explore)


def points_of(id_):
    """Return the values at which a page begins, and some others."""
    rng, sliders = random.Random(id_), entries()[id_]["sliders"]
    yield {x["name"]: x["values"][x["start"]] for x in sliders}
    for _ in range(POINTS):
        yield {x["name"]: rng.choice(x["values"]) for x in sliders}


@cache
def asked():
    return [(id_, point) for id_ in IDS for point in points_of(id_)]


@cache
def answers(folder):
    """Return what the script of the page says of all curves and limits at all points."""
    (folder / "ask.js").write_text(script() + ASK, encoding="utf-8")
    questions = [(expressions(id_), entries()[id_]["names"], point) for id_, point in asked()]
    command = [shutil.which("node"), folder / "ask.js"]
    done = subprocess.run(command, input=json.dumps(questions).encode(), capture_output=True, check=True)
    return json.loads(done.stdout)


def expressions(id_):
    limits = [limit for promise in entries()[id_]["promises"] for limit in promise["where"]]
    return [curve["value"] for curve in entries()[id_]["curves"]] + limits


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    """What the page draws: statement, values of its symbols, and enclosures, all at many points."""
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    told = answers(tmp_path_factory.mktemp("node"))
    return [(id_, point, ends) for (id_, point), ends in zip(asked(), told, strict=True)]


def in_python(node, names, point):
    """Return the enclosure of the checker in Python, or None where it finds no value."""
    for bits in PRECISIONS:
        checker = Checker()
        checker.p, checker.names = bits, {**names, **{name: Fraction(x) for name, x in point.items()}}
        try:
            low, high = checker.value(node)
        except Refused:
            continue
        if high - low <= NEAR**2 * max(1, abs(low)):
            return low, high
    return None


def test_there_are_enough_and_the_main_ones():
    assert len(IDS) >= 15
    assert {"dpdqn/prop10", "dpdqn/line5-sigma", "dpdqn/lemma11", "gpope/thm1", "gpope/thm2", "gpope/thm3"} <= {*IDS}


def test_the_page_computes_what_the_checker_in_python_computes(drawn):
    compared = 0
    for id_, point, ends in drawn:
        for node, found in zip(expressions(id_), ends, strict=True):
            wanted = in_python(node, entries()[id_]["names"], point)
            assert (found is None) == (wanted is None), (id_, point, node)
            if found is not None:
                low, high = (float(x) for x in wanted)
                close = isclose(sum(found), low + high, rel_tol=2 * NEAR, abs_tol=2 * NEAR)
                assert found[0] <= found[1], (id_, point, found)
                assert close, (id_, point, found, low, high)
                compared += 1
    assert compared > 500


def test_the_page_computes_what_floats_say(drawn):
    """Another route to the same numbers: the formulas as values, by numpy and scipy."""
    compared = 0
    for id_, point, ends in drawn:
        names = {name: x for name, x in entries()[id_]["names"].items() if "mean-" not in json.dumps(x)}
        values = {name: from_json(x) for name, x in names.items()} | {name: Fraction(x) for name, x in point.items()}
        for curve, found in zip(entries()[id_]["curves"], ends, strict=False):
            if found is None or "mean-" in json.dumps(curve["value"]):
                continue
            with np.errstate(over="ignore", invalid="ignore"):  # floats end where the page goes on
                wanted = approximate(from_json(curve["value"]), values)
            if np.isfinite(wanted):
                assert isclose(wanted, sum(found) / 2, rel_tol=1e-7, abs_tol=NEAR), (id_, point, curve["name"])
                compared += 1
    assert compared > 400


def outcome(id_, promise, point, ends):
    """Return whether a promise holds at a point; None where nothing is promised."""
    curves, limits = entries()[id_]["curves"], expressions(id_)
    places = {curve["name"]: found for curve, found in zip(curves, ends, strict=False)}
    inside = [ends[len(curves) + limits[len(curves) :].index(limit)] for limit in promise["where"]]
    left, right = places[promise["left"]], places[promise["right"]]
    if any(limit is None or limit[0] != 1 for limit in inside) or left is None or right is None:
        return None
    order = -1 if left[1] < right[0] else 1 if left[0] > right[1] else 0
    return HOLDS[promise["sign"]](order)


def test_each_page_begins_where_something_is_promised(drawn):
    first = {id_: (point, ends) for id_, point, ends in reversed(drawn)}

    assert [id_ for id_ in IDS if outcome(id_, entries()[id_]["promises"][0], *first[id_]) is None] == []


def test_what_is_refuted_fails_on_its_page_and_what_is_true_never_does(drawn):
    found = {id_: set() for id_ in IDS}
    for id_, point, ends in drawn:
        found[id_].add(outcome(id_, entries()[id_]["promises"][0], point, ends))
    verdicts = {id_: load()[id_].verdict for id_ in IDS}

    assert [id_ for id_ in IDS if verdicts[id_] is Verdict.VERIFIED and False in found[id_]] == []
    assert [id_ for id_ in IDS if verdicts[id_] is not Verdict.VERIFIED and False not in found[id_]] == []


def test_what_to_use_instead_never_fails(drawn):
    failing = [
        (id_, point)
        for id_, point, ends in drawn
        for promise in entries()[id_]["promises"][1:]
        if outcome(id_, promise, point, ends) is False
    ]

    assert failing == []


def lemmas():
    """Yield each use of a lemma: the statement, its curve, the lemma and its case."""
    for id_ in IDS:
        entry = load()[id_].explore
        texts = [(name, part["is"], part.get("with", {})) for name, part in entry["curves"].items()]
        texts += [(name, text, {}) for name, text in entry.get("let", {}).items()]
        yield from (
            (id_, name, *text.partition(":")[::2], own) for name, text, own in texts if text.partition(":")[0] in LEMMAS
        )


@pytest.mark.parametrize(("id_", "curve", "lemma", "case", "own"), list(lemmas()), ids=lambda x: str(x)[:40])
def test_the_hypotheses_of_a_lemma_hold_wherever_it_is_drawn(id_, curve, lemma, case, own):
    """Those about numbers; that about an MDP which no action leaves is said on the page."""
    entry, names = LEMMAS[lemma], entries()[id_]["names"]
    known = {name: {"ref": f"{curve}.{name}"} for name in own}
    asked = [x for x in entry.get("require", []) if "mdp." not in json.dumps(x)]
    asked += [entry["cases"][int(case) - 1]["when"]] if case else []
    asked += [{"relation": ">", "left": {"ref": name}, "right": "0"} for name in entry.get("positive", [])]
    for point in points_of(id_):
        for x in asked:
            relation = Checker().filled({key: x[key] for key in ("relation", "left", "right")}, known, True)
            assert Checker().symbols(relation) <= names.keys() | point.keys()
            assert in_python(relation, names, point)[0] == 1, (id_, point, relation)


# ---- Curves that are formulas of their own, by another route. ----


def curve(id_, name, **values):
    """Return the exact value of a curve."""
    data = entries()[id_]
    node = next(x["value"] for x in data["curves"] if x["name"] == name)
    return exact(from_json(node), {x: from_json(y) for x, y in data["names"].items()} | values)


def run(start, variance, steps):
    """Return E ||xi||^2 after these steps with Q = [[0, -1/2], [1/2, 1]], by the moments of xi."""
    aa, ab, bb = Fraction(start), Fraction(0), Fraction(0)
    for beta in steps:
        m = [[Fraction(1), beta / 2], [-beta / 2, 1 - beta]]
        aa, ab, bb = (
            m[0][0] ** 2 * aa + 2 * m[0][0] * m[0][1] * ab + m[0][1] ** 2 * bb + beta**2 * variance,
            m[0][0] * m[1][0] * aa + (m[0][0] * m[1][1] + m[0][1] * m[1][0]) * ab + m[0][1] * m[1][1] * bb,
            m[1][0] ** 2 * aa + 2 * m[1][0] * m[1][1] * ab + m[1][1] ** 2 * bb + beta**2 * variance,
        )
    return aa + bb


@pytest.mark.parametrize(("n", "beta", "start", "g2"), [(1, "1/2", 1, 0), (7, "1/20", 3, 2), (12, "19/10", 0, "1/2")])
def test_the_error_of_theorem_2_is_that_of_the_run(n, beta, start, g2):
    values = {"N": n, "beta": Fraction(beta), "start": start, "G2": Fraction(g2)}

    assert curve("gpope/thm2", "error", **values) == run(start, Fraction(g2) / 2, [Fraction(beta)] * n)


@pytest.mark.parametrize(("n", "eta"), [(1, "13/4"), (4, "5/4"), (25, "21/4")])
def test_the_error_of_theorem_3_is_that_of_the_run(n, eta, drawn):
    data, point = entries()["gpope/thm3"], {"N": n, "eta": eta, "start": "2"}
    node = next(x["value"] for x in data["curves"] if x["name"] == "error")
    low, high = in_python(node, data["names"], point)
    wanted = run(2, 0, [2 * Fraction(eta) / i for i in range(1, n + 1)])

    assert low <= wanted <= high
    assert high - low < Fraction(1, 10**20)


@pytest.mark.parametrize(("tau", "rho"), [(1, "1/2"), (5, "0"), (9, "19/20")])
def test_the_square_of_the_minibatch_is_that_of_the_chain(tau, rho):
    """Two states that are kept with the probability (1 + rho)/2, and errors 1 and -1."""
    correlations = [Fraction(rho) ** abs(s - t) for s in range(tau) for t in range(tau)]

    assert curve("gpope/minibatch-variance", "square", tau=tau, rho=Fraction(rho), G2=1) == sum(correlations) / tau**2
