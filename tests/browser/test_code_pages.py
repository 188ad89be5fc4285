"""Sources in a browser: the line that a link names is on the screen, and stands out."""

from __future__ import annotations

from pathlib import Path

import pytest
from devtools import Page

CODE = "code/reports/math/__init__.py.html"
TARGET = "document.querySelector('.listing :target')"


def test_a_link_to_code_leads_to_its_line(site: Path, page: Page) -> None:
    page.open(site / "statements/demo/thm2.html")
    page.follow("document.querySelector('a[href*=\"code/\"]').click()")
    assert page.run("location.hash") == "#L28"
    assert page.run(f"{TARGET}.textContent").startswith("28")
    top = page.run(f"{TARGET}.getBoundingClientRect().top")
    assert 0 <= top < 900
    assert page.run(f"getComputedStyle({TARGET}).boxShadow") != "none"


def test_numbers_are_not_copied_with_the_code(site: Path, page: Page) -> None:
    page.open(site / CODE)
    page.run("getSelection().selectAllChildren(document.querySelector('.listing'))")
    assert page.run("getSelection().toString()").startswith('r"""LaTeX formulas')


@pytest.mark.parametrize(("scheme", "width"), [("light", 1440), ("dark", 390)])
def test_long_lines_scroll_inside(site: Path, page: Page, pictures: Path, scheme: str, width: int) -> None:
    page.size(width)
    page.media(scheme=scheme)
    page.open(site / CODE, "#L28")
    assert page.run("document.documentElement.scrollWidth") <= width
    page.screenshot(pictures / f"code-{scheme}-{width}.png", limit=1500)


def test_a_source_is_printed_from_the_first_page_on(site: Path, page: Page) -> None:
    page.media(medium="print")
    page.open(site / CODE)
    assert page.run("getComputedStyle(document.querySelector('.listing code')).display") == "block"
