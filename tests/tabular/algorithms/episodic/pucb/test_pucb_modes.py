"""Options, constants, input and the runs of PUCB."""

import math

import gymnasium
import numpy as np
import pytest
from refusals import refusals

from tabular import InputError
from tabular.algorithms.episodic import Keep
from tabular.algorithms.episodic.pucb import PUCB, Practical, Printed, Repaired, replay
from tabular.algorithms.episodic.pucb.practical import sum_level
from tabular.episodic import EpisodicMDP, gap
from tabular.episodic.instances import random_episodic
from tabular.noise.counters.binary import BinaryCounters
from tabular.noise.counters.law import failure_probability


def test_a_learner_shows_its_options():
    assert "mode=Repaired(error='quantile', cap='steps', ties='lowest')" in repr(PUCB(2, 2, 2, 10, 1.0))
    assert "reward_feed='visited'" in repr(PUCB(2, 2, 2, 10, 1.0, "printed"))
    assert "delta=1e-06" in repr(PUCB(2, 2, 2, 10, 1.0, Practical("gaussian", 1e-6)))


@pytest.mark.parametrize(("base", "log"), [("e", math.log), ("2", math.log2)])
def test_both_printed_forms_of_the_error_level(base, log):
    S, A, H, T, epsilon, beta = 3, 2, 4, 1000, 0.5, 0.1
    C = 2 * S * A * H + S * S * A * H
    levels = [
        PUCB(S, A, H, T, epsilon, Printed(base, level=level), beta).constants.level[0]
        for level in ("algorithm", "footnote")
    ]
    assert levels[0] == pytest.approx(3 / epsilon * H * log(C / beta) * log(T) ** 2.5, rel=1e-12)
    assert levels[1] == pytest.approx(3 / epsilon * H * log(C * beta) * log(T) ** 2.5, rel=1e-12)


def test_the_repaired_level_is_exceeded_with_a_quarter_of_the_failure_probability():
    learner = PUCB(2, 2, 2, 1000, 1.0, "repaired", 0.2)
    scale, E = learner.constants.scales[0], learner.constants.level[0]
    assert scale == 10 * 12
    assert failure_probability(1000, E, counters=32, scale=scale) == pytest.approx(0.05, rel=1e-6)
    assert learner.constants.failure == pytest.approx(0.15, rel=1e-6)


def test_the_printed_level_is_no_proof_for_few_episodes():
    assert PUCB(2, 2, 2, 4, 1.0, Repaired(error="printed")).constants.failure > 0.5
    assert PUCB(2, 2, 2, 10**6, 1.0, Repaired(error="printed")).constants.failure < 0.06


@pytest.mark.parametrize("law", ["laplace", "gaussian"])
def test_the_level_of_sums_of_noise_is_exceeded_rarely(law):
    sizes, groups, failure = PUCB(3, 1, 1, 64, 1.0).sizes, 1, 0.2
    level = sum_level(sizes, math.log(groups * 64 / failure), law)
    sums = [
        np.abs(BinaryCounters(3, 64, 1.0, law=law, seed=seed).run(np.zeros((64, 3)))).sum(axis=1).max()
        for seed in range(300)
    ]
    assert np.mean(np.array(sums) > level) <= failure
    assert level < 3 * max(sums)  # and it is not far away


def test_practical_noise_is_smaller_and_the_scales_balance_costs():
    practical, repaired = (PUCB(10, 4, 10, 10**6, 1.0, mode).constants for mode in ("practical", "repaired"))
    assert practical.linear[0] < repaired.linear[0] / 10
    assert PUCB(1, 3, 1, 100, 1.0, "practical").constants.scales == pytest.approx((0.0, 7.0, 0.0))


def test_no_noise_at_infinite_epsilon():
    for mode in ("printed", "repaired", Practical(), Practical("gaussian", 1e-6)):
        learner = PUCB(2, 2, 2, 50, math.inf, mode)
        assert learner.constants.scales == (0.0, 0.0, 0.0)
        run = learner.run(random_episodic(2, 2, 2, seed=1), keep=Keep(transcript=True))
        assert np.nansum(run.releases["n"][1]) == 50


def like_the_ground_truth():
    """S = A = H = 2 with the gaps 1.04 of the first action and 0.52 of even odds everywhere."""
    P, r = np.empty((2, 2, 2, 2)), np.empty((2, 2, 2))
    P[:, 0], P[:, 1] = [0.6, 0.4], [0.4, 0.6]
    r[:, 1] = [0.7, 0.8]
    r[:, 0] = r[:, 1] - 0.51
    return EpisodicMDP(P, r, [0.5, 0.5])


@pytest.mark.parametrize(
    ("epsilon", "ties", "regret"),
    [
        (0.1, "random", 53146),
        (0.1, "lowest", 104000),
        (10, "random", 48505),
        (10, "lowest", 80049),
        (100, "random", 13042),
        (100, "lowest", 15596),
    ],
)
def test_regrets_after_1e5_episodes_are_near_those_of_another_implementation(epsilon, ties, regret):
    """Its noise and E are the printed ones, so epsilon is twice that; its instance has gaps 1.04 and 0.5304.

    Its other numbers are not known; where learning begins they matter: 10%.
    """
    learner = PUCB(2, 2, 2, 10**5, 2 * epsilon, Repaired("printed", "horizon", ties), failure_probability=0.4)
    assert gap(like_the_ground_truth(), np.zeros((2, 2), int)) == pytest.approx(1.04)
    assert learner.run(like_the_ground_truth(), 0).total_regret == pytest.approx(regret, rel=0.1)


