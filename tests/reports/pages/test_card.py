"""The first screen of a statement, the number on it, and how much a page weighs before its folds are opened."""

import json
from pathlib import Path

import pytest
import sample_results
from pages_of import Node, built, read, squeezed, with_class

from reports.pages.card import first_sentence
from reports.pages.parts import SMALL, Parts
from reports.pages.views import unique
from reports.pages.worked import number

LIMIT = 300_000


def card_of(folder: Path, change) -> Node:
    """Return the card of Proposition 10 of the sample after a change of its statement."""
    results = sample_results.sample()
    chosen = next(s for s in results["statements"] if s["id"] == "demo/prop10")
    change(chosen)
    return with_class(built(folder / "built", results, "demo/prop10"), "card")[0]


def test_every_statement_has_a_card_before_its_folds(site: Path) -> None:
    for path in (site / "statements").rglob("*.html"):
        page = read(path)
        (card,) = with_class(page, "card")
        assert squeezed(with_class(card, "answer")[0]), path
        order = [n for n in page.walk() if "card" in n.classes or "fold" in n.classes]
        assert order[0] is card, path
        assert len(order) > 1, path


def test_the_answer_is_that_of_the_results_in_plain_words(tmp_path: Path) -> None:
    card = card_of(tmp_path, lambda s: s.update(answer="True only where $n = 1$"))
    assert squeezed(with_class(card, "answer")[0]).startswith("True only where")
    assert "REFUTED" not in card.text


def test_the_number_of_the_first_certificate_stands_on_the_card(tmp_path: Path) -> None:
    def change(s):
        certificate = s["readings"][0]["certificates"][0]
        certificate["compared"] = "1.59576... > 1.42729..."
        claim = {"relation": "<=", "left": {"ref": "error"}, "right": "1"}
        data = {key: value for key, value in certificate["certificate"].items() if key != "conclusion"}
        values = {"sigma": "1", "n": "5", "gamma": {"ref": "M.discount"}, "m": {"ref": "M.actions"}}
        certificate["certificate"] = data | {"part": 0, "values": values}
        certificate["certificate"]["statement"] = data["statement"] | {"formal": [claim]}

    card = card_of(tmp_path, change)
    (shown,) = with_class(card, "worked")
    assert squeezed(shown) == "m=5, n=5, γ=1/2, σ=1: error 1.596, promised at most 1.427"
    page = read(tmp_path / "built" / "site" / "statements" / "demo" / "prop10.html")
    (box,) = with_class(page, "counterexample")
    assert "In numbers: error 1.596, promised at most 1.427" in squeezed(box)


def test_without_certificates_the_nearest_case_gives_the_number(site: Path) -> None:
    (shown,) = with_class(read(site / "statements/demo/claim17.html"), "worked")
    assert squeezed(shown) == "tight: one state: 0.2857 ≤ 0.2857"


def test_printed_and_corrected_formulas_stand_side_by_side_the_new_one_first_on_its_page(site: Path) -> None:
    for id_, titles in {
        "demo/prop10": ["As printed", "Use instead: Proposition 10, repaired"],
        "demo/prop10/repaired": ["Use this", "In place of: Proposition 10"],
    }.items():
        columns = with_class(read(site / f"statements/{id_}.html"), "column")
        assert [squeezed(with_class(c, "role")[0]).split(" (")[0] for c in columns] == titles
        assert all(with_class(c, "formula") for c in columns)


def test_the_first_correction_is_the_one_to_use(tmp_path: Path) -> None:
    results = sample_results.sample()
    chosen = next(s for s in results["statements"] if s["id"] == "demo/prop10")
    chosen["repaired_by"] = ["demo/claim17", "demo/prop10/repaired"]
    page = built(tmp_path / "built", results, "demo/prop10")
    assert "Use instead: Claim 17" in squeezed(with_class(page, "card")[0])
    assert "Also: Proposition 10, repaired" in squeezed(with_class(page, "card")[0])
    assert "Corrected statement, the one to use first Claim 17" in squeezed(page)


