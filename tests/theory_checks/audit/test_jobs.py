"""Runs that are shared among processes: the same audit, byte for byte, and what the others notice is not lost."""

import json
import os
import signal
import sys
import time

import numpy as np
import pytest

from theory_checks.audit import Budget, Concentrated, Mechanism, Plan, audit, runs
from theory_checks.audit.document import document
from theory_checks.audit.known import gaussian, laplace
from theory_checks.core.judge import Verdict

PLAN = Budget(seconds=None, runs=8000)


def count(world, rng):
    return 10 + world + int(rng.geometric(0.6)) - int(rng.geometric(0.6))


def speaks(world, rng):
    sys.stdout.write("here")
    if rng.random() < 0.1:
        raise ValueError("seldom")
    return {"answer": count(world, rng), "of": [None, "a", float("nan")]}


def fails_among_many(world, rng, count):
    outputs = world + rng.laplace(0, 1, count)
    if outputs.max() > 9:
        raise OverflowError("too large")
    return outputs


MECHANISMS = {
    "one at a time": count,
    "many at a time": Mechanism("laplace", laplace(1.0)),
    "what speaks and fails": speaks,
    "what fails among many": fails_among_many,
    "what has random numbers of its own": lambda world, rng: world + np.random.default_rng(7).random(),
}


def told(found):
    return json.dumps(document(found))


@pytest.mark.parametrize("mechanism", MECHANISMS.values(), ids=MECHANISMS.keys())
@pytest.mark.parametrize("jobs", [2, 3])
def test_an_audit_is_the_same_whoever_draws(mechanism, jobs):
    alone, shared = (audit(mechanism, epsilon=1.0, plan=PLAN, jobs=n) for n in (1, jobs))

    assert told(shared) == told(alone)


def test_other_claims_and_plans_are_the_same_too():
    for claim, plan in ((Concentrated(0.2), PLAN), (None, Plan(search=4000, threshold=4000, confirm=8000))):
        epsilon = None if claim else 1.0
        alone, shared = (
            audit(Mechanism("normal", gaussian(1.0)), claim, epsilon=epsilon, plan=plan, jobs=n) for n in (1, 2)
        )

        assert told(shared) == told(alone)
        assert alone.verdict is Verdict.REFUTED


def test_what_changes_elsewhere_is_noticed():
    calls, home = [0], os.getpid()

    def tires(world, rng, count):
        calls[0] += count
        return (world + rng.laplace(0, 1.0, count)) * (0.5 if os.getpid() != home and calls[0] > 8000 else 1.0)

    found = audit(tires, epsilon=1.0, plan=Budget(seconds=None, runs=8000, bits=False), jobs=2)

    assert any("keeps state" in doubt for doubt in found.doubts)


def test_jobs_are_at_least_one():
    with pytest.raises(ValueError, match=r"^jobs must be an integer of at least 1, got 0$"):
        audit(count, epsilon=1.0, jobs=0)


def test_whoever_returns_too_little_elsewhere_is_told_so():
    def short(world, rng, count):
        return rng.random(count - (count > 499 and rng.random() < 0.3))

    with pytest.raises(ValueError, match=r"^short must return 500 outputs, got 499 in world "):
        audit(short, epsilon=1.0, plan=PLAN, jobs=2)


def test_processes_that_have_begun_are_ended_where_the_next_one_cannot_begin(monkeypatch):
    begin, begun = runs.begun, []

    def scarce(work, name):
        if begun:
            raise BlockingIOError("no more processes")
        begun.append(begin(lambda: time.sleep(60), name))
        return begun[0]

    monkeypatch.setattr(runs, "begun", scarce)
    with pytest.raises(BlockingIOError, match="no more processes"):
        audit(count, epsilon=1.0, plan=PLAN, jobs=3)

    begun[0].process.join(30)
    assert begun[0].process.exitcode == -signal.SIGTERM
