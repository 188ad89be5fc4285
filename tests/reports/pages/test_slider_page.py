"""The sliders of a page as they stand before any script runs, and the data beside it."""

import json
from pathlib import Path

import pytest
import sample_results
from pages_of import Node, read

from reports.__main__ import main
from reports.pages.texts import check_statement
from reports.read.load import load_results
from reports.read.strict import InputError

PAGE = "statements/demo/prop10.html"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("explore")
    (folder / "checker.js").write_text("// the checker")
    results = str(sample_results.write(folder))
    assert main([results, "--out", str(folder / "site"), "--checker", str(folder / "checker.js")]) == 0
    assert main([results, "--out", str(folder / "plain")]) == 0
    return folder / "site"


def fold(site: Path) -> Node:
    return next(node for node in read(site / PAGE).walk() if "explore" in node.classes)


def test_each_slider_has_a_label_and_begins_where_the_statement_says(site: Path) -> None:
    nodes = list(fold(site).walk())
    labels = {node.attributes["for"]: node.text.strip() for node in nodes if node.tag == "label"}
    inputs = [node.attributes for node in nodes if node.tag == "input"]

    assert [(labels[x["id"]], x["data-slider"], x["min"], x["max"], x["value"]) for x in inputs] == [
        ("n", "n", "0", "8", "4"),
        ("σ", "sigma", "0", "2", "1"),
    ]
    assert {x["type"] for x in inputs} == {"range"}


def test_curves_differ_in_colour_and_dashes(site: Path) -> None:
    lines = [node.attributes for node in fold(site).walk() if node.tag == "polyline"]

    assert len({(x["class"], x.get("stroke-dasharray")) for x in lines}) == 3
    assert len({x.get("stroke-dasharray") for x in lines}) == 3


def test_without_scripts_there_is_a_sentence_and_no_dead_slider(site: Path) -> None:
    nodes = list(fold(site).walk())
    (waiting,) = [node for node in nodes if "waiting" in node.classes]
    (hidden,) = [node for node in nodes if "hidden" in node.attributes]

    assert "need scripts" in waiting.text
    assert all(hidden in node.ancestors() for node in nodes if node.tag == "input")
    assert "All states stay" in fold(site).text


def test_the_data_stand_beside_the_page_and_nowhere_on_it(site: Path) -> None:
    text = (site / "parts/demo--prop10--explore.js").read_text()
    name, data = json.loads(f"[{text.removeprefix('theoryChecksPart(').removesuffix(');' + chr(10))}]")

    assert name == "demo--prop10--explore"
    assert json.loads(data) == sample_results.explore()
    assert '"op"' not in (site / PAGE).read_text()


def test_a_statement_without_sliders_has_no_fold(site: Path) -> None:
    assert "data-explore" not in (site / "statements/demo/lemma16.html").read_text()
    assert len(list((site / "parts").glob("*--explore.js"))) == 1


def test_a_site_without_the_checker_has_no_sliders(site: Path) -> None:
    assert "data-explore" not in (site.parent / "plain" / PAGE).read_text()
    assert not list(site.parent.glob("plain/parts/*--explore.js"))


@pytest.mark.parametrize(
    ("key", "change", "message"),
    [
        ("says", r"$\frac$", "demo/prop10: explore says must be a text that can be printed"),
        ("sliders", {"label": r"\frac"}, "demo/prop10: label of the slider n must be a formula that can be printed"),
        ("sliders", {"says": r"$\frac$"}, "demo/prop10: slider n must be a text that can be printed"),
        ("curves", {"says": r"$\frac$"}, "demo/prop10: curve error must be a text that can be printed"),
    ],
)
def test_texts_that_cannot_be_printed_stop_the_build(key: str, change: object, message: str, tmp_path: Path) -> None:
    results = sample_results.sample()
    explore = next(s["explore"] for s in results["statements"] if s.get("explore"))
    if isinstance(change, dict):
        explore[key][0] |= change
    else:
        explore[key] = change
    with pytest.raises(InputError, match=message):
        [*map(check_statement, load_results(sample_results.write(tmp_path, results)).statements)]