def test_the_function_to_use_is_a_line_to_copy(tmp_path: Path) -> None:
    results = sample_results.sample()
    repair = next(s for s in results["statements"] if s["id"] == "demo/prop10/repaired")
    repair["use"] = "tabular.privacy.calibrate_gaussian"
    (line,) = with_class(built(tmp_path / "built", results, "demo/prop10"), "use")
    assert squeezed(line) == "In code from tabular.privacy import calibrate_gaussian its source"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two.", ("One.", "Two.")),
        ("The value $1. A$ is one. Two.", ("The value $1. A$ is one.", "Two.")),
        ("No stop", ("No stop", "")),
        ("See `a. B` of 1.5 here. $x$ is next.", ("See `a. B` of 1.5 here.", "$x$ is next.")),
    ],
)
def test_the_first_sentence(text, expected):
    assert first_sentence(text) == expected


@pytest.mark.parametrize(
    ("text", "value"),
    [("5/4", 1.25), ("[0.5 +/- 1e-9]", 0.5), ("1.5957...", 1.5957), ("2.5...e-08", 2.5e-8),
     ("7.5 (exact value in 58 digits)", 7.5), ("36 of 40", None),
     ("1.19999... to 1.20000...", 1.199995), ("-7.1...e-15 to 7.1...e-15", 0.0), ("1 to 2", None), ("-1 to 1", None),
     ("all", None), ("1e999999999", None), ("1/0", None)],
)  # fmt: skip
def test_numbers_of_texts(text, value):
    assert number(text) == value


def test_anchors_come_from_names_and_differ():
    assert unique(["reading-a", "reading-b", "reading-a", "reading-a-2"]) == [
        "reading-a", "reading-b", "reading-a-2", "reading-a-2-2",
    ]  # fmt: skip


def test_readings_and_certificates_keep_their_anchors_whatever_stands_before_them(site: Path, tmp_path: Path) -> None:
    results = sample_results.sample()
    chosen = next(s for s in results["statements"] if s["id"] == "demo/prop10")
    chosen["readings"].reverse()
    reversed_page = built(tmp_path / "built", results, "demo/prop10")
    for page in (reversed_page, read(site / "statements/demo/prop10.html")):
        ids = {n.attributes.get("id") for n in page.walk()}
        assert {"reading-reward-noise", "reading-policy-value", "certificate-0a1b2c3d4e5f"} <= ids


def test_long_parts_are_loaded_when_asked():
    parts = Parts("statements/demo/x/y.html")

    assert parts.later("<p>small</p>") == "<p>small</p>"
    assert 'data-part="demo--x--y--1"' in parts.later("<p>long</p>" * SMALL, "until <b>then</b>")
    ((name, content),) = parts.files()
    assert name == "parts/demo--x--y--1.js"
    assert content.startswith(b'theoryChecksPart("demo--x--y--1", "<p>long</p>')


def test_a_heavy_statement_stays_light_until_its_folds_are_opened(tmp_path: Path) -> None:
    results = sample_results.sample()
    chosen = next(s for s in results["statements"] if s["id"] == "demo/prop10")
    reading = chosen["readings"][0]
    certificate = reading["certificates"][0]
    reading["certificates"] = [certificate | {"digest": f"{i:064x}"} for i in range(80)]
    reading["evidence"] = reading["evidence"] * 20
    reading["figures"] = reading["figures"] * 5
    built(tmp_path / "built", results, "demo/prop10")
    page = tmp_path / "built/site/statements/demo/prop10.html"
    assert page.stat().st_size <= LIMIT
    assert json.dumps(sample_results.CERTIFICATE)[:60] not in page.read_text("utf-8")


def test_no_page_of_the_last_run_is_heavy() -> None:
    """The site that `make report` built, if it is there."""
    pages = Path(__file__).resolve().parents[3] / "reports/site/statements"
    heavy = [path for path in pages.rglob("*.html") if path.stat().st_size > LIMIT]
    assert heavy == []
