"""The tree explains itself: what may import what, and where texts and helpers stand. Read from the sources."""

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from theory_checks.engine.registry import claims

ROOT = Path(__file__).resolve().parent.parent
SUITE = ROOT / "theory_checks"
PAPERS = SUITE / "papers"
ROOMS = sorted(file.parent for file in PAPERS.glob("*/*/statements.toml"))
CHECKS = [file for room in ROOMS for file in sorted(room.glob("*.py")) if not file.stem.startswith("_")]
HELPERS = [file for room in ROOMS for file in sorted(room.glob("_*.py")) if file.stem != "__init__"]
# The folders of the suite, each with those that it may import.
MAY_IMPORT = {
    "core": {"checker"},
    "checker": set(),
    "statistics": {"core"},
    "kit": {"core", "statistics"},
    "audit": {"core", "statistics", "kit", "cards"},
    "engine": {"core", "checker", "statistics", "proofs"},
    "proofs": {"core"},
    "cards": {"core"},
    "hunt": {"core", "kit", "engine", "cards"},
    "door": {"core", "statistics", "kit", "audit", "engine", "cards", "hunt"},
    "testing": {"core", "cards", "door", "engine"},
    "tables": set(),
    "commands": {"core", "checker", "statistics", "kit", "audit", "engine", "cards", "hunt", "proofs", "tables"},
}
FOR_CHECKS = {"core", "kit", "audit", "statistics"}
LONGEST_TEXT = 200


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def imports(path: Path) -> tuple[tuple[int, str], ...]:
    """Return (line, module) for all that a file imports; `from a import b` may mean the module a.b."""
    return tuple(_imports(path))


def _imports(path: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            base = ROOT.joinpath(*node.module.split("."))
            if base.is_dir():
                yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)
            else:
                yield node.lineno, node.module


def place(path: Path, line: int) -> str:
    return f"{path.relative_to(ROOT)}:{line}"


def show(path: Path) -> str:
    return str(path.relative_to(PAPERS)).removesuffix(".py")


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_the_folders_of_the_suite_import_one_way(folder):
    wrong = [
        f"{place(path, line)} imports {module}"
        for path in sorted((SUITE / folder).rglob("*.py"))
        for line, module in imports(path)
        if module.startswith("theory_checks.") and module.split(".")[1] not in {folder, *MAY_IMPORT[folder]}
    ]

    assert wrong == [], f"theory_checks/{folder} may import {sorted(MAY_IMPORT[folder])} and tabular only"


def test_what_a_folder_may_import_makes_no_circle():
    left = dict(MAY_IMPORT)
    while left:
        free = [name for name, uses in left.items() if not uses & left.keys()]
        assert free, f"these folders import each other: {sorted(left)}"
        left = {name: uses for name, uses in left.items() if name not in free}


@pytest.mark.parametrize("folder", ["core", "engine"])
def test_core_and_engine_name_no_paper(folder):
    papers = {path.parent.name for path in PAPERS.glob("*/paper.toml")}
    named = [
        f"{place(path, node.lineno)}: {node.value!r}"
        for path in sorted((SUITE / folder).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value in papers
    ]

    assert named == [], "papers are found by their paper.toml, not listed"


def allowed(path: Path, module: str) -> bool:
    """Tell whether a file of a room may import this module."""
    if not module.startswith("theory_checks."):
        return True
    if module.split(".")[1] in FOR_CHECKS:
        return True
    room = name_of(path.parent)
    if module.startswith(f"{room.rpartition('.')[0]}.common."):
        return True
    return module.startswith(f"{room}._")


@pytest.mark.parametrize("path", CHECKS + HELPERS, ids=show)
def test_one_room_is_enough(path):
    wrong = [f"{place(path, line)} imports {module}" for line, module in imports(path) if not allowed(path, module)]

    assert wrong == [], (
        "a check may import core, kit, audit, statistics, tabular, the common folder of its paper and the helpers "
        "(_name.py) of its own room: move what two checks share to a helper, what two rooms share to common, "
        "what two papers share to kit"
    )


@pytest.mark.parametrize("path", HELPERS, ids=show)
def test_a_helper_has_a_user_in_its_room(path):
    users = [p for p in path.parent.glob("*.py") if p != path and any(m == name_of(path) for _, m in imports(p))]

    assert users, f"{path.relative_to(ROOT)} has no user in its room: delete it, or move it to where it is used"


@pytest.mark.parametrize("path", sorted(PAPERS.glob("*/common/[!_]*.py")), ids=show)
def test_what_is_common_is_used_by_two_rooms(path):
    rooms = {
        user.parent.name
        for room in ROOMS
        for user in room.glob("*.py")
        if user.is_relative_to(path.parent.parent) and any(module == name_of(path) for _, module in imports(user))
    }
    through = [p for p in path.parent.glob("*.py") if p != path and any(m == name_of(path) for _, m in imports(p))]

    assert len(rooms) > 1 or through, f"{path.relative_to(ROOT)} is used in {sorted(rooms)} alone: it belongs there"


@pytest.mark.parametrize("path", sorted((SUITE / "kit").glob("[!_]*.py")), ids=lambda path: path.stem)
def test_what_is_in_the_kit_is_used_by_two_papers(path):
    users = {
        file.relative_to(SUITE).parts[1]
        for file in PAPERS.rglob("*.py")
        if any(module == name_of(path) for _, module in imports(file))
    }

    assert len(users) > 1, f"{path.relative_to(ROOT)} is used by {sorted(users)} alone: it belongs there"


@pytest.mark.parametrize("path", CHECKS + HELPERS, ids=show)
def test_no_check_asks_for_its_own_name(path):
    asking = [
        place(path, node.lineno)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute)
        and node.attr in ("claim_id", "reading")
        and ast.unparse(node.value) == "trial"
    ]

    assert asking == [], "give the function an argument: @claim(..., setting={...}), or make it two functions"


def texts(tree: ast.AST) -> Iterator[tuple[int, int]]:
    """Yield (line, length) of each text in the code, docstrings apart."""
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield node.lineno, sum(len(x.value) for x in node.values if isinstance(x, ast.Constant))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.lineno, len(node.value)


@pytest.mark.parametrize("path", CHECKS + HELPERS, ids=show)
def test_long_texts_stand_in_the_toml(path):
    long = [line for line, length in texts(ast.parse(path.read_text(encoding="utf-8"))) if length > LONGEST_TEXT]

    assert [place(path, line) for line in long] == [], "move the text to [texts] in statements.toml"


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: f"{room.parent.name}/{room.name}")
def test_the_readings_of_a_room_are_those_that_its_checks_register(room):
    statements = tomllib.loads((room / "statements.toml").read_text(encoding="utf-8"))["statement"]
    written = {(s["id"], r["name"]) for s in statements for r in s.get("reading", [{"name": "printed"}])}
    registered = {key for key, claim in claims().items() if claim.function.__module__.startswith(f"{name_of(room)}.")}

    assert written == registered


@pytest.mark.parametrize("path", CHECKS, ids=show)
def test_a_check_registers_a_claim(path):
    modules = {claim.function.__module__ for claim in claims().values()}

    assert name_of(path) in modules, "a module that registers no claim is a helper: its name begins with _"


def test_every_check_has_an_object_that_controls_can_exchange():
    without = [" ".join(claim.key) for claim in claims().values() if not claim.objects]

    assert without == [], "the object under test is a keyword argument of the check, so that controls replace it"
