"""What the repaired learner is worth: a lottery between two policies, with the law of randomised response."""

from __future__ import annotations

import numpy as np
from scipy.stats import binomtest

from tabular.dpdqn.evaluation import expected_return
from tabular.dpdqn.repaired import best_candidates
from tabular.privacy import calibrate, randomised_response
from theory_checks.core.claim import Trial
from theory_checks.core.evidence import Outcome
from theory_checks.core.exhibits import Figure, Table
from theory_checks.engine.papers import load
from theory_checks.papers.dpdqn.experiments import repaired_learner
from theory_checks.papers.dpdqn.experiments.repaired_learner import (
    _named,
    a_toss,
    at_equal_privacy,
    the_other_candidate,
    worth_of_releases,
)
from theory_checks.statistics import BernoulliTest

RUNS, ID = 600, "dpdqn/fig2a-comparison/repaired"


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
    monkeypatch.setitem(repaired_learner._RUNS, "quick", 12)
    monkeypatch.setitem(repaired_learner._ANSWERS, "quick", 15)
    shown = list(at_equal_privacy(Trial(claim_id=ID, formal=load()[ID].reading("printed").claims)))
    table = next(x for x in shown if isinstance(x, Table))
    figures = [x for x in shown if isinstance(x, Figure)]

    rivals = ["input perturbation", "DP-SGD", "policy evaluation", "noise carried on"]
    methods = ["repaired learner", "one of the two by a toss, epsilon = 0", *rivals]
    assert [row[:2] for row in table.rows] == [[e, m] for e in ("0.9", "0.45") for m in methods]
    assert [[s.label for s in figure.series] for figure in figures] == [["repaired learner", "a toss", *rivals]] * 4


def test_the_toss_is_refuted_with_any_seed_and_the_learner_is_not():
    """With 2500 answers the toss passes as 0.6 with a probability of 3e-3, as 0.65 with one of 1e-15."""
    for epsilon, share in ((0.9, 0.65), (0.45, 0.6)):
        assert BernoulliTest(share, "less", 1e-10).power(2500, 0.5) > 0.99
        p = float(calibrate(epsilon, 1e-4, randomised_response(2)).truth)
        assert share < 0.98 * p + 0.02 * (1 - p)  # a training ranks the better one best in 99 of 100 runs
        outcomes = {_named(epsilon, a_toss(epsilon, 2500, seed)).outcome for seed in range(3)}
        assert outcomes == {Outcome.FAILS}
        good, bad = repaired_learner._worth_of_candidates()
        answers = np.where(np.arange(2500) < 2500 * share, good, bad)
        assert _named(epsilon, np.random.default_rng(0).permutation(answers)).outcome is Outcome.HOLDS


def test_the_toss_has_even_odds_and_reads_nothing():
    tossed = a_toss(0.9, 4000, 5)
    good = int((tossed > repaired_learner._worth_of_candidates().mean()).sum())

    assert binomtest(good, 4000, 0.5).pvalue > 1e-9
    assert np.array_equal(tossed, a_toss(0.45, 4000, 5))
