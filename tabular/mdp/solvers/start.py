"""Where every float method begins."""

from __future__ import annotations

from tabular.mdp import FiniteMDP
from tabular.mdp.solvers.sweeps import Vector


def first_value(mdp: FiniteMDP) -> Vector:
    """Return T 0 = max_a r[a], the first iterate: it needs no transitions."""
    return mdp.rewards.max(axis=0)
