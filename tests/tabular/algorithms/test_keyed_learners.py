"""With a key, private learners draw from the cipher; with an integer seed, as they always did, from the hash."""

import numpy as np
import pytest

from tabular.algorithms.episodic import Keep, PrivateUCBVI
from tabular.algorithms.episodic.pucb import PUCB, replay
from tabular.algorithms.evaluation import GPOPE, Records
from tabular.algorithms.evaluation.repaired_gpope import RepairedGPOPE
from tabular.episodic.instances import random_episodic
from tabular.evaluation import Tabular, importance_ratios
from tabular.evaluation.continuous import RecoveryChain, collect, uniform

KEY = bytes(range(32))
MDP = random_episodic(2, 2, 2, seed=1)


@pytest.fixture(scope="module")
def records():
    policy = uniform(1)
    data = collect(RecoveryChain(), policy, 30, seed=1)
    return Records.of(data, importance_ratios(data, policy, policy), Tabular(39), discount=0.9, weighting="sum")


def noisy_counts(learner, seed, _):
    return learner.run(MDP, seed).releases["transitions" if isinstance(learner, PrivateUCBVI) else "m"]


def values(learner, seed, records):
    return learner.run(records, seed).theta


LEARNERS = {
    "PUCB": (noisy_counts, lambda **bits: PUCB(2, 2, 2, 20, 1.0, **bits)),
    "private UCB-VI": (noisy_counts, lambda **bits: PrivateUCBVI(2, 2, 2, 20, 1.0, delta=0.01, batch=5, **bits)),
    "GPOPE": (values, lambda **bits: GPOPE(1.0, 0.5, 0.1, 5, **bits)),
    "repaired GPOPE": (values, lambda **bits: RepairedGPOPE(1.0, 0.5, 0.1, 5, **bits)),
}


@pytest.mark.parametrize("name", LEARNERS)
@pytest.mark.parametrize(("seed", "bits", "other"), [(KEY, "chacha20", "fast"), (7, "fast", "chacha20")])
def test_the_kind_of_seed_says_where_noise_comes_from(records, name, seed, bits, other):
    released, made = LEARNERS[name]

    drawn = released(made(), seed, records)
    assert np.array_equal(drawn, released(made(bits=bits), seed, records), equal_nan=True)
    assert not np.array_equal(drawn, released(made(bits=other), seed, records), equal_nan=True)


def test_trajectories_are_chosen_by_the_same_words(records):
    wishes = ("chacha20", None, "fast")
    secure, unsaid, fast = (GPOPE(1.0, 0.5, 0.1, 50, bits=bits).chosen(1000, KEY) for bits in wishes)

    assert np.array_equal(secure, unsaid)
    assert not np.array_equal(fast, unsaid)


def test_a_keyed_run_pays_for_the_rounding_and_says_so():
    learner = PrivateUCBVI(2, 2, 2, 20, 1.0, delta=0.01, batch=5)

    assert learner.budget.rounding == learner.run(MDP, 7).learner.budget.rounding == 0
    assert learner.run(MDP, KEY).learner.budget.rounding > 0
    assert learner.run(MDP, None).learner.bits == "chacha20"


@pytest.mark.parametrize("seed", [KEY, 7])
def test_a_replay_has_the_noise_of_its_run(seed):
    learner = PUCB(2, 2, 2, 20, 1.0)
    run = learner.run(MDP, seed, keep=Keep(transcript=True))

    *_, last = replay(learner, run.transcript, seed)
    assert np.array_equal(last["m"], run.releases["m"], equal_nan=True)
