"""The audit: what is claimed of a mechanism, against what its runs show."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tabular.errors import must, show
from theory_checks.audit.doubts import doubts_of, memory_of, notes_of
from theory_checks.audit.fixed import by_plan
from theory_checks.audit.mechanism import CallFailedError, Mechanism
from theory_checks.audit.mechanism import mechanism as as_mechanism
from theory_checks.audit.outcome import Audit
from theory_checks.audit.plans import Budget, Plan
from theory_checks.audit.rounds import by_rounds
from theory_checks.audit.runs import Progress, Runs, silent
from theory_checks.core.judge import Verdict


def audit(
    mechanism: Mechanism | Callable[..., Any],
    *,
    epsilon: float,
    delta: float = 0.0,
    plan: Plan | Budget | None = None,
    progress: Progress | None = None,
) -> Audit:
    """Audit the claim that the mechanism is (epsilon, delta)-private for its two worlds."""
    if not isinstance(epsilon, (int, float)) or not 0 <= epsilon < 500:
        raise must("epsilon", "be in [0, 500)", show(epsilon))
    if not isinstance(delta, (int, float)) or not 0 <= delta < 1:
        raise must("delta", "be in [0, 1)", show(delta))
    audited = mechanism if isinstance(mechanism, Mechanism) else as_mechanism(mechanism)
    tell, plan, claim = progress or silent, plan or Budget(), (float(epsilon), float(delta))
    try:
        return _audited(audited, claim, plan, tell)
    except CallFailedError:
        return _audited(replace(audited, by_one=True), claim, plan, tell)


def _audited(audited: Mechanism, claim: tuple[float, float], plan: Plan | Budget, tell: Progress) -> Audit:
    runs = Runs(audited, plan.seed)
    if isinstance(plan, Plan):
        outcome, event, samples = by_plan(runs, claim, plan, tell)
    else:
        outcome, event, samples = by_rounds(runs, claim, plan, tell)
    memory = memory_of(runs, event.score, samples)
    doubts = doubts_of(runs, memory, blind=outcome.blind)
    sound = not (memory and runs.repeats)  # with a coin before each run a bet is fair whatever is remembered
    keeps = outcome.verdict is Verdict.REFUTED and sound
    verdict = outcome.verdict if keeps or not doubts else Verdict.INCONCLUSIVE
    notes = notes_of(runs, in_bits=event.score.bits and verdict is Verdict.REFUTED)
    blind = outcome.blind and verdict is not Verdict.REFUTED
    return replace(outcome, verdict=verdict, blind=blind, doubts=doubts, notes=notes)
