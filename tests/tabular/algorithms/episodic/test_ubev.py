"""Tests for tabular/algorithms/episodic/ubev.py."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refusals

from tabular.algorithms.episodic import UBEV, Keep, Uniform, run_agent, sampled_users
from tabular.algorithms.episodic._kernels_ubev import bonus_of
from tabular.episodic import optimal
from tabular.episodic.instances import combination_lock, random_episodic, riverswim, single_state_bandit


def written_out(transcript, n, m, horizon, failure_probability):
    """Q~ of UBEV from all messages, as the module's text has it."""
    q = np.zeros((horizon, m, n))
    v = np.zeros(n)
    for h in range(horizon - 1, -1, -1):
        for a in range(m):
            for s in range(n):
                here = (transcript.states[:, h] == s) & (transcript.actions[:, h] == a)
                visits = int(here.sum())
                if visits == 0:
                    q[h, a, s] = 1 + v.max()
                    continue
                log_term = math.log(18 * n * m * horizon / failure_probability)
                phi = math.sqrt((2 * math.log(math.log(max(visits, math.e))) + log_term) / visits)
                mean = transcript.rewards[here, h].sum() / visits
                after = v[transcript.states[here, h + 1]].sum() / visits if h + 1 < horizon else 0.0
                q[h, a, s] = min(1, mean + phi) + min(v.max(), after + (horizon - 1 - h) * phi)
        v = q[h].max(axis=0)
    return q


@pytest.mark.parametrize("law", ["bernoulli", "mean"])
@pytest.mark.parametrize("sizes", [(1, 2, 1), (3, 2, 4), (2, 3, 2)])
@pytest.mark.parametrize("episodes", [1, 40, 700])
def test_the_plan_is_the_one_that_is_written_down(sizes, law, episodes):
    mdp = random_episodic(*sizes, seed=3, reward_law=law)

    run = UBEV(*sizes, episodes, failure_probability=0.3).run(mdp, keep=Keep(transcript=True))

    q = written_out(run.transcript, *sizes, 0.3)
    # sums of at most 700 terms in another order
    np.testing.assert_allclose(run.releases["q"], q, rtol=1e-12)
    np.testing.assert_allclose(run.releases["v"][:-1], q.max(axis=1), rtol=1e-12)
    assert np.array_equal(run.policy, run.releases["q"].argmax(axis=1))


@given(st.integers(1, 6), st.integers(1, 4), st.integers(1, 6), st.integers(0, 2**32), st.integers(1, 400))
@settings(max_examples=40)
def test_lazy_and_eager_planning_have_the_same_bits(n, m, horizon, seed, episodes):
    mdp = random_episodic(n, m, horizon, seed, bits=3)  # few bits: many laws have zeros

    lazy, eager = (
        UBEV(n, m, horizon, episodes, planning=planning).run(mdp, seed, keep=Keep(policies=True))
        for planning in ("lazy", "eager")
    )

    assert np.array_equal(lazy.policies, eager.policies)
    assert np.array_equal(lazy.releases["q"], eager.releases["q"])
    assert np.array_equal(lazy.gaps, eager.gaps)


@pytest.mark.parametrize(
    "make", [lambda: combination_lock(5, 2), lambda: riverswim(4, 6), lambda: random_episodic(3, 2, 3, 8)]
)
def test_it_is_optimistic_after_every_episode(make):
    """With probability 0.9 on each of the three; a fixed seed decides."""
    mdp = make()
    agent = UBEV(mdp.n_states, mdp.n_actions, mdp.horizon, 1).agent()
    users, q_star = sampled_users(mdp, 1), optimal(mdp).q
    for t in range(150):
        run_agent(agent, lambda _, t=t: users(t), 1)
        # Q~ and Q* are rounded at most a few dozen times each
        assert (agent.releases()["q"] >= q_star - 1e-13).all()


def test_before_the_first_episode_everything_is_possible():
    agent = UBEV(3, 2, 4, 1).agent()

    assert agent.releases()["v"].tolist() == [[4.0] * 3, [3.0] * 3, [2.0] * 3, [1.0] * 3, [0.0] * 3]
    assert (agent.policy() == 0).all()


@pytest.mark.parametrize("d", [0.3, 0.1, 0.02])
def test_the_bonus_holds_for_all_n_at_once(d):
    """The exact probability that fair coins ever leave the bound with ln(3 / d), up to n = 1500: below 3 d."""
    assert crossing_probability(lambda n: bonus_of(float(n), math.log(3 / d)), 1500) <= 3 * d


def crossing_probability(width, longest):
    """The probability that the mean of fair coins exceeds 1/2 by more than width(n) for some n."""
    law, crossed = np.array([1.0]), 0.0
    for n in range(1, longest + 1):
        law = (np.append(law, 0.0) + np.append(0.0, law)) / 2
        out = np.arange(n + 1) > n * (0.5 + width(n))
        crossed += law[out].sum()
        law[out] = 0.0
    return crossed


def test_regret_of_a_bandit_stays_far_below_uniform():
    mdp, T = single_state_bandit(2, 0.25), 50_000

    lost = UBEV(1, 2, 1, T).run(mdp).total_regret

    # an arm with gap g is left after about 4 log terms / g**2 pulls
    assert lost <= 8 * (2 * math.log(math.log(T)) + math.log(360)) / 0.25
    assert lost < Uniform(1, 2, 1, T).run(mdp).total_regret / 10


test_bad_input_is_refused_in_one_sentence = refusals(
    (
        lambda value: UBEV(2, 2, 2, 2, failure_probability=value),
        r"^failure_probability must lie strictly between 0 and 1, got ",
        [0, 1, -0.1, 1.5, float("nan"), float("inf")],
    ),
    (
        lambda value: UBEV(2, 2, 2, 2, failure_probability=value),
        r"^failure_probability must be a real number, got ",
        ["0.1", None, True, [0.1]],
    ),
    (lambda value: UBEV(2, 2, 2, 2, planning=value), r'^planning must be "lazy" or "eager", got ', ["always", None, 3]),
    (lambda: UBEV(10**5, 1, 10, 2), r"^horizon \* actions \* states\*\*2 must be at most 536870912, got 100000000000$"),
)
