"""The reading views: what a text prints, in its order, with verdicts, corrections and what each rests on."""

import json
from pathlib import Path

import pytest
import sample_results
from pages_of import Node, read, squeezed, with_class

from reports.__main__ import main
from reports.pages.formulas import main_formula
from reports.pages.printed import LONG, section_of
from reports.read.load import load_results


def items(page: Node) -> dict[str, Node]:
    return {n.attributes["id"]: n for n in with_class(page, "item")}


def built(folder: Path, statements: list[sample_results.Json]) -> Path:
    (folder / "r.json").write_text(json.dumps(sample_results.sample() | {"statements": statements}))
    assert main([str(folder / "r.json"), "--out", str(folder / "site")]) == 0
    return folder / "site"


def test_it_shows_what_is_printed_and_nothing_of_ours_as_a_statement(site: Path) -> None:
    printed = {s["id"] for s in sample_results.sample()["statements"] if s["repairs"] is None}
    shown = {id_ for path in (site / "papers").iterdir() for id_ in items(read(path))}
    assert shown == printed


def test_a_statement_has_formula_verdict_domain_sentence_correction_and_what_it_rests_on(site: Path) -> None:
    item = items(read(site / "papers/demo.html"))["demo/prop10"]
    text = squeezed(item)
    for part in (
        "Proposition 10",
        "Holds on a region",
        "Domain: ",
        "The loss does not vanish with",
        "Use instead Verified: Proposition 10, repaired",
        "Rests on Refuted: Lemma 16, Verified: Claim 17, Refuted: Theorem 2",
    ):
        assert part in text, part
    assert len(with_class(item, "formula")) == 2
    assert [squeezed(n) for n in with_class(item, "fails")] == ["Refuted: Lemma 16", "Refuted: Theorem 2"]
    assert "main-result" in item.classes


def test_steps_of_proofs_weigh_less(site: Path) -> None:
    shown = items(read(site / "papers/demo.html"))
    assert "step" in shown["demo/lemma16-heart"].classes
    assert "main-result" not in shown["demo/lemma16-heart"].classes


@pytest.mark.parametrize(
    ("id_", "target"),
    [("demo/prop10", "demo/prop10"), ("demo/prop10/repaired", "demo/prop10"), ("second/thm1", "second/thm1")],
)
def test_the_page_of_a_statement_leads_to_its_place_in_the_text(id_: str, target: str, site: Path) -> None:
    path = site / "statements" / f"{id_}.html"
    (crumbs,) = with_class(read(path), "crumbs")
    page, anchor = [n.attributes["href"] for n in crumbs.walk() if n.tag == "a"][1].split("#")
    assert anchor == target
    assert target in items(read((path.parent / page).resolve()))


def test_sections_come_in_the_order_of_a_text() -> None:
    places = [
        "Appendix A.2",
        "footnote 6",
        "Section 10",
        "Overview; Algorithm 2",
        "Sections 2 and 4",
        "Section 2.2",
        "",
    ]
    names = [name for name, _ in sorted(map(section_of, places), key=lambda found: found[1])]
    assert names == ["Section 2", "Section 2.2", "Section 10", "Overview", "Elsewhere", "Appendix A.2", "footnote 6"]


def test_the_appendix_of_a_long_text_has_a_page_of_its_own(tmp_path: Path) -> None:
    places = ["Section 1", "Appendix B"]
    statements = [
        sample_results.statement(f"demo/s{k}", f"S {k}", "VERIFIED") | {"place": places[k % 2]} for k in range(LONG)
    ]
    site = built(tmp_path, statements)
    main_text, appendix = (read(site / f"papers/demo{end}.html") for end in ("", "-appendix"))
    assert set(items(main_text)) == {f"demo/s{k}" for k in range(0, LONG, 2)}
    assert set(items(appendix)) == {f"demo/s{k}" for k in range(1, LONG, 2)}
    linked = {n.attributes["id"] for n in with_class(main_text, "elsewhere")[0].walk() if n.tag == "li"}
    assert linked == set(items(appendix))
    for page, other in ((main_text, "../papers/demo-appendix.html"), (appendix, "../papers/demo.html")):
        assert other in {n.attributes["href"] for n in page.walk() if n.tag == "a"}


def test_what_has_no_formula_is_told_in_words(site: Path) -> None:
    shown = items(read(site / "papers/demo.html"))
    assert with_class(shown["demo/rate"], "says") != []
    assert with_class(shown["demo/prop10"], "says") == []


@pytest.mark.parametrize(("computed", "shown"), [(r"e_N \leq 1", r"e_N \leq c"), (r"e^x \leq 1", "0 < c")])
def test_one_formula_stands_for_a_statement_the_one_that_is_computed(tmp_path: Path, computed: str, shown: str) -> None:
    chosen = sample_results.statement("demo/a", "A", "VERIFIED", formulas=["0 < c", r"e_N \leq c", "c = 1"])
    chosen["readings"] = [sample_results.reading(formal=[computed])]
    sample_results.write(tmp_path, sample_results.sample() | {"statements": [chosen]})
    (statement,) = load_results(tmp_path / "results.json").statements
    assert main_formula(statement) == shown


@pytest.mark.parametrize(
    ("correction", "shown"),
    [
        (r"y \sim \mathcal{N}(0, 1)", r"y \sim \mathcal{N}(0, s^2)"),
        (r"\Delta = \max |f|", r"\Delta = \max |f|"),  # not corrected, but the first
        (r"\Delta = \max f", r"\Delta = \max |f|"),
        ("1", r"\Delta = \max |f|"),
    ],
)
def test_beside_a_correction_stands_the_formula_that_was_corrected(tmp_path: Path, correction: str, shown: str) -> None:
    formulas = [r"\Delta = \max |f|", r"y \sim \mathcal{N}(0, s^2)"]
    pair = [
        sample_results.statement("demo/a", "A", "REFUTED", formulas=formulas, repaired_by=["demo/a/repaired"]),
        sample_results.statement("demo/a/repaired", "B", "VERIFIED", formulas=[correction], repairs="demo/a"),
    ]
    sample_results.write(tmp_path, sample_results.sample() | {"statements": pair})
    statement, repair = load_results(tmp_path / "results.json").statements
    assert main_formula(statement, repair) == shown
