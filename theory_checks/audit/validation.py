"""How good the audit is: how often it refutes claims of mechanisms whose privacy is known, and how near it comes.

A refutation of a true claim is a false alarm, of a wrong one a detection. Both are counted over seeds; a bound above
the true epsilon is an error of the bound, which its confidence allows in one audit of twenty.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from theory_checks.audit.known import Known, known
from theory_checks.audit.mechanism import Mechanism
from theory_checks.audit.outcome import Audit
from theory_checks.audit.plans import Plan
from theory_checks.audit.procedure import audit
from theory_checks.core.exhibits import Table
from theory_checks.core.judge import Verdict

COLUMNS = (
    *("mechanism", r"claimed $\epsilon$", r"$\delta$", "claim", r"true $\epsilon$"),
    *("refuted", "mean lower bound", "bounds above the truth"),
)
SMALL = Plan(search=200, threshold=200, confirm=1000)


@dataclass(frozen=True)
class Detection:
    """What the audits of one mechanism found: refutations, and how many bounds were above the truth."""

    mechanism: Known
    audits: int
    refuted: int
    mean_bound: float
    too_large: int


def detection(mechanism: Known, audits: int, plan: Plan = SMALL) -> Detection:
    """Audit one mechanism with seeds plan.seed, plan.seed + 1, ..."""
    reports = list(_audits(mechanism, audits, plan))
    bounds = [a.epsilon_bound for a in reports]
    refuted = sum(a.verdict is Verdict.REFUTED for a in reports)
    too_large = sum(bound > mechanism.truth for bound in bounds)
    return Detection(mechanism, audits, refuted, float(np.mean(bounds)), too_large)


def _audits(mechanism: Known, audits: int, plan: Plan) -> Iterator[Audit]:
    sizes = {"search": plan.search, "threshold": plan.threshold, "confirm": plan.confirm, "looks": plan.looks}
    for i in range(audits):
        numbered = Plan(confidence=plan.confidence, seed=plan.seed + i, **sizes)
        subject = Mechanism(mechanism.name, mechanism.draw)
        yield audit(subject, epsilon=mechanism.epsilon, delta=mechanism.delta, plan=numbered)


def detection_table(audits: int = 5, plan: Plan = SMALL) -> Table:
    """Audit every known mechanism so many times: detections of wrong claims, and alarms at true ones."""
    return table_of([detection(mechanism, audits, plan) for mechanism in known()], plan)


def table_of(reports: Sequence[Detection], plan: Plan) -> Table:
    """Return detections as a table."""
    alarms = sum(d.refuted for d in reports if d.mechanism.holds)
    right = sum(d.audits for d in reports if d.mechanism.holds)
    caught = sum(d.refuted for d in reports if not d.mechanism.holds)
    wrong = sum(d.audits for d in reports if not d.mechanism.holds)
    return Table(
        title="What the audit finds in mechanisms whose privacy is known",
        columns=COLUMNS,
        rows=[_row(d) for d in reports],
        caption=f"{plan.search}, {plan.threshold} and {plan.confirm} runs of each world to search, to choose a "
        f"threshold and to confirm. False alarms: {alarms} of {right} audits of true claims; detections: {caught} of "
        f"{wrong} of wrong ones. A bound may be above the truth in {1 - plan.confidence:.0%} of the audits.",
    )


def _row(detection: Detection) -> list[str | int | float]:
    of = f"of {detection.audits}"
    return [
        detection.mechanism.name,
        f"{detection.mechanism.epsilon:.4g}",
        f"{detection.mechanism.delta:.4g}",
        "true" if detection.mechanism.holds else "wrong",
        f"{detection.mechanism.truth:.4g}" if math.isfinite(detection.mechanism.truth) else "none",
        f"{detection.refuted} {of}",
        f"{detection.mean_bound:.3f}",
        f"{detection.too_large} {of}",
    ]
