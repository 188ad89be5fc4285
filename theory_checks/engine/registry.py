"""The one registry: importing the check modules in the rooms of the papers registers every claim that exists."""

from __future__ import annotations

import importlib
import sys
import traceback
from collections.abc import Mapping
from contextlib import redirect_stdout
from functools import cache
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from theory_checks.core.claim import Claim, registered
from theory_checks.core.modules import told
from theory_checks.core.signals import is_signal
from theory_checks.core.statement import LedgerError, Statement
from theory_checks.engine.papers import OUTSIDE, ROOT, PaperFolder, found_papers, rooms


def claims() -> Mapping[tuple[str, str], Claim]:
    """Return every registered claim by (id, reading), after importing all check modules."""
    for paper in found_papers():
        for room in rooms(paper.folder):
            _import_room(paper, room)
    return dict(registered)


def claims_about(statement: Statement) -> list[Claim]:
    """Return the claims of a statement, one for each reading; only the modules of its room are imported."""
    return [claim_about(statement, reading.name) for reading in statement.readings]


def claim_about(statement: Statement, reading: str) -> Claim:
    """Return the claim of a statement under a reading; only the modules of its room are imported."""
    its = ROOT / statement.room
    for paper in found_papers():
        if its.parent == paper.folder:
            _import_room(paper, its)
    if (statement.id, reading) not in registered:
        raise LedgerError(f"a statement with a verdict must have a claim, got none for {statement.id} [{reading}]")
    return registered[statement.id, reading]


def check_modules() -> list[str]:
    """Return the names of all check modules: what stands in a room and is no private helper of it."""
    return [name for paper in found_papers() for room in rooms(paper.folder) for name in _modules(paper, room)]


@cache
def _import_room(paper: PaperFolder, room: Path) -> None:
    for name in (paper.package, *_modules(paper, room)):
        try:
            with redirect_stdout(sys.stderr):  # the output is the command's
                _open(paper)
                importlib.import_module(name)
        except BaseException as error:  # SystemExit as well: who ends the program while it begins gives no verdict
            if is_signal(error):
                raise
            raise LedgerError(f"a module of a room must be importable, got {_told(error)} at {name}") from error


def _told(error: BaseException) -> str:
    """Return an error with the place in the code where it arose."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{told(error)} ({Path(last.filename).name}, line {last.lineno})"


def _modules(paper: PaperFolder, room: Path) -> list[str]:
    return [
        f"{paper.package}.{room.name}.{path.stem}"
        for path in sorted(room.glob("*.py"))
        if not path.stem.startswith("_")
    ]


def _open(paper: PaperFolder) -> None:
    """Make a folder outside of any package importable under the name of the paper."""
    if not paper.package.startswith(OUTSIDE) or paper.package in sys.modules:
        return
    start = paper.folder / "__init__.py"
    spec = spec_from_file_location(paper.package, start) if start.is_file() else ModuleSpec(paper.package, None)
    if spec is not None:
        spec.submodule_search_locations = [str(paper.folder)]
        sys.modules[paper.package] = module = module_from_spec(spec)
        try:
            if spec.loader:
                spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[paper.package]
            raise