def test_forced_exploration_ends_where_the_threshold_says():
    """One state and step: action 0 until n~ >= 2 E, where |n~ - n| <= E by the good event."""
    mdp = EpisodicMDP(np.ones((1, 2, 1, 1)), np.array([[[0.0], [1.0]]]), 0)
    learner = PUCB(1, 2, 1, 20000, 2.0, "repaired")
    run = learner.run(mdp, 1, keep=Keep(policies=True))
    first = int(run.policies[:, 0, 0].argmax())
    assert first > learner.constants.threshold[0] - learner.constants.level[0]
    assert not run.policies[:first].any()
    assert run.policies[first:, 0, 0].mean() > 0.1


def test_interrupted_runs_keep_what_was_done():
    def stop(done, total):
        if done > 100:
            raise KeyboardInterrupt

    learner = PUCB(2, 2, 2, 10**7, 1.0)
    run = learner.run(random_episodic(2, 2, 2, seed=1), 3, progress=stop, keep=Keep(transcript=True))
    assert run.interrupted
    assert 100 < run.episodes < 10**7
    assert len(run.gaps) == run.episodes
    visits = run.releases["n"][0].sum()
    assert abs(visits - run.episodes) < 8 * learner.constants.level[0]


@pytest.mark.parametrize("mode", ["printed", "repaired", "practical"])
def test_a_gymnasium_environment(mode):
    env = gymnasium.make("FrozenLake-v1", map_name="4x4")
    lazy, eager = (
        PUCB(16, 4, 5, 60, 1.0, mode, planning=planning).run(env, 4, keep=Keep(transcript=True))
        for planning in ("lazy", "eager")
    )
    assert lazy.episodes == 60
    assert lazy.gaps is None
    assert np.array_equal(lazy.transcript.states, eager.transcript.states)


def test_an_environment_with_rewards_outside_the_unit_interval_is_refused():
    env = gymnasium.make("CliffWalking-v1")
    with pytest.raises(InputError, match=r"reward must be a number in \[0, 1\], got -1"):
        PUCB(48, 4, 5, 10, 1.0).run(env)


SIZES = {"states": 2, "actions": 2, "horizon": 2, "episodes": 10, "epsilon": 1.0}
test_bad_sizes_and_parameters = refusals(
    ({"states": 0}, "states must be an integer of at least 1, got 0"),
    ({"actions": 1.5}, "actions must be an integer of at least 1, got 1.5"),
    ({"horizon": 0}, "horizon must be an integer of at least 1, got 0"),
    ({"episodes": "many"}, "episodes must be an integer of at least 1, got 'many'"),
    ({"episodes": 1 << 37}, "episodes must be at most"),
    ({"epsilon": 0}, "epsilon must be positive, got 0"),
    ({"epsilon": -1.0}, r"epsilon must be positive, got -1\.0"),
    ({"epsilon": math.nan}, "epsilon must be positive, got nan"),
    ({"epsilon": "1"}, "epsilon must be a real number, got '1'"),
    ({"failure_probability": 1.0}, "failure_probability must lie strictly between 0 and 1"),
    ({"mode": "fast"}, 'mode must be "printed", "repaired" or "practical"'),
    ({"mode": None}, "mode must be"),
    ({"planning": "quick"}, 'planning must be "lazy" or "eager", got \'quick\''),
    ({"bits": "aes"}, 'bits must be "fast" or "chacha20", got \'aes\''),
    ({"states": 10**4}, "states, actions and horizon must ask for at most"),
    calling=lambda change: PUCB(**{**SIZES, **change}),
)


test_bad_input_is_refused_in_one_sentence = refusals(
    (lambda: Printed(log_base="10"), 'log_base must be "e" or "2"'),
    (lambda: Printed(ties="first"), 'ties must be "lowest" or "random"'),
    (lambda: Printed(beta_prime=0), r"beta_prime must lie in \(0, 1\]"),
    (lambda: Printed(reward_feed=True), 'reward_feed must be "visited" or "all"'),
    (lambda: Printed(level="text"), 'level must be "algorithm" or "footnote"'),
    (lambda: Repaired(error="none"), 'error must be "quantile" or "closed form" or "printed"'),
    (lambda: Repaired(cap=3), 'cap must be "steps" or "horizon"'),
    (lambda: Practical(delta=1e-6), "delta must be None for Laplace noise"),
    (lambda: Practical("gaussian"), "delta must be a real number, got None"),
    (lambda: Practical("gaussian", 1.0), "delta must lie strictly between 0 and 1"),
    (lambda: PUCB(2, 2, 2, 10, 1.0, Printed(zero_over_zero="error")), 'zero_over_zero must be "H" to plan episode 1'),
)


def test_wrong_environments_and_too_many_episodes():
    learner = PUCB(2, 2, 2, 3, 1.0)
    with pytest.raises(InputError, match="horizon must be that of the environment, 3"):
        learner.run(random_episodic(2, 2, 3, seed=0))
    with pytest.raises(InputError, match="environment must be"):
        learner.run(3)
    agent = learner.agent(0)
    for _ in range(3):
        agent.learn(np.zeros(2, int), np.zeros(2, int), np.zeros(2))
    with pytest.raises(InputError, match="episodes must be at most the 3 of the learner, got 4"):
        agent.learn(np.zeros(2, int), np.zeros(2, int), np.zeros(2))


def test_a_replay_needs_the_learner_and_the_seed():
    run = PUCB(2, 2, 2, 3, 1.0).run(random_episodic(2, 2, 2, seed=0), keep=Keep(transcript=True))
    with pytest.raises(InputError, match="learner must be a PUCB"):
        next(replay("PUCB", run.transcript, 0))
    with pytest.raises(InputError, match="seed must be"):
        next(replay(run.learner, run.transcript, None))
