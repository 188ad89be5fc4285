"""The atlas: filters that live in the address, and everything without scripts."""

from __future__ import annotations

from pathlib import Path

import pytest
from devtools import Page

ATLAS = "atlas.html"
VISIBLE = """[...document.querySelectorAll('.piece')].filter(piece => piece.offsetParent !== null)
  .map(piece => piece.dataset.paper + ' ' + piece.dataset.kind)"""
INSIDE = """[...document.querySelectorAll('.piece svg:not(.icon)')].every(picture => {
  const inner = picture.getBoundingClientRect(), outer = picture.closest('.piece').getBoundingClientRect();
  return inner.left >= outer.left && inner.right <= outer.right && inner.bottom <= outer.bottom;
})"""
SHOWN = "document.getElementById('atlas-shown').textContent"


def choose(page: Page, field: str, value: str) -> None:
    page.run(
        f"(f => {{ f.value = '{value}'; f.dispatchEvent(new Event('input', {{bubbles: true}})); }})"
        f"(document.getElementById('{field}'))"
    )


def test_the_filters_choose_by_paper_and_kind(site: Path, page: Page) -> None:
    page.open(site / ATLAS)
    everything = page.run(VISIBLE)
    assert len(everything) == 5
    choose(page, "kind", "run")
    assert page.run(VISIBLE) == [kind for kind in everything if kind.endswith(" run")]
    assert page.run(SHOWN) == "3 of 5 counterexamples"
    choose(page, "paper", "demo")
    assert page.run("location.hash") == "#paper=demo&kind=run"
    page.run("document.querySelector('#atlas-filters button').click()")
    page.run("new Promise(done => setTimeout(done, 50))")
    assert page.run(VISIBLE) == everything
    assert page.run("location.hash") == ""
    assert page.complaints() == []


def test_an_address_sets_the_filters(site: Path, page: Page) -> None:
    page.open(site / ATLAS, "#kind=process")
    assert page.run(VISIBLE) == ["demo process", "demo process"]
    page.open(site / ATLAS, "#paper=none&kind=none")
    assert len(page.run(VISIBLE)) == 5


def test_without_scripts_everything_is_shown(site: Path, page: Page) -> None:
    page.scripts(on=False)
    page.open(site / ATLAS)
    assert len(page.run(VISIBLE)) == 5
    assert page.run("document.getElementById('atlas-filters').offsetParent === null")


def test_the_picture_lies_inside_its_piece(site: Path, page: Page) -> None:
    for width in (320, 1280):
        page.size(width)
        page.open(site / ATLAS)
        assert page.run(INSIDE)


@pytest.mark.parametrize(("scheme", "width"), [("light", 1440), ("dark", 390)])
def test_pictures_of_the_atlas_are_taken(whole: Path, page: Page, pictures: Path, scheme: str, width: int) -> None:
    page.size(width)
    page.media(scheme=scheme)
    page.open(whole / ATLAS)
    assert page.run("document.documentElement.scrollWidth") <= width
    page.screenshot(pictures / f"atlas-{scheme}-{width}.png", limit=3000)
