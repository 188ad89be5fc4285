"""One browser and one sample site for all tests of this folder. They are run by `make test-browser`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from devtools import Browser, Page

from reports.__main__ import main
from theory_checks.checker import program, script
from theory_checks.commands import search
from theory_checks.engine.papers import load
from theory_checks.engine.results import assemble
from theory_checks.engine.runner import Plan, Run

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests/reports"))

import sample_documents  # noqa: E402  the folder of the samples is on the path only now
import sample_results  # noqa: E402

PICTURES = ROOT / "results" / "screenshots"


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the sample data of the tests of `reports`."""
    folder = tmp_path_factory.mktemp("browser")
    stale = {
        f"{s['id']}#{r['name']}": "0123456789abcdef"
        for s in sample_results.sample()["statements"]
        for r in s["readings"]
    }
    (folder / "sources.json").write_text(json.dumps(stale | {"demo/claim17#printed": "changed"}))
    (folder / "checker.js").write_text(script())
    (folder / "checker.py").write_text(program())
    (folder / "words.json").write_text(json.dumps(search.data(load()) | {"entries": sample_entries()}))
    files = [
        "--words",
        str(folder / "words.json"),
        "--checker",
        str(folder / "checker.js"),
        "--program",
        str(folder / "checker.py"),
        "--benchmarks",
        str(sample_documents.documents(folder)),
        "--sources",
        str(folder / "sources.json"),
    ]
    assert main([str(sample_results.write(folder)), "--out", str(folder / "site"), *files]) == 0
    return folder / "site"


def sample_entries() -> list[dict[str, object]]:
    """What the sample statements can be found by."""
    printed = [s for s in sample_results.sample()["statements"] if not s["repairs"]]
    rest = {"weight": 2, "repairs": []}
    return [rest | {"id": s["id"], "words": dict.fromkeys(search.words(f"{s['label']} {s['id']}"), 0)} for s in printed]


def recorded() -> dict[str, Any]:
    """Results without evidence: the verdicts are those of the ledger."""
    results = assemble(Plan(keys=()), load(), Run(records={}, seconds={}))
    for statement in results["statements"]:
        for record in (statement, *statement["readings"]):
            record["verdict"] = record["expected"]
    return results


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of all statements."""
    folder = tmp_path_factory.mktemp("whole")
    (folder / "results.json").write_text(json.dumps(recorded()))
    (folder / "words.json").write_text(json.dumps(search.data(load())))
    words = ["--words", str(folder / "words.json")]
    assert main([str(folder / "results.json"), "--out", str(folder / "site"), *words]) == 0
    return folder / "site"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A browser for all tests."""
    running = Browser()
    yield running
    running.close()


@pytest.fixture
def page(browser: Browser) -> Page:
    """A page of a desktop's width in the light theme, with scripts and nothing remembered."""
    page = Page(browser)
    page.scripts(on=True)
    page.size(1280)
    page.media()
    browser.send("Storage.clearDataForOrigin", {"origin": "file://", "storageTypes": "local_storage"})
    return page


@pytest.fixture(scope="session")
def pictures() -> Path:
    """Where screenshots are kept, to be looked at."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    return PICTURES
