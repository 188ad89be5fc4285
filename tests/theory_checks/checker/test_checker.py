"""The checker: facts against brute force, sound certificates, the schema, the command."""

import json
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import jsonschema
import pytest
from certificate_corpus import certificate, check, corpus, evaluate, mdp, optimal
from hypothesis import given, settings
from hypothesis import strategies as st
from raw import fact, lemma, ref, relation

from theory_checks.checker import checker

F = Fraction
ROOT = Path(__file__).resolve().parents[3]
CORPUS = corpus()
VALUE = lemma("x", "policy-value-entry", mdp="M", value="v", policy="pi", state=0)


@st.composite
def processes(draw):
    n, m = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    weights = st.lists(st.integers(0, 3), min_size=n, max_size=n).filter(any)
    P = [[[F(x, sum(row)) for x in row] for row in draw(st.lists(weights, min_size=n, max_size=n))] for _ in range(m)]
    r = [[F(x, 3) for x in draw(st.lists(st.integers(-4, 4), min_size=n, max_size=n))] for _ in range(m)]
    return P, r, F(draw(st.integers(0, 9)), 10)


class TestFacts:
    @given(processes(), st.data())
    @settings(max_examples=60)
    def test_only_the_optimal_value_of_brute_force_is_optimal(self, process, data):
        P, r, gamma = process
        v, n = optimal(P, r, gamma), len(P[0])
        bump = data.draw(st.sampled_from([F(0), F(1, 10**9), F(-2)]))
        s = data.draw(st.integers(0, n - 1))
        value = [x + bump * (s == t) for t, x in enumerate(v)]
        optimality = fact("optimal-value", mdp="M", value="v")
        assert self.accepts(process, {"v": value}, optimality) == (bump == 0)

    @given(processes(), st.data())
    @settings(max_examples=60)
    def test_values_of_random_policies(self, process, data):
        P, r, gamma = process
        n, m = len(P[0]), len(P)
        choice = data.draw(st.lists(st.integers(0, m - 1), min_size=n, max_size=n))
        share = data.draw(st.fractions(0, 1, max_denominator=5))
        pi = [[share * (a == 0) + (1 - share) * (a == b) for b in choice] for a in range(m)]
        objects = {
            "v": evaluate(P, r, gamma, pi),
            "pi": pi,
            "top": optimal(P, r, gamma),
        }
        assert self.accepts(process, objects, fact("primal-feasible", mdp="M", value="top"), given=[VALUE])

    def accepts(self, process, objects, *facts, given=()):
        parts = {"objects": {"M": mdp(*process), **objects}, "facts": facts, "given": given}
        end = relation("x", "=", ref("v", 0)) if given else relation(0, "<", 1)
        return check(certificate(end, **parts))["accepted"]

    def test_a_policy_must_be_one(self):
        process = [[[F(1)]], [[F(1)]]], [[F(1)], [F(1)]], F(1, 2)
        for policy in ([[F(1, 2)], [F(1, 3)]], [[F(2)], [F(-1)]]):
            assert not self.accepts(process, {"v": [F(2)], "pi": policy}, given=[VALUE])

    def test_a_tie_of_the_literal_update_is_refused(self):
        process = [[[F(1)]], [[F(1)]]], [[F(0)], [F(0)]], F(1, 2)
        tie = fact("literal-fixed-point", mdp="M", q="q", noise="g")
        parts = {"objects": {"M": mdp(*process), "q": [[F(0)], [F(0)]], "g": [[F(0)], [F(0)]]}, "facts": [tie]}
        assert "unique maximiser" in check(certificate(relation(0, "<", 1), **parts))["sentence"]


@pytest.mark.parametrize("name", CORPUS)
def test_sound_certificates_fit_the_schema_and_say_what_was_checked(name):
    schema = json.loads((ROOT / "theory_checks/checker/certificate.schema.json").read_text())
    jsonschema.validate(CORPUS[name], schema)
    answer = check(CORPUS[name])
    assert answer["sentence"].startswith("accepted: ")
    shown = [f for f in CORPUS[name]["facts"] if f["fact"] != "relation"]
    assert len(answer["details"]) == 1 + len(shown) + len(CORPUS[name]["given"]) + len(CORPUS[name]["assumed"])
    assert all("{" not in line for line in answer["details"])


def test_the_schema_names_the_tables_of_the_checker():
    schema = json.loads((ROOT / "theory_checks/checker/certificate.schema.json").read_text())["$defs"]
    facts = {f["properties"]["fact"]["const"]: f for f in schema["fact"]["oneOf"]}
    assert set(facts) == {*checker.FACTS, "relation"}
    for key, entry in checker.FACTS.items():
        assert set(facts[key]["required"]) == {"fact", *checker.parameter_names(entry["says"])}
    operations = [x["properties"].get("op", {}) for x in schema["expression"]["oneOf"][1:]]
    named = [name for x in operations for name in (x.get("enum") or [x.get("const")]) if name]
    assert sorted(named) == sorted([*checker.OPERATIONS, *checker.SPECIAL, "series"])
    assert schema["relation"]["enum"] == list(checker.RELATIONS)


class TestCommand:
    @pytest.fixture
    def alone(self, tmp_path):
        """A copy of the program and of its lemmas, where nothing of this package can be imported."""
        for name in ("checker.py", "lemmas.json"):
            shutil.copy(ROOT / "theory_checks/checker" / name, tmp_path)
        (tmp_path / "good.json").write_text(json.dumps(CORPUS["optimal value"]))
        (tmp_path / "bad.json").write_text(json.dumps(CORPUS["optimal value"]).replace("10/7", "11/7"))

        def run(*arguments, **environment):
            command = [sys.executable, "-I", "-S", "checker.py", *arguments]
            done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=environment, check=False)
            assert "Traceback" not in done.stderr
            return done

        return run

    def test_it_runs_alone_and_its_exit_status_tells(self, alone):
        line = "good.json: accepted: 10/7 > 1; assumed: this contradicts paper/theorem#printed; assumed: Any text.\n"
        assert (alone("good.json").returncode, alone("good.json").stdout) == (0, line)
        assert alone("good.json", "bad.json").returncode == 1
        assert alone().returncode == 2
        assert alone("--what").returncode == 2

    def test_json(self, alone):
        reports = json.loads(alone("--json", "good.json", "bad.json", "missing.json").stdout)
        assert [x["accepted"] for x in reports] == [True, False, False]
        assert [x["file"] for x in reports] == ["good.json", "bad.json", "missing.json"]
        assert "must be a file that can be read" in reports[2]["sentence"]

    @pytest.mark.parametrize("place", [".", "missing.json", "good.json/below", "/dev/null", ""])
    def test_what_is_no_file_is_a_mistake_in_the_call(self, alone, place):
        assert alone(place).returncode == 2
        assert alone("good.json", "bad.json", place).returncode == 2

    @pytest.mark.parametrize("results", ["missing.json", "/dev/zero", "{}", "[" * 100_000])
    def test_results_without_digests(self, alone, tmp_path, results):
        if results[0] in "[{":
            (tmp_path / "results.json").write_text(results)
            results = "results.json"
        refused = alone("good.json", "--statements", results)
        assert refused.returncode == 2
        assert "RESULTS must be results with digests of statements" in refused.stderr
