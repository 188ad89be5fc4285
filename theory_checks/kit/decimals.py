r"""Numbers in texts that are set as mathematics: 5e-05 is 5 \times 10^{-5}."""

from __future__ import annotations

from fractions import Fraction


def scientific(x: float | Fraction, digits: int = 6) -> str:
    r"""Return x as m \times 10^{n}, or as 10^{n} if m rounds to 1, without dollar signs."""
    mantissa, exponent = f"{float(x):.{digits - 1}e}".split("e")
    power = f"10^{{{int(exponent)}}}"
    return power if float(mantissa) == 1 else f"{float(mantissa):g} \\times {power}"


def decimal(x: float | Fraction, digits: int = 6) -> str:
    """Return x with the digits that are needed, at most so many, and with a power of 10 if it is far from 1."""
    text = f"{float(x):.{digits}g}"
    return scientific(x, digits) if "e" in text else text
