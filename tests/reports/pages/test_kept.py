"""A site that is made beside the last one has the bytes of one made from nothing, and makes only what is new."""

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sample_results
from msgspec.structs import replace
from test_build import mistake, tree

from reports.__main__ import main
from reports.pages import spread
from reports.pages.inputs import Inputs
from reports.pages.kept import Record, write
from reports.pages.site import Site
from reports.read.load import load_results
from reports.read.strict import InputError

Json = dict[str, Any]
RECORD = "results.site.json"


def build(folder: Path, results: Json, *more: str) -> dict[str, bytes]:
    path = sample_results.write(folder, results)
    assert main([str(path), "--out", str(folder / "site"), "--code-root", str(folder.parent), *more]) == 0
    return tree(folder / "site")


def again(folder: Path, results: Json) -> dict[str, bytes]:
    return build(folder, results, "--record", str(folder / RECORD))


@pytest.fixture
def before(tmp_path: Path) -> Path:
    folder = tmp_path / "before"
    folder.mkdir()
    again(folder, sample_results.sample())
    return folder


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The statements whose pages are made."""
    names: list[str] = []
    make = Site.of_statement

    def noted(self: Site, index: int, links: Any) -> Iterator[tuple[str, bytes]]:
        names.append(self.results.statements[index].id)
        return make(self, index, links)

    monkeypatch.setattr(Site, "of_statement", noted)
    return names


def fresh(tmp_path: Path, results: Json) -> dict[str, bytes]:
    (tmp_path / "fresh").mkdir()
    return build(tmp_path / "fresh", results)


def statement(results: Json, id_: str = "demo/prop10") -> Json:
    return next(s for s in results["statements"] if s["id"] == id_)


def test_of_the_same_results_no_statement_is_made_again(tmp_path: Path, before: Path, made: list[str]) -> None:
    site = again(before, sample_results.sample())
    assert made == []
    assert site == fresh(tmp_path, sample_results.sample())


def found(results: Json) -> None:
    statement(results)["readings"][0]["evidence"][0]["detail"] = "something else was seen"


def test_other_evidence_makes_one_statement(tmp_path: Path, before: Path, made: list[str]) -> None:
    results = sample_results.sample()
    found(results)
    site = again(before, results)
    assert made == ["demo/prop10"]
    assert b"something else was seen" in site["statements/demo/prop10.html"]
    assert site == fresh(tmp_path, results)


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every text of a value, with its place."""
    if isinstance(value, dict | list):
        for key, member in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(member, (*path, key))
    elif isinstance(value, str):
        yield path, value


def changed(results: Json, path: tuple[Any, ...]) -> Json:
    results = copy.deepcopy(results)
    *way, last = path
    place = results
    for key in way:
        place = place[key]
    place[last] = f"{place[last]} changed"
    return results


# Of each kind of place one text: what another page says of a statement must not be older than the statement.
PLACES = {
    tuple("#" if isinstance(key, int) else key for key in path): path for path, _ in leaves(sample_results.sample())
}


Made = tuple[str, dict[str, bytes]]


def groups(folder: Path, results: Json) -> dict[str, Made]:
    """What each group of files is made of, and the files, where all pages show the digest of no results."""
    loaded = replace(load_results(sample_results.write(folder, results)), digest="")
    return {g.name: (g.made_of, dict(g.files())) for g in Site(loaded, Inputs(code_root=folder)).groups()}


def test_whichever_text_changes_no_page_is_older_than_it(tmp_path: Path) -> None:
    before, compared = groups(tmp_path, sample_results.sample()), 0
    for path in PLACES.values():
        try:
            after = groups(tmp_path, changed(sample_results.sample(), path))
        except InputError:  # not every text may be any
            continue
        same = {name for name, (made_of, _) in after.items() if before.get(name, ("",))[0] == made_of}
        assert {name: after[name] for name in same} == {name: before[name] for name in same}, path
        compared += 1
    assert compared > 60


def edit(page: Path) -> None:
    page.write_bytes(page.read_bytes() + b"<p>by hand</p>")


@pytest.mark.parametrize("damage", [edit, Path.unlink], ids=["edited", "deleted"])
def test_a_page_that_is_not_as_it_was_made_is_made_again(
    tmp_path: Path, before: Path, made: list[str], damage: Callable[[Path], None]
) -> None:
    damage(before / "site" / "statements" / "demo" / "prop10.html")
    assert again(before, sample_results.sample()) == fresh(tmp_path, sample_results.sample())
    assert made[0] == "demo/prop10"


@pytest.mark.parametrize("text", ["", "{", '{"results": 1}', "[]"])
def test_a_record_that_cannot_be_read_keeps_nothing(tmp_path: Path, before: Path, made: list[str], text: str) -> None:
    (before / RECORD).write_text(text)
    assert again(before, sample_results.sample()) == fresh(tmp_path, sample_results.sample())
    assert len(set(made)) == len(sample_results.sample()["statements"])


def test_a_record_leads_to_no_file_outside_of_the_site(tmp_path: Path, before: Path) -> None:
    (before / "secret").write_bytes(b"")
    record = json.loads((before / RECORD).read_text())
    nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"  # the digest of no bytes
    record["groups"]["statement demo/prop10"]["files"]["../secret"] = nothing
    (before / RECORD).write_text(json.dumps(record))
    assert again(before, sample_results.sample()) == fresh(tmp_path, sample_results.sample())
    assert "../secret" not in (before / RECORD).read_text()


def test_more_processes_write_the_same(
    tmp_path: Path, before: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(spread, "ENOUGH", 0)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    assert fresh(tmp_path, sample_results.sample()) == tree(before / "site")
    broken = sample_results.sample()
    broken["statements"][5]["formulas"] = [r"\foo"]
    capsys.readouterr()
    path = sample_results.write(tmp_path, broken)
    assert r"demo/lemma16: formulas[0] must be" in mistake(capsys, str(path), "--out", str(tmp_path / "site"))


def test_links_that_name_themselves_are_no_pages_and_no_code(before: Path) -> None:
    page, root = before / "site/errata.html", before / "root"
    for link in (page, root):
        link.unlink(missing_ok=True)
        link.symlink_to(link)

    made = build(before, sample_results.sample(), "--record", str(before / RECORD), "--code-root", str(root))
    assert page.is_file()
    assert not page.is_symlink()
    assert "errata.html" in made


@pytest.mark.parametrize("name", ["x" * 300, "file/below"])
def test_a_record_that_has_no_place_is_not_written(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").touch()
    write(tmp_path / name, Record("", {}))
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
