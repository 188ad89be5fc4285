"""Tests for loop.py, learner.py, result.py and baselines.py of tabular/algorithms/episodic."""

import signal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refusals

from tabular import InputError
from tabular.algorithms.episodic import (
    UBEV,
    Fixed,
    Keep,
    PrivateUCBVI,
    Uniform,
    optimal_play,
    run_agent,
    sampled_users,
)
from tabular.episodic import expected_return, gap, optimal
from tabular.episodic.instances import random_episodic

ALL = Keep(policies=True, transcript=True)
LEARNERS = [
    UBEV(3, 2, 4, 300),
    UBEV(3, 2, 4, 300, planning="eager"),
    PrivateUCBVI(3, 2, 4, 300, 50.0, delta=0.01, batch=1),
    PrivateUCBVI(3, 2, 4, 300, 100.0, delta=0.01, batch=7, bits="fast"),
    PrivateUCBVI(3, 2, 4, 100, 5.0, delta=0.01, batch=10, bits="chacha20"),
    Fixed(3, 2, 4, 300, np.ones((4, 3), np.int64)),
    Uniform(3, 2, 4, 300),
]


def tables(run):
    """All numbers of a run by name."""
    own = {name: getattr(run, name) for name in ("returns", "gaps", "policy", "policies")}
    told = {f"transcript.{name}": getattr(run.transcript, name) for name in ("states", "actions", "rewards", "policy")}
    return own | told | {f"releases.{name}": table for name, table in run.releases.items()}


def differences(one, other):
    """The names of what two runs do not share to the bit."""
    ours, theirs = tables(one), tables(other)
    shared = {name for name in ours.keys() & theirs.keys() if np.array_equal(ours[name], theirs[name])}
    return sorted((ours.keys() | theirs.keys()) - shared)


@pytest.mark.parametrize("learner", LEARNERS[:6], ids=repr)
@pytest.mark.parametrize("law", ["bernoulli", "mean"])
def test_the_compiled_run_has_the_bits_of_the_run_step_by_step(learner, law):
    mdp = random_episodic(3, 2, 4, 2, reward_law=law)

    compiled = learner.run(mdp, seed=5, keep=ALL)
    generic = run_agent(learner.agent(5), sampled_users(mdp, 5), learner.episodes, mdp, keep=ALL)

    assert differences(compiled, generic) == []


@given(st.integers(1, 4), st.integers(1, 3), st.integers(1, 4), st.integers(1, 60), st.integers(0, 2**256 - 1))
@settings(max_examples=20)
def test_the_bits_agree_whatever_the_sizes(n, m, horizon, episodes, seed):
    mdp = random_episodic(n, m, horizon, seed % 1000, bits=3)
    for learner in (
        UBEV(n, m, horizon, episodes),
        PrivateUCBVI(n, m, horizon, episodes, 100.0, delta=0.1, batch=1 + seed % 9),
    ):
        compiled = learner.run(mdp, seed, keep=ALL)
        generic = run_agent(learner.agent(seed), sampled_users(mdp, seed), episodes, mdp, keep=ALL)

        assert differences(compiled, generic) == []


def test_random_actions_have_the_same_bits_too():
    mdp, learner = random_episodic(3, 2, 4, 2), LEARNERS[-1]

    compiled = learner.run(mdp, seed=5, keep=Keep(transcript=True))
    generic = learner.run(sampled_users(mdp, 5), seed=5, keep=Keep(transcript=True), model=mdp)

    assert np.array_equal(compiled.transcript.actions, generic.transcript.actions)
    assert np.array_equal(compiled.transcript.rewards, generic.transcript.rewards)
    assert np.array_equal(compiled.gaps, generic.gaps)


@pytest.mark.parametrize("learner", LEARNERS, ids=repr)
def test_a_seed_decides_everything(learner):
    mdp = random_episodic(3, 2, 4, 2)
    told = [learner.run(mdp, seed, keep=Keep(transcript=True)).transcript for seed in (1, 1, 2)]

    assert np.array_equal(told[0].rewards, told[1].rewards)
    assert np.array_equal(told[0].actions, told[1].actions)
    assert not np.array_equal(told[0].rewards, told[2].rewards)


