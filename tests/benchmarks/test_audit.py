"""Audits: detection power and false alarms

Mechanisms whose privacy is known, each right one beside a wrong claim about one like it. A refutation of a true claim
is a false alarm; the share is the mean lower bound over the epsilon that the delta truly needs. Beside other methods,
derived again from their papers, all get the same mechanisms, numbers of runs and error of a refutation.
"""

import math
import time
from functools import partial

from tests.benchmarks import audit_contestants as methods
from tests.benchmarks.contest import Contest, Contestant, Task, barred
from theory_checks.audit import Plan
from theory_checks.audit.known import known
from theory_checks.audit.panel import panel
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


RUNS = 100_000
COMPARED = (
    "laplace, a tenth too little",
    "geometric, a tenth too little",
    "response, a tenth too true",
    "sampled laplace, twice the share",
    "histogram, one count only",
    "vector, euclidean length",
    "uniform, called pure",
    "gaussian, called pure",
    "cut laplace",
    "rare disaster, more often",
    "gaussian, a tenth too little",
    "laplace",
    "vector",
)


def refuting(method, given):
    example, runs, audits = given

    def work():
        start = time.process_time()
        refuted = sum(method(example, runs, seed) for seed in range(audits))
        return refuted / audits, (time.process_time() - start) / audits

    return work


def power(given, actual):
    example, (share, seconds) = given[0], actual
    return "", {
        "Refuted": barred(share, 0.0, "smaller") if example.holds else share,
        "Power per second": None if example.holds else share / seconds,
        "Claim": f"({example.epsilon:.4g}, {example.delta:.4g}), {'true' if example.holds else 'wrong'}",
    }


def beside_others():
    examples = {example.name: example for example in panel()}
    tasks = tuple(Task(name, lambda name=name: (examples[name], RUNS, 5), 5) for name in COMPARED)
    pure = tuple(name for name in COMPARED if examples[name].delta)
    contestants = (
        Contestant("rounds that double", partial(refuting, methods.ours), True),
        Contestant("trained function, as dp_auditorium", partial(refuting, methods.trained_function)),
        Contestant(
            "selected event, as StatDP", partial(refuting, methods.selected_event), skips=pure, limit="pure claims only"
        ),
        Contestant("guesses, as in one run", partial(refuting, methods.guesses)),
    )
    says = (
        f"At most {RUNS:,} runs of each world, an error of 1e-9 for each refutation, 5 audits. Ours stops when it has "
        "refuted; the others decide once. Power per second is the share that is refuted over the CPU seconds of an "
        "audit: ours compares many statistics, for mechanisms that nobody has looked at."
    )
    small = Task("2 audits", lambda: (examples[COMPARED[0]], 4000, 2), 2)
    title = "The same runs beside other methods"
    return Contest(title, "audit", tasks, contestants, power, says, once=True, value="Refuted", small=small)


CONTESTS = (plan("small", SMALL), plan("default", Plan()), beside_others())


def test_audit(entry, benchmark):
    entry.run(benchmark)
