"""The bound of the regret with explicit constants, and what runs measure."""

from __future__ import annotations

from math import log, sqrt

import numpy as np
import pytest

from tabular.algorithms.episodic.pucb import Sizes
from tabular.episodic import gap
from theory_checks.core.claim import Trial
from theory_checks.core.evidence import Outcome
from theory_checks.papers.pucb.learning._bad_arms import bad_arm_first
from theory_checks.papers.pucb.learning._learners import LEARNERS, PRIVATE, RUNS, never_learning
from theory_checks.papers.pucb.learning.upper_bounds import GRIDS, mean_regret, over_budgets, regret_bound, regrets


def test_bound_by_hand() -> None:
    sizes = Sizes(1, 2, 1, 1000)
    private = 4 / 50 * log(60) * log(1000) ** 3.5
    assert regret_bound(sizes, 50.0) == pytest.approx(sqrt(2000 * log(10_000)) + private, rel=1e-12)


def test_the_worse_arm_comes_first() -> None:
    mdp = bad_arm_first(0.25)
    assert gap(mdp, [[0]]) == pytest.approx(0.25)
    assert gap(mdp, [[1]]) == 0
    assert never_learning(Sizes(1, 2, 1, 50), 1.0).run(mdp, 0).total_regret == pytest.approx(12.5)


def test_all_learners_run() -> None:
    for make in LEARNERS.values():
        assert make(Sizes(1, 2, 1, 20), 10.0).run(bad_arm_first(0.25), 1).episodes == 20


def test_all_modes_are_compared_over_enough_runs() -> None:
    assert {"PUCB as printed", "PUCB repaired", "PUCB practical"} < set(PRIVATE)
    assert set(LEARNERS) - set(PRIVATE) == {"UBEV, not private", "uniform actions"}
    assert RUNS >= 20
    assert all((grid.mdp.n_states, grid.mdp.n_actions, grid.mdp.horizon) == grid.shape for grid in GRIDS.values())


def test_only_private_learners_depend_on_epsilon() -> None:
    sizes, budgets = Sizes(1, 2, 1, 500), (100.0, 1000.0)
    free = over_budgets("UBEV, not private", bad_arm_first(0.5), sizes, budgets, [1, 2, 3])
    private = over_budgets("PUCB repaired", bad_arm_first(0.5), sizes, budgets, [1, 2, 3])
    assert free.shape == private.shape == (3, 2)
    assert np.array_equal(free[:, 0], free[:, 1])
    assert (private[:, 0] >= private[:, 1]).all()


def test_a_regret_is_gap_times_plays_of_the_worse_arm() -> None:
    found = regrets("PUCB practical", bad_arm_first(0.5), Sizes(1, 2, 1, 300), 100.0, [4, 5])
    learner = LEARNERS["PUCB practical"](Sizes(1, 2, 1, 300), 100.0)
    assert list(found) == [0.5 * learner.run(bad_arm_first(0.5), seed).mistakes(0.1) for seed in (4, 5)]


def test_no_run_loses_more_than_an_agent_that_never_learns() -> None:
    sizes, mdp = Sizes(1, 4, 1, 400), bad_arm_first(0.5, 4)
    most = never_learning(sizes, 1.0).run(mdp, 0).total_regret

    assert most == pytest.approx(200)
    assert max(LEARNERS["uniform actions"](sizes, 1.0).run(mdp, seed).total_regret for seed in range(5)) <= most


def test_a_mean_above_the_bound_is_seen() -> None:
    trial = Trial(claim_id="pucb/regret-upper", reading="in-expectation", seed=1)

    assert [x.outcome for x in mean_regret(trial, learner=never_learning)] == [Outcome.FAILS] * 2
