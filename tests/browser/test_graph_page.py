"""The drawings of arguments: what falls turns grey and is listed; the choice has an address and needs no mouse."""

from __future__ import annotations

from pathlib import Path

import pytest
from devtools import Page

GRAPH = "graph.html"
HEART = "demo/lemma16-heart"
CLASSES = "[...document.querySelectorAll('a.node.{look}')].map(node => node.id)"
LISTED = "[...document.querySelectorAll('.beside li > a')].map(link => link.getAttribute('href'))"
BESIDE = "document.querySelector('.beside.filled').textContent"
CLICK = "document.getElementById({id!r}).dispatchEvent(new MouseEvent('click', {options}))"


def click(id_: str) -> str:
    return CLICK.format(id=id_, options="{bubbles: true, cancelable: true, detail: 1}")


def classed(page: Page, look: str) -> list[str]:
    return sorted(page.run(CLASSES.format(look=look)))


def test_what_falls_turns_grey_and_is_listed_with_what_becomes_of_it(site: Path, page: Page) -> None:
    page.open(site / GRAPH)
    page.run(click(HEART))
    fallen = ["demo/lemma16", "demo/prop10", "demo/rate", "demo/thm2", "second/thm1"]
    assert classed(page, "chosen") == [HEART]
    assert classed(page, "falls") == fallen
    assert classed(page, "stands") == ["second/thm1"]
    assert sorted(page.run(LISTED)) == [f"#{id_}" for id_ in fallen]
    said = page.run(BESIDE)
    assert "5 statements lose their argument: 1 true all the same, by evidence of its own; 2 false itself;" in said
    assert "stands by evidence of its own: argued" in said
    assert page.run("[...document.querySelectorAll('path.broken')].length") == 4
    assert page.complaints() == []


def test_a_choice_has_an_address(site: Path, page: Page) -> None:
    page.open(site / GRAPH)
    page.run(click("demo/lemma14"))
    assert page.run("location.hash") == "#demo/lemma14"
    page.open(site / GRAPH, f"#{HEART}")
    assert classed(page, "chosen") == [HEART]
    page.run("document.querySelector('.beside li > a[href=\"#demo/prop10\"]').click()")
    page.run("new Promise(done => setTimeout(done, 50))")
    assert classed(page, "chosen") == ["demo/prop10"]


@pytest.mark.parametrize("fragment", ["#demo/none", "#%", "#%E0%A4%A", "#"])
def test_an_address_of_nothing_chooses_nothing(site: Path, page: Page, fragment: str) -> None:
    page.open(site / GRAPH, fragment)
    assert classed(page, "chosen") == []
    assert page.complaints() == []


def test_a_second_click_opens_the_page(site: Path, page: Page) -> None:
    page.open(site / GRAPH)
    page.run(click(HEART))
    page.follow(click(HEART))
    assert page.run("location.pathname").endswith(f"/statements/{HEART}.html")


def test_the_keyboard_chooses_and_opens(site: Path, page: Page) -> None:
    page.open(site / GRAPH)
    page.key("Tab", 9)
    page.run("document.querySelector('.network').closest('.scroll').focus()")
    page.key("Tab", 9)
    first = page.run("document.activeElement.id")
    assert classed(page, "chosen") == [first]
    page.browser.events.clear()
    page.key("Enter", 13)
    page.browser.wait_for("Page.loadEventFired")
    assert page.run("location.pathname").endswith(f"/statements/{first}.html")


def test_a_choice_does_not_move_the_drawing_under_the_mouse(site: Path, page: Page) -> None:
    for width in (390, 1440):
        page.size(width)
        page.open(site / GRAPH)
        top = f"document.getElementById('{HEART}').getBoundingClientRect().top"
        page.run(f"document.getElementById('{HEART}').scrollIntoView({{block: 'center', behavior: 'instant'}})")
        before = page.run(top)
        page.run(click(HEART))
        assert page.run(top) == pytest.approx(before, abs=1.5)


@pytest.mark.parametrize("opened", ["", "#demo/lemma14"])
def test_who_chooses_while_the_page_still_loads_is_not_moved(site: Path, page: Page, opened: str) -> None:
    page.size(390)
    page.open(site / GRAPH, opened)
    top = f"document.getElementById('{HEART}').getBoundingClientRect().top"
    page.run(f"document.getElementById('{HEART}').scrollIntoView({{block: 'center', behavior: 'instant'}})")
    before = page.run(top)
    page.run(click(HEART) + "; window.dispatchEvent(new Event('load'))")
    page.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.run(top) == pytest.approx(before, abs=1.5)


def test_the_chosen_statement_is_in_sight(site: Path, page: Page) -> None:
    page.size(390, 800)
    page.open(site / GRAPH, f"#{HEART}")
    page.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    left, top = page.run(f"(b => [b.left, b.top])(document.getElementById('{HEART}').getBoundingClientRect())")
    assert 0 <= left < 390
    assert 0 <= top < 800


def test_without_scripts_nodes_are_links_and_the_lists_stand(site: Path, page: Page) -> None:
    page.scripts(on=False)
    page.open(site / GRAPH)
    assert page.run("document.querySelector('.beside').offsetParent === null")
    assert page.run("document.querySelectorAll('.survivors li, .blasts tbody tr').length") > 2
    page.follow(click("demo/thm2"))
    assert page.run("location.pathname").endswith("/statements/demo/thm2.html")


@pytest.mark.parametrize(("scheme", "width"), [("light", 1440), ("dark", 1440), ("light", 390), ("dark", 390)])
def test_pictures_of_the_graph_are_taken(whole: Path, page: Page, pictures: Path, scheme: str, width: int) -> None:
    page.size(width)
    page.media(scheme=scheme)
    page.open(whole / GRAPH, "#dpdqn/lemma11")
    assert page.run("document.documentElement.scrollWidth") <= width
    page.screenshot(pictures / f"graph-{scheme}-{width}.png", limit=3000)
