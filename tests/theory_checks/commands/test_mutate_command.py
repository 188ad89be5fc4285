"""`theory-checks mutate` on a paper of one's own: what its check sees and what it does not."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
PAPER = 'key = "own"\ntitle = "A paper"\nauthors = "A. Author"\nyear = 2026\n'
STATEMENT = """
[[statement]]
id = "own/{name}"
label = "{name}"
kind = "lemma"
place = "p. 1"
quantifier = "forall"
says = "A number is at most twice its half."
formulas = ['x \\leq 2y']
formal = ["x <= 2*y"]
where = ["y > 0"]
symbols = {{ x = 'x' }}
domain = "all y"
refuted_by = "a larger number"
covers = "arithmetic"
verdict = "VERIFIED"
{more}
"""
CHECK = """
from theory_checks.core.claim import claim
from theory_checks.core.evidence import exact
from theory_checks.core.formal import formal_of
from theory_checks.core.interpret import exact as value

BOUND = formal_of(__file__, "own/reads").right


@claim("own/reads", broken={"three times": {"times": 3}}, near=["three times"])
@claim("own/loose", broken={"three times": {"times": 3}})
def reads(trial, *, times=2):
    for y in (1, 2):
        bound = BOUND if trial.claim_id == "own/reads" else trial.formal.right
        yield exact(f"y = {y}", times * y, "<=", value(bound, {"y": y}))


@claim("own/copies", broken={"twice": {"times": 2}}, near=["twice"])
def copies(trial, *, times=2):
    yield exact("y = 1", times, "<=", 2)
"""


@pytest.fixture
def paper(tmp_path):
    folder = tmp_path / "own"
    (folder / "room").mkdir(parents=True)
    (folder / "paper.toml").write_text(PAPER, encoding="utf-8")
    (folder / "__init__.py").write_text("", encoding="utf-8")
    (folder / "room/__init__.py").write_text("", encoding="utf-8")
    (folder / "room/check.py").write_text(CHECK, encoding="utf-8")
    loose = 'sharper = ["x <= 2*y"]\nsharper_because = "it is the statement itself"'
    entries = [("reads", ""), ("copies", 'unseen = "the check does not read the formula"'), ("loose", loose)]
    texts = [STATEMENT.format(name=name, more=more) for name, more in entries]
    (folder / "room/statements.toml").write_text("".join(texts), encoding="utf-8")
    return folder


def mutate(paper, *arguments):
    command = [sys.executable, "-m", "theory_checks", "--paper", str(paper), "mutate", "--jobs", "1", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)


def panel(paper):
    return json.loads((paper / "room/panel.json").read_text(encoding="utf-8"))


def test_a_check_that_reads_its_formula_refutes_near_misses(paper):
    done = mutate(paper, "own/reads")

    assert (done.returncode, done.stderr) == (0, "")
    assert "0 undetected" in done.stdout or "undetected" not in done.stdout
    assert "1 domains moved: 1 open" in done.stdout
    caught = panel(paper)["own/reads#printed"]["caught"]
    assert "`fraction(9, 5)` for `2`" in caught
    assert "three times" in caught  # the broken object that is near, refuted in a run


def test_a_check_with_a_copy_of_its_formula_is_found_out(paper):
    done = mutate(paper, "own/copies")

    assert done.returncode == 1
    rows = panel(paper)["own/copies#printed"]["undetected"]
    assert {"change": "twice", "claim": ""} in rows  # a near object that is not refuted in a run
    assert {"change": "`fraction(9, 5)` for `2`", "claim": "x <= fraction(9, 5) * y"} in rows
    assert "9/5" in done.stdout


def test_only_what_has_changed_is_tried_again(paper):
    mutate(paper, "own/*")
    again = mutate(paper, "own/*")
    assert (again.returncode, again.stdout.count("own/")) == (0, 0)
    assert "were tried since their checks have changed" in " ".join(again.stdout.split())

    check = paper / "room/check.py"
    check.write_text(check.read_text(encoding="utf-8") + "# changed\n", encoding="utf-8")

    assert mutate(paper, "own/*").stdout.count("own/") == 3
    assert mutate(paper, "own/*", "--all").stdout.count("own/") == 3


def test_a_check_that_raises_is_named_with_its_error_and_the_others_are_tried(paper):
    check = paper / "room/check.py"
    broken = CHECK.replace('    yield exact("y = 1"', '    raise ValueError("no\\nroots")\n    yield exact("y = 1"')
    check.write_text(broken, encoding="utf-8")

    done = mutate(paper, "own/copies", "own/reads")

    assert (done.returncode, done.stderr) == (1, "")
    told = " ".join(done.stdout.split())
    assert "own/copies [printed]: the check raises ValueError: no roots " in told
    assert "own/reads [printed]: " in told
    assert set(panel(paper)) == {"own/reads#printed"}


def test_a_mistake_is_one_sentence(paper):
    done = mutate(paper, "own/nothing")

    assert done.returncode == 2
    assert "a statement id must be one of" in done.stderr


def test_a_check_that_refutes_what_is_claimed_ends_with_status_1(paper):
    check = paper / "room/check.py"
    check.write_text(CHECK.replace("for y in (1, 2):", "for y in (1, 2):\n        times = 3"), encoding="utf-8")

    done = mutate(paper, "own/reads")

    assert done.returncode == 1
    assert "what is claimed, or said to be sharper, is refuted: y = 1" in " ".join(done.stdout.split())
    assert panel(paper)["own/reads#printed"]["undetected"] == []
