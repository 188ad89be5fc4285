"""What Algorithms 2 and 3 compute as printed: formulas of statements of which several rooms speak."""

from __future__ import annotations

from pathlib import Path

from theory_checks.core.formal import formal_of
from theory_checks.core.formula import ref
from theory_checks.papers.pucb.common.parts import replaced, under_logarithm

_PAPER = Path(__file__).parent.parent
_LEVELS = {
    base: formal_of(str(_PAPER / "counters" / "_"), "pucb/e-epsilon", base).right for base in ("natural-log", "log2")
}

# E_epsilon for C counters that fail with probability beta, for each base of the logarithm.
LEVELS = {
    base: replaced(level, under_logarithm(level, "beta_prime"), ref("C") / ref("beta"))
    for base, level in _LEVELS.items()
}
# The bonus of footnote 7 where n >= 2 E, and the part of it that pays for the noise of the counters.
CONF = formal_of(str(_PAPER / "learning" / "_"), "pucb/bonus-sufficient", "printed-values").right
PSI = formal_of(str(_PAPER / "learning" / "_"), "pucb/bonus-sufficient", "values-in-range").right
