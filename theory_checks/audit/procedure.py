"""The audit: what is claimed of a mechanism, against what its runs show."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

from tabular.errors import must, show
from tabular.numbers.arguments import count
from theory_checks.audit.claims import Approximate, Claim, Concentrated, Gaussian, Renyi
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
    claim: Claim | None = None,
    *,
    epsilon: float | None = None,
    delta: float = 0.0,
    plan: Plan | Budget | None = None,
    progress: Progress | None = None,
    jobs: int = 1,
) -> Audit:
    """Audit a claim about the mechanism's two worlds: that it is (epsilon, delta)-private, or another one.

    With ``jobs`` the runs are shared among so many processes; what is found is the same, unless the clock ends it.
    If a call of many runs fails, the audit begins anew with single runs: two chances of the stated error, not one.
    """
    said = claimed(claim, epsilon, delta)
    if isinstance(plan, Plan) and not isinstance(said, Approximate):
        raise must("plan", "be a Budget, unless epsilon is claimed", show(plan))
    audited = mechanism if isinstance(mechanism, Mechanism) else as_mechanism(mechanism)
    tell, plan, jobs = progress or silent, plan or Budget(), count("jobs", jobs)
    try:
        return _audited(audited, said, plan, tell, jobs)
    except CallFailedError:
        return _audited(replace(audited, by_one=True), said, plan, tell, jobs)


def claimed(claim: Claim | None, epsilon: float | None, delta: float) -> Claim:
    """Return what is claimed, if it is one thing that can be denied."""
    if (claim is None) == (epsilon is None):
        raise must("audit", "get either epsilon or a claim", "both" if claim else "neither")
    said = Approximate(epsilon, delta) if epsilon is not None else claim
    if not isinstance(said, Approximate | Gaussian | Renyi | Concentrated):
        raise must("claim", "be Approximate, Gaussian, Renyi or Concentrated", show(said))
    if not said.pairs():
        raise must("claim", "imply something about an epsilon below 500", str(said))
    return said


def _audited(audited: Mechanism, claim: Claim, plan: Plan | Budget, tell: Progress, jobs: int) -> Audit:
    runs = Runs(audited, plan.seed, jobs)
    if isinstance(plan, Plan) and isinstance(claim, Approximate):
        outcome, score, samples = by_plan(runs, claim, plan, tell)
    else:
        outcome, score, samples = by_rounds(runs, claim, cast(Budget, plan), tell)
    memory = memory_of(runs, score, samples)
    doubts = doubts_of(runs, memory, blind=outcome.blind)
    sound = not (memory and runs.repeats)  # with a coin before each run a bet is fair whatever is remembered
    keeps = outcome.verdict is Verdict.REFUTED and sound
    verdict = outcome.verdict if keeps or not doubts else Verdict.INCONCLUSIVE
    notes = notes_of(runs, in_bits=score.bits and verdict is Verdict.REFUTED)
    blind = outcome.blind and verdict is not Verdict.REFUTED
    return replace(outcome, verdict=verdict, blind=blind, doubts=doubts, notes=notes)
