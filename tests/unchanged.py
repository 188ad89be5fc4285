"""What passed and cannot have changed is not run again: a plugin of pytest, which `make test` uses.

The layout of the project says what three kinds of folders reach, and `test_unchanged.py` holds them to it:

- `tests/tabular`: the library, and nothing of the other packages;
- the tests of a room of a paper: all but the reports and the code of other rooms. What other rooms say counts;
- the tests of what judges and opens no room: all but the reports and the code of rooms.

Python itself and all that is installed count as well. Every other test is run each time. At the start the digests of
now are written down; only when all tests have passed does `make test` give them the name by which they are known here.
"""

import hashlib
import json
import shutil
import sys
from collections.abc import Iterator
from functools import cache
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

import pytest

PASSED, PASSING = Path("results/passed.json"), Path("results/passing.json")
LIBRARY, PAPERS = Path("tests/tabular"), Path("tests/theory_checks/papers")
CODE = Path("theory_checks/papers")
COMMON, PANEL = "common", "panel.json"
GENERAL = tuple(PAPERS.parent / name for name in ("audit", "cards", "checker", "core", "kit", "proofs", "statistics"))
MADE = (".pyc", ".nbi", ".nbc")
KEPT, KEEPS = pytest.StashKey[list[str]](), "unchanged"


def pytest_configure(config: pytest.Config) -> None:
    if hasattr(config, "workerinput"):  # one process of many decides
        config.stash[KEPT] = config.workerinput[KEEPS]  # pyright: ignore[reportAttributeAccessIssue]
        return
    now = {folder.as_posix(): digest(folder, config.rootpath) for folder in folders(config.rootpath)}
    passed = config.rootpath / PASSED
    before = json.loads(passed.read_text(encoding="utf-8")) if passed.is_file() else {}
    config.stash[KEPT] = [folder for folder, value in now.items() if before.get(folder) == value]
    (config.rootpath / PASSING).parent.mkdir(exist_ok=True)
    (config.rootpath / PASSING).write_text(json.dumps(now, indent=1) + "\n", encoding="utf-8")


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    node.workerinput[KEEPS] = node.config.stash[KEPT]


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return True if collection_path in [config.rootpath / folder for folder in config.stash[KEPT]] else None


def pytest_report_header(config: pytest.Config) -> str | None:
    kept = config.stash[KEPT]
    return f"passed before and not run, since nothing that they reach has changed: {', '.join(kept)}" if kept else None


def folders(root: Path) -> list[Path]:
    """Return the folders of tests of which it is known what they reach, seen from the root."""
    rooms = sorted(path.relative_to(root) for path in (root / PAPERS).glob("*/*") if path.is_dir())
    general = [folder for folder in GENERAL if (root / folder).is_dir()]
    return [LIBRARY, *general, *(room for room in rooms if not room.name.startswith("__"))]


def digest(folder: Path, root: Path) -> str:
    """Return the digest of all that the tests of a folder reach."""
    total = hashlib.sha256(_installed().encode())
    for path in sorted(reach(folder, root)):
        total.update(path.relative_to(root).as_posix().encode() + b"\0" + _content(path))
    return total.hexdigest()


def reach(folder: Path, root: Path) -> Iterator[Path]:
    """Yield the files that may have a say in the tests of a folder."""
    yield from (path for name in ("pyproject.toml", "constraints.txt") if (path := root / name).is_file())
    yield from _helpers(root / "tests")
    yield from _files(root / folder)
    yield from _files(root / "tabular")
    if folder != LIBRARY:
        yield from (path for place in (PAPERS.parent, PAPERS, folder.parent) for path in _helpers(root / place))
        room = root / CODE / (folder.name if folder in GENERAL else folder.relative_to(PAPERS))
        yield from (path for path in _files(root / "theory_checks") if not _is_code_of_another(path, room, root))


def _is_code_of_another(path: Path, room: Path, root: Path) -> bool:
    """Tell whether a file is code of another room; what a paper's rooms have in common is of all, and reaches all.

    What became of near misses is looked at by none of these tests.
    """
    if path.name == PANEL:
        return True
    if room.name == COMMON:
        return False
    inside = path.relative_to(root / CODE).parts if path.is_relative_to(root / CODE) else ()
    return path.suffix == ".py" and len(inside) > 2 and inside[1] != COMMON and not path.is_relative_to(room)


def _helpers(folder: Path) -> Iterator[Path]:
    """Yield what the tests of several folders share."""
    return (path for path in folder.glob("*.py") if not path.name.startswith("test_"))


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_file() and path.suffix not in MADE)


@cache
def _content(path: Path) -> bytes:
    return hashlib.sha256(path.read_bytes()).digest()


@cache
def _installed() -> str:
    tools = [str(shutil.which(name)) for name in ("node", "coqc")]  # what they would check is passed over without them
    return "\n".join([sys.version, *tools, *sorted(f"{found.name} {found.version}" for found in distributions())])
