"""A page for each tag, and the tag on the page of its statement."""

from pathlib import Path

import pages_of
import pytest
import sample_results

from reports.__main__ import main


def test_a_tag_has_a_page_that_leads_to_its_statement(site: Path) -> None:
    page = pages_of.read(site / "tag/4FK7.html")
    heading = next(node for node in page.walk() if node.tag == "h1")
    link = next(node for node in heading.walk() if node.tag == "a")
    assert (site / "tag" / link.attributes["href"]).resolve() == site / "statements/demo/prop10.html"
    assert "Proposition 10" in heading.text
    assert "Holds on a region" in pages_of.squeezed(page)


def test_the_page_of_a_statement_shows_its_tag(site: Path) -> None:
    crumbs = pages_of.with_class(pages_of.read(site / "statements/demo/prop10.html"), "crumbs")[0]
    links = [node.attributes["href"] for node in crumbs.walk() if node.tag == "a" and node.text == "4FK7"]
    assert links == ["../../tag/4FK7.html"]


def test_who_has_no_tag_has_no_page(site: Path) -> None:
    assert len([*site.glob("tag/*.html")]) == len(sample_results.TAGS)
    assert "tag/" not in (site / "statements/demo/def1.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("tag", "message"),
    [
        ("../../x", "statements[0].tag must be a text a tag of a digit, a capital letter and two more of either"),
        ("4FK7", "tags must have different names, got '4FK7' 2 times"),
    ],
)
def test_a_tag_that_is_none_or_stands_twice_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], tag: str, message: str
) -> None:
    results = sample_results.sample()
    results["statements"][0]["tag"] = tag
    assert main([str(sample_results.write(tmp_path, results)), "--out", str(tmp_path / "site")]) == 2
    assert message.replace("a text ", "") in capsys.readouterr().err
