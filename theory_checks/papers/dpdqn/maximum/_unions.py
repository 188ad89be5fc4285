"""The chance that at least one of many paths is high."""

from __future__ import annotations

from flint import arb


def at_least_one(p: arb, T: int) -> arb:
    """Return 1 - (1 - p)^T as p (1 + (1 - p) + ... + (1 - p)^(T-1)), which loses nothing for small p."""
    return p * sum(((1 - p) ** j for j in range(T)), start=arb(0))
