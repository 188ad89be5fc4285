"""The atlas: every statement with a counterexample once, with picture, number and the way to the certificate."""

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import sample_results
from pages_of import Node, read, squeezed, with_class
from sample_certificate import CERTIFICATE, ONE_STATE

from reports.pages.atlas import Piece, atlas
from reports.pages.printed import Library
from reports.pages.relations import Relations
from reports.pages.site import Site
from reports.read.load import load_results

CLAIM = {"relation": "<=", "left": {"ref": "loss"}, "right": {"ref": "n"}}


def pieces(site: Path) -> dict[str, Node]:
    found = with_class(read(site / "atlas.html"), "piece")
    return {next(n for n in p.walk() if n.tag == "a").attributes["href"].split("#")[0]: p for p in found}


def test_every_statement_that_is_false_or_has_a_counterexample_has_a_piece(site: Path) -> None:
    refuted = ("REFUTED", "ILL_POSED")
    short = [
        s["id"] for s in sample_results.sample()["statements"] if s["verdict"] in refuted or s["id"] == "demo/prop10"
    ]
    assert list(pieces(site)) == [f"statements/{id_}.html" for id_ in short]
    assert f"{len(short)} statements that do not hold" in squeezed(read(site / "atlas.html"))


def test_what_is_true_in_part_and_has_no_counterexample_has_no_piece(tmp_path: Path) -> None:
    results = sample_results.sample()
    chosen = next(s for s in results["statements"] if s["id"] == "demo/prop10")
    for reading in chosen["readings"]:
        reading["certificates"] = []
    (tmp_path / "results.json").write_text(json.dumps(results))
    loaded = load_results(tmp_path / "results.json")
    shown = atlas(Library(loaded, Relations(loaded.statements)), {})["shelves"]
    assert "demo/prop10" not in [piece.statement.id for _, shelf in shown for piece in shelf]


def test_a_piece_leads_to_its_certificate_on_the_page_of_the_statement(site: Path) -> None:
    link = next(n for n in pieces(site)["statements/demo/thm2.html"].walk() if n.tag == "a")
    path, anchor = link.attributes["href"].split("#")
    assert anchor in {n.attributes.get("id") for n in read(site / path).walk()}


def test_without_a_number_a_piece_says_what_is_wrong(site: Path) -> None:
    assert "loses a factor" in squeezed(pieces(site)["statements/demo/lemma16.html"])


def made(tmp_path: Path, compared: str, lemmas: dict[str, str] | None = None, **certificate: object) -> Piece:
    """The piece of a statement that one certificate refutes."""
    statement = CERTIFICATE["statement"] | {"formal": [CLAIM]}
    data = CERTIFICATE | {"statement": statement, "part": 0, "values": {"n": "5"}} | certificate
    results = sample_results.sample()
    chosen = next(s for s in results["statements"] if s["id"] == "demo/thm2")
    chosen["readings"][0]["certificates"] = [{"digest": "sha256:beef", "certificate": data, "compared": compared}]
    (tmp_path / "results.json").write_text(json.dumps(results))
    loaded = load_results(tmp_path / "results.json")
    shelves = atlas(Library(loaded, Relations(loaded.statements)), lemmas or {})["shelves"]
    return next(p for _, row in shelves for p in row if p.statement.id == "demo/thm2")


def test_a_decision_process_is_sketched_without_labels(tmp_path: Path) -> None:
    piece = made(tmp_path, "1.59576... > 1.42729...")
    assert (piece.kind, piece.sides) == ("process", "1.596 > 1.427")
    picture = ET.fromstring(str(piece.picture))
    looks = [e.get("class", "") for e in picture.iter()]
    assert looks.count("state") == 5
    assert not any("label" in look for look in looks)


def test_a_process_without_choices_is_shown_by_its_numbers(tmp_path: Path) -> None:
    one = ONE_STATE | {"rewards": [["0"]] * 6}
    assert 'class="thumbnail"' in str(made(tmp_path, "2 > 1", objects={"M": one}).picture)


@pytest.mark.parametrize(
    ("compared", "sides", "drawn"),
    [
        ("3 > 2", "3 > 2", True),
        ("0.5 > -7.1...e-15 to 3.5...e-15", "0.5 > 0", True),
        ("1.5...e1547 > 1.2...e1547", "1.5 × 10¹⁵⁴⁷ > 1.2 × 10¹⁵⁴⁷", False),  # more than a double holds
    ],
)
def test_the_number_is_what_is_found_against_what_is_promised(
    tmp_path: Path, compared: str, sides: str, drawn: bool
) -> None:
    piece = made(tmp_path, compared, objects={})
    assert piece.sides == sides
    assert bool(piece.picture) == drawn


def test_kinds_are_told_by_objects_and_lemmas(tmp_path: Path) -> None:
    lemmas = {"loss": "the log ratio of two outputs = {name}", "tail": "P(max g > 1) = {name} of a Gaussian path g"}
    functions = {"points": ["0", "1/2", "1"], "values": ["0", "1", "0"]}
    found = [
        made(tmp_path, "3 > 2", lemmas, objects=objects, given=given).kind
        for objects, given in [
            ({}, [{"theorem": "loss"}]),
            ({}, [{"theorem": "tail"}]),
            ({}, []),
            (functions, []),
        ]
    ]
    assert found == ["mechanism", "path", "numbers", "function"]
    assert "polyline" in str(made(tmp_path, "3 > 2", objects=functions).picture)


def test_hostile_objects_do_not_stop_the_page(tmp_path: Path) -> None:
    for objects in ({"points": "0", "values": {"a": 1}}, {"points": ["1/0", "1"], "values": ["1", "x"]}, ["no object"]):
        assert made(tmp_path, "3 > 2", objects=objects, given="none").kind in ("function", "numbers")
    results = load_results(tmp_path / "results.json")
    assert next(content for path, content in Site(results).files() if path == "atlas.html")
