"""What private choice is worth: a lottery between two policies with the law of randomised response."""

from __future__ import annotations

import math

import numpy as np

from tabular.dpdqn.evaluation import expected_return
from tabular.dpdqn.repaired import PrivateChoice
from theory_checks.dpdqn.experiments.private_choice import the_other_candidate, worth_of_choices

RUNS = 1500


def test_worth_is_a_lottery_between_the_two_candidates():
    """The better candidate with probability e^epsilon/(1 + e^epsilon): six deviations of 1,500 answers."""
    good = expected_return(lambda s: (s < 0.5).astype(int), cells=400)
    bad = expected_return(lambda s: (s >= 0.5).astype(int), cells=400)
    for epsilon in (0.9, 0.45):
        found = worth_of_choices(epsilon, RUNS, 3)
        share, p = (found > (good + bad) / 2).mean(), 1 / (1 + math.exp(-epsilon))
        # Where the policy is on the grid's middle point is a tie: two cells of 400, and fifty steps.
        assert np.all(np.minimum(abs(found - good), abs(found - bad)) < 0.05)
        assert len(set(found)) == 2
        assert abs(share - p) < 6 * math.sqrt(p * (1 - p) / RUNS)


def test_the_control_is_the_wrong_candidate_every_time():
    wrong = the_other_candidate(0.9, 4, 0)

    assert wrong.shape == (4,)
    assert len(set(wrong)) == 1
    assert wrong[0] < worth_of_choices(0.9, 50, 0).max()


def test_the_candidate_of_a_run_is_the_one_with_the_larger_return_seen():
    made = PrivateChoice(30.0).run(lambda s, a: 0.5 - np.abs(s - 0.5), 100, 2)

    np.testing.assert_array_equal(made.indices, np.argmax(made.returns, axis=1))
