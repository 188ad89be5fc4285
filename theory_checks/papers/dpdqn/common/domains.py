"""What the domain of a formula says of its symbols."""

from __future__ import annotations

from theory_checks.core.formal import Formal
from theory_checks.core.formula import Formula, ref


def bound_of(formal: Formal, name: str) -> Formula:
    """Return what a symbol is, or is compared with."""
    return next(relation.right for relation in formal.domain.relations if relation.left == ref(name))
