"""Tests for tabular/mdp/gymnasium_tables.py: the tables of Gymnasium, and its meaning of an end."""

import subprocess
import sys
from fractions import Fraction

import gymnasium
import numpy as np
import pytest
from refusals import refusals

from tabular import FiniteMDP
from tabular.mdp.bellman import backup
from tabular.mdp.policies import policy_value


def value_by_table(table, discount, sweeps=400):
    """Value iteration straight on the table: nothing follows a terminated transition."""
    v = np.zeros(len(table))
    for _ in range(sweeps):
        v = np.array(
            [
                max(
                    sum(p * (r + discount * (0.0 if end else v[t])) for p, t, r, end in lines)
                    for lines in actions.values()
                )
                for actions in table.values()
            ]
        )
    return v


def value_of(mdp, sweeps=400):
    v = np.zeros(mdp.n_states)
    for _ in range(sweeps):
        v = backup(mdp, v)
    return v


@pytest.mark.parametrize(
    ("name", "states", "actions"),
    [("FrozenLake-v1", 16, 4), ("FrozenLake8x8-v1", 64, 4), ("CliffWalking-v1", 49, 4), ("Taxi-v4", 501, 6)],
)
def test_values_are_those_of_the_table(name, states, actions):
    """The same number of sweeps from zero on the table and on the MDP: equal up to rounding, no limit needed."""
    env = gymnasium.make(name)
    table = env.unwrapped.P

    mdp = FiniteMDP.from_gymnasium(env, 0.8)

    assert (mdp.n_states, mdp.n_actions) == (states, actions)
    assert np.allclose(value_of(mdp, 100)[: len(table)], value_by_table(table, 0.8, 100), rtol=0, atol=1e-12)


def test_taxi_ends_with_its_last_reward():
    """The best of all: one drop-off worth 20 and then nothing, although the table of that state goes on."""
    mdp = FiniteMDP.from_gymnasium(gymnasium.make("Taxi-v4"), 0.9)

    assert value_of(mdp, 200).max() == 20.0
    assert (mdp.rewards[:, 500] == 0).all()
    assert all(P[500, 500] == 1 for P in mdp.transitions)


@pytest.mark.parametrize("form", ["environment", "unwrapped", "table", "lists"])
def test_environments_and_tables_are_read_alike(form):
    env = gymnasium.make("FrozenLake-v1", is_slippery=False)
    table = env.unwrapped.P
    lists = [[table[s][a] for a in range(4)] for s in range(16)]
    forms = {"environment": env, "unwrapped": env.unwrapped, "table": table, "lists": lists}

    mdp = FiniteMDP.from_gymnasium(forms[form], 0.5)

    # right, right, down, down, down, right: five steps at no reward, the sixth enters the goal
    assert value_of(mdp)[0] == 0.5**5


def test_a_monte_carlo_run_of_the_environment_agrees():
    """Play FrozenLake with a fixed policy: the mean return is the value of the start, within 5 standard errors."""
    env = gymnasium.make("FrozenLake-v1", max_episode_steps=10_000)
    mdp = FiniteMDP.from_gymnasium(env, 0.99)
    policy = [0, 3, 0, 3, 0, 0, 0, 0, 3, 1, 0, 0, 0, 2, 1, 0]

    returns = []
    state, _ = env.reset(seed=5)
    for _ in range(400):
        weight = 1.0
        while True:
            state, reward, terminated, _, _ = env.step(policy[state])
            if terminated:
                returns.append(weight * reward)
                break
            weight *= 0.99
        state, _ = env.reset()

    error = np.std(returns) / np.sqrt(len(returns))
    assert abs(np.mean(returns) - policy_value(mdp, policy)[0]) <= 5 * error


END = {0: {0: [(1.0, 0, 0.0, True)]}}


def test_rewards_are_expectations_and_duplicate_lines_add_up():
    table = {
        0: {0: [(0.25, 0, 4.0, False), (0.25, 0, 0.0, False), (0.5, 1, 2.0, False)]},
        1: {0: [(1.0, 1, 3.0, False)]},
    }

    mdp = FiniteMDP.from_gymnasium(table, 0.5)

    assert mdp.transitions.tolist() == [[[0.5, 0.5], [0.0, 1.0]]]
    assert mdp.rewards.tolist() == [[2.0, 3.0]]


