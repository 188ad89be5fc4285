"""The one registry: importing the modules of the paper folders registers every claim that exists."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from types import ModuleType

from theory_checks.core.claim import Claim, registered
from theory_checks.papers import dpdqn, gpope, pucb

PAPERS: Mapping[str, ModuleType] = {"dpdqn": dpdqn, "pucb": pucb, "gpope": gpope}


def claims() -> Mapping[tuple[str, str], Claim]:
    """Return every registered claim by (id, reading), after importing all claim modules."""
    for module in claim_modules():
        importlib.import_module(module)
    return dict(registered)


def claim_modules() -> list[str]:
    """Return the names of all modules in the paper folders."""
    return sorted(
        info.name
        for package in PAPERS.values()
        for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
        if not info.ispkg
    )
