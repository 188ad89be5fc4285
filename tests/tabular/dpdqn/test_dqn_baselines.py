"""The baselines lose what is said of them: by exact curves, by enumeration, and by the sensitivities measured."""

import math

import numpy as np
import pytest
from refusals import refusals

from tabular.dpdqn.baselines import dp_sgd, functional_noise, input_perturbation, non_private, private_reward_fit
from tabular.dpdqn.baselines.guarantee import largest_mu
from tabular.dpdqn.environment import MIDDLE, reward
from tabular.dpdqn.networks import MLP
from tabular.dpdqn.options import NON_PRIVATE
from tabular.dpdqn.training import Training, train
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


def test_one_reward_moves_one_mean_by_one_over_its_samples():
    """The noise is the sensitivity 1/N over mu, so N = 1/(noise mu) is a whole number, and at most the even share."""
    made = private_reward_fit(0.9, 1e-4, tent, horizon=5000, cells=4, seed=8)
    samples = 1 / (made.noise[0] * largest_mu(0.9, 1e-4))

    assert samples == pytest.approx(round(samples), rel=1e-9)
    assert 100 < samples <= 5000 / 8
    assert made.mu * made.noise[0] == pytest.approx(math.sqrt(8), rel=1e-12)


def test_noise_on_rewards_is_what_the_learner_sees_and_not_what_is_counted():
    quiet, loud = (train(SHORT.but(reward_noise=s), 1, 0, rewards=MIDDLE, jobs=1) for s in (0.0, 50.0))

    assert not np.array_equal(quiet.parameters, loud.parameters)
    assert np.nanmax(loud.returns) <= 25


test_bad_input_gets_one_sentence = refusals(
    (lambda: input_perturbation(0, 1e-4), "epsilon must be finite and positive"),
    (lambda: input_perturbation(1, 0), "delta must be strictly between 0 and 1"),
    (lambda: input_perturbation(1, 1e-4, accounting="kov"), "accounting must be exact or composition-theorem"),
    (lambda: dp_sgd(1, 1e-4, accounting="none"), "accounting must be paper, one-sample or all-rewards"),
    (lambda: dp_sgd(1, 1e-4, clip=0), "clip must be positive"),
    (lambda: dp_sgd(1, 1e-4, NON_PRIVATE.but(replay=5)), "replay must be 0"),
    (lambda: private_reward_fit(1, 1e-4, tent, neighbours="all"), "neighbours must be one-reward or all-rewards"),
    (lambda: private_reward_fit(1, 1e-4, tent, cells=0), "cells must be an integer"),
    says="part",
)
