"""Tests for tabular/evaluation/continuous/recovery_chain.py: the simulator has the law of the MDP."""

from fractions import Fraction

import numpy as np
import pytest
from refusals import refusals

from tabular.evaluation.continuous import RecoveryChain, collect, total_rewards, uniform
from tabular.mdp.instances import recovery_chain
from tabular.mdp.policies import policy_value


def test_a_grid_of_numbers_starts_once_in_every_state():
    u = (np.arange(39)[:, None] + 0.5) / 39

    assert RecoveryChain().observed(RecoveryChain().starts(u)).tolist() == list(range(39))
    assert RecoveryChain().starts([[0.0], [1 - 2.0**-53]]).tolist() == [[0.0], [38.0]]


@pytest.mark.parametrize("n", range(2, 70))
def test_the_largest_number_starts_before_the_last_state(n):
    assert RecoveryChain(n).starts([[1 - 2.0**-53]]).item() == n - 2


@pytest.mark.parametrize("stay", [0.0, 0.25, 0.5])
def test_steps_have_the_probabilities_and_rewards_of_the_mdp(stay):
    """A grid of 16 numbers is an exact expectation."""
    mdp = recovery_chain(5, Fraction(stay))
    chain, u = RecoveryChain(5, stay), np.arange(16) / 16
    for s in range(4):
        step = chain.step(np.full(16, s), np.zeros(16, int), u)
        frequencies = np.bincount(chain.observed(step.next_states), minlength=5) / 16
        assert frequencies.tolist() == mdp.transitions[0, s].tolist()
        assert step.rewards.mean() == mdp.rewards[0, s]
        assert (step.terminal == (step.rewards == 1)).all()


def test_the_last_state_stays_without_reward():
    step = RecoveryChain(3).step([[2.0]], [0], [0.9])

    assert (step.next_states.item(), step.rewards.item(), step.terminal.item()) == (2.0, 0.0, True)


def test_collected_returns_average_to_the_value():
    """20000 episodes: five standard errors, so that a right simulator fails once in 1.7e6 seeds; this seed is fixed."""
    data = collect(RecoveryChain(), uniform(1), 20000, seed=3)
    returns = total_rewards(data, 0.99)
    v = policy_value(recovery_chain().to_float(), np.zeros(40, int))

    assert data.is_discrete
    assert (total_rewards(data) == 1).all()
    assert data.terminal[data.offsets[1:] - 1].all()
    assert abs(returns.mean() - v[:39].mean()) < 5 * returns.std() / np.sqrt(20000)


test_bad_chains_are_refused = refusals(
    (lambda: RecoveryChain(1), "states must be an integer of at least 2, got 1"),
    (lambda: RecoveryChain(2.5), "states must be an integer of at least 2, got 2.5"),
    (lambda: RecoveryChain(2**40), "states must be at most 2147483648"),
    (lambda: RecoveryChain(4, 1), "stay must be a probability below 1, got 1"),
    (lambda: RecoveryChain(4, -0.1), "stay must be a probability below 1, got -0.1"),
    (lambda: RecoveryChain(4, "half"), "stay must be a probability below 1, got 'half'"),
    says="start",
)


test_bad_steps_of_a_chain_are_refused = refusals(
    ([0.5], [0.1], "states must be integers from 0 to 39, got 0.5 in row 0"),
    ([0, 40], [0.1, 0.1], "states must be integers from 0 to 39, got 40.0 in row 1"),
    ([0, -1], [0.1, 0.1], "states must be integers from 0 to 39, got -1.0 in row 1"),
    ([0], None, "uniforms must be given for a random environment, got none"),
    ([0], [0.1, 0.2], "uniforms must have one number for each of the 1 states, got 2"),
    ([0], [1.0], "uniforms must be in [0, 1), got 1.0"),
    calling=lambda states, u: RecoveryChain().step(states, np.zeros(len(states), int), u),
    says="sentence",
)
