"""Appendix E.1: the check of the environment can fail, and its table is that of simulated policies."""

from __future__ import annotations

import numpy as np

from tabular.dpdqn.environment import IntervalWalk
from theory_checks.core.claim import Trial
from theory_checks.core.evidence import Evidence, Outcome
from theory_checks.core.exhibits import Table
from theory_checks.core.formal import formal_of
from theory_checks.papers.dpdqn.experiments import walk
from theory_checks.papers.dpdqn.experiments.walk import environment

ID = "dpdqn/e1-environment"
TRIAL = Trial(claim_id=ID, formal=formal_of(walk.__file__, ID))


def evidence_of(findings):
    return [x for x in findings if isinstance(x, Evidence)]


def test_every_comparison_of_the_walk_is_decided_exactly():
    found = evidence_of(environment(TRIAL))

    assert len(found) >= 4
    assert all(x.outcome is Outcome.HOLDS for x in found)


def test_a_walk_that_forgets_one_end_is_found():
    def slips(states, actions, uniforms):
        after = IntervalWalk().step(states, actions, uniforms)
        return np.where((states == 1.0) & (actions == 1), 1.0 - uniforms / 4, after)

    assert any(x.outcome is Outcome.FAILS for x in evidence_of(environment(TRIAL, moves=slips)))


def test_the_table_agrees_with_simulated_episodes():
    """20,000 episodes; returns lie in [0, 25], so six deviations of a mean are at most 6 12.5/sqrt(20000) = 0.53."""
    walk, rng, runs = IntervalWalk(), np.random.default_rng(2), 20_000
    (table,) = [x for x in environment(TRIAL) if isinstance(x, Table)]
    policies = {
        "to the middle": lambda s: s < 0.5,
        "always to the right": lambda s: s < 2,
        "to the ends": lambda s: s >= 0.5,
    }
    for name, before, after in table.rows:
        states, here, there = walk.starts(rng.random(runs)), 0.0, 0.0
        for _ in range(50):
            here = here + 0.5 - np.abs(states - 0.5)
            states = walk.step(states, policies[name](states).astype(int), rng.random(runs))
            there = there + 0.5 - np.abs(states - 0.5)
        assert abs(here.mean() - before) < 0.53
        assert abs(there.mean() - after) < 0.53
