"""The statements of the papers, executable: claims, evidence, verdicts, certificates.

    import theory_checks as tc

    tc.check("dpdqn/prop10")       # computes the verdict; shows as a card, and has evidence and certificates
    tc.statement("dpdqn/prop10")   # what is said, and the verdict on record
    tc.audit(mechanism, epsilon=1)
    tc.hunt(tc.formula("log(x) <= x - 1", where="x > 0"))

    @tc.claim(formal="...", broken={...})
    def a_claim_of_ones_own(trial, *, thing=...): ...

`theory_checks.door` lists all names. It is opened when the first of them is asked for: until then nothing is imported.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from theory_checks.door import *  # noqa: F403

DOOR = "theory_checks.door"
FUNCTIONS = frozenset({"audit", "hunt"})  # which are called like folders


class _Package(ModuleType):
    """The package, in which a function stays where it is when the folder of the same name is imported."""

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in FUNCTIONS and isinstance(value, ModuleType)):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *import_module(DOOR).__all__})


def __getattr__(name: str) -> Any:
    if name.startswith("_") or name not in (door := import_module(DOOR)).__all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(door, name)


sys.modules[__name__].__class__ = _Package
