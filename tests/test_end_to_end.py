"""The whole way, as a user goes it: the command, killed and resumed, then the report."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

STATEMENTS = ["dpdqn/line*", "dpdqn/reset-frequency*", "dpdqn/lemma14*", "dpdqn/claim1[57]"]


def command(*arguments):
    return [sys.executable, "-m", "theory_checks", *map(str, arguments)]


def run(folder, *more, jobs=1, engine="serial"):
    out = folder / "results.json"
    arguments = ("run", *STATEMENTS, "--jobs", jobs, "--engine", engine, "--out", out, *more)
    subprocess.run(command(*arguments), check=True, capture_output=True, cwd=folder)
    return out.read_bytes()


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory):
    return run(tmp_path_factory.mktemp("whole"))


def finished_lines(journal: Path) -> int:
    return journal.read_bytes().count(b"\n") if journal.exists() else 0


def started(folder, *more):
    """Start a run whose journal begins while it goes on."""
    arguments = ("run", *STATEMENTS, *more, "--out", folder / "results.json")
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return subprocess.Popen(command(*arguments), cwd=folder, start_new_session=True, **quiet)


def wait_for_three(folder, process):
    while finished_lines(folder / "results.journal") < 3:
        assert process.poll() is None, "the run ended before anything could be killed"


def test_a_run_killed_in_the_middle_resumes_to_the_same_bytes(tmp_path, uninterrupted):
    process = started(tmp_path, "--engine", "serial")
    wait_for_three(tmp_path, process)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()

    assert not (tmp_path / "results.json").exists()
    assert run(tmp_path, "--jobs", "1") == uninterrupted


def test_workers_change_no_byte(tmp_path, uninterrupted):
    assert run(tmp_path, engine="processes", jobs=2) == uninterrupted


@pytest.mark.long
def test_the_results_obey_their_schema(uninterrupted):
    schema = Path(__file__).resolve().parent.parent / "theory_checks/engine/results.schema.json"
    jsonschema.validate(json.loads(uninterrupted), json.loads(schema.read_text()))


@pytest.mark.long
def test_the_results_hold_no_path_of_this_machine(uninterrupted):
    text = uninterrupted.decode()

    assert str(Path(__file__).resolve().parent.parent) not in text
    assert str(Path.home()) not in text


@pytest.mark.long
def test_every_certificate_of_the_run_is_accepted_by_the_checker_alone(tmp_path, uninterrupted):
    """The checker runs as a copy in isolated mode: nothing of ours can be imported."""
    checker = tmp_path / "checker.py"
    source = Path(__file__).resolve().parent.parent / "theory_checks/checker"
    checker.write_bytes((source / "checker.py").read_bytes())
    (tmp_path / "lemmas.json").write_bytes((source / "lemmas.json").read_bytes())
    files = []
    for statement in json.loads(uninterrupted)["statements"]:
        for reading in statement["readings"]:
            for item in reading["certificates"]:
                files.append(tmp_path / f"{item['digest'][:16]}.json")
                files[-1].write_text(json.dumps(item["certificate"]))

    assert files, "the family must have refutations"
    answer = subprocess.run([sys.executable, "-I", checker, *files], capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stdout + answer.stderr


def test_the_report_is_built_from_the_results(tmp_path, uninterrupted):
    (tmp_path / "results.json").write_bytes(uninterrupted)
    facts = {"table": "Online", "task": "N = 10", "unit": "query", "units": 10}
    facts |= {"contestant": "blocks", "ours": True}
    row = {"fullname": "test_samplers.py::test_samplers", "stats": {"min": 1.0}, "extra_info": facts}
    times = {"benchmarks": [row], "machine_info": {}, "modules": {"test_samplers": "Times of samplers"}}
    (tmp_path / "benchmarks").mkdir()
    (tmp_path / "benchmarks" / "noise.json").write_text(json.dumps(times))
    site = tmp_path / "site"
    answer = subprocess.run(
        command("report", tmp_path / "results.json", "--out", site), check=True, capture_output=True, text=True
    )

    assert str(site / "index.html") in answer.stdout
    assert (site / "index.html").stat().st_size <= 250_000
    assert max(page.stat().st_size for page in (site / "papers").iterdir()) <= 300_000
    assert {path.stem for path in (site / "docs").iterdir()} >= {"solve", "audit"}
    assert "Times of samplers" in (site / "benchmarks.html").read_text()
    assert "stale" not in (site / "index.html").read_text().partition("<main")[2], "what was just run is current"


def test_an_existing_cluster_gives_the_same_bytes(tmp_path, uninterrupted):
    from distributed import LocalCluster

    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster:
        assert run(tmp_path, engine=f"dask:{cluster.scheduler_address}", jobs=-1) == uninterrupted


def test_a_cluster_that_loses_a_worker_in_the_middle_gives_the_same_bytes(tmp_path, uninterrupted):
    """What the worker had begun, and what it had finished and not yet handed over, is done by the others."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        process = started(tmp_path, "--engine", f"dask:{cluster.scheduler_address}")
        wait_for_three(tmp_path, process)
        os.kill(cluster.workers[0].pid, signal.SIGKILL)
        assert process.wait() == 0
    assert (tmp_path / "results.json").read_bytes() == uninterrupted
