"""Exact-lazy planning, agents against compiled runs, noise against the counters of the library."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabular.algorithms.episodic import Keep, run_agent, sampled_users
from tabular.algorithms.episodic.pucb import PUCB, Practical, Printed, Repaired, replay
from tabular.episodic.instances import random_episodic, riverswim, single_state_bandit
from tabular.errors import InputError
from tabular.noise.counters.binary import BinaryCounters

MODES = [
    Printed(),
    Printed(ties="random", reward_feed="all"),
    Printed(level="footnote", log_base="2"),
    Repaired(),
    Repaired(ties="random", error="closed form"),
    Repaired(error="printed", cap="horizon"),
    Practical(),
    Practical(ties="random"),
    Practical("gaussian", 1e-6),
]
modes = st.sampled_from(MODES)


@given(modes, st.tuples(*[st.integers(1, 4)] * 3), st.integers(1, 300), st.sampled_from([0.1, 3.0, 1e3, np.inf]))
@settings(max_examples=60)
def test_lazy_and_eager_planning_have_the_same_bits(mode, sizes, episodes, epsilon):
    mdp = random_episodic(*sizes, seed=3)

    lazy, eager = (
        PUCB(*sizes, episodes, epsilon, mode, planning=planning).run(mdp, 4, keep=Keep(True, True))
        for planning in ("lazy", "eager")
    )

    assert np.array_equal(lazy.policies, eager.policies)
    assert np.array_equal(lazy.transcript.actions, eager.transcript.actions)
    assert np.array_equal(lazy.gaps, eager.gaps)
    for name in ("n", "r", "m", "q", "v"):
        assert np.array_equal(lazy.releases[name], eager.releases[name], equal_nan=True)


@pytest.mark.parametrize("mode", MODES, ids=repr)
@pytest.mark.parametrize("epsilon", [1.0, 300.0])
def test_lazy_and_eager_planning_agree_in_long_runs(mode, epsilon):
    mdp = riverswim(4, 5)

    lazy, eager = (PUCB(4, 2, 5, 5000, epsilon, mode, planning=planning).run(mdp, 1) for planning in ("lazy", "eager"))

    assert np.array_equal(lazy.gaps, eager.gaps)
    assert np.array_equal(lazy.returns, eager.returns)
    assert np.array_equal(lazy.releases["m"], eager.releases["m"], equal_nan=True)


@pytest.mark.parametrize("mode", MODES, ids=repr)
@pytest.mark.parametrize("planning", ["lazy", "eager"])
def test_the_agent_in_the_protocol_does_what_the_compiled_run_does(mode, planning):
    mdp = random_episodic(3, 2, 3, seed=8)
    learner = PUCB(3, 2, 3, 200, 50.0, mode, planning=planning)

    compiled = learner.run(mdp, 6, keep=Keep(True, True))
    stepwise = run_agent(learner.agent(6), sampled_users(mdp, 6), 200, mdp, keep=Keep(True, True))

    assert np.array_equal(compiled.policies, stepwise.policies)
    assert np.array_equal(compiled.transcript.states, stepwise.transcript.states)
    assert np.array_equal(compiled.gaps, stepwise.gaps)
    assert np.array_equal(compiled.policy, stepwise.policy)
    assert np.array_equal(compiled.releases["r"], stepwise.releases["r"], equal_nan=True)


def test_the_noise_is_that_of_the_binary_counters():
    mdp = random_episodic(2, 2, 2, seed=1)
    learner = PUCB(2, 2, 2, 21, 3.0, "repaired")
    run = learner.run(mdp, 9, keep=Keep(transcript=True))
    counters = BinaryCounters(32, 21, learner.constants.scales[0], seed=9)
    stream = np.zeros((21, 32))
    for t in range(21):
        for h in range(2):
            s, a = run.transcript.states[t, h], run.transcript.actions[t, h]
            i = (h * 2 + a) * 2 + s
            stream[t, i] += 1
            stream[t, 8 + i] += run.transcript.rewards[t, h]
            if h == 0:
                stream[t, 16 + 2 * i + run.transcript.states[t, 1]] += 1

    released = counters.run(stream)

    replayed = list(replay(learner, run.transcript, 9))
    assert len(replayed) == 22
    assert all(not table.any() for table in (replayed[0]["n"], replayed[0]["r"], replayed[0]["m"]))
    for t in range(21):
        flat = np.concatenate([replayed[t + 1][name].ravel() for name in "nrm"])
        assert np.array_equal(flat, released[t])
    assert np.array_equal(run.releases["m"], replayed[-1]["m"])


@pytest.mark.parametrize("mode", [Repaired(), Practical("gaussian", 1e-5)], ids=repr)
def test_cipher_noise_is_other_noise_and_lazy_all_the_same(mode):
    mdp = random_episodic(3, 2, 2, seed=1)

    runs = [
        PUCB(3, 2, 2, 150, 200.0, mode, planning=planning, bits=bits).run(mdp, 2)
        for planning, bits in (("lazy", "chacha20"), ("eager", "chacha20"), ("lazy", "fast"))
    ]

    assert np.array_equal(runs[0].releases["m"], runs[1].releases["m"], equal_nan=True)
    assert np.array_equal(runs[0].gaps, runs[1].gaps)
    assert not np.array_equal(runs[0].releases["m"], runs[2].releases["m"], equal_nan=True)


@pytest.mark.parametrize("mode", MODES, ids=repr)
def test_visits_of_an_agent_that_plans_eagerly_are_those_that_it_releases(mode):
    agent = PUCB(2, 2, 2, 20, 3.0, mode, planning="eager").agent(1)
    for t in range(20):
        assert np.array_equal(agent.visits(), agent.releases()["n"], equal_nan=True)
        agent.learn(np.array([0, t % 2]), np.array([1, 0]), np.array([1.0, 0.0]))
    assert np.array_equal(agent.visits(), agent.releases()["n"], equal_nan=True)


def test_visits_of_an_agent_that_plans_lazily_are_refused():
    with pytest.raises(InputError, match=r'planning must be "eager" for visits that are known already, got .lazy.'):
        PUCB(2, 2, 2, 20, 3.0).agent(1).visits()


def test_practical_releases_only_what_it_uses():
    releases = PUCB(2, 2, 3, 10, 1.0, "practical").run(random_episodic(2, 2, 3, seed=1)).releases
    assert np.isnan(releases["n"][:2]).all()
    assert np.isfinite(releases["n"][2]).all()
    assert np.isnan(releases["m"][2]).all()
    assert np.isfinite(releases["m"][:2]).all()


def test_random_ties_are_even_and_free_of_the_noise():
    run = PUCB(1, 3, 1, 30000, 0.01, Repaired(ties="random")).run(single_state_bandit(3, 0.25), 1, keep=Keep(True))
    counts = np.bincount(run.policies[:, 0, 0], minlength=3)
    # every Q~+ is the cap in all episodes; five standard deviations of a binomial count
    assert np.all(np.abs(counts - 10000) < 5 * np.sqrt(30000 * 2 / 9))
    pairs = np.bincount(run.policies[:-1, 0, 0] * 3 + run.policies[1:, 0, 0], minlength=9)
    assert np.all(np.abs(pairs - 30000 / 9) < 5 * np.sqrt(30000 / 9))


def test_a_seed_fixes_the_run_and_another_changes_it():
    mdp = random_episodic(2, 2, 2, seed=1)
    first, again, other = (PUCB(2, 2, 2, 100, 1.0, "printed").run(mdp, seed) for seed in (1, 1, 2))
    assert np.array_equal(first.releases["q"], again.releases["q"])
    assert not np.array_equal(first.releases["q"], other.releases["q"])
