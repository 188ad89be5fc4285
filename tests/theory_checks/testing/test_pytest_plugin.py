"""The plugin in projects of others: trials are tests, and a project without any does not notice it."""

import json
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from theory_checks.checker import checker

pytest_plugins = ["pytester"]

CLAIMS = """
from fractions import Fraction

import theory_checks as tc
from hypothesis import given, strategies as st

CONTROLS = {"broken": {"ten": {"worth": lambda g: 10}}, "sound": {"nothing": {"worth": lambda g: 0}}}


@tc.claim(formal="value <= 9", where="0 <= gamma < 1", **CONTROLS)
def loops_are_cheap(trial, *, worth=lambda g: 1 / (1 - g)):
    for k in (99, 9, 1):
        gamma = Fraction(k, k + 1)
        yield tc.decide(trial.formal, {"gamma": gamma, "value": worth(gamma)})


@tc.claim("own/refuted", formal="value <= 1", where="0 <= gamma < 1", verdict="REFUTED", **CONTROLS)
def test_is_no_function_of_pytest(trial, *, worth=lambda g: 1 / (1 - g)):
    yield tc.decide(trial.formal, {"gamma": Fraction(1, 2), "value": worth(Fraction(1, 2))})


@tc.claim("own/a", "own/b", says="it is so", broken={"one": {"x": 1}})
def two_names(trial, *, x=0):
    yield tc.exact(f"seed {trial.seed}, {trial.profile}", x, "==", 0)


@tc.claim(says="it is so", verdict="CONSISTENT", broken={"one": {"x": 1}})
def with_an_error(trial, *, x=0):
    yield tc.exact("", 1 // x, "==", 0)


@given(st.integers(1, 9))
def test_ordinary(n):
    assert n > 0
"""


@pytest.fixture
def run(pytester):
    def run(*options):
        return pytester.runpytest_subprocess("-p", "theory_checks.testing.plugin", "-p", "no:cacheprovider", *options)

    return run


def test_claims_are_tests_with_readable_names(run, pytester):
    pytester.makepyfile(test_mine=CLAIMS)
    result = run("-v")
    text = result.stdout.str()

    assert dict(re.findall(r"^test_mine\.py::(\S+) (PASSED|FAILED)", text, re.MULTILINE)) == {
        "loops_are_cheap": "FAILED",
        "test_is_no_function_of_pytest[own/refuted]": "PASSED",
        "two_names[own/a]": "PASSED",
        "two_names[own/b]": "PASSED",
        "with_an_error": "FAILED",
        "test_ordinary": "PASSED",
    }
    assert "fails at γ = 9/10, value = 10" in text
    assert "ZeroDivisionError" in text
    assert "own/b" not in text.partition("FAILURES")[2]


def test_the_smallest_counterexample_is_saved_and_can_be_checked_as_told(run, pytester):
    pytester.makepyfile(test_mine=CLAIMS)
    told = run("-k", "loops").stdout.str()
    (path,) = pytester.path.glob(".theory-checks/*.json")
    (command,) = set(re.findall(rf"theory-checks (check --foreign {re.escape(str(path))})", told))
    checked = [sys.executable, "-m", "theory_checks", *command.split()]
    answer = subprocess.run(checked, capture_output=True, text=True, check=False)

    assert (answer.returncode, "10 > 9" in answer.stdout) == (0, True)
    assert json.loads(path.read_bytes())["values"] == {"gamma": "9/10", "value": "10"}


def test_what_fails_is_made_simpler(run, pytester):
    pytester.makepyfile(
        test_steep="""
        from fractions import Fraction

        import theory_checks as tc

        @tc.claim(formal="x**2 <= 1000 * x", where="x >= 1", broken={"far out": {"at": 10**9}})
        def squares_are_small(trial, *, at=Fraction(987654321, 1000)):
            \"\"\"Squares are small.\"\"\"
            yield tc.decide(trial.formal, {"x": at})
        """
    )
    told = run().stdout.str()
    (path,) = pytester.path.glob(".theory-checks/*.json")
    x = Fraction(json.loads(path.read_bytes())["values"]["x"])

    assert "smallest counterexample, made simpler" in told
    assert 1000 < x <= 2000
    assert x.denominator == 1
    assert f"x = {x}" in told
    assert checker.check_file(str(path))["accepted"]


def test_workers_and_hypothesis_find_the_same(run, pytester):
    pytester.makepyfile(test_mine=CLAIMS)

    run("-n", "2").assert_outcomes(passed=4, failed=2)


def test_seed_and_profile_are_options(run, pytester):
    pytester.makepyfile(test_mine=CLAIMS.replace('x, "==", 0', 'x, "==", trial.seed'))
    result = run("-k", "own/a", "--theory-seed", "5", "--theory-profile", "full")

    assert "fails: seed 5, full" in result.stdout.str()
    run("-k", "own/a").assert_outcomes(passed=1, deselected=5)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--theory-seed", "-1"), "--theory-seed must be an integer of at least 0, got -1"),
        (("--theory-profile", "slow"), "invalid choice: 'slow'"),
    ],
)
def test_a_mistake_in_an_option(run, options, sentence):
    result = run(*options)

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert sentence in result.stderr.str()


def test_a_project_without_a_paper_does_not_notice_it(run, pytester):
    pytester.makepyfile(
        test_mine="""
        import sys

        def test_that_nothing_is_imported():
            heavy = {"numpy", "flint", "rich", "numba", "click", "theory_checks.core", "theory_checks.door"}
            assert "theory_checks.testing.plugin" in sys.modules
            assert heavy & set(sys.modules) == set()
        """
    )
    (pytester.path / "paper.toml").touch()  # of somebody else, who has rooms of another kind
    pytester.mkdir("room")

    run("-p", "no:hypothesispytest").assert_outcomes(passed=1)


@pytest.fixture
def paper(pytester):
    command = [sys.executable, "-m", "theory_checks", "new", "first"]
    subprocess.run(command, check=True, capture_output=True, cwd=pytester.path)
    return pytester.path / "first"


def edited(file: Path, old: str, new: str) -> None:
    assert old in file.read_text(encoding="utf-8")
    file.write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")


def test_a_statement_of_a_room_that_is_false_fails_with_its_counterexample(run, paper):
    edited(paper / "loops/statements.toml", 'verdict = "REFUTED"\nrepaired_by', 'verdict = "VERIFIED"\nrepaired_by')
    result = run("first/loops", "-v")
    text = result.stdout.str()
    (place,) = paper.parent.glob(".theory-checks/*.json")

    result.assert_outcomes(passed=2, failed=1)
    assert "first/loops/statements.toml::first/horizon FAILED" in text
    assert "8/27 > 1/4" in text
    assert "first/horizon: REFUTED, the record says VERIFIED" in text
    assert f"theory-checks --paper {paper} check {place}" in text


def test_a_broken_paper_is_told_in_one_sentence(run, paper):
    edited(paper / "paper.toml", 'key = "first"', 'key = "dpdqn"')
    result = run("first/loops")

    assert result.ret != 0
    assert "the key of a paper must be its own, got 'dpdqn'" in result.stdout.str()
    assert "Traceback" not in result.stdout.str()


def test_a_module_that_cannot_be_imported_is_told_in_one_sentence(run, paper):
    edited(paper / "loops/horizon.py", "import theory_checks as tc", "import theory_checks as tc\n\n1 / 0")
    text = run("first/loops", "-k", "horizon").stdout.str()

    assert "a module of a room must be importable, got ZeroDivisionError: division by zero (horizon.py, line 8)" in text
    assert "Traceback" not in text
