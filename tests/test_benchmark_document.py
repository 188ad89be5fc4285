"""What benchmarks share: names, options, documents; and that every benchmark of the list is a module."""

import json
import subprocess
import sys

import pytest

from tests.benchmarks import document
from tests.benchmarks.__main__ import BENCHMARKS, ONE_THREAD, main

FOLDER = document.ROOT / "tests" / "benchmarks"


def test_every_name_is_a_module_with_a_main():
    assert all("def main(" in (FOLDER / f"{name}.py").read_text() for name in BENCHMARKS)


def test_an_unknown_name_is_refused_in_one_sentence(capsys):
    assert main(["counters", "nonsense", "--quick"]) == 2
    message = capsys.readouterr().err
    assert message == f"NAME must be one of {', '.join(BENCHMARKS)}, got nonsense\n"


def test_benchmarks_run_in_turn_on_one_thread_and_the_first_failure_is_returned(monkeypatch):
    runs = []

    def run(command, **options):
        runs.append((command[2], command[3:], options["env"]["OMP_NUM_THREADS"]))
        return subprocess.CompletedProcess(command, 3 if command[2].endswith("noise") else 0)

    monkeypatch.setattr(subprocess, "run", run)

    assert main(["noise", "counters", "--quick"]) == 3
    assert runs == [("tests.benchmarks.noise", ["--quick"], "1"), ("tests.benchmarks.counters", ["--quick"], "1")]
    assert main([]) == 3
    assert [name for name, _, _ in runs[2:]] == [f"tests.benchmarks.{name}" for name in BENCHMARKS]
    assert set(ONE_THREAD) > {"OMP_NUM_THREADS", "XLA_FLAGS"}


def test_an_absent_package_is_named():
    facts = document.machine(("numpy", "no-such-package-anywhere"))
    assert facts["versions"]["no-such-package-anywhere"] == "not installed"
    assert facts["cores"] >= 1


def test_measurements_are_written_and_shown(tmp_path, capsys):
    cells = ["ours", document.barred(1234.5, 1000.0), document.barred(7.0, None)]
    made = document.measurements(
        "Title", "Says.", ("numpy",), tables=[document.table("T", ["who", "fast", "plain"], [cells], "So it is.")]
    )
    console = document.console()
    document.show(made, console)
    document.write(made, tmp_path / "deep" / "m.json", console)
    written = json.loads((tmp_path / "deep" / "m.json").read_text())

    assert written == made
    assert written["tables"][0]["rows"] == [["ours", {"value": 1234.5, "bar": 1000.0, "better": "larger"}, 7.0]]
    assert "1234 (bar 1000)" in capsys.readouterr().out


def test_lines_become_a_logarithmic_figure():
    made = document.figure("T", ("x", "y"), {"a": [(1.0, 2.0), (2.0, 4.0)]}, y_scale="linear")
    assert (made["x_scale"], made["y_scale"]) == ("log", "linear")
    assert (made["series"][0]["x"], made["series"][0]["y"]) == ([1.0, 2.0], [2.0, 4.0])


@pytest.mark.parametrize("name", BENCHMARKS)
def test_every_benchmark_knows_the_common_options(name):
    command = [sys.executable, "-m", "tests.benchmarks", name, "--help"]
    done = subprocess.run(command, cwd=document.ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "--quick" in done.stdout
    assert "--out" in done.stdout