def test_gaps_are_those_of_the_policies_followed():
    exact = random_episodic(3, 2, 4, 2, exact=True)
    run = UBEV(3, 2, 4, 100).run(exact, keep=Keep(policies=True))

    wanted = [float(gap(exact, policy)) for policy in run.policies]

    # sums of at most 12 products of numbers below 4
    np.testing.assert_allclose(run.gaps, wanted, rtol=0, atol=1e-14)
    np.testing.assert_allclose(run.regret, np.cumsum(wanted), rtol=0, atol=1e-12)
    assert run.total_regret == pytest.approx(run.regret[-1], rel=1e-12)
    assert run.mistakes(0.1) == sum(value > 0.1 for value in wanted)


def test_the_baselines_lose_what_they_must():
    mdp = random_episodic(3, 2, 4, 2)
    uniform = Uniform(3, 2, 4, 10).run(mdp)

    assert optimal_play(mdp, 10).run(mdp).total_regret == 0
    even = np.full((4, 2, 3), 0.5)
    np.testing.assert_allclose(uniform.gaps, optimal(mdp).expected_return - expected_return(mdp, even), atol=1e-14)
    assert np.array_equal(uniform.policy, even)


def test_random_actions_are_uniform():
    """The chi-square of 40000 actions over 5 has mean 4 and standard deviation 2.8; one fixed seed."""
    told = Uniform(1, 5, 4, 10_000).run(random_episodic(1, 5, 4, 0), 3, keep=Keep(transcript=True)).transcript

    counts = np.bincount(told.actions.reshape(-1), minlength=5)

    assert ((counts - 8000) ** 2 / 8000).sum() <= 4 + 6 * 2.83


def test_results_are_read_only():
    run = UBEV(3, 2, 4, 20).run(random_episodic(3, 2, 4, 2), keep=ALL)

    for table in (
        run.returns,
        run.gaps,
        run.policy,
        run.policies,
        run.transcript.states,
        run.regret,
        *run.releases.values(),
    ):
        assert not table.flags.writeable
    with pytest.raises(TypeError):
        run.releases["q"] = 1
    assert repr(run).startswith("<Run of UBEV: 20 of 20 episodes, regret ")


def test_nothing_is_kept_unasked():
    run = UBEV(3, 2, 4, 20).run(random_episodic(3, 2, 4, 2))

    assert run.policies is None
    assert run.transcript is None
    assert not run.interrupted


@pytest.mark.parametrize("generic", [False, True])
def test_progress_rises_to_the_end_and_changes_nothing(generic):
    mdp, told = random_episodic(3, 2, 4, 2), []
    environment = sampled_users(mdp) if generic else mdp

    run = UBEV(3, 2, 4, 3000).run(environment, progress=lambda done, total: told.append((done, total)))

    assert [total for _, total in told] == [3000] * len(told)
    assert [done for done, _ in told] == sorted({done for done, _ in told})
    assert told[-1][0] == 3000
    assert np.array_equal(run.returns, UBEV(3, 2, 4, 3000).run(mdp).returns)


@pytest.mark.parametrize("generic", [False, True])
def test_ctrl_c_keeps_what_was_done(generic):
    mdp = random_episodic(3, 2, 4, 2)
    environment = sampled_users(mdp) if generic else mdp

    def stop(done, _):
        if done > 40:
            signal.raise_signal(signal.SIGINT)

    run = UBEV(3, 2, 4, 5000).run(environment, progress=stop, keep=ALL)

    assert run.interrupted
    assert 40 < run.episodes < 5000 == run.planned
    whole = UBEV(3, 2, 4, 5000).run(mdp, keep=ALL)
    assert np.array_equal(run.returns, whole.returns[: run.episodes])
    assert np.array_equal(run.policies, whole.policies[: run.episodes])
    assert np.array_equal(run.policy, whole.policies[run.episodes])
    assert len(run.transcript.states) == run.episodes


def test_an_error_of_the_callback_is_not_swallowed():
    def fail(_done, _total):
        raise RuntimeError("mine")

    with pytest.raises(RuntimeError, match="mine"):
        UBEV(3, 2, 4, 10).run(random_episodic(3, 2, 4, 2), progress=fail)


