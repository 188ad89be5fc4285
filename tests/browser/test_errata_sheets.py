"""Errata on paper: two pages at most, nothing outside of them."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest
from devtools import Page


def printed_pages(page: Page) -> int:
    settings = {"preferCSSPageSize": True, "printBackground": False}
    data = base64.b64decode(page.browser.send("Page.printToPDF", settings)["data"])
    return data.count(b"/Type /Page\n")


@pytest.mark.parametrize("key", ["dpdqn", "dpdqn-v1", "pucb", "gpope"])
def test_a_sheet_is_two_pages_at_most(whole: Path, page: Page, key: str) -> None:
    page.open(whole / f"errata/{key}.html")
    assert page.run("document.fonts.ready.then(() => true)")
    assert 1 <= printed_pages(page) <= 2


def test_pages_are_counted(whole: Path, page: Page) -> None:
    page.open(whole / "statements.html")
    assert printed_pages(page) > 2


@pytest.mark.parametrize("key", ["dpdqn", "dpdqn-v1", "pucb", "gpope"])
def test_no_formula_is_wider_than_the_paper(whole: Path, page: Page, key: str) -> None:
    page.size(695)  # A4 without its margins
    page.media(medium="print")
    page.open(whole / f"errata/{key}.html")
    assert page.run("document.fonts.ready.then(() => true)")
    wide = "[...document.querySelectorAll('.set math')].filter(m => m.getBoundingClientRect().right > innerWidth)"
    assert page.run(f"{wide}.map(m => m.closest('article').id)") == []


@pytest.mark.parametrize(("scheme", "width"), [("light", 1440), ("dark", 390)])
def test_pictures_of_a_sheet_are_taken(whole: Path, page: Page, pictures: Path, scheme: str, width: int) -> None:
    page.size(width)
    page.media(scheme=scheme)
    page.open(whole / "errata/gpope.html")
    assert page.run("document.documentElement.scrollWidth") <= width
    page.screenshot(pictures / f"errata-{scheme}-{width}.png", limit=1500)
