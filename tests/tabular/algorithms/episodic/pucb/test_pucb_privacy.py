"""What one user can change in the counters of PUCB, by enumeration of all their answers, against the noise."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from tabular.algorithms.episodic.pucb import PUCB, Practical, Printed, Repaired
from tabular.algorithms.episodic.pucb._kernels_counters import COUNTS
from tabular.episodic.protocol import TreeUser, interact
from tabular.privacy.calibrate import is_private

TINY = [(1, 2, 1), (1, 2, 2), (2, 2, 1), (2, 2, 2), (3, 1, 2)]


def changes(learner):
    """Yield the difference of the counts under any two users, for a policy that differs between states."""
    S, A, H = learner.states, learner.actions, learner.horizon
    rows = []
    for states, rewards in product(product(range(S), repeat=H), product((0.0, 0.5, 1.0), repeat=H)):
        agent = learner.agent(0)
        actions = [(s + h) % A for h, s in enumerate(states)]
        agent.learn(np.array(states), np.array(actions), np.array(rewards))
        rows.append(agent.counters.table[COUNTS][agent._released()])
    return np.array(rows)[:, None] - np.array(rows)[None]


def most_sums(episodes):
    """The largest number of partial sums (t - lowbit t, t], t <= episodes, that contain one episode."""
    return max(
        sum(node - (node & -node) < t <= node for node in range(1, episodes + 1)) for t in range(1, episodes + 1)
    )


def scales_of(learner):
    agent = learner.agent(0)
    return agent.counters.table[2][agent._released()]


def largest_loss(learner):
    """The largest log ratio of the densities of all partial sums, for Laplace noise: K sum |d_i| / s_i."""
    sums, scales = most_sums(learner.episodes), scales_of(learner)
    d = changes(learner)
    secret = scales > 0
    assert not d[..., ~secret].any()  # no noise, so nobody may change these
    weights = [Fraction(sums) / Fraction(s) for s in scales[secret]]
    moved = {tuple(np.abs(row[secret]).tolist()) for pair in d for row in pair}
    return max(sum(w * Fraction(x) for w, x in zip(weights, row, strict=True)) for row in moved)


@pytest.mark.parametrize("sizes", TINY)
@pytest.mark.parametrize("episodes", [1, 2, 5, 8])
@pytest.mark.parametrize("epsilon", [0.3, 1.0, 7.0])
def test_repaired_loses_at_most_epsilon_and_nearly_all_of_it(sizes, episodes, epsilon):
    learner = PUCB(*sizes, episodes, epsilon, "repaired")
    loss = largest_loss(learner)
    assert loss <= Fraction(epsilon)
    H = sizes[2]
    if sizes[0] > 1:  # the transitions of the last step are fed 0: 6 H - 2 of 6 H
        assert loss == pytest.approx(epsilon * (6 * H - 2) / (6 * H), rel=1e-12)


@pytest.mark.parametrize("sizes", TINY)
@pytest.mark.parametrize("episodes", [1, 2, 5, 8])
def test_practical_loses_epsilon_exactly(sizes, episodes):
    learner = PUCB(*sizes, episodes, 0.7, "practical")
    loss = largest_loss(learner)
    assert loss <= Fraction(0.7)
    assert loss == pytest.approx(0.7, rel=1e-11)  # the scales are enlarged by 2**-40


@pytest.mark.parametrize("sizes", [(2, 2, 1), (2, 2, 2), (3, 1, 2)])
@pytest.mark.parametrize("episodes", [1, 5])
def test_the_printed_budget_does_not_cover_one_user(sizes, episodes):
    """(6 H - 2) / (3 H) epsilon as no user sends a state after the last step; 2 epsilon if that were counted."""
    H = sizes[2]
    loss = largest_loss(PUCB(*sizes, episodes, 1.0, Printed(reward_feed="all")))
    assert loss == pytest.approx((6 * H - 2) / (3 * H), rel=1e-12)


@pytest.mark.parametrize("sizes", TINY)
@pytest.mark.parametrize(("epsilon", "delta"), [(0.5, 1e-6), (3.0, 1e-2)])
def test_gaussian_noise_gives_epsilon_and_delta(sizes, epsilon, delta):
    learner = PUCB(*sizes, 6, epsilon, Practical("gaussian", delta))
    scales, d = scales_of(learner), changes(learner)
    secret = scales > 0
    squared = (d[..., secret] ** 2 / scales[secret] ** 2).sum(axis=-1).max() * most_sums(6)
    assert is_private(1, epsilon, delta, Fraction(float(np.sqrt(squared))))
    # the bound takes the worst of every counter: at the last step these do not come together
    assert not is_private(1, epsilon, delta, Fraction(float(1.2 * np.sqrt(squared))))


def user(state, reward):
    return TreeUser.constant([state], [reward], 2)


def second_actions(first, mode, seeds=600):
    learner = PUCB(2, 2, 1, 2, 1.0, mode)
    second = user(1, 0.0)
    return np.array([interact(learner.agent(seed), [first, second]).actions[1, 0] for seed in range(seeds)])


def test_unfed_reward_counters_tell_whether_somebody_came():
    """The second user sees action 1 half of the time if the first was in the same state, and never otherwise."""
    assert not second_actions(user(0, 0.0), Printed()).any()
    seen = second_actions(user(1, 0.0), Printed())
    assert abs(seen.mean() - 0.5) < 5 * 0.5 / np.sqrt(seen.size)  # five standard deviations


def test_the_repaired_rule_tells_the_second_user_nothing():
    for first in (user(0, 0.0), user(1, 0.0), user(1, 1.0)):
        assert not second_actions(first, Repaired(), 50).any()
