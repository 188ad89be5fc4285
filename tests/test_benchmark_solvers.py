"""The table of solvers: that it runs from a checkout, survives absent and failing peers, and compares fairly."""

import importlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def table(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT))
    return importlib.import_module("tests.benchmarks.solvers")


def rows_of(table, *measured):
    return [
        table.Row("one MDP", "p", 0.9, name, name == "ours", seconds=seconds, error=error)
        for name, seconds, error in measured
    ]


def test_it_runs_from_a_checkout_and_writes_its_schema(tmp_path):
    out = tmp_path / "deep" / "benchmarks.json"
    command = [sys.executable, "-m", "tests.benchmarks", "solvers", "--quick", "--only", "exact20", "--out", str(out)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=100, check=False)
    assert done.returncode == 0, done.stderr
    assert "exact policy iteration" in done.stdout
    document = json.loads(out.read_text())
    assert document["schema"] == "theory-checks/benchmarks/1"
    assert set(document["machine"]) == {"processor", "cores", "python", "versions", "load average"}
    (row,) = document["rows"]
    assert row["ours"] is True
    assert row["error"] == 0
    assert row["seconds"] > 0


def test_ratios_are_to_the_fastest_peer_that_kept_its_promise(table):
    rows = rows_of(table, ("ours", 3.0, 1e-9), ("hasty", 1.0, 1e-3), ("good", 2.0, 1e-8), ("slow", 8.0, 0.0))
    table.compare(rows)
    assert [row.ratio_to_best_peer for row in rows] == [1.5, 0.5, 1.0, 4.0]
    assert rows[0].note == "50% behind good"
    assert rows[1].note == "error above 1e-08"
    assert rows[2].note == ""


def test_a_lead_needs_no_excuse_and_no_rival_gives_no_ratio(table):
    rows = rows_of(table, ("ours", 1.0, 1e-9), ("peer", 2.0, 1e-9))
    table.compare(rows)
    assert (rows[0].ratio_to_best_peer, rows[0].note) == (0.5, "")
    alone = rows_of(table, ("ours", 1.0, 1e-9))
    table.compare(alone)
    assert alone[0].ratio_to_best_peer is None


def test_other_problems_of_an_earlier_table_are_kept(table, tmp_path):
    out = tmp_path / "b.json"
    old = [table.Row("one MDP", name, 0.9, "ours", True, seconds=1.0) for name in ("dense200", "lake300")]
    out.write_text(json.dumps(table.contest(old)))
    options = table.parse(["--only", "lake300", "--out", str(out)])
    new = [table.Row("one MDP", "lake300", 0.9, "ours", True, seconds=2.0)]
    assert [row.problem for row in table.kept(options, new)] == ["dense200"]
    assert table.kept(table.parse(["--out", str(out)]), new) == []


def entrant(table, name, needs=None):
    return table.Contestant(name, table.Exact, lambda mdp: lambda: None, needs=needs)


def test_a_missing_peer_is_listed(table, tmp_path):
    row = table.Row("exact", "exact20", 0.9, "peer", False)
    table.run_contestant(entrant(table, "peer", "no_such_library"), table.PROBLEMS[-2], [row], 5.0, tmp_path)
    assert row.note == "no_such_library is not installed"
    assert row.seconds is None


def test_a_failing_peer_is_listed_at_every_discount(table, tmp_path):
    rows = [table.Row("exact", "exact20", discount, "unknown", False) for discount in (0.9, 0.99)]
    table.run_contestant(entrant(table, "unknown"), table.PROBLEMS[-2], rows, 60.0, tmp_path)
    assert all(row.note.startswith("failed: ") for row in rows)


def test_a_peer_over_the_limit_is_stopped(table, tmp_path):
    row = table.Row("exact", "exact20", 0.9, "exact policy iteration", True)
    table.run_contestant(entrant(table, "exact policy iteration"), table.PROBLEMS[-2], [row], 0.01, tmp_path)
    assert row.note == "over 0.01 s"


def test_the_better_time_and_the_worse_rest_are_kept(table):
    row = table.Row("one MDP", "p", 0.9, "x", False)
    for seconds, memory, error in [(2.0, 5.0, 1e-9), (1.0, None, 3e-9), (3.0, 4.0, 2e-9)]:
        line = {"seconds": seconds, "extra_megabytes": memory, "error": error, "model_megabytes": 300.4}
        table.keep_better(row, line)
    assert (row.seconds, row.extra_megabytes, row.error) == (1.0, 5.0, 3e-9)
    assert row.note == "its model holds 300 MB more"


def test_durations_are_readable(table):
    assert [table.duration(x) for x in (None, 1.5, 0.0123, 0.0000456)] == ["", "1.5 s", "12.3 ms", "0.0456 ms"]
