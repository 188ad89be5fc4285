"""What Algorithms 2 and 3 compute as printed: formulas of statements of which several rooms speak."""

from __future__ import annotations

from pathlib import Path

from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula, ref
from theory_checks.papers.pucb.common.parts import replaced, under_logarithm


def _bound(room: str, id_: str, reading: str) -> Formula:
    return formal_of(str(Path(__file__).parent.parent / room / "_"), id_, reading).right


def _level(base: str) -> Formula:
    """Return E_epsilon for C counters that fail with probability beta."""
    level = _bound("counters", "pucb/e-epsilon", base)
    return replaced(level, under_logarithm(level, "beta_prime"), ref("C") / "beta")


LEVELS = {base: _level(base) for base in ("natural-log", "log2")}
# The bonus of footnote 7 where n >= 2 E, and the part of it that pays for the noise of the counters.
CONF = _bound("learning", "pucb/bonus-sufficient", "printed-values")
PSI = _bound("learning", "pucb/bonus-sufficient", "values-in-range")
