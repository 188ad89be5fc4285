"""Numbers of figures and tables."""

from __future__ import annotations

from typing import SupportsFloat


def rounded(x: SupportsFloat, digits: int = 9) -> float:
    """Return x with so many digits."""
    return float(f"{float(x):.{digits}g}")
