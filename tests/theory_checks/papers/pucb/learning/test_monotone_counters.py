"""Plans from counts that never fall: their range, the plan of the library, and runs."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabular.algorithms.episodic.pucb import PUCB, Printed
from tabular.episodic.instances import random_episodic
from theory_checks.core.claim import Trial
from theory_checks.core.evidence import Evidence, Outcome
from theory_checks.engine.papers import load
from theory_checks.papers.pucb.learning._releases import from_zero, raw
from theory_checks.papers.pucb.learning.monotone_counters import (
    ENDS,
    LEVEL,
    MonotoneAgent,
    Rules,
    bonus_monotone,
    monotone_run,
    plan,
    plans,
    printed_plan,
)


@pytest.mark.parametrize("epsilon", [1.0, 100.0, 1e5])
def test_the_plan_from_raw_releases_is_that_of_the_library(epsilon: float) -> None:
    learner = PUCB(3, 2, 2, 400, epsilon, Printed(), planning="eager")
    agent, rng = learner.agent(3), np.random.default_rng(1)
    for t in range(300):
        agent.learn(rng.integers(0, 3, 2), rng.integers(0, 2, 2), rng.random(2))
        if t % 20 == 0:
            releases = agent.releases()
            assert printed_plan(releases, learner) == pytest.approx(releases["q"], rel=1e-9, abs=1e-9)


def test_the_agent_plans_from_running_maxima() -> None:
    learner = PUCB(2, 2, 2, 50, 1.0, Printed())
    agent, inner = MonotoneAgent(learner, 5), learner.agent(5)
    seen = [inner.releases()["n"]]
    for _ in range(30):
        states, actions, rewards = np.array([0, 1]), np.array([1, 0]), np.array([0.5, 1.0])
        agent.learn(states, actions, rewards)
        inner.learn(states, actions, rewards)
        seen.append(inner.releases()["n"])
        assert np.array_equal(agent.largest["n"], np.maximum(np.max(seen, axis=0), 0.0))


def test_runs_are_optimistic_though_values_leave_their_caps() -> None:
    low, share, _ = monotone_run(random_episodic(2, 2, 2, 1), PUCB(2, 2, 2, 1200, 1e4, Printed(beta_prime=0.05)), 2)
    assert low == 0
    assert share > 0.1


FRACTIONS = st.fractions(ENDS[0], ENDS[1], max_denominator=8)


@given(
    st.integers(1, 200),
    st.lists(st.tuples(st.integers(0, 1), FRACTIONS, FRACTIONS, FRACTIONS), min_size=1, max_size=4),
    st.integers(1, 3),
)
def test_any_errors_within_the_level_leave_an_optimistic_plan_in_range(
    visits: int, rows: list[tuple[int, Fraction, Fraction, Fraction]], S: int
) -> None:
    H = len(rows)
    for i, step in enumerate(plan(visits, [row[0] for row in rows], [row[1:] for row in rows], S, Rules(from_zero))):
        assert step.star <= step.q <= H
        assert i + 1 <= step.unvisited <= H


def test_a_plan_by_hand() -> None:
    steps = plan(31, [0, 0], [(ENDS[1], ENDS[0], ENDS[1]), (ENDS[0], ENDS[0], ENDS[0])], 1, Rules(raw))
    last = 2 + Fraction(-59, 2) / Fraction(3, 2)
    assert steps[0].q == last
    assert steps[1].released == Fraction(121, 2) >= 2 * LEVEL
    assert steps[1].estimate == (Fraction(-59, 2) + last * Fraction(121, 2)) / Fraction(121, 2)


def test_corners_are_all_there() -> None:
    assert len(list(plans(1, 2, Rules()))) == 4 * 4 * 64


def test_raw_counts_exceed_the_bonus() -> None:
    claimed = load().statements["pucb/bonus-sufficient"].reading("monotone-counters").claims
    trial = Trial(claim_id="pucb/bonus-sufficient", reading="monotone-counters", formal=claimed)
    found = [x.outcome for x in bonus_monotone(trial, rules=Rules(raw)) if isinstance(x, Evidence)]
    assert Outcome.FAILS in found
