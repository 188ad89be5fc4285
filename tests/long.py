"""Tests that take long are left to CI: a plugin of pytest, which `make test` uses.

`seconds.json` holds the tests of which a case has taken at least half a second, and how long. Tests that share what
takes long to make have the mark `long`: only the first of them is seen to take it. CI, `make test RUN_OPTIONS=--fresh`
and `pytest` alone run them as well: with `--long`, which also writes down what tests took, for the next `seconds.json`.
Statements are never left out.
"""

import json
from collections import defaultdict
from pathlib import Path

import pytest

RECORDED, MEASURED = Path("tests/seconds.json"), Path("results/seconds.json")
LONG = 0.5  # seconds of one case
TOOK = pytest.StashKey[dict[str, float]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also run the tests that tests/seconds.json says take long")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[TOOK] = defaultdict(float)
    config.pluginmanager.register(_Clock(config.stash[TOOK]))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--long"):
        long = _recorded(config)
        left = {item for item in items if is_long(item, long) and not item.get_closest_marker("quick")}
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item not in left]


def pytest_report_header(config: pytest.Config) -> str | None:
    left = "" if config.getoption("--long") else f"{len(_recorded(config))} long tests are left to CI; --long runs them"
    return left or None


def pytest_sessionfinish(session: pytest.Session) -> None:
    config = session.config
    if config.getoption("--long") and not hasattr(config, "workerinput"):  # one process of many hears of all
        slowest: dict[str, float] = defaultdict(float)
        for case, seconds in config.stash[TOOK].items():
            slowest[function(case)] = max(slowest[function(case)], round(seconds, 1))
        long = {name: seconds for name, seconds in sorted(slowest.items()) if seconds >= LONG}
        (config.rootpath / MEASURED).parent.mkdir(exist_ok=True)
        (config.rootpath / MEASURED).write_text(json.dumps(long, indent=1) + "\n", encoding="utf-8")


def is_long(item: pytest.Item, long: dict[str, float]) -> bool:
    """Tell whether a test takes long, or shares what does."""
    return function(item.nodeid) in long or item.get_closest_marker("long") is not None


def function(case: str) -> str:
    """Return the test of which this is a case."""
    return case.partition("[")[0]


def _recorded(config: pytest.Config) -> dict[str, float]:
    file = config.rootpath / RECORDED
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


class _Clock:
    """Adds up what each case takes, with what it needs before and after."""

    def __init__(self, took: dict[str, float]) -> None:
        self.took = took

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.took[report.nodeid] += report.duration
