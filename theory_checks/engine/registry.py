"""The one registry: importing the check modules in the rooms of the papers registers every claim that exists."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location

from theory_checks.core.claim import Claim, registered
from theory_checks.core.statement import LedgerError
from theory_checks.engine.papers import PaperFolder, found_papers, rooms


def claims() -> Mapping[tuple[str, str], Claim]:
    """Return every registered claim by (id, reading), after importing all check modules."""
    for paper in found_papers():
        _import_all(paper)
    return dict(registered)


def check_modules() -> list[str]:
    """Return the names of all check modules: what stands in a room and is no private helper of it."""
    return [name for paper in found_papers() for name in _modules(paper)]


@cache
def _import_all(paper: PaperFolder) -> None:
    _open(paper)
    for name in _modules(paper):
        importlib.import_module(name)


def _modules(paper: PaperFolder) -> list[str]:
    return [
        f"{paper.package}.{room.name}.{path.stem}"
        for room in rooms(paper.folder)
        for path in sorted(room.glob("*.py"))
        if not path.stem.startswith("_")
    ]


def _open(paper: PaperFolder) -> None:
    """Make a folder outside of any package importable under the name of the paper."""
    if "." in paper.package or paper.package in sys.modules:
        return
    start = paper.folder / "__init__.py"
    spec = spec_from_file_location(paper.package, start, submodule_search_locations=[str(paper.folder)])
    if spec is None or spec.loader is None or not start.is_file():
        raise LedgerError(f"a folder of a paper must hold __init__.py, got none in {paper.folder}")
    sys.modules[paper.package] = module = module_from_spec(spec)
    spec.loader.exec_module(module)
