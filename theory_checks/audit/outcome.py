"""What an audit found."""

from __future__ import annotations

from dataclasses import dataclass

from theory_checks.audit.bets import Play
from theory_checks.audit.plans import Budget, Plan
from theory_checks.core.judge import Verdict

BLIND = "no statistic varies in the search, although the outputs differ"


@dataclass(frozen=True)
class Audit:
    """What an audit found: the event S = {statistic beyond the threshold}, how often it happened, what follows."""

    mechanism: str
    epsilon: float
    delta: float
    plan: Plan | Budget
    statistic: str
    above: bool  # S = {statistic >= threshold}, otherwise {statistic <= threshold}
    hit_world: int  # the world in which S is frequent
    threshold: float
    hits: int
    runs: int
    false_hits: int
    false_runs: int
    epsilon_bound: float
    largest_bound: float
    gaussian_mu: float
    gaussian_epsilon: float
    log_p_value: float
    verdict: Verdict
    plays: tuple[Play, ...]  # against the claim, up to a refutation
    coins: bool  # said in which world each run was: one output at a time
    blind: bool = False  # no statistic varied on the search sample, although outputs differ, and nothing was refuted
    doubts: tuple[str, ...] = ()  # why finding nothing would mean little
    notes: tuple[str, ...] = ()  # what was noticed beside

    @property
    def event(self) -> str:
        """Return S in words."""
        if self.blind:
            return f"none: {BLIND}"
        return f"{self.statistic} {'>=' if self.above else '<='} {self.threshold!r}"
