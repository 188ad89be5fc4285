"""One browser and one sample site for all tests of this folder. They are run by `make test-browser`."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from devtools import Browser, Page

from reports.__main__ import main

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "results" / "screenshots"


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the sample data of the tests of `reports`."""
    spec = importlib.util.spec_from_file_location("sample_results", ROOT / "tests" / "reports" / "sample_results.py")
    assert spec is not None
    assert spec.loader is not None
    sample = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sample)
    folder = tmp_path_factory.mktemp("browser")
    stale = {f"{s['id']}#{r['name']}": "0123456789abcdef" for s in sample.sample()["statements"] for r in s["readings"]}
    (folder / "sources.json").write_text(json.dumps(stale | {"demo/claim17#printed": "changed"}))
    files = ["--benchmarks", str(sample.documents(folder)), "--sources", str(folder / "sources.json")]
    assert main([str(sample.write(folder)), "--out", str(folder / "site"), *files]) == 0
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
