"""Benchmarks: all of them run, one table speaks of one piece of work, and only right results count."""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from tabular.noise import sample_path
from tests.benchmarks.contest import Contest, Contestant, Entry, Task, barred, given_of
from tests.benchmarks.noise_contestants import BETA, wrong_law

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def quick(tmp_path_factory):
    """What a quick run of all benchmarks prints and writes."""
    out = tmp_path_factory.mktemp("benchmarks") / "made.json"
    command = [sys.executable, "-m", "pytest", "tests/benchmarks", "--quick", f"--benchmark-json={out}"]
    alone = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(command, cwd=ROOT, env=alone, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    return done.stdout, json.loads(out.read_text())


@pytest.mark.long
def test_every_module_is_run_and_explained(quick):
    _, made = quick
    modules = {path.stem for path in (ROOT / "tests" / "benchmarks").glob("test_*.py")}
    assert {
        item["fullname"].split("::")[0].split("/")[-1].removesuffix(".py") for item in made["benchmarks"]
    } == modules
    assert set(made["modules"]) == modules
    assert all("\n\n" in says for says in made["modules"].values())
    assert {"numpy", "numba"} <= set(made["versions"])


@pytest.mark.long
def test_the_rows_of_a_table_do_the_same_work_in_the_same_unit(quick):
    printed, made = quick
    tables = {}
    for item in made["benchmarks"]:
        facts = item["extra_info"]
        work = (facts["table"], facts["task"], facts["unit"], facts["units"], json.dumps(facts["missing"]))
        tables.setdefault(item["group"], set()).add(work)
    assert all(len(work) == 1 for work in tables.values())
    assert all(group in printed for group in tables)
    assert max(Counter((item["group"], item["name"]) for item in made["benchmarks"]).values()) == 1


@pytest.mark.long
def test_ours_take_part_in_every_contest(quick):
    _, made = quick
    groups = {item["group"] for item in made["benchmarks"] if "yardsticks" not in item["fullname"]}
    assert {item["group"] for item in made["benchmarks"] if item["extra_info"]["ours"]} == groups


class Recorder:
    """Stands for the fixture of pytest-benchmark."""

    def __init__(self):
        self.group, self.name, self.extra_info, self.rounds = None, None, {}, None

    def pedantic(self, target, setup=None, rounds=1):
        self.rounds = rounds
        for _ in range(rounds):
            result = target(*(setup()[0] if setup else ()))
        return result


def contestant(name, result=1, **options):
    return Contestant(name, lambda given: lambda: result, **options)


def contest(*contestants, **options):
    tasks = (Task("N = 10", lambda: 10, 10, 10), Task("N = 20", lambda: 20, 20, 20))
    return Contest("Queries", "query", tasks, contestants, **options)


def run(made, quick=True):
    recorders = []
    for entry in made.entries(quick):
        recorders.append(Recorder())
        entry.run(recorders[-1])
    return recorders


def test_who_is_absent_is_recorded_with_the_reason():
    others = contestant("absent", needs="no_such_library"), contestant("large", largest=9)
    (record,) = run(contest(contestant("ours", ours=True), *others))
    assert record.extra_info["missing"] == {
        "absent": "not installed: No module named 'no_such_library'",
        "large": "would take minutes, or too much memory",
    }


def test_a_task_may_be_skipped_for_a_reason_of_its_own():
    made = contest(contestant("a", skips=("N = 2",), limit="no such thing"), contestant("b"))
    assert [(e.task.name, e.contestant.name, e.missing) for e in made.entries(quick=False)] == [
        ("N = 10", "a", {}),
        ("N = 10", "b", {}),
        ("N = 20", "b", {"a": "no such thing"}),
    ]


def test_a_wrong_result_of_ours_is_an_error_and_of_a_peer_a_remark():
    def check(_, result):
        return ("another law" if result == 2 else ""), {"Error": result}

    right, wrong = run(contest(contestant("ours", ours=True), contestant("peer", 2), check=check))
    assert (right.extra_info["wrong"], wrong.extra_info["wrong"]) == ("", "another law")
    assert wrong.extra_info["measures"] == {"Error": 2}
    with pytest.raises(AssertionError, match="another law"):
        run(contest(contestant("ours", 2, ours=True), check=check))


def test_every_round_is_prepared_anew_and_short_work_has_more_of_them():
    made = []

    def prepare(given):
        made.append(given)
        return lambda: None

    (record,) = (r for r in run(contest(Contestant("x", prepare), small=Task("tiny", lambda: 3))))
    assert (record.rounds, made) == (1, [3, 3, 3])  # two rehearsals, the first of which compiles
    records = run(contest(Contestant("x", prepare)), quick=False)
    assert [r.rounds for r in records] == [50, 50]


def test_what_is_done_once_is_done_once_and_a_measure_may_stand_for_the_time():
    calls = []
    once = Contestant("x", lambda given: lambda: calls.append(given), True, bars={"N = 10": 1e-6})
    check = lambda given, result: ("", {"Error": barred(1.0, 2.0, "smaller"), "Runs": 3})  # noqa: E731
    (record,) = run(contest(once, once=True, value="Error", check=check))
    assert calls == [10]
    assert record.extra_info["value"] == {"value": 1.0, "bar": 2.0, "better": "smaller"}
    assert record.extra_info["measures"] == {"Runs": 3}
    assert record.extra_info["bar"] == 1e-6
    assert (record.name, record.extra_info["contestant"]) == ("x (ours)", "x")
    assert record.group == "Queries, N = 10: time per query"


def test_the_input_of_a_task_is_made_once_for_all():
    made = []
    task = Task("t", lambda: made.append(1) or len(made))
    assert (given_of(task), given_of(task), made) == (1, 1, [1])


def test_an_entry_is_named_by_table_task_and_contestant():
    entry = Entry(contest(), Task("N = 1", int), contestant("x"), {}, quick=True)
    assert str(entry) == "Queries, N = 1, x"


POINTS = np.random.default_rng(0).random(10_000)


@pytest.mark.parametrize("order", [POINTS, np.sort(POINTS), np.concatenate([POINTS, POINTS[:100]])])
def test_a_path_has_the_law_of_a_path(order):
    assert wrong_law(order, sample_path(order, BETA, seed=2)) == ""


@pytest.mark.parametrize(
    "values",
    [
        np.random.default_rng(1).standard_normal(POINTS.size),
        sample_path(POINTS, 1.2 * BETA, seed=2),
        1.1 * sample_path(POINTS, BETA, seed=2),
        np.zeros(POINTS.size),
        np.full(POINTS.size, np.nan),
    ],
    ids=["independent", "another rate", "another size", "nothing", "not a number"],
)
def test_another_law_is_noticed(values):
    assert wrong_law(POINTS, values).startswith("another law: ")
