"""The folders of the package use each other one way: a cycle is printed, folder by folder."""

import ast
import itertools
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "reports"
Edge = tuple[str, str]


def imported(path: Path) -> set[str]:
    nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    members = [node for node in nodes if isinstance(node, ast.ImportFrom)]
    return plain | {f"{node.module}.{alias.name}" for node in members for alias in node.names}


def edges(package: Path) -> dict[Edge, Path]:
    """Which folder uses which, each with a file that does. Modules beside the folders may use all of them."""
    folders = {path.name for path in package.iterdir() if path.is_dir()}
    return {
        (folder, parts[1]): path
        for folder in sorted(folders)
        for path in sorted((package / folder).rglob("*.py"))
        for name in sorted(imported(path))
        if (parts := name.split("."))[0] == package.name and parts[1] in folders - {folder}
    }


def cycle(package: Path) -> list[str]:
    """The folders of a cycle, each named with the file that uses the next, or nothing."""
    used = edges(package)
    graph = TopologicalSorter[str]()
    for user, folder in used:
        graph.add(user, folder)
    try:
        graph.prepare()
    except CycleError as error:
        steps = itertools.pairwise(reversed(error.args[1]))
        return [f"{used[step].relative_to(package)} uses {step[1]}" for step in steps]
    return []


def test_the_folders_form_no_cycle() -> None:
    assert edges(PACKAGE), "the folders must use each other"
    assert cycle(PACKAGE) == []


@pytest.mark.parametrize("line", ["from house.b import y", "from house import b", "import house.b"])
def test_a_cycle_is_named_with_the_files_that_make_it(line: str, tmp_path: Path) -> None:
    for name, text in (("a/x.py", line), ("b/y.py", "import house.c.z"), ("c/z.py", "from house.a import x")):
        (tmp_path / "house" / name).parent.mkdir(parents=True)
        (tmp_path / "house" / name).write_text(text)
    actual = cycle(tmp_path / "house")
    assert sorted(actual) == ["a/x.py uses b", "b/y.py uses c", "c/z.py uses a"]


def test_reading_uses_no_other_folder() -> None:
    assert [edge for edge in edges(PACKAGE) if edge[0] == "read"] == []
