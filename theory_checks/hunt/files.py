"""The claims of a Python file: formulas under a name, and functions that are decorated as claims of one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tabular.errors import must, show
from theory_checks.core.claim import claims_of
from theory_checks.core.formal import Formal
from theory_checks.core.modules import imported


def claims_in(place: str) -> dict[str, Any]:
    """Return the claims of FILE by their names, or the one of FILE::name."""
    path, _, name = place.partition("::")
    module = imported(Path(path), "hunted")
    found = {key: thing for key, thing in vars(module).items() if not key.startswith("_") and _is_claim(thing)}
    if name and name not in found:
        raise must("claim", f"be one of {', '.join(found) or 'none'}", show(name), f"in {path}")
    if not found:
        raise must("FILE", "hold a claim: a formula, or a function that is decorated as a claim", "none", f"in {path}")
    return {name: found[name]} if name else found


def _is_claim(thing: object) -> bool:
    return isinstance(thing, Formal) or (callable(thing) and len(claims_of(thing)) == 1)
