"""The list of statements: its filters, and the addresses that set them."""

from __future__ import annotations

from pathlib import Path

from devtools import Page

VISIBLE = (
    "[...document.querySelectorAll('table.statements tbody tr')].filter(r => r.offsetParent !== null).map(r => r.id)"
)
SHOWN = "document.getElementById('shown').textContent"
LIST = "statements.html"


def type_in(page: Page, field: str, value: str) -> None:
    page.run(f"(() => {{ const f = document.getElementById({field!r}); f.value = {value!r};"
             " f.dispatchEvent(new Event('input', {bubbles: true})); })()")  # fmt: skip


def test_the_filters_narrow_the_list_and_say_so(site: Path, page: Page) -> None:
    page.open(site / LIST)
    everything = page.run(VISIBLE)
    assert len(everything) == 13
    type_in(page, "verdict", "REFUTED")
    assert page.run(VISIBLE) == ["demo/thm2", "demo/lemma16", "demo/lemma16-heart"]
    assert page.run(SHOWN) == "3 of 13 statements"
    type_in(page, "kind", "lemma")
    assert page.run(VISIBLE) == ["demo/lemma16"]
    assert page.run("location.hash") == "#verdict=REFUTED&kind=lemma"
    page.run("document.querySelector('#filters button[type=reset]').click()")
    page.run("new Promise(done => setTimeout(done, 50))")
    assert page.run(VISIBLE) == everything
    assert page.run(SHOWN) == "13 statements"


def test_the_search_finds_words_in_any_order_and_ids(site: Path, page: Page) -> None:
    page.open(site / LIST)
    type_in(page, "query", "Printed LOSS bound")
    assert page.run(VISIBLE) == ["demo/prop10"]
    type_in(page, "query", "second/")
    assert page.run(VISIBLE) == ["second/thm1"]
    assert page.run("[...document.querySelectorAll('details.paper')].map(d => d.hidden)") == [True, False]
    type_in(page, "query", "no such words")
    assert page.run(VISIBLE) == []
    assert page.run(SHOWN) == "0 of 13 statements"


def test_stale_records_can_be_filtered(site: Path, page: Page) -> None:
    page.open(site / LIST)
    type_in(page, "verdict", "STALE")
    assert page.run(VISIBLE) == ["demo/claim17"]


def test_a_number_of_the_matrix_shows_its_statements(site: Path, page: Page) -> None:
    page.open(site / "index.html")
    page.follow("document.querySelector('.matrix a[href*=VERIFIED]').click()")
    assert page.run(VISIBLE) == ["demo/claim17"]
    assert page.run("['paper', 'kind'].map(id => document.getElementById(id).value)") == ["demo", "printed"]


def test_without_scripts_the_list_is_complete_and_without_filters(site: Path, page: Page) -> None:
    page.scripts(on=False)
    page.open(site / LIST, "#verdict=REFUTED")
    assert len(page.run(VISIBLE)) == 13
    assert page.run("document.getElementById('filters').offsetParent === null")


def test_a_filtered_view_has_an_address(site: Path, page: Page) -> None:
    page.open(site / LIST, "#verdict=ILL_POSED")
    assert page.run(VISIBLE) == ["demo/eq2-variance"]
    page.open(site / LIST, "#paper-second")
    assert len(page.run(VISIBLE)) == 13
