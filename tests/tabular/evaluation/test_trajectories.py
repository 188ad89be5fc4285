"""Trajectories: what they accept, how they are taken apart and put together, what they refuse."""

import pickle
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals

from tabular.evaluation import Trajectories

ARRAYS = {
    "states": [0, 1, 2],
    "actions": [0, 1, 0],
    "rewards": [0.5, 1, -2],
    "next_states": [1, 3, 2],
    "terminal": [False, True, False],
    "offsets": [0, 2, 3],
}


def two_episodes(**changes):
    """0 -> 1 -> 3 (ended) and 2 -> 2 (cut off)."""
    return Trajectories(**(ARRAYS | changes))


def equal(one, other):
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in ARRAYS)


@st.composite
def walks(draw):
    lengths = draw(st.lists(st.integers(1, 4), min_size=1, max_size=5))
    paths = [draw(st.lists(st.integers(0, 5), min_size=k + 1, max_size=k + 1)) for k in lengths]
    episodes = [[(s, i % 2, s / 4, t) for i, (s, t) in enumerate(pairwise(path))] for path in paths]
    return Trajectories.from_episodes(episodes, terminal=[path[-1] == 5 for path in paths])


def test_sizes():
    data = two_episodes()

    assert (data.n_trajectories, data.n_transitions, data.is_discrete) == (2, 3, True)
    assert data.lengths.tolist() == [2, 1]
    assert data.owners.tolist() == [0, 0, 1]
    assert repr(data) == "<Trajectories m=2, 3 transitions, discrete states>"


def test_one_trajectory_is_its_rows():
    first = two_episodes().trajectory(0)

    assert first.states.tolist() == [0, 1]
    assert first.terminal.tolist() == [False, True]
    assert first.offsets.tolist() == [0, 2]


def test_a_subset_keeps_order_and_repeats():
    again = two_episodes().subset([1, 0, 1])

    assert again.states.tolist() == [2, 0, 1, 2]
    assert again.offsets.tolist() == [0, 1, 3, 4]


def test_transitions_stand_alone():
    rows = two_episodes().transitions()

    assert rows.lengths.tolist() == [1, 1, 1]
    assert rows.terminal.tolist() == [False, True, False]


@given(walks())
def test_a_subset_of_all_and_a_copy_are_the_same(data):
    assert equal(data.subset(np.arange(data.n_trajectories)), data)
    assert equal(pickle.loads(pickle.dumps(data)), data)


@given(walks(), st.integers(1, 6))
def test_batches_cover_all_trajectories_in_order(data, rows):
    batches = list(data.batches(rows))

    assert [i for first, last in batches for i in range(first, last)] == list(range(data.n_trajectories))
    assert all(data.lengths[first:last].sum() <= rows or last == first + 1 for first, last in batches)


def test_episodes_of_vectors():
    data = Trajectories.from_episodes([[([0.0, 1.0], 0, 1, [2.0, 3.0]), ([2.0, 3.0], 1, 1, [4.0, 5.0])]], terminal=True)

    assert data.states.tolist() == [[0, 1], [2, 3]]
    assert not data.is_discrete
    assert data.terminal.tolist() == [False, True]


def test_arrays_are_read_only_and_not_shared():
    states = np.array([0, 1, 2])
    data = Trajectories(states, [0, 0, 0], [0, 0, 0], [1, 2, 3], np.zeros(3, bool), [0, 3])
    states[0] = 7

    assert data.states[0] == 0
    with pytest.raises(ValueError, match="read-only"):
        data.rewards[0] = 1


def episodes(*rows, terminal=True):
    return Trajectories.from_episodes([*rows], terminal=terminal)


test_bad_input_is_refused_in_one_sentence = refusals(
    (lambda: two_episodes(rewards=[0.5, np.nan, 1]), "rewards must be finite, got nan in row 1"),
    (lambda: two_episodes(rewards=[0.5, 1]), "rewards must be real numbers, one for each of 3 rows"),
    (lambda: two_episodes(rewards=["a", "b", "c"]), "rewards must be real numbers"),
    (lambda: two_episodes(states=[0, -1, 2]), "states must be integers from 0 to 2..62 - 1, got -1 in row 1"),
    (
        lambda: two_episodes(states=[[0.0], [np.inf], [1.0]], next_states=[[1.0]] * 3),
        "states must be finite, got inf in row 1",
    ),
    (lambda: two_episodes(states=[0.5, 1, 2]), "states must be a row of integers"),
    (lambda: two_episodes(states=np.zeros((3, 2, 2))), "states must be .total,. integers or .total, d. real numbers"),
    (lambda: two_episodes(states=[[0], [1, 2], [3]]), "states must be an array, got ragged lists"),
    (lambda: two_episodes(states=np.ma.array([0, 1, 2])), "states must be a plain array, got a masked one"),
    (lambda: two_episodes(next_states=[1, 3]), "next_states must have the shape .3,. of states"),
    (
        lambda: two_episodes(next_states=[2, 3, 2]),
        "next_states must be the state of the next row of a trajectory, got 2 before 1 in row 0",
    ),
    (lambda: two_episodes(actions=[0, 1]), "actions must have one entry for each of 3 rows, got 2"),
    (lambda: two_episodes(actions=[0.0, 1.0, 1.0]), "actions must be a row of integers"),
    (lambda: two_episodes(terminal=[0, 1, 0]), "terminal must be truth values"),
    (
        lambda: two_episodes(terminal=[True, True, False]),
        "terminal must be true only in the last row of a trajectory, got true in row 0",
    ),
    (lambda: two_episodes(offsets=[0, 2, 2, 3]), "trajectory 1 must have at least one transition, got 0"),
    (lambda: two_episodes(offsets=[0, 2]), "offsets must run from 0 to the number of rows 3, got 0 to 2"),
    (lambda: two_episodes(offsets=[0]), "offsets must bound at least one trajectory, got 1 offsets"),
    (lambda: two_episodes(offsets=[]), "offsets must bound at least one trajectory, got 0 offsets"),
    (episodes, "episodes must hold at least one episode, got none"),
    (lambda: episodes([(0, 0, 0.0, 1)], []), "trajectory 1 must have at least one transition, got 0"),
    (
        lambda: episodes([(0, 0, 0.0, 1), (1, 0)]),
        r"episodes\[0\]\[1\] must be a transition \(s, a, r, s'\), got \(1, 0\)",
    ),
    (
        lambda: episodes([(0, 0, 0.0, 1)], terminal=[True, False]),
        "terminal must be a truth value or one for each of 1 episodes",
    ),
    (
        lambda: episodes([([0.0], 0, 0.0, [1.0]), ([1.0, 2.0], 0, 0.0, [1.0])]),
        "states must have one shape in all transitions",
    ),
    (lambda: two_episodes().subset([]), "indices must name at least one trajectory, got none"),
    (lambda: two_episodes().subset([2]), "indices must lie between 0 and 1, got 2"),
)
