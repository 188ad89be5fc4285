"""What an audit found."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from theory_checks.audit.bets import Play
from theory_checks.audit.claims import Approximate, Claim
from theory_checks.audit.plans import Budget, Plan
from theory_checks.audit.telling import card_of
from theory_checks.audit.weights import Weighed
from theory_checks.cards.card import Card
from theory_checks.cards.shown import Shown
from theory_checks.core.judge import Verdict

BLIND = "no statistic varies in the search, although the outputs differ"


class NotPrivateError(AssertionError):
    """A claim that an audit did not leave standing; the message is the card."""


@dataclass(frozen=True, repr=False)
class Audit(Shown):
    """What an audit found: the event S = {statistic beyond the threshold}, how often it happened, what follows."""

    mechanism: str
    claim: Claim
    plan: Plan | Budget
    statistic: str
    above: bool  # S = {statistic >= threshold}, otherwise {statistic <= threshold}
    hit_world: int  # the world in which S is frequent
    threshold: float
    hits: int
    runs: int
    false_hits: int
    false_runs: int
    bound: float  # of the claim's parameter, from below
    largest_bound: float
    gaussian_mu: float
    gaussian_epsilon: float
    log_p_value: float
    verdict: Verdict
    plays: tuple[Play | Weighed, ...]  # against the claim, up to a refutation
    coins: bool  # said in which world each run was: one output at a time
    lines: tuple[tuple[float, float], ...]  # (p, q): some event has probability p or more, and q or less
    blind: bool = False  # no statistic varied on the search sample, although outputs differ, and nothing was refuted
    doubts: tuple[str, ...] = ()  # why finding nothing would mean little
    notes: tuple[str, ...] = ()  # what was noticed beside
    inputs: tuple[Any, Any] | None = None  # of the two worlds, where a search has found them

    @property
    def card(self) -> Card:
        """The answer card."""
        return card_of(self)

    def require(self) -> Audit:
        """Return the audit if it found nothing, and nothing to doubt; fail otherwise, as a test does."""
        if self.verdict is not Verdict.CONSISTENT:
            raise NotPrivateError(str(self))
        return self

    @property
    def epsilon(self) -> float:
        """Return the claimed epsilon, NaN if the claim has none."""
        return float(self.claim.epsilon) if isinstance(self.claim, Approximate) else math.nan

    @property
    def delta(self) -> float:
        """Return the claimed delta, NaN if the claim has none."""
        return float(self.claim.delta) if isinstance(self.claim, Approximate) else math.nan

    @property
    def epsilon_bound(self) -> float:
        """Return the bound of epsilon, for a claim that has one."""
        return self.bound if isinstance(self.claim, Approximate) else math.nan

    def delta_at(self, epsilon: float) -> float:
        """Return how large delta must be at an epsilon, with the confidence of the plan for all epsilons at once."""
        return max((p - math.exp(epsilon) * q for p, q in (*self.lines, (0.0, 0.0))), default=0.0)

    @property
    def event(self) -> str:
        """Return S in words."""
        if self.blind:
            return f"none: {BLIND}"
        return f"{self.statistic} {'>=' if self.above else '<='} {self.threshold!r}"
