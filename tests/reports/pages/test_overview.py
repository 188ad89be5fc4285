"""The first page: what is printed is counted apart from what is ours, and what is false comes with what to use."""

from pathlib import Path

import sample_results
from pages_of import Node, read, squeezed, with_class

from reports.pages.contents import PAGES

STATEMENTS = sample_results.sample()["statements"]
PRINTED = [s for s in STATEMENTS if s["repairs"] is None and s.get("about") is None]


def rows(site: Path, part: str) -> list[Node]:
    (matrix,) = with_class(read(site / "index.html"), "matrix")
    body = next(n for n in matrix.walk() if n.tag == part)
    return [n for n in body.walk() if n.tag == "tr"]


def numbers(row: Node) -> list[int]:
    return [int(squeezed(n).split()[0]) for n in row.walk() if n.tag == "td"]


def test_the_headline_counts_what_is_printed(site: Path) -> None:
    index = read(site / "index.html")
    counted = [int(n.text) for list_ in with_class(index, "tally") for n in list_.walk() if n.tag == "b"]
    assert sum(counted) == len(PRINTED) < len(STATEMENTS)
    assert f"{len(PRINTED)} statements in all" in squeezed(index)
    assert "apart from 1 correction and 0 remarks of ours" in squeezed(index)
    assert "Of our corrections 1 is verified; they are counted apart" in squeezed(index)


def test_the_matrix_counts_what_is_printed_and_ours_in_rows_of_its_own(site: Path) -> None:
    demo = numbers(rows(site, "tbody")[0])
    assert demo[-1] == sum(demo[:-1]) == sum(s["paper"] == "demo" for s in PRINTED)
    printed, corrections, remarks = map(numbers, rows(site, "tfoot"))
    assert [row[-1] for row in (printed, corrections, remarks)] == [len(PRINTED), 1, 0]
    assert printed == [sum(column) for column in zip(*map(numbers, rows(site, "tbody")), strict=True)]


def test_a_number_leads_to_its_statements_in_the_list(site: Path) -> None:
    links = [n.attributes["href"] for n in rows(site, "tbody")[0].walk() if n.tag == "a"]
    assert links[0] == "papers/demo.html"
    assert links[1] == "statements.html#paper=demo&verdict=REFUTED&kind=printed"


def test_the_overview_begins_with_main_results_that_do_not_hold_and_what_to_use_instead(site: Path) -> None:
    index = read(site / "index.html")
    first, second = [squeezed(n) for n in with_class(index, "finding")]
    assert first == "Refuted: Theorem 2 demo Two states are enough to break the identity."
    assert second.startswith("Holds on a region: Proposition 10 demo The loss does not vanish with n")
    assert "Use instead Verified: Proposition 10, repaired" in second
    assert [squeezed(n).split(" demo ")[0] for n in index.walk() if n.tag == "li" and "Lemma 16" in n.text] == [
        "Refuted: Lemma 16"
    ]


def test_the_wall_shows_what_is_printed_apart_from_what_is_ours(site: Path) -> None:
    printed, ours = with_class(read(site / "index.html"), "maps")
    assert len(with_class(printed, "cell")) == len(PRINTED)
    assert [n.attributes["href"] for n in with_class(ours, "cell")] == ["statements/demo/prop10/repaired.html"]


def test_every_page_is_in_the_navigation_and_on_the_overview(site: Path) -> None:
    index = read(site / "index.html")
    (bar,) = [n for n in index.walk() if n.attributes.get("aria-label") == "Pages"]
    assert [n.attributes["href"] for n in bar.walk() if n.tag == "a"] == [page.path for page in PAGES if page.top]
    (foot,) = [n for n in index.walk() if n.tag == "footer"]
    below = ["provenance.html", *(page.path for page in PAGES if not page.top)]
    assert [n.attributes["href"] for n in foot.walk() if n.tag == "a"] == below
    links = {n.attributes["href"] for n in with_class(index, "pages")[0].walk() if n.tag == "a"}
    assert links == {page.path for page in PAGES} - {"index.html"}


def test_the_filters_are_hidden_until_a_script_shows_them_and_everything_is_open(site: Path) -> None:
    page = read(site / "statements.html")
    form = next(n for n in page.walk() if n.attributes.get("id") == "filters")
    assert "hidden" in form.attributes
    papers = [n for n in page.walk() if n.tag == "details" and "paper" in n.classes]
    assert len(papers) == 2
    assert all("open" in n.attributes for n in papers)
    assert any(n.attributes.get("aria-live") == "polite" for n in form.walk())
    labelled = {n.attributes["for"] for n in form.walk() if n.tag == "label"}
    assert labelled == {n.attributes["id"] for n in form.walk() if n.tag in ("input", "select")}
    assert [path for path in site.rglob("*.html") if "filters.js" in path.read_text()] == [site / "statements.html"]
