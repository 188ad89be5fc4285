"""Verdicts that changed: which, from what to what, and the reason that the changelog gives."""

import json
from pathlib import Path

import pages_of
import pytest
import sample_results

from reports.__main__ import main

CHANGELOG = r"""# Changelog

- `demo/thm2`: VERIFIED -> REFUTED. Two states with $\gamma < 1$ are enough.
- `demo/lemma16`, `demo/lemma16-heart`: CONSISTENT -> REFUTED. One reason for two.
- `demo/prop10` [policy-value]: new -> VERIFIED. A reading that <the text> leaves open.
- `demo/claim17`: REFUTED -> CONSISTENT. About another change.
- A line about `demo/thm2` that changes nothing.
"""
OLD = {"demo/thm2": "VERIFIED", "demo/lemma16": "CONSISTENT", "demo/lemma16-heart": "CONSISTENT"}
SAME = {"demo/prop10": "HOLDS_ON_REGION", "demo/def1": "DEFINITION", "demo/skipped": "VERIFIED"}


def release(version: str, verdicts: dict[str, str]) -> str:
    recorded = {id_: {"verdict": verdict, "readings": {}} for id_, verdict in verdicts.items()}
    return json.dumps({"version": version, "verdicts": recorded})


def build(folder: Path, changelog: str = CHANGELOG, **releases: dict[str, str]) -> Path:
    (folder / "releases").mkdir(exist_ok=True)
    for name, verdicts in releases.items():
        version = name.removeprefix("r").replace("_", ".")
        (folder / "releases" / f"{version}.json").write_text(release(version, verdicts))
    (folder / "CHANGELOG.md").write_text(changelog)
    more = ["--releases", str(folder / "releases"), "--changelog", str(folder / "CHANGELOG.md")]
    assert main([str(sample_results.write(folder)), "--out", str(folder / "site"), *more]) == 0
    return folder / "site"


def moves(site: Path) -> dict[str, str]:
    shown = pages_of.with_class(pages_of.read(site / "history.html"), "moves")
    items = [item for group in shown for item in group.children if not isinstance(item, str)]
    return {item.attributes.get("id", "again"): pages_of.squeezed(item) for item in items}


def test_a_changed_verdict_stands_with_its_reason(tmp_path: Path) -> None:
    found = moves(build(tmp_path, r0_1_0=OLD | SAME))
    assert set(found) == {*OLD, "demo/prop10"}
    assert "Verified →became Refuted" in found["demo/thm2"]
    assert "are enough." in found["demo/thm2"]
    assert "One reason for two." in found["demo/lemma16"]
    assert "One reason for two." in found["demo/lemma16-heart"]


def test_a_reading_that_is_new_is_told_with_its_statement(tmp_path: Path) -> None:
    text = moves(build(tmp_path, r0_1_0=OLD | SAME))["demo/prop10"]
    assert "policy-value: new →became Verified A reading that <the text> leaves open." in text


def test_a_change_without_a_reason_says_so(tmp_path: Path) -> None:
    found = moves(build(tmp_path, r0_1_0={"demo/claim17": "REFUTED"}))
    assert "The changelog gives no reason." in found["demo/claim17"]
    assert "About another change." not in found["demo/claim17"]


def test_the_page_of_a_statement_leads_to_its_change(tmp_path: Path) -> None:
    site = build(tmp_path, r0_1_0=OLD | SAME)
    for id_ in OLD:
        hrefs = [n.attributes.get("href") for n in pages_of.read(site / f"statements/{id_}.html").walk()]
        assert f"../../history.html#{id_}" in hrefs
    assert "history.html#" not in (site / "statements/demo/def1.html").read_text("utf-8")


def test_releases_are_compared_one_by_one_the_last_first(tmp_path: Path) -> None:
    site = build(tmp_path, r0_2_0=OLD | {"demo/thm2": "REFUTED"}, r0_1_0=OLD)
    page = pages_of.read(site / "history.html")
    titles = [pages_of.squeezed(node) for node in page.walk() if node.tag == "h2"]
    assert titles == ["From release 0.2.0 to today", "From release 0.1.0 to release 0.2.0"]
    assert "demo/thm2" in moves(site)
    ids = [node.attributes["id"] for node in page.walk() if "id" in node.attributes]
    assert len(ids) == len(set(ids))


def test_what_is_new_is_named(tmp_path: Path) -> None:
    text = pages_of.squeezed(pages_of.read(build(tmp_path, r0_1_0=OLD) / "history.html"))
    assert "New since release 0.1.0: Definition 1 demo/def1," in text


def test_without_releases_there_is_nothing_to_compare(site: Path) -> None:
    assert "There is no release to compare with." in pages_of.read(site / "history.html").text


@pytest.mark.parametrize("name", ["none.md", "latin.md"])
def test_a_changelog_that_cannot_be_read_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    (tmp_path / "latin.md").write_bytes(b"\xe9")
    arguments = [str(sample_results.write(tmp_path)), "--out", str(tmp_path / "site")]
    assert main([*arguments, "--changelog", str(tmp_path / name)]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"error: the changelog {tmp_path / name} must be a readable text, got ")
    assert error.count("\n") == 1


def test_a_reason_that_cannot_be_printed_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "CHANGELOG.md").write_text("- `demo/thm2`: VERIFIED -> REFUTED. For $\\foo$.")
    arguments = [str(sample_results.write(tmp_path)), "--out", str(tmp_path / "site")]
    assert main([*arguments, "--changelog", str(tmp_path / "CHANGELOG.md")]) == 2
    assert "changelog, demo/thm2: reason must be a text that can be printed" in capsys.readouterr().err


def test_a_changelog_without_bounds_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "long.md").write_text("x" * (2**22 + 1))
    arguments = [str(sample_results.write(tmp_path)), "--out", str(tmp_path / "site")]
    assert main([*arguments, "--changelog", str(tmp_path / "long.md")]) == 2
    assert "the changelog must be at most 4194304 bytes, got 4194305 at " in capsys.readouterr().err
