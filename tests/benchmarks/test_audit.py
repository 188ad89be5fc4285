"""Audits: detection power and false alarms

Mechanisms whose privacy is known, each right one beside a wrong claim about one like it. A refutation of a true claim
is a false alarm; the share is the mean lower bound over the epsilon that the delta truly needs.
"""

import math
from functools import partial

from tests.benchmarks.contest import Contest, Contestant, Task, barred
from theory_checks.audit import Plan
from theory_checks.audit.known import known
from theory_checks.audit.validation import SMALL, detection

AUDITS = 200


def audited(mechanism, given):
    plan, audits = given
    return lambda: detection(mechanism, audits, plan)


def findings(_, actual):
    mechanism, share = actual.mechanism, actual.refuted / actual.audits
    return "", {
        "Refuted": barred(share, 0.0, "smaller") if mechanism.holds else share,
        "Claim": f"({mechanism.epsilon:.4g}, {mechanism.delta:.4g}), {'true' if mechanism.holds else 'wrong'}",
        "True epsilon": mechanism.truth if math.isfinite(mechanism.truth) else "none",
        "Mean bound": actual.mean_bound,
        "Mean bound over truth": actual.mean_bound / mechanism.truth if math.isfinite(mechanism.truth) else None,
        "Bounds above the truth": actual.too_large / actual.audits,
    }


def plan(name, given):
    says = (
        f"{given.search}, {given.threshold} and {given.confirm} runs of each world to search, to choose a threshold and"
        f" to confirm. Refutations are wrong with probability at most {given.failure_probability:g}, bounds with"
        f" {1 - given.confidence:.0%}."
    )
    mechanisms = tuple(Contestant(mechanism.name, partial(audited, mechanism), True) for mechanism in known())
    many, few = (Task(f"{audits} audits", lambda audits=audits: (given, audits), audits) for audits in (AUDITS, 2))
    title = f"The {name} plan"
    return Contest(title, "audit", (many,), mechanisms, findings, says, once=True, value="Refuted", small=few)


CONTESTS = (plan("small", SMALL), plan("default", Plan()))


def test_audit(entry, benchmark):
    entry.run(benchmark)