def test_a_common_reward_is_kept_without_rounding():
    """0.1 + 0.2 + 0.7 times 0.3 is not 0.3 in floats."""
    table = {0: {0: [(p, 0, 0.3, False) for p in (0.1, 0.2, 0.7)]}}

    assert FiniteMDP.from_gymnasium(table, 0.5).rewards.tolist() == [[0.3]]


def test_a_terminal_state_that_pays_for_staying_is_replaced():
    """Its table says 7 for ever; a terminated transition into it must be followed by nothing."""
    table = {0: {0: [(1.0, 1, 1.0, True)]}, 1: {0: [(1.0, 1, 7.0, False)]}}

    mdp = FiniteMDP.from_gymnasium(table, 0.5)

    assert mdp.n_states == 3
    assert value_of(mdp, 80).tolist() == [1.0, 14.0, 0.0]


def test_a_table_that_ends_in_kept_states_gets_no_new_state():
    assert FiniteMDP.from_gymnasium(END, 0.5).n_states == 1


test_a_table_that_is_no_mdp_is_refused = refusals(
    ({}, r"environment must have a transition table P\[s\]\[a\], got a dict"),
    (None, r"environment must have a transition table P\[s\]\[a\], got a NoneType"),
    (gymnasium.make("CartPole-v1"), "environment must have a transition table"),
    ({1: {0: []}}, "P must have a table under the number 0"),
    ({0: 3}, "P must have a table under the number 0"),
    ({0: {}}, r"P\[0\] must have the 0 actions of P\[0\], at least one, got 0 actions"),
    ({**END, 1: {0: [], 1: []}}, r"P\[1\] must have the 1 actions of P\[0\], at least one, got 2 actions"),
    ({0: {1: [(1.0, 0, 0.0, True)]}}, r"P\[0\] must have a table under the number 0"),
    (
        {0: {0: [(1.0, 0, 0.0)]}},
        r"P\[0\]\[0\] must hold \(probability, state, reward, terminated\), got \(1.0, 0, 0.0\)",
    ),
    ({0: {0: [3]}}, r"P\[0\]\[0\] must hold \(probability, state, reward, terminated\), got 3"),
    ({0: {0: [(1.0, "0", 0.0, True)]}}, r"P\[0\]\[0\] must lead to states 0 to 0, got '0'"),
    (
        {0: {0: [("1", 0, 0.0, True)]}},
        r"P\[0\]\[0\] must hold integers, Fractions or floats, got the str '1' at \[0\]",
    ),
    ({0: {0: [(1.0, 0, None, True)]}}, r"P\[0\]\[0\] must hold .*, got the NoneType None at \[1\]"),
    ({0: {0: [(Fraction(1), 0, 0, True)]}}, r"P\[0\]\[0\] must have float numbers, got exact numbers"),
    ({0: {0: [(1.0, 0, 0.0, 1)]}}, r"P\[0\]\[0\] must say by a truth value whether the episode ends, got 1"),
    ({0: {0: [(1.0, 5, 0.0, True)]}}, r"P\[0\]\[0\] must lead to states 0 to 0, got 5"),
    ({0: {0: [(1.0, 0.5, 0.0, True)]}}, r"P\[0\]\[0\] must lead to states 0 to 0, got 0.5"),
    ({0: {0: []}}, r"P\[0\]\[0\] must lead somewhere, got no line"),
    ({0: {0: [(0.5, 0, 0.0, True)]}}, r"P\[0\] must have rows that sum to 1, got 0.5 in row 0"),
    ({0: {0: [(float("nan"), 0, 0.0, True)]}}, r"P\[0\] must have probabilities between 0 and 1, got nan"),
    ({0: {0: [(1.0, 0, float("inf"), False)]}}, r"r\[0\] must be finite, got inf in state 0"),
    calling=lambda table: FiniteMDP.from_gymnasium(table, 0.5),
)


def test_gymnasium_is_not_needed():
    code = (
        "import sys; sys.modules['gymnasium'] = None\n"
        "from tabular import FiniteMDP\n"
        "print(FiniteMDP.from_gymnasium({0: {0: [(1.0, 0, 2.0, False)]}}, 0.5).rewards.tolist())"
    )

    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert result.stdout == "[[2.0]]\n"