@pytest.mark.parametrize("sizes", [(0, 1, 1, 1), (1, -1, 1, 1), (1, 1, 2.0, 1), (1, 1, 1, True), ("1", 1, 1, 1)])
@pytest.mark.parametrize("make", [Uniform, UBEV, lambda *sizes: PrivateUCBVI(*sizes, 1.0)])
def test_sizes_are_positive_integers(make, sizes):
    with pytest.raises(InputError, match=r"^(states|actions|horizon|episodes) must be an integer of at least 1, got "):
        make(*sizes)


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ((4, 2, 4), "n_states must be that of the environment, 3, got 4"),
        ((3, 3, 4), "n_actions must be that of the environment, 2, got 3"),
        ((3, 2, 5), "horizon must be that of the environment, 4, got 5"),
    ],
)
def test_an_mdp_of_another_size_is_refused(sizes, message):
    mdp = random_episodic(3, 2, 4, 2)
    for call in (lambda: Uniform(*sizes, 9).run(mdp), lambda: Uniform(*sizes, 9).run(sampled_users(mdp), model=mdp)):
        with pytest.raises(InputError) as caught:
            call()
        assert str(caught.value) == message


test_what_cannot_run_is_refused_in_one_sentence = refusals(
    (
        lambda m: UBEV(3, 2, 4, 9).run(3),
        "environment must be an EpisodicMDP, a Gymnasium environment or users, got 3",
    ),
    (
        lambda m: UBEV(3, 2, 4, 9).run(m, model=m),
        "model must be left out for an EpisodicMDP, which is its own, got ",
    ),
    (lambda m: UBEV(3, 2, 4, 9).run(sampled_users(m), model=3), "model must be an EpisodicMDP, got 3"),
    (
        lambda m: UBEV(3, 2, 4, 9).run(m, seed=-1),
        "seed must be 32 bytes or an integer from 0 to 2**256 - 1, got -1",
    ),
    (
        lambda m: UBEV(3, 2, 4, 9).run(m, seed="a"),
        "seed must be 32 bytes or an integer from 0 to 2**256 - 1, got 'a'",
    ),
    (lambda m: UBEV(3, 2, 4, 9).run(sampled_users(m)).regret, "regret must be asked of a run on a known MDP, got "),
    (lambda m: UBEV(3, 2, 4, 9).run(m).mistakes(-1), "alpha must be at least 0, got -1"),
    (lambda m: UBEV(3, 2, 4, 9).run(m).mistakes(np.nan), "alpha must be at least 0, got nan"),
    (
        lambda m: Uniform(3, 2, 4, 9).run(m, keep=Keep(policies=True)),
        "policies must be deterministic to be kept, got ",
    ),
    (
        lambda m: UBEV(3, 2, 4, 2**30).run(m, keep=ALL),
        "what a run keeps must have at most 2147483648 entries, got 25769803776",
    ),
    (
        lambda m: Fixed(3, 2, 4, 9, [[0, 0]]),
        "policy must hold integers in shape (4, 3) (step, state), got [[0, 0]]",
    ),
    (
        lambda m: Fixed(3, 2, 4, 9, np.zeros((4, 3))),
        "policy must hold integers in shape (4, 3) (step, state), got ",
    ),
    (lambda m: Fixed(1, 2, 1, 9, [[2]]), "policy must take actions 0 to 1, got 2 at step 0 in state 0"),
    (lambda m: UBEV(3, 2, 4, 2**40).run(m), "episodes must be at most 2147483648 in one run, got 1099511627776"),
    (lambda m: UBEV(3, 2, 4, 2**44), "episodes must be at most 8796093022208, got 17592186044416"),
    calling=lambda call: call(random_episodic(3, 2, 4, 2)),
    says="start",
)


def test_no_seed_is_a_fresh_one():
    mdp = random_episodic(3, 2, 4, 2)

    assert not np.array_equal(
        Uniform(3, 2, 4, 200).run(mdp, None).returns, Uniform(3, 2, 4, 200).run(mdp, None).returns
    )
