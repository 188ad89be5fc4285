"""The folders of `tabular` form no cycle: whatever is in one can be read and used before what builds on it.

At every level, a folder's own modules are one room and each folder in it another. Imports in functions count, and so
do those for a type checker only.
"""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent / "tabular"
FOLDERS = sorted({path.parent for path in ROOT.rglob("*.py")})
FILES_OF_THE_TOP = {"__init__.py", "compiled.py", "errors.py", "py.typed"}


def modules_imported(path: Path) -> Iterator[tuple[int, Path]]:
    """Yield the line of each import of the package, and the file or folder that it names."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        yield from ((node.lineno, module_file(name)) for name in names if name.split(".")[0] == ROOT.name)


def module_file(name: str) -> Path:
    """Return the file of a module, also if the last part of the name is something that it defines."""
    path = ROOT.parent.joinpath(*name.split("."))
    if path.is_dir():
        return path / "__init__.py"
    return path.with_suffix(".py") if path.with_suffix(".py").exists() else module_file(name.rpartition(".")[0])


def room(folder: Path, path: Path) -> str:
    """Return the folder below `folder` that holds the file, or "own modules"."""
    parts = path.relative_to(folder).parts
    return parts[0] if len(parts) > 1 else "own modules"


def arrows(folder: Path) -> dict[str, dict[str, str]]:
    """Return, for each room of a folder, the rooms that it imports, each with one import that does."""
    result: dict[str, dict[str, str]] = {}
    for path in sorted(folder.rglob("*.py")):
        for line, module in modules_imported(path):
            if folder in module.parents and room(folder, path) != room(folder, module):
                place = f"{path.relative_to(ROOT.parent)}:{line} imports {module.relative_to(ROOT.parent)}"
                result.setdefault(room(folder, path), {}).setdefault(room(folder, module), place)
    return result


def cycle_in(graph: dict[str, dict[str, str]]) -> str:
    """Return the imports that close a cycle, one a line; an empty text if there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        steps = pairwise(reversed(error.args[1]))
        return "\n".join(f"{start} -> {end}: {graph[start][end]}" for start, end in steps)
    return ""


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: str(folder.relative_to(ROOT.parent)))
def test_no_cycle_between_the_folders_of(folder):
    graph = arrows(folder)
    if folder == ROOT:
        graph.pop("own modules", None)  # the front door opens onto everything, and errors.py imports nothing

    cycle = cycle_in(graph)

    assert not cycle, f"folders must form no cycle, got\n{cycle}"


def test_the_front_door_is_for_users_only():
    doors = [
        path for path in ROOT.rglob("*.py") for _, module in modules_imported(path) if module == ROOT / "__init__.py"
    ]

    assert doors == []


def test_a_cycle_is_told_by_its_imports():
    graph = {"a": {"b": "a/x.py:1 imports b/y.py"}, "b": {"a": "b/y.py:7 imports a/x.py"}, "c": {"a": "c/z.py:2"}}

    assert sorted(cycle_in(graph).splitlines()) == [
        "a -> b: a/x.py:1 imports b/y.py",
        "b -> a: b/y.py:7 imports a/x.py",
    ]
    assert cycle_in({"a": {"b": ""}, "c": {"a": "", "b": ""}}) == ""


def test_every_module_has_a_folder():
    assert {path.name for path in ROOT.iterdir() if path.is_file()} == FILES_OF_THE_TOP


def test_every_folder_says_what_it_holds():
    untold = [
        folder.name for folder in FOLDERS if ast.get_docstring(ast.parse((folder / "__init__.py").read_text())) is None
    ]

    assert untold == []


def test_the_tests_have_the_same_folders():
    tests = ROOT.parent / "tests" / "tabular"
    folders = {path.parent.relative_to(tests) for path in tests.rglob("test_*.py")}

    assert {str(folder) for folder in folders if not (ROOT / folder).is_dir()} == set()
