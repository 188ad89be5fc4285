"""The history of verdicts in a browser: it fits, and a link into it shows its entry."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from devtools import Page

from reports.__main__ import main

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def history(whole: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of all statements with the releases and the changelog of the project."""
    out = tmp_path_factory.mktemp("history") / "site"
    more = ["--releases", str(ROOT / "releases"), "--changelog", str(ROOT / "CHANGELOG.md")]
    assert main([str(whole.parent / "results.json"), "--out", str(out), *more]) == 0
    return out


def test_every_changed_verdict_of_the_project_has_a_reason(history: Path, page: Page) -> None:
    page.open(history / "history.html")
    assert page.run("document.querySelectorAll('.moves > li').length") > 90
    assert "gives no reason" not in page.run("document.body.textContent")
    assert page.complaints() == []


def test_a_statement_leads_to_its_change(history: Path, page: Page) -> None:
    before = json.loads((ROOT / "releases/0.1.0.json").read_text())["verdicts"]["gpope/optimum-theta"]["verdict"]
    page.open(history / "statements/gpope/optimum-theta.html")
    page.follow("document.querySelector('a[href*=\"history.html\"]').click()")
    shown = page.run("document.querySelector(':target').textContent")
    assert before.capitalize() in shown
    assert "chain of two states" in shown


@pytest.mark.parametrize(("scheme", "width"), [("light", 1440), ("dark", 390)])
def test_pictures_of_the_history_are_taken(history: Path, page: Page, pictures: Path, scheme: str, width: int) -> None:
    page.size(width)
    page.media(scheme=scheme)
    page.open(history / "history.html")
    page.run("document.querySelectorAll('details').forEach(fold => fold.open = true)")
    assert page.run("document.documentElement.scrollWidth") <= width
    page.screenshot(pictures / f"history-{scheme}-{width}.png", limit=1500)
