"""What the repaired learner is worth: a lottery between two policies, with the law of randomised response."""

from __future__ import annotations

import numpy as np
from scipy.stats import binomtest

from tabular.dpdqn.evaluation import expected_return
from tabular.dpdqn.repaired import best_candidates
from tabular.privacy import calibrate, randomised_response
from theory_checks.claim import Trial
from theory_checks.dpdqn.experiments import repaired_learner
from theory_checks.dpdqn.experiments.repaired_learner import at_equal_privacy, the_other_candidate, worth_of_releases
from theory_checks.exhibits import Figure, Table

RUNS = 600


def test_worth_is_a_lottery_between_the_two_candidates():
    """A run that ranks the better candidate best has it with probability p, another one with 1 - p: tests at 1e-9."""
    good = expected_return(lambda s: (s < 0.5).astype(int), cells=400)
    bad = expected_return(lambda s: (s >= 0.5).astype(int), cells=400)
    right = best_candidates(repaired_learner._trained(RUNS, 3)) == 0
    for epsilon in (0.9, 0.45):
        found = worth_of_releases(epsilon, RUNS, 3)
        p = float(calibrate(epsilon, 1e-4, randomised_response(2)).truth)
        # Where the policy is on the grid's middle point is a tie: two cells of 400, and fifty steps.
        assert np.all(np.minimum(abs(found - good), abs(found - bad)) < 0.05)
        assert len(set(found)) == 2
        named = (found > (good + bad) / 2) == right
        assert binomtest(int(named.sum()), RUNS, p).pvalue > 1e-9
    assert binomtest(int(right.sum()), RUNS, 0.95, "less").pvalue > 1e-9


def test_the_control_is_the_wrong_candidate_every_time():
    wrong = the_other_candidate(0.9, 4, 0)

    assert wrong.shape == (4,)
    assert len(set(wrong)) == 1
    assert wrong[0] < worth_of_releases(0.9, RUNS, 3).max()


def test_the_page_shows_every_method_at_both_targets(monkeypatch):
    monkeypatch.setitem(repaired_learner._RUNS, "quick", 3)
    shown = list(at_equal_privacy(Trial(claim_id="x", reading="printed", profile="quick", seed=0)))
    table = next(x for x in shown if isinstance(x, Table))
    figures = [x for x in shown if isinstance(x, Figure)]

    methods = ["repaired learner", "input perturbation", "DP-SGD", "policy evaluation"]
    assert [row[:2] for row in table.rows] == [[e, m] for e in ("0.9", "0.45") for m in methods]
    assert [[s.label for s in figure.series] for figure in figures] == [methods] * 2
