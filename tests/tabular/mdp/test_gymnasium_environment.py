"""Any MDP as an environment: Gymnasium's own checks, the laws by counting, and the way back."""

import subprocess
import sys
import warnings
from fractions import Fraction

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from refusals import refusals
from scipy.stats import chisquare

from tabular import FiniteMDP
from tabular.mdp.gymnasium_environment import FiniteEnv
from tabular.mdp.instances import dense_random, garnet, rational_random

MDPS = {
    "dense": dense_random(5, 2, 0.9, 1),
    "sparse": garnet(70, 3, 2, 0.9, 1, sparse=True),
    "exact": rational_random(4, 2, Fraction(9, 10), 7, 1),
}


@pytest.mark.parametrize("name", MDPS)
def test_gymnasium_approves(name):
    with warnings.catch_warnings(record=True) as complaints:
        warnings.simplefilter("always")
        check_env(MDPS[name].to_gymnasium(), skip_render_check=True)

    # a space of one dimension of numbers is what an MDP has: nothing else may be complained of
    assert [str(complaint.message) for complaint in complaints] == []


@pytest.mark.parametrize("name", MDPS)
def test_the_way_back_has_the_same_floats(name):
    mdp = MDPS[name].to_float()

    other = FiniteMDP.from_gymnasium(mdp.to_gymnasium(), mdp.discount)

    assert np.array_equal(*(x.stacked.toarray() if x.is_sparse else x.stacked for x in (other, mdp)))
    assert other.rewards.tobytes() == mdp.rewards.tobytes()


def play(env, seed, steps=50):
    env.action_space.seed(seed)
    state, _ = env.reset(seed=seed)
    return [state, *(env.step(env.action_space.sample())[:2] for _ in range(steps))]


def test_the_same_seed_plays_the_same_episode():
    env = MDPS["dense"].to_gymnasium()

    assert play(env, 1) == play(env, 1)
    assert play(env, 1) != play(env, 2)


@pytest.mark.parametrize("name", MDPS)
def test_next_states_have_the_law_of_the_row_and_rewards_are_those_of_the_mdp(name):
    mdp = MDPS[name].to_float()
    env = mdp.to_gymnasium(start=1)
    env.reset(seed=3)
    counts = np.zeros(mdp.n_states)
    for _ in range(3000):
        assert env.reset()[0] == 1
        state, reward, terminated, truncated, _ = env.step(1)
        assert (reward, terminated, truncated) == (mdp.rewards[1, 1], False, False)
        counts[state] += 1

    row = mdp.transitions[1].toarray()[1] if mdp.is_sparse else mdp.transitions[1, 1]
    assert counts[row == 0].sum() == 0
    assert chisquare(counts[row > 0], 3000 * row[row > 0] / row.sum()).pvalue > 1e-6


def test_an_episode_may_begin_by_a_law():
    env = MDPS["dense"].to_gymnasium(start=[0, 0.25, 0, 0.75, 0])
    env.reset(seed=1)
    starts = [env.reset()[0] for _ in range(2000)]

    assert set(starts) == {1, 3}
    assert chisquare([starts.count(1), starts.count(3)], [500, 1500]).pvalue > 1e-6


def test_a_limit_of_time_cuts_an_episode():
    env = gymnasium.wrappers.TimeLimit(MDPS["dense"].to_gymnasium(), 3)
    env.reset(seed=1)

    assert [env.step(0)[3] for _ in range(3)] == [False, False, True]


def begun():
    env = MDPS["dense"].to_gymnasium()
    env.reset(seed=0)
    return env


test_misuse_is_refused = refusals(
    (lambda: MDPS["dense"].to_gymnasium().step(0), "reset must be called before step, got no call"),
    (lambda: FiniteEnv(MDPS["dense"], render_mode="human"), "render_mode must be None, got 'human'"),
    (lambda: begun().step(2), "action must be an integer from 0 to 1, got 2"),
    (lambda: begun().step(0.5), "action must be an integer from 0 to 1, got 0.5"),
    (lambda: MDPS["dense"].to_gymnasium(5), "start must be a state from 0 to 4, or a law over the states, got 5"),
    (lambda: MDPS["dense"].to_gymnasium([1.0]), r"start must be a state, or a law over the 5 states, got shape \(1,\)"),
    (lambda: MDPS["dense"].to_gymnasium([0.5] * 5), r"start\[0\] must have rows that sum to 1, got 2.5"),
    (lambda: MDPS["dense"].to_gymnasium("home"), "start must be an array or nested lists with 1 axes, got a str"),
)


@pytest.mark.parametrize(("package", "call"), [("gymnasium", "to_gymnasium"), ("quantecon", "to_quantecon")])
def test_without_the_package_one_sentence_says_what_is_missing(package, call):
    code = (
        f"import sys; sys.modules[{package!r}] = None\n"
        "from tabular.mdp import FiniteMDP\n"
        "try:\n"
        f"    FiniteMDP([[[1.0]]], [[0.0]], 0.5).{call}()\n"
        "except ImportError as error:\n"
        "    print(error)"
    )

    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert result.stdout == f"{call}() needs {package}, which is not installed: pip install {package}\n"
