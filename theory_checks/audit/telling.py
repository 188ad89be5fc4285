"""An audit in words: its card."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from theory_checks.audit.bets import Play
from theory_checks.cards.card import Card, Row
from theory_checks.core.judge import Verdict

if TYPE_CHECKING:
    from theory_checks.audit.outcome import Audit

_MOST = 300  # letters of an input


def card_of(audit: Audit) -> Card:
    """Return the card of an audit: the claim, what tells against it, how much, and what else was noticed."""
    return Card(
        id=audit.mechanism,
        name=f"is {audit.claim}",
        verdict=audit.verdict,
        answer=_answer(audit),
        summary="",
        rows=[row for row in _rows(audit) if row.lines],
        more="What an audit finds is there; what it does not find may be there: it saw two inputs, some statistics.",
    )


def _answer(audit: Audit) -> str:
    if audit.verdict is Verdict.REFUTED:
        return f"the runs refute it; the error of saying so is at most {audit.plan.failure_probability:g}"
    if audit.doubts:
        return "nothing was found, which means little here"
    if audit.verdict is Verdict.INCONCLUSIVE:
        return "not even a perfect event in so many runs would have refuted it"
    return "no event was found that tells the worlds apart better than this"


def _rows(audit: Audit) -> list[Row]:
    frequent, other, claim = audit.hit_world, 1 - audit.hit_world, audit.claim
    often = f"{audit.hits}/{audit.runs} in world {frequent}, {audit.false_hits}/{audit.false_runs} in {other}"
    drawn = sum(play.rounds for play in audit.plays)
    shown = f"{claim.symbol} >= {audit.bound:.4f} with confidence {audit.plan.confidence:g}, runs independent"
    perfect = "could be shown with so many runs, if the event that is found were perfect"
    normal = f"if the statistic is normal (mu = {audit.gaussian_mu:.4f})"
    fitted = [f"epsilon about {audit.gaussian_epsilon:.4f} {normal}"] if math.isfinite(audit.gaussian_epsilon) else []
    kind = "runs, each in the world of a coin" if audit.coins else "pairs of runs"
    return [
        Row("in doubt", list(audit.doubts)),
        Row("event", [audit.event, often]),
        Row("bounds", [shown, f"at most {audit.largest_bound:.4f} {perfect}", *fitted]),
        Row(
            "decided by",
            [
                f"{drawn} {kind}, on {len(audit.plays)} {_staked(audit)}",
                f"p-value {_power_of_ten(audit.log_p_value)} for the claim, watched all the time",
            ],
        ),
        Row("inputs", [_short(repr(data)) for data in audit.inputs or ()]),
        Row("noticed", list(audit.notes)),
    ]


def _staked(audit: Audit) -> str:
    return "events" if all(isinstance(play, Play) for play in audit.plays) else "events and weights"


def _short(text: str) -> str:
    return text if len(text) <= _MOST else f"{text[:_MOST]}..."


def _power_of_ten(log_p: float) -> str:
    return "1" if log_p == 0 else f"10^{log_p / 2.302585092994046:.1f}"
