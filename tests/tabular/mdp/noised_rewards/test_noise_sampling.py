"""Batched solutions against the solvers, within the sum of their certified bounds, and against closed forms."""

import math

import numpy as np
import pytest

from tabular.errors import InputError
from tabular.gaussian import mean_abs_max_normal
from tabular.mdp.instances import cycle_with_stay, dense_random, garnet, identity_mdp
from tabular.mdp.noised_rewards.sampling import sample_noise, solve_rewards
from tabular.mdp.solvers import solve
from tabular.mdp.solvers.auto import METHODS

MDPS = {
    "dense": dense_random(6, 3, 0.9, 1),
    "sparse": garnet(80, 2, 3, 0.8, 2),
    "cycle": cycle_with_stay(10, 0.99),
    "discount 0": dense_random(4, 2, 0.0, 3),
}


@pytest.mark.parametrize("method", [method for method in METHODS if method != "exact"])
@pytest.mark.parametrize("name", MDPS)
def test_batched_solutions_agree_with_every_method(name, method):
    mdp = MDPS[name]
    rewards = np.random.default_rng(4).standard_normal((5, *mdp.rewards.shape))
    values, _, bound = solve_rewards(mdp, rewards)

    for table, value in zip(rewards, values, strict=True):
        single = solve(mdp.with_rewards(table), method=method)
        assert np.abs(single.value - value).max() <= single.error_bound + bound


def test_batched_policies_attain_their_values():
    mdp = MDPS["dense"]
    rewards = np.random.default_rng(5).standard_normal((3, *mdp.rewards.shape))
    values, policies, bound = solve_rewards(mdp, rewards)
    states = np.arange(mdp.n_states)

    for table, value, policy in zip(rewards, values, policies, strict=True):
        ahead = mdp.transitions[policy, states] @ value
        assert np.abs(table[policy, states] + mdp.discount * ahead - value).max() <= bound


def test_states_that_are_never_left_have_the_error_of_a_bandit():
    sample = sample_noise(identity_mdp(50, 3, 0.5), 2.0, 2000, np.random.default_rng(6))

    assert sample.errors.mean() == pytest.approx(
        float(mean_abs_max_normal(3)), abs=0.02
    )  # 1e5 normals, 8 standard errors
    assert sample.losses.max() <= sample.numerical_error
    assert sample.largest_loss <= sample.numerical_error


def test_errors_scale_with_the_noise():
    mdp = cycle_with_stay(4, 0.9)  # without rewards only the size of the noise changes
    one, ten = (sample_noise(mdp, sigma, 20, np.random.default_rng(7)).errors for sigma in (1.0, 10.0))

    assert np.allclose(one, ten, rtol=1e-12, atol=0)


def test_the_draws_do_not_depend_on_the_chunks(monkeypatch):
    mdp = MDPS["dense"]
    whole = sample_noise(mdp, 1.0, 30, np.random.default_rng(8)).errors
    monkeypatch.setattr("tabular.mdp.noised_rewards.sampling._CHUNK", 7 * mdp.n_states**2)
    parts = sample_noise(mdp, 1.0, 30, np.random.default_rng(8)).errors

    assert np.allclose(whole, parts, rtol=1e-12, atol=0)  # LAPACK may order a batch differently


def test_losses_lie_between_zero_and_the_worst_policy():
    sample = sample_noise(MDPS["dense"], 3.0, 500, np.random.default_rng(9))

    assert sample.losses.min() >= -sample.numerical_error
    assert sample.losses.max() <= sample.largest_loss + sample.numerical_error


@pytest.mark.parametrize("sigma", [0.0, -1.0, math.nan])
def test_noise_must_have_a_size(sigma):
    with pytest.raises(InputError, match="sigma must be positive"):
        sample_noise(MDPS["dense"], sigma, 1, np.random.default_rng(0))
