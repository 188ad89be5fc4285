"""Samplers of noise, counters and their errors, learners: the benchmarks run and write their documents."""

import json
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest

from tabular.noise.counters import BinaryCounters, HonakerCounters, KaryCounters, ToeplitzCounters
from tabular.noise.counters.designs import BinaryDesign, HonakerDesign, KaryDesign
from tests.benchmarks import counters_accuracy, document


def run(name, out, *options):
    command = [sys.executable, "-m", "tests.benchmarks", name, "--quick", "--out", str(out), *options]
    done = subprocess.run(command, cwd=document.ROOT, capture_output=True, text=True, timeout=200, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(out.read_text())


def test_samplers_of_noise(tmp_path):
    rows = run("noise", tmp_path / "deep" / "noise.json", "--rounds", "1")["rows"]
    ours = [row for row in rows if row["ours"]]

    assert all(row["nanoseconds"] > 0 and row["growth_exponent"] is not None for row in ours)
    assert {row["points"] for row in ours} == {10**3, 10**4}


def test_counters(tmp_path):
    rows = run("counters", tmp_path / "counters.json", "--rounds", "1")["rows"]
    ours = [row for row in rows if row["ours"]]

    assert ours
    assert all(row["nanoseconds"] > 0 and row["ratio_to_best_peer"] > 0 for row in ours)
    assert {row["points"] for row in ours} == {1, 100}
    assert {row["bar_nanoseconds"] for row in ours if row["points"] == 1} == {None}
    assert {row["bar_nanoseconds"] for row in ours if row["points"] == 100} == {None, 6.0}


def test_learners(tmp_path):
    made = run("learners", tmp_path / "learners.json")
    speeds, growth, lengths, memory = made["tables"]
    bars = [cell["bar"] for row in speeds["rows"] for cell in row if isinstance(cell, dict)]

    assert made["schema"] == "theory-checks/measurements/1"
    assert bars == [1e6, 7e3, 3e5]
    assert len(growth["rows"]) == 6
    assert len(lengths["rows"]) == 3
    assert all(row[-1]["value"] <= row[-1]["bar"] for row in memory["rows"])  # a count, not a time
    assert len(made["figures"]) == 2


def test_quantiles_of_simulated_errors_come_with_honest_intervals():
    """Uniform order statistics: the interval contains the true quantile in 99.9% of the runs."""
    rng, missed = np.random.default_rng(0), 0
    for _ in range(300):
        found, reach = counters_accuracy.quantile(np.sort(rng.random(400)), 0.95)
        missed += abs(found - 0.95) > 2 * reach

    assert missed <= 2


def test_the_table_of_errors_computes_the_law_of_the_binary_mechanism_only(tmp_path):
    made = run("counters_accuracy", tmp_path / "accuracy.json")
    methods = {(row[0], row[-1]) for table in made["tables"] for row in table["rows"]}

    assert {name for name, method in methods if method == "computed"} == {"binary"}
    assert {name for name, method in methods if method == "400 runs"} > {"Honaker", "9-ary, subtraction"}
    assert len(made["findings"]) == 2


def test_computed_and_simulated_laws_agree():
    computed = next(counters_accuracy.measure(2**10, 10))
    worst = counters_accuracy.simulate(BinaryCounters.pure(2000, 2**10, 1, seed=3))

    assert (computed.mechanism, computed.runs) == ("binary", 0)
    for level, value in zip(counters_accuracy.LEVELS, computed.quantiles, strict=True):
        found, reach = counters_accuracy.quantile(worst, level)
        assert abs(found - value) <= 2 * reach


@pytest.mark.parametrize("steps", [1, 2, 13, 100])
@pytest.mark.parametrize(
    ("made", "design"),
    [
        (BinaryCounters, BinaryDesign),
        (HonakerCounters, HonakerDesign),
        (lambda *arguments: KaryCounters(*arguments, arity=5), lambda steps: KaryDesign(steps, 5)),
    ],
    ids=["binary", "Honaker", "5-ary"],
)
def test_the_variances_are_those_of_the_exact_rows_of_the_mechanism(made, design, steps):
    rows = [design(steps).combination(t) for t in range(1, steps + 1)]
    exact = [sum((factor**2 for factor in row.values()), Fraction(0)) for row in rows]
    np.testing.assert_allclose(counters_accuracy.squares(made(1, steps, 1.0)), np.array(exact, float), rtol=1e-14)


@pytest.mark.parametrize("steps", [1, 2, 100])
def test_the_variance_of_the_last_release_of_buffers_is_that_of_the_factor(steps):
    made = ToeplitzCounters(1, steps, 1.0)
    assert counters_accuracy.squares(made)[-1] == pytest.approx(made.factor.left_square(), rel=1e-12)
