"""Pages on paper: what is folded stays folded, and little paper is needed."""

from __future__ import annotations

import base64
import re
from pathlib import Path

import pytest
from devtools import Page

MOST = 6


def sheets(page: Page) -> int:
    """Return on how many sheets of A4 the page is printed."""
    paper = {"paperWidth": 8.27, "paperHeight": 11.69}
    printed = base64.b64decode(page.browser.send("Page.printToPDF", paper)["data"])
    return len(re.findall(rb"/Type\s*/Page\b", printed))


@pytest.mark.parametrize("name", ["dpdqn/thm5", "dpdqn/prop10", "gpope/thm2", "pucb/pac-upper"])
def test_a_statement_needs_few_sheets(whole: Path, page: Page, name: str) -> None:
    path = whole / f"statements/{name}.html"
    assert path.is_file()
    page.open(path)
    assert 1 <= sheets(page) <= MOST


def test_evidence_is_printed_only_where_its_fold_is_open(site: Path, page: Page) -> None:
    page.open(site / "statements/demo/prop10.html")
    closed = sheets(page)
    assert closed <= MOST
    page.run("document.querySelectorAll('details').forEach(d => d.open = true)")
    page.run("new Promise(done => setTimeout(done, 300))")
    assert sheets(page) > closed


WIDE = """[...document.querySelectorAll('table, .formula math')].filter(
  e => e.checkVisibility() && e.getBoundingClientRect().right > innerWidth + 1).map(e => e.textContent.slice(0, 60))"""


@pytest.mark.parametrize("name", ["benchmarks.html", "provenance.html", "statements/demo/prop10.html"])
def test_no_table_and_no_formula_is_wider_than_the_paper(site: Path, page: Page, name: str) -> None:
    page.size(718)  # A4 without the margins of the browser
    page.media(medium="print")
    page.open(site / name)
    page.run("document.querySelectorAll('details').forEach(d => d.open = true)")
    assert page.run("document.fonts.ready.then(() => true)")
    assert page.run(WIDE) == []
