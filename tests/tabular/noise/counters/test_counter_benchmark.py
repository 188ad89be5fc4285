"""The tables of counters: run from a checkout, keep rows for absent and failing peers, compare like with like."""

import importlib
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[4]


def run(module, out, *options):
    command = [sys.executable, "-m", f"tests.benchmarks.{module}", "--quick", "--out", str(out), *options]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=200, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(out.read_text())


@pytest.fixture
def modules(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT))
    return importlib.import_module("tests.benchmarks.counter_table"), importlib.import_module(
        "tests.benchmarks.counter_accuracy"
    )


def test_it_runs_from_a_checkout_and_writes_rows(tmp_path):
    rows = run("counter_table", tmp_path / "deep" / "counters.json", "--rounds", "1")["rows"]
    ours = [row for row in rows if row["ours"]]

    assert ours
    assert all(row["nanoseconds"] > 0 and row["ratio_to_best_peer"] > 0 for row in ours)
    assert {row["counters"] for row in ours} == {1, 100}
    assert {row["bar_nanoseconds"] for row in ours if row["counters"] == 1} == {None}


def test_absent_and_failing_peers_have_rows_that_say_so(modules):
    table, _ = modules

    def fail(counters):
        raise RuntimeError("no memory")

    absent = table.Contestant("absent", "laplace", fail, needs="no_such_library")
    row = table.new_row(table.Contestant("failing", "laplace", fail), 1)

    assert table.new_row(absent, 1).note == "no_such_library is not installed"
    assert not table.take_turn(table.Contestant("failing", "laplace", fail), row, 1)
    assert (row.note, row.seconds) == ("failed: no memory", None)


def test_only_peers_of_the_same_law_and_size_are_compared_and_limits_are_no_peers(modules):
    table, _ = modules
    rows = [
        table.CounterRow("", law, None, name, ours, seconds=seconds, counters=size, note=note)
        for law, name, ours, seconds, size, note in (
            ("laplace", "ours", True, 2.0, 1, ""),
            ("laplace", "peer", False, 4.0, 1, ""),
            ("laplace", "draws", False, 1.0, 1, "a limit"),
            ("laplace", "other size", False, 1.0, 100, ""),
            ("gaussian", "other law", False, 1.0, 1, ""),
        )
    ]
    table.compare(rows)

    assert rows[0].ratio_to_best_peer == 0.5


def test_quantiles_of_simulated_errors_come_with_honest_intervals(modules):
    """Uniform order statistics: the interval contains the true quantile in 99.9% of the runs."""
    _, accuracy = modules
    rng, missed = np.random.default_rng(0), 0
    for _ in range(300):
        found, reach = accuracy.quantile(np.sort(rng.random(400)), 0.95)
        missed += abs(found - 0.95) > 2 * reach

    assert missed <= 2


def test_the_table_of_accuracy_runs_and_its_computed_law_agrees_with_its_simulation(tmp_path, modules):
    _, accuracy = modules
    rows = run("counter_accuracy", tmp_path / "accuracy.json")
    worst = accuracy.simulate(accuracy.BinaryCounters.pure(2000, 2**10, 1, seed=3))[1]
    exact = next(row for row in rows if (row["mechanism"], row["law"], row["steps"]) == ("binary", "laplace", 2**10))

    assert exact["runs"] == 0
    for level, value in zip(accuracy.LEVELS, exact["quantiles"], strict=True):
        found, reach = accuracy.quantile(worst, level)
        assert abs(found - value) <= 2 * reach
