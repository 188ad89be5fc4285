"""The suite itself: from a change to the report

What `make report` and `make test` do once all is installed, on a copy of the project: seconds on the clock, with all
cores, of a run and of the pages. These are no times of one process: the benchmark's own table tells something else.
"""

import shutil
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.benchmarks.contest import Contest, Contestant, Task, barred
from tests.unchanged import PASSED, PASSING

ROOT = Path(__file__).resolve().parents[2]
CHANGED = "theory_checks/papers/dpdqn/utility/policy_loss.py"
PACKAGES = ("tabular", "theory_checks", "reports")
NEVER = shutil.ignore_patterns(".*", "__pycache__", "build", "dist", "results", "site")
HELD = TemporaryDirectory(prefix="theory-checks-")  # until this process ends
BARS = {
    "everything, no kernel compiled": 130,
    "nothing has changed": 8,
    "a line of one room": 20,
    "one statement, no report": 10,
    "the tests, after a report": 200,  # with a cold run and 35 seconds of installation: six minutes
    "the tests, a line of one room": 180,
}


@cache
def copied():
    """Return a copy of the project as an installation leaves it: modules are compiled, kernels are not."""
    folder = Path(HELD.name) / "project"
    shutil.copytree(ROOT, folder, ignore=NEVER)
    subprocess.run([sys.executable, "-m", "compileall", "-q", "-j", "0", *PACKAGES], cwd=folder, check=True)
    return folder


@cache
def computed():
    """Return a copy of the project in which all has been computed, and the seconds that it took."""
    return copied(), reported(copied())


def reported(folder):
    """Return the seconds of a run and of its report."""
    return done_in(folder, ["run", "--site", "reports/site"])


def seconds_of_tests(folder):
    """Return the seconds of what `make test` runs: near misses, statements, and tests that are not known to pass."""
    plugins = ("-p", "tests.unchanged", "-p", "tests.long")
    tried = done_in(folder, ["mutate"])
    run = done_in(folder, ["run", "--out", "results/results.json"])
    tests = done_in(folder, ["-n", "auto", "--dist", "worksteal", *plugins], "pytest")
    (folder / PASSING).replace(folder / PASSED)
    return tried + run + tests


def done_in(folder, command, module="theory_checks"):
    """Return the seconds of a command."""
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", module, *command], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return time.perf_counter() - start


def a_line_more(folder, work):
    with (folder / CHANGED).open("a", encoding="utf-8") as file:
        file.write("# One line more.\n")
    return work(folder)


STATES = {
    "one statement, no report": lambda: done_in(copied(), ["run", "dpdqn/line22-sum"]),
    "everything, no kernel compiled": lambda: computed()[1],
    "nothing has changed": lambda: reported(computed()[0]),
    "a line of one room": lambda: a_line_more(computed()[0], reported),
    "the tests, after a report": lambda: seconds_of_tests(computed()[0]),
    "the tests, a line of one room": lambda: a_line_more(computed()[0], seconds_of_tests),
}


def judged(name, seconds):
    return "", {"seconds": barred(seconds, BARS[name], "smaller")}


TASKS = tuple(Task(name, lambda name=name: name) for name in STATES)
CONTESTS = (
    Contest(
        "A run and its report",
        "run",
        TASKS,
        (Contestant("theory-checks", STATES.__getitem__, ours=True),),
        judged,
        once=True,
        value="seconds",
        says="Installation, about 15 seconds, comes before.",
    ),
)


def test_suite(entry, benchmark):
    entry.run(benchmark)
