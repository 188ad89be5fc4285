"""The part of the bonus that pays for privacy."""

from __future__ import annotations

from fractions import Fraction


def psi(S: int, H: int, e: Fraction) -> Fraction:
    """Return the printed bonus at E/n~ = e."""
    return (1 + S * H) * (3 * e + 2 * e * e)
