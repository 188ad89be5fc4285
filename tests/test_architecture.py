"""The arrows between the packages, read from the sources."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FORBIDDEN = {
    "tabular": {"theory_checks", "reports"},
    "theory_checks": {"reports"},
    "reports": {"tabular", "theory_checks"},
}
MAX_FILE_LINES = 400
LONGER = {"checker.py": 810}  # one file that runs alone, so that a stranger can copy it and read it
MADE = ROOT / "reports" / "site"


def sources(package: str) -> list[Path]:
    """The files of a package; the site that `make report` makes offers a file to download, which is none."""
    return sorted(path for path in (ROOT / package).rglob("*.py") if MADE not in path.parents)


def imported(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    return {name.split(".")[0] for name in names}


@pytest.mark.parametrize("package", FORBIDDEN)
def test_arrows_point_one_way(package):
    assert sources(package), f"{package} must have sources"
    assert {
        p.name: imported(p) & FORBIDDEN[package] for p in sources(package) if imported(p) & FORBIDDEN[package]
    } == {}


def test_the_checker_needs_the_standard_library_only():
    import sys

    assert imported(ROOT / "theory_checks/checker/checker.py") <= set(sys.stdlib_module_names)


@pytest.mark.parametrize("package", FORBIDDEN)
def test_no_verdict_rests_on_an_assert(package):
    """An assert vanishes under `python -O`."""
    actual = [
        f"{path.name}:{node.lineno}"
        for path in sources(package)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Assert)
    ]

    assert actual == []


@pytest.mark.parametrize("package", FORBIDDEN)
def test_files_stay_readable(package):
    lengths = {path.name: len(path.read_text(encoding="utf-8").splitlines()) for path in sources(package)}

    assert {name: n for name, n in lengths.items() if n > LONGER.get(name, MAX_FILE_LINES)} == {}
