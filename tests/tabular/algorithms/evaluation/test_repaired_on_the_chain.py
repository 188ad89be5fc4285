"""Repaired GPOPE on the recovery chain, beside theta = 0, the printed algorithm and one release of statistics."""

import math
from dataclasses import replace

import numpy as np
import pytest

from tabular.algorithms.evaluation import Records
from tabular.algorithms.evaluation.level import level_basis
from tabular.algorithms.evaluation.private_statistics import PrivateStatistics
from tabular.algorithms.evaluation.repaired_gpope import data_free, noise_multiplier
from tabular.evaluation import Moments, Tabular, mspbe
from tabular.evaluation.continuous import RecoveryChain, collect, uniform
from tabular.privacy.subsampled import Adjacency
from tabular.privacy.subsampled.calibration import calibrate_sigma


def chain_error():
    """A = D (I - gamma P), C = D, with the 1/length weights of states and the true transitions, n = 39."""
    n, gamma = 39, 0.99
    D = np.cumsum(1 / (n - np.arange(n))) / n
    P = np.diag(np.full(n, 0.5)) + np.diag(np.full(n - 1, 0.5), 1)
    return Moments(D[:, None] * (np.eye(n) - gamma * P), D * np.append(np.zeros(n - 1), 0.5), np.diag(D))


def chain_records(m, seed, weighting="sum"):
    return Records.of(collect(RecoveryChain(), uniform(1), m, seed), None, Tabular(39), 0.99, weighting)


@pytest.mark.parametrize(("m", "at_most"), [(100, 1.0), (1000, 0.1), (10_000, 0.01)])
def test_data_free_rule_beats_theta_zero_on_the_chain(m, at_most):
    """Mean over trials on fresh data each, as a part of the MSPBE of theta = 0; twice the standard error is added.

    At m = 100 the gain is a tenth and a trial varies by a third: it takes hundreds of trials to see it.
    """
    exact = chain_error()
    learner = data_free(m, 0.1, 1e-5, np.ones(39), 0.99, visits=2.0)
    trials = {100: 600, 1000: 30, 10_000: 2}[m]
    errors = np.array([mspbe(exact, learner.run(chain_records(m, seed), seed).theta) for seed in range(trials)])
    bound = errors.mean() + 2 * errors.std() / math.sqrt(trials)
    assert bound < at_most * mspbe(exact, np.zeros(39))


def test_one_release_of_statistics_wins_with_many_trajectories_and_not_with_few():
    exact = chain_error()
    statistics = PrivateStatistics(0.1, 1e-5, 10.0, basis=level_basis(np.ones(39), 0.99), emphasis=10.0)
    errors = {}
    for m, batch in ((1000, None), (100_000, 1000)):
        learner = data_free(m, 0.1, 1e-5, np.ones(39), 0.99, visits=2.0, batch=batch)
        records = chain_records(m, 1)
        release = statistics.run(records)
        errors[m] = (mspbe(exact, learner.run(records, 1).theta), mspbe(exact, release.again(10, 1)).mean())
    assert errors[1000][0] < errors[1000][1] / 3
    assert errors[100_000][1] < errors[100_000][0]


def test_level_and_full_batches_both_contribute():
    """m = 1000: without the level no step size of a wide range comes near."""
    exact = chain_error()
    rule = data_free(1000, 0.1, 1e-5, np.ones(39), 0.99, visits=2.0)
    records = [chain_records(1000, seed) for seed in range(4)]

    def error(learner):
        return np.mean([mspbe(exact, learner.run(part, seed).theta) for seed, part in enumerate(records)])

    flat = [
        replace(rule, level=None, step_size=rule.step_size * k, ratio=rule.ratio / k, clip=rule.clip * h)
        for k in (1, 3, 10, 30)
        for h in (0.3, 1, 3)
    ]
    assert error(rule) < min(error(learner) for learner in flat) / 5


def test_a_wrong_public_guess_costs_accuracy_but_keeps_it_below_theta_zero():
    exact = chain_error()
    zero = mspbe(exact, np.zeros(39))
    for visits, reward in ((0.5, 1.0), (8.0, 1.0), (2.0, 0.3), (2.0, 3.0)):
        learner = data_free(1000, 0.1, 1e-5, np.ones(39), 0.99, visits=visits, reward=reward)
        errors = [mspbe(exact, learner.run(chain_records(1000, seed), seed).theta) for seed in range(10)]
        assert np.mean(errors) < zero


@pytest.mark.parametrize(("m", "steps", "epsilon"), [(100, 100, 0.1), (1000, 10_000, 0.1), (1000, 1000, 1.0)])
def test_full_batches_need_less_noise_on_the_mean_gradient_than_single_trajectories(m, steps, epsilon):
    single = calibrate_sigma(epsilon, 1e-5, m, steps, Adjacency.REPLACE).lower
    assert noise_multiplier(epsilon, 1e-5, m, steps) / m < single
