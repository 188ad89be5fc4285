"""Tests that `make test` leaves to CI: which they are, that `--long` runs them, and that it measures them anew."""

import json
import shutil
from pathlib import Path

import pytest

from tests import long

pytest_plugins = ["pytester"]

ROOT = Path(__file__).resolve().parent.parent
CASES = """
import pytest

@pytest.mark.parametrize("case", [1, 2])
def test_slow(case): pass

@pytest.mark.quick
def test_statement(): pass

def test_fast(): pass

@pytest.mark.long
def test_that_shares_what_takes_long(): pass
"""

CLOCK = """
import pytest

@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    report.duration = 0.4 * item.callspec.params["case"] if report.when == "call" and "slow" in item.name else 0.01
    return report
"""


@pytest.fixture
def run(pytester):
    """Return what `make test` does with a few tests, of which two are known to take long."""
    pytester.makeini("[pytest]\nmarkers =\n quick: a statement\n long: a test that shares what takes long to make")
    (pytester.path / "tests").mkdir()
    pytester.makeconftest(CLOCK)
    (pytester.path / "tests/test_some.py").write_text(CASES)
    (pytester.path / long.RECORDED).write_text(
        json.dumps({"tests/test_some.py::test_slow": 0.6, "tests/test_some.py::test_statement": 0.7})
    )
    shutil.copy(long.__file__, pytester.path / "tests/long.py")
    options = ("-p", "tests.long", "-p", "no:cacheprovider", "tests")
    return lambda *more: pytester.runpytest_subprocess(*options, *more)


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["alone", "two workers"])
def test_long_tests_are_left_out_and_statements_never(run, workers):
    result = run(*workers)

    assert result.parseoutcomes()["passed"] == 2
    result.stdout.fnmatch_lines("2 long tests are left to CI; --long runs them")


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["alone", "two workers"])
def test_all_are_run_and_measured_where_it_is_asked_for(run, pytester, workers):
    assert run("--long", *workers).parseoutcomes() == {"passed": 5}

    measured = json.loads((pytester.path / long.MEASURED).read_text())
    assert measured == {"tests/test_some.py::test_slow": 0.8}  # its slowest case


def test_what_is_recorded_exists():
    recorded = json.loads((ROOT / long.RECORDED).read_text())

    for name in recorded:
        path, *_, test = name.split("::")
        assert f"def {test}(" in (ROOT / path).read_text(), name
