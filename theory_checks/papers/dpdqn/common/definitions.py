"""What a name stands for in the formulas of a statement."""

from __future__ import annotations

from theory_checks.core.formal import Formal
from theory_checks.core.formula import Formula, ref


def defined(formal: Formal, name: str) -> Formula:
    """Return the right side of the relation whose left side is the name alone."""
    return next(claim.right for claim in formal.claims if claim.left == ref(name))
