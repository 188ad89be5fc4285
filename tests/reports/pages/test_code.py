"""Sources in the site: what is linked has a page, nothing else has, and no file outside of the project is shown."""

import hashlib
from pathlib import Path

import pages_of
import pytest
import sample_results

from reports.__main__ import main

SOURCE = (
    'def first():\n    """Two\n    lines."""\n    return "<b>" if 1 else None  # why\n\n\nclass Second:\n    pass\n'
)


def build(folder: Path, *, path: str = "real.py", line: int = 4, use: str = "") -> Path:
    """Build a site whose first statement was computed at a line, beside a project of a few files."""
    project = folder / "project"
    (project / "inner").mkdir(parents=True, exist_ok=True)
    (folder / "secret.py").write_text("x = 1\n")
    files = {
        "real.py": SOURCE, "data.txt": "x", "odd.py": "def (:\n", "inner/__init__.py": "from inner.far import Thing\n",
        "inner/far.py": "import math\n\n\nclass Thing:\n    pass\n", "loop.py": "from loop import again\n",
    }  # fmt: skip
    for name, text in files.items():
        (project / name).write_text(text)
    (project / "latin.py").write_bytes(b"# \xe9\n")
    results = sample_results.sample()
    for statement in results["statements"]:
        for reading in statement["readings"]:
            reading["source"] = None
    first = results["statements"][0]
    first["readings"] = [sample_results.reading("DEFINITION")]
    first["readings"][0]["source"] |= {"path": path, "line": line}
    first["use"] = use
    arguments = [str(sample_results.write(folder, results)), "--out", str(folder / "site")]
    assert main([*arguments, "--code-root", str(project)]) == 0
    return folder / "site"


def links(site: Path) -> list[str]:
    page = pages_of.read(site / "statements/demo/def1.html")
    hrefs = [node.attributes.get("href", "") for node in page.walk() if node.tag == "a"]
    return [href for href in hrefs if "code/" in href]


def test_a_check_is_shown_at_its_line_with_the_digests(tmp_path: Path) -> None:
    site = build(tmp_path)
    assert links(site) == ["../../code/real.py.html#L4"]
    page = pages_of.read(site / "code/real.py.html")
    line = next(node for node in page.walk() if node.attributes.get("id") == "L4")
    assert line.text == '4    return "<b>" if 1 else None  # why\n'
    assert pages_of.with_class(line, "c")[0].text == "# why"
    assert pages_of.with_class(line, "s")[0].text == '"<b>"'
    text = pages_of.squeezed(page)
    assert hashlib.sha256(SOURCE.encode()).hexdigest() in text
    assert "run with the sources 0123456789ab" in text
    assert "../../statements" not in text


def test_the_text_of_a_source_is_there_line_by_line(tmp_path: Path) -> None:
    listing = pages_of.with_class(pages_of.read(build(tmp_path) / "code/real.py.html"), "listing")[0]
    rows = [node for node in listing.walk() if node.attributes.get("id", "").startswith("L")]
    numbers = [str(number) for number in range(1, len(SOURCE.splitlines()) + 1)]
    assert "".join(row.text.removeprefix(n) for n, row in zip(numbers, rows, strict=True)) == SOURCE
    assert [node.text for node in pages_of.with_class(listing, "d")] == ["first", "Second"]
    assert [node.text for node in pages_of.with_class(listing, "s")][:2] == ['"""Two', '    lines."""']


@pytest.mark.parametrize(
    ("use", "address"),
    [
        ("real.Second", "code/real.py.html#L7"),
        ("inner.far.Thing", "code/inner/far.py.html#L4"),
        ("inner.Thing", "code/inner/far.py.html#L4"),
        ("inner.far.math", None),
        ("inner.Nothing", None),
        ("loop.again", None),
        ("odd.name", None),
        ("latin.name", None),
        ("none.at.all", None),
    ],
)
def test_what_to_use_is_linked_where_it_is_defined(tmp_path: Path, use: str, address: str | None) -> None:
    site = build(tmp_path, path="none.py", use=use)
    assert links(site) == ([f"../../{address}"] if address else [])
    assert len([*site.glob("code/**/*.html")]) == (address is not None)


ELSEWHERE = ("../secret.py", "inner/../../secret.py", "/etc/passwd", "javascript:alert(1)")
ROUNDABOUT = ("inner/../real.py", "./real.py", "real.py\0", "")


@pytest.mark.parametrize("path", ["none.py", "data.txt", "latin.py", *ELSEWHERE, *ROUNDABOUT])
def test_what_is_no_source_of_the_project_is_not_shown(tmp_path: Path, path: str) -> None:
    site = build(tmp_path, path=path)
    assert links(site) == []
    assert not (site / "code").exists()


def test_a_link_out_of_the_project_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    (tmp_path / "secret.py").write_text("x = 1\n")
    (tmp_path / "project" / "link.py").symlink_to(tmp_path / "secret.py")
    assert links(build(tmp_path, path="link.py")) == []


def test_a_line_that_is_not_there_leads_to_the_file(tmp_path: Path) -> None:
    assert links(build(tmp_path, line=9)) == ["../../code/real.py.html"]


def test_a_source_that_python_cannot_read_is_shown_plain(tmp_path: Path) -> None:
    page = pages_of.read(build(tmp_path, path="odd.py", line=1) / "code/odd.py.html")
    assert next(node for node in page.walk() if node.attributes.get("id") == "L1").text == "1def (:\n"


def test_every_anchor_of_code_that_a_page_names_exists(site: Path) -> None:
    seen = 0
    for path in [*site.glob("statements/**/*.html"), *site.glob("code/**/*.html")]:
        for node in pages_of.read(path).walk():
            target, _, anchor = node.attributes.get("href", "").partition("#")
            if "code/" in target and anchor:
                page = pages_of.read((path.parent / target).resolve())
                assert [one for one in page.walk() if one.attributes.get("id") == anchor], (path, target, anchor)
                seen += 1
    assert seen > 3


def test_no_link_leaves_the_site(site: Path) -> None:
    for path in site.rglob("*.html"):
        for node in pages_of.read(path).walk():
            href = node.attributes.get("href", "").partition("#")[0]
            if href and not href.startswith("data:"):
                assert (path.parent / href).resolve().is_relative_to(site), (path, href)
