"""The index of the search: what it says of each statement, how it is packed, and the pages that use it."""

import json
import re
from pathlib import Path
from typing import Any

import pages_of
import pytest
import sample_results

from reports.__main__ import main
from reports.pages.packing import SIGNS


def entry(id_: str, weight: int, repairs: tuple[str, ...] = (), **words: int) -> dict[str, Any]:
    return {"id": id_, "weight": weight, "repairs": list(repairs), "words": words}


WORDS = {
    "short": {"prop": "proposition"},
    "stop": ["the"],
    "values": [6, 6, 3, 2, 1],
    "entries": [
        entry("demo/prop10", 4, ("demo/prop10/repaired", "demo/gone"), loss=2, ten=0),
        entry("demo/gone", 4, loss=0),
        entry("demo/thm2", 2, demo=3, loss=4),
        entry("demo/lemma16", 2, demo=3, loss=4),
        entry("second/thm1", 4, demo=3, ten=1),
    ],
}


def build(folder: Path, words: Any) -> int:
    (folder / "words.json").write_text(json.dumps(words))
    return main(
        [str(sample_results.write(folder)), "--out", str(folder / "site"), "--words", str(folder / "words.json")]
    )


def index(folder: Path) -> dict[str, Any]:
    assert build(folder, WORDS) == 0
    text = (folder / "site/assets/search-index.js").read_text("utf-8")
    assert text.startswith("window.searchIndex=")
    assert text.endswith(";\n")
    return json.loads(text.removeprefix("window.searchIndex=").removesuffix(";\n"))


def test_a_statement_is_told_with_its_verdict_paper_line_and_corrections(tmp_path: Path) -> None:
    found = index(tmp_path)
    id_, label, says, look, paper, weight, repairs = found["entries"][0]
    assert (id_, weight) == ("demo/prop10", 4)
    assert label.startswith("Proposition 10")
    assert "$" not in label + says
    assert len(says) <= 66
    assert found["looks"][look] == ["holds-on-region", "Holds on a region"]
    assert re.fullmatch(r"\w.* \d{4}", found["papers"][paper])
    assert [found["looks"][which][0] for which in repairs] == ["verified"]  # of demo/prop10/repaired


def test_tags_stand_in_a_row_with_blanks_for_those_that_have_none(tmp_path: Path) -> None:
    assert index(tmp_path)["tags"] == "4FK7" + "7C2R" + "9XX3" + 2 * "    "


def test_what_is_not_among_the_results_is_not_found(tmp_path: Path) -> None:
    assert [row[0] for row in index(tmp_path)["entries"]] == ["demo/prop10", "demo/thm2", "demo/lemma16", "second/thm1"]


def test_words_are_packed_as_steps_and_places(tmp_path: Path) -> None:
    near, far = SIGNS[1 * 5 + 3], SIGNS[3 * 5 + 1]
    assert index(tmp_path)["words"].split("\n") == [
        f"#demo {near * 3}",
        f"#loss {SIGNS[2]}{SIGNS[9] * 2}",
        f"#ten #{far}",
    ]


def test_pages_and_papers_are_found_too(tmp_path: Path) -> None:
    pages = {title: url for url, title, _ in index(tmp_path)["pages"]}
    assert {"Statements", "Benchmarks", "Provenance"} <= set(pages)
    assert "papers/demo.html" in pages.values()
    assert all((tmp_path / "site" / url.split("#")[0]).is_file() for url in pages.values())


def test_the_field_is_on_every_page_and_hidden_until_a_script_shows_it(tmp_path: Path) -> None:
    index(tmp_path)
    for path in (tmp_path / "site").rglob("*.html"):
        page = pages_of.read(path)
        box = next(node for node in page.walk() if node.attributes.get("id") == "search-box")
        assert "hidden" in box.attributes
        link = next(node for node in page.walk() if node.attributes.get("id") == "search-link")
        assert (path.parent / link.attributes["href"].split("#")[0]).resolve() == tmp_path / "site/statements.html"


def test_without_words_there_is_a_link_and_no_field(site: Path) -> None:
    ids = [node.attributes.get("id") for node in pages_of.read(site / "index.html").walk()]
    assert "search-link" in ids
    assert "search-box" not in ids
    assert not (site / "assets/search-index.js").exists()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"values": "none"}, "words.json.values must be a list"),
        ({"more": 1}, "words.json must have no member that its schema lacks, got 'more'"),
        ({"entries": [WORDS["entries"][0] | {"words": {"two words": 1}}]}, "single words, got 'two words'"),
        ({"entries": [WORDS["entries"][0] | {"words": {"loss": 26}}]}, "words.json.entries[0]"),
    ],
)
def test_other_words_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: dict[str, Any], message: str
) -> None:
    assert build(tmp_path, WORDS | change) == 2
    assert message in capsys.readouterr().err
