"""The plugin of pytest: rooms of papers and `@tc.claim` functions of test modules are tests, one for each statement.

Until there is one of them, nothing of the suite is imported: a project without a paper does not notice the plugin.
"""

from __future__ import annotations

import sys
from argparse import ArgumentTypeError
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

PAPER, ROOM = "paper.toml", "statements.toml"
CLAIMS = "theory_checks.core.claim"  # imported by whoever makes a claim
FOLDER = ".theory-checks"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of a trial."""
    group = parser.getgroup("theory checks")
    group.addoption("--theory-profile", choices=("quick", "full"), default="quick", help="How long trials may take.")
    group.addoption("--theory-seed", type=_seed, default=0, help="Seed of all randomness of trials.")
    group.addoption("--theory-certificates", default=FOLDER, help=f"Folder for counterexamples [{FOLDER} of rootdir].")


def _seed(text: str) -> int:
    if not text.isdecimal():
        raise ArgumentTypeError(f"--theory-seed must be an integer of at least 0, got {text}")
    return int(text)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect a room of a paper."""
    if file_path.name != ROOM or not (file_path.parent.parent / PAPER).is_file():
        return None
    from theory_checks.testing.items import Room

    return Room.from_parent(parent, path=file_path)


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector: pytest.Module, name: str, obj: object) -> Sequence[pytest.Item] | None:
    """Collect a claim of a test module's own, whatever its name is."""
    core: Any = sys.modules.get(CLAIMS)
    if core is None or not core.own or getattr(obj, "__module__", None) != getattr(collector.obj, "__name__", ""):
        return None
    claims = [claim for claim in core.claims_of(obj) if claim.statement]
    if not claims:
        return None
    from theory_checks.testing.items import Trial

    return [Trial.of_claim(collector, name, claim) for claim in claims]
