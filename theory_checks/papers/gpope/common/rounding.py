"""Numbers of figures and tables, and rational ends of what is not rational."""

from __future__ import annotations

from fractions import Fraction
from typing import SupportsFloat

from tabular.numbers.balls import ends
from theory_checks.core.formula import Formula
from theory_checks.core.interpret import Values
from theory_checks.core.points import worth


def rounded(x: SupportsFloat, digits: int = 9) -> float:
    """Return x with so many digits."""
    return float(f"{float(x):.{digits}g}")


def above(formula: Formula, values: Values) -> Fraction:
    """Return the value of a formula; where that is not rational, a number above it, so that what exceeds it counts."""
    return Fraction(ends("the value", worth(formula, {**values}))[1])


def below(formula: Formula, values: Values) -> Fraction:
    """Return the value of a formula; where that is not rational, a number below it."""
    return Fraction(ends("the value", worth(formula, {**values}))[0])
