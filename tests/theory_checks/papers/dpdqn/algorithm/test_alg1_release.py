"""The private mathematics of the release: what is answered, and how far neighbouring rewards are apart."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from tabular.mdp.instances import dyadic_random
from theory_checks.core.claim import Trial
from theory_checks.core.evidence import Outcome
from theory_checks.kit.cases import constant
from theory_checks.papers.dpdqn.algorithm.alg1_release import (
    LOOP,
    MU,
    SWAPPED,
    after_one_update,
    after_training,
    fresh,
    kept,
    release_with_fresh_noise,
    release_with_training_noise,
    squared,
)


def value_iteration(mdp, steps=400):
    q = np.zeros((mdp.n_actions, mdp.n_states))
    for _ in range(steps):
        q = mdp.rewards + mdp.discount * (mdp.stacked @ q.max(axis=0)).reshape(q.shape)
    return q


def test_the_largest_distance_of_neighbouring_rewards():
    """A constant change of the rewards attains the bound; 0.75^400 is far below the rounding that is left."""
    mdp = dyadic_random(4, 3, 0.75, 5, seed=2, exact=False)
    moved = value_iteration(mdp.with_rewards(mdp.rewards + 1)) - value_iteration(mdp)

    assert np.sum(moved**2) == pytest.approx(4 * 3 / 0.25**2)
    assert squared(MU, dyadic_random(4, 3, Fraction(3, 4), 5, seed=2)) == 4 * 3 / 0.25**2


def test_the_training_list_and_a_fresh_one():
    g, h = constant(LOOP, 3), constant(LOOP, Fraction(1, 2))

    assert kept(g, h) is g
    assert fresh(g, h) is h


ABOUT = "dpdqn-v1/alg1-release", "training-noise-kept"


def test_the_kept_list_releases_the_optimal_value_without_noise(failing, answer):
    evidence = failing(release_with_training_noise, *ABOUT)

    assert len(evidence) == 6
    assert [item.detail for item in evidence if item.detail] == [f"released: {x}" for x in (0, 2, 0, 2)]
    assert all(answer(item.certificate, *ABOUT)["accepted"] for item in evidence)


@pytest.mark.parametrize("swapped", [{"again": "other"}, {"other": "again"}])
def test_releases_of_other_rewards_prove_nothing(failing, answer, swapped):
    made = failing(release_with_training_noise, *ABOUT)[0].certificate
    values = {**made.values, **{name: made.values[other] for name, other in swapped.items()}}

    assert not answer(replace(made, values=values), *ABOUT)["accepted"]


def test_one_update_with_step_two_is_the_whole_training():
    """Q <- Q + 2 (r + (Q + g)/2 - Q - g) = 2 r - g from every Q, so the same noise table at the release gives 2 r."""
    mdp, g = LOOP.with_rewards([[5]]), constant(LOOP, Fraction(2, 3))

    assert after_one_update(mdp, g).tolist() == [[Fraction(28, 3)]]
    assert after_training(mdp, g).tolist() == [[Fraction(28, 3)]]


def test_the_printed_order_has_no_answer_and_the_swapped_one_has():
    trial = Trial(claim_id="dpdqn-v1/alg1-release")

    assert [item.outcome for item in release_with_fresh_noise(trial)] == [Outcome.UNDEFINED]
    assert [item.outcome for item in release_with_fresh_noise(trial, order=SWAPPED)] == [Outcome.HOLDS]
