"""The table of samplers: runs from a checkout, keeps rows for absent and failing peers, compares like with like."""

import importlib
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def table(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT))
    return importlib.import_module("tests.benchmarks.noise_table")


def test_it_runs_from_a_checkout_and_writes_rows(tmp_path):
    out = tmp_path / "deep" / "noise.json"
    command = [sys.executable, "-m", "tests.benchmarks.noise_table", "--quick", "--rounds", "1", "--out", str(out)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=200, check=False)
    assert done.returncode == 0, done.stderr
    rows = json.loads(out.read_text())["rows"]
    ours = [row for row in rows if row["ours"]]

    assert all(row["nanoseconds"] > 0 and row["growth_exponent"] is not None for row in ours)
    assert {row["points"] for row in ours} == {10**3, 10**4, 10**5}


def sampler_of(module, name, measure, **options):
    return module.Sampler(name, "online", measure, **options)


def test_absent_and_failing_peers_have_rows_that_say_so(table):
    def fail(points):
        raise RuntimeError("no memory")

    failing = sampler_of(table, "failing", fail)
    absent = sampler_of(table, "absent", fail, needs="no_such_library_anywhere")
    row = table.new_row(failing, 10)

    assert not table.take_turn(failing, row, np.zeros(10))
    assert row.note == "failed: no memory"
    assert not absent.is_installed
    assert table.new_row(absent, 10).note == "no_such_library_anywhere is not installed"


def test_the_best_turn_counts_and_ratios_are_to_the_best_peer_of_the_same_size(table):
    seconds = iter([4e-6, 2e-6, 3e-6])
    ours = sampler_of(table, "ours", lambda points: (next(seconds), 10), ours=True)
    rows = []
    for size, peers in ((10, (6e-7, 4e-7)), (1000, (5e-5, 8e-5))):
        row = table.new_row(ours, size)
        rows.append(row)
        for name, value in zip("ab", peers, strict=True):
            rows.append(table.new_row(sampler_of(table, name, None), size))
            rows[-1].seconds = value
    for _ in range(3):
        table.take_turn(ours, rows[0], np.zeros(10))
    rows[3].seconds = 2e-5
    table.compare(rows)

    assert rows[0].seconds == pytest.approx(2e-7)
    assert rows[0].ratio_to_best_peer == pytest.approx(0.5)
    assert rows[3].ratio_to_best_peer == pytest.approx(0.4)
    assert rows[0].growth_exponent == pytest.approx(1.0)
    assert rows[0].growth_misfit == pytest.approx(1.0)


def test_growth_is_the_power_that_fits_best(table):
    line = [table.new_row(sampler_of(table, "ours", None), n) for n in (10, 100, 1000, 10_000)]
    for row, off in zip(line, (1.2, 1 / 1.2, 1 / 1.2, 1.2), strict=True):  # a pattern without slope of its own
        row.seconds = 1e-9 * row.points**0.5 * off
    exponent, misfit = table.fitted_power(line)

    assert exponent == pytest.approx(0.5)
    assert misfit == pytest.approx(1.2)
