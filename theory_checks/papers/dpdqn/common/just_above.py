"""The smallest noise that a bound allows, as a rational number, of which a certificate can decide that it is enough."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from flint import ctx

from theory_checks.core.formula import Formula, Term
from theory_checks.core.interpret import enclose

_BITS = 160


def just_above(bound: Formula, constants: Mapping[str, Term]) -> Fraction:
    """Return a multiple of 2**-160 that is at least a formula of the constants, and larger by hardly more."""
    with ctx.workprec(2 * _BITS):
        whole = (enclose(bound, constants) * 2**_BITS).ceil().upper().unique_fmpz()
    if whole is None:
        raise ArithmeticError(f"the bound must be finite, got {bound} at {dict(constants)}")
    return Fraction(int(whole), 2**_BITS)
