"""What Algorithms 2 and 3 compute as printed: formulas of statements of which several rooms speak."""

from __future__ import annotations

from pathlib import Path

from theory_checks.core.formal import Formal, formal_of
from theory_checks.core.formula import Formula, ref
from theory_checks.papers.pucb.common.parts import replaced, under_logarithm


def _formal(room: str, id_: str, reading: str) -> Formal:
    return formal_of(str(Path(__file__).parent.parent / room / "_"), id_, reading)


def _level(base: str) -> Formula:
    """Return E_epsilon for C counters that fail with probability beta."""
    level = _formal("counters", "pucb/e-epsilon", base).let["level"]
    return replaced(level, under_logarithm(level, "beta_prime"), ref("C") / "beta")


LEVELS = {base: _level(base) for base in ("natural-log", "log2")}
# The bonus of footnote 7 where n >= 2 E, and the part of it that pays for the noise of the counters.
CONF = _formal("learning", "pucb/bonus-sufficient", "printed-values").right
PSI = _formal("learning", "pucb/bonus-sufficient", "values-in-range").right
