"""The claims of a Python file: formulas under a name, functions of MDPs or laws, and functions decorated as claims."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

from tabular.errors import must, show
from theory_checks.core.claim import claims_of
from theory_checks.core.formal import Formal
from theory_checks.core.modules import imported
from theory_checks.hunt.worlds import is_about_worlds


def claims_in(place: str) -> dict[str, Any]:
    """Return the claims of FILE by their names, or the one of FILE::name."""
    path, _, name = place.partition("::")
    module = imported(Path(path), "hunted")
    own = {key: thing for key, thing in vars(module).items() if not key.startswith("_")}
    found = {key: thing for key, thing in own.items() if _is_claim(thing) and _stands_in(module, thing)}
    if name and name not in found:
        raise must("claim", f"be one of {', '.join(found) or 'none'}", show(name), f"in {path}")
    if not found:
        raise must(
            "FILE",
            "hold a formula, a function of an mdp, a law or a mechanism, or a decorated claim",
            "none",
            f"in {path}",
        )
    return {name: found[name]} if name else found


def _stands_in(module: ModuleType, thing: object) -> bool:
    """Tell whether a function is the module's own and not one that it imports."""
    return isinstance(thing, Formal) or getattr(thing, "__module__", "") == module.__name__


def _is_claim(thing: object) -> bool:
    return isinstance(thing, Formal) or is_about_worlds(thing) or (callable(thing) and len(claims_of(thing)) == 1)
