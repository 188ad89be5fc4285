"""The baselines lose what is said of them: by exact curves, by enumeration, and by the sensitivities measured."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from flint import arb

from tabular.dpdqn.baselines import dp_sgd, functional_noise, input_perturbation, non_private, private_reward_fit
from tabular.dpdqn.baselines.guarantee import largest_mu
from tabular.dpdqn.environment import MIDDLE, reward
from tabular.dpdqn.networks import MLP
from tabular.dpdqn.options import NON_PRIVATE
from tabular.dpdqn.repaired import PUBLIC, TO_THE_LEFT, TO_THE_RIGHT, PrivateChoice
from tabular.dpdqn.training import Training, train
from tabular.errors import InputError
from tabular.privacy import calibrate_gaussian, delta_of

SHORT = NON_PRIVATE.but(horizon=256, batch_size=32)


def tent(states, action):
    return reward(states)


@pytest.mark.parametrize(("epsilon", "delta"), [(0.9, 1e-4), (0.45, 1e-4), (3.0, 1e-6)])
def test_exact_accounting_spends_exactly_what_is_claimed(epsilon, delta):
    for made in (input_perturbation(epsilon, delta), dp_sgd(epsilon, delta)):
        assert made.true_epsilon == pytest.approx(epsilon, rel=1e-9)
        assert delta_of(epsilon, made.mu) == pytest.approx(delta, rel=1e-9)
    # The certified calibration of the same composition: 4992 mechanisms of sensitivity 1.
    certified = calibrate_gaussian(epsilon, delta, 1, NON_PRIVATE.steps)
    assert input_perturbation(epsilon, delta).options.reward_noise == pytest.approx(certified.sigma, rel=1e-9)


def test_the_composition_theorem_is_valid_and_wasteful():
    loose = input_perturbation(0.9, 1e-4, accounting="composition-theorem")

    assert loose.options.reward_noise > input_perturbation(0.9, 1e-4).options.reward_noise
    assert loose.true_epsilon < 0.9


def test_dp_sgd_protects_one_sample_or_all_rewards_but_never_both_at_the_price_of_one():
    one, everything = dp_sgd(0.9, 1e-4, accounting="one-sample"), dp_sgd(0.9, 1e-4)

    assert 2 / one.options.gradient_noise == pytest.approx(everything.mu, rel=1e-12)
    assert one.true_epsilon > 1000


def test_the_sum_of_a_batch_moves_by_at_most_twice_its_clipped_norms():
    """Every update of one batch under r and r': ||sum - sum'|| <= 2 B C; measured through one step of plain SGD."""
    network = MLP((1, 5, 2))
    options = NON_PRIVATE.but(horizon=16, batch_size=16, clip=0.3, step_size=1.0)
    rng = np.random.default_rng(0)
    for seed in range(20):
        tables = np.stack([rng.uniform(-5, 5, (2, 9)) for _ in range(2)])
        ends = [
            Training(options, 1, seed, network=network, rewards=table).advance(jobs=1).parameters[0] for table in tables
        ]
        # The step is 1/B times the sum, and the states may differ only through the actions, which do not.
        assert np.linalg.norm(ends[0] - ends[1]) <= 2 * 0.3 + 1e-12


def test_a_claim_without_a_proof_has_no_true_epsilon():
    assert functional_noise(0.32, 16155.0, 0.9, 1e-4).true_epsilon == math.inf
    assert non_private().true_epsilon == math.inf


def test_the_fit_without_noise_is_the_mean_of_each_cell():
    fit = private_reward_fit(100.0, 0.5, tent, horizon=50_000, cells=4, seed=2)
    table = fit.values[0]
    # From the outer cell on the left, the middle is nearer to the right: E r after a step of U[0, 1/4].
    assert fit.noise[0] < 1e-3
    assert table.shape == (2, 4)
    assert table[1, 0] > table[0, 0] + 0.1
    assert [int(a) for a in fit.policy()(np.array([0.1, 0.9]))] == [1, 0]


def test_the_fit_knows_what_it_protects():
    one, everything = (private_reward_fit(0.9, 1e-4, tent, neighbours=n) for n in ("one-reward", "all-rewards"))

    assert one.noise[0] < everything.noise[0]
    assert everything.mu == pytest.approx(input_perturbation(0.9, 1e-4).mu, rel=1e-12)
    assert one.mu > 10


@pytest.mark.parametrize("epsilon", [0.0, 1e-9, 1e-6, 0.45, 0.9, 1.0, 5.0, 40.0])
@pytest.mark.parametrize("k", [2, 3, 7])
def test_randomised_response_keeps_its_ratio_exactly(epsilon, k):
    candidates = tuple((float(i), 0.0, 0.0, 0.0) for i in range(k))
    p = PrivateChoice(epsilon, candidates).truth
    ratio = p * (k - 1) / (1 - p)
    bound = arb(Fraction(epsilon).numerator) / Fraction(epsilon).denominator

    # both ways round: neither the best candidate nor another one is more probable than e^epsilon allows
    assert ratio == 1 if epsilon < 1e-6 else ratio > 1
    assert ratio == 1 or arb(ratio.numerator) / ratio.denominator < bound.exp()
    # and no more than the grid of 2**-53 is given away
    assert float(ratio) >= math.exp(min(epsilon, 30.0)) * (1 - 1e-6) or epsilon > 30


def test_the_answers_have_the_law_that_is_promised():
    runs = 20_000
    choice = PrivateChoice(0.9, horizon=100).run(tent, runs, 5)
    best = np.argmax(choice.returns, axis=1)
    kept = (choice.indices == best).mean()

    # Six deviations of a mean of 20,000 answers.
    assert abs(kept - float(PrivateChoice(0.9).truth)) < 6 * math.sqrt(0.25 / runs)
    np.testing.assert_array_equal(choice.parameters, np.array(PUBLIC)[choice.indices])


def test_at_epsilon_zero_the_answer_says_nothing():
    """Six deviations of a mean of 6,000 answers, for each of three candidates."""
    choice = PrivateChoice(0.0, (*PUBLIC, TO_THE_LEFT), horizon=150).run(tent, 6000, 3)

    assert np.all(abs(np.bincount(choice.indices, minlength=3) / 6000 - 1 / 3) < 6 * math.sqrt(2 / 9 / 6000))


def test_one_reward_moves_one_mean_by_one_over_its_samples():
    """The noise is the sensitivity 1/N over mu, so N = 1/(noise mu) is a whole number, and at most the even share."""
    made = private_reward_fit(0.9, 1e-4, tent, horizon=5000, cells=4, seed=8)
    samples = 1 / (made.noise[0] * largest_mu(0.9, 1e-4))

    assert samples == pytest.approx(round(samples), rel=1e-9)
    assert 100 < samples <= 5000 / 8
    assert made.mu * made.noise[0] == pytest.approx(math.sqrt(8), rel=1e-12)


def test_more_candidates_are_told_apart_by_their_rewards():
    choice = PrivateChoice(30.0, (TO_THE_LEFT, TO_THE_RIGHT, *PUBLIC), horizon=2000).run(lambda s, a: s, 5, 1)

    assert choice.indices.tolist() == [1] * 5
    assert choice.returns[0, 1] > choice.returns[0, 0]


def test_the_network_of_a_candidate_does_what_its_name_says():
    network = MLP((1, 2))
    middle, ends = (network.population_values(np.array([t]), np.array([[0.2], [0.8]]))[0] for t in PUBLIC)

    assert np.argmax(middle, axis=1).tolist() == [1, 0]
    assert np.argmax(ends, axis=1).tolist() == [0, 1]


def test_noise_on_rewards_is_what_the_learner_sees_and_not_what_is_counted():
    quiet, loud = (train(SHORT.but(reward_noise=s), 1, 0, rewards=MIDDLE, jobs=1) for s in (0.0, 50.0))

    assert not np.array_equal(quiet.parameters, loud.parameters)
    assert np.nanmax(loud.returns) <= 25


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: input_perturbation(0, 1e-4), "epsilon must be finite and positive"),
        (lambda: input_perturbation(1, 0), "delta must be strictly between 0 and 1"),
        (lambda: input_perturbation(1, 1e-4, accounting="kov"), "accounting must be exact or composition-theorem"),
        (lambda: dp_sgd(1, 1e-4, accounting="none"), "accounting must be paper, one-sample or all-rewards"),
        (lambda: dp_sgd(1, 1e-4, clip=0), "clip must be positive"),
        (lambda: dp_sgd(1, 1e-4, NON_PRIVATE.but(replay=5)), "replay must be 0"),
        (lambda: private_reward_fit(1, 1e-4, tent, neighbours="all"), "neighbours must be one-reward or all-rewards"),
        (lambda: private_reward_fit(1, 1e-4, tent, cells=0), "cells must be an integer"),
        (lambda: PrivateChoice(-1), "epsilon must be in [0, 700)"),
        (lambda: PrivateChoice(math.nan), "epsilon must be in [0, 700)"),
        (lambda: PrivateChoice(1, ((1.0, 0.0, 0.0, 0.0),)), "candidates must be at least two"),
        (lambda: PrivateChoice(1, ((1.0, 0.0),)), "parameters must have shape"),
        (lambda: PrivateChoice(1, horizon=60), "horizon must leave an episode for each candidate"),
    ],
)
def test_bad_input_gets_one_sentence(call, message):
    with pytest.raises(InputError) as caught:
        call()
    assert message in str(caught.value)
