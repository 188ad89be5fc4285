"""Parts of formulas, and other formulas in their places."""

from __future__ import annotations

from theory_checks.core.formula import Formula, Operation, Term, num
from theory_checks.core.interpret import symbols


def under_logarithm(formula: Formula, name: str) -> Formula:
    """Return what stands under the logarithm that speaks of a symbol."""
    inside = [x for x in formula.args if name in symbols(x)] if isinstance(formula, Operation) else []
    if not isinstance(formula, Operation) or not inside:
        raise ValueError(f"a formula must have a logarithm that speaks of {name}, got {formula}")
    return inside[0] if formula.name == "log" else under_logarithm(inside[0], name)


def replaced(formula: Formula, part: Formula, by: Term) -> Formula:
    """Return a formula with another one wherever a part of it stands."""
    if formula == part:
        return num(by)
    if isinstance(formula, Operation):
        return Operation(formula.name, tuple(replaced(x, part, by) for x in formula.args), formula.copies)
    return formula
