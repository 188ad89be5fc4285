"""PUCB against its text written out slowly: the same noise, the same actions, the same Q~+."""

from itertools import product

import numpy as np
import pytest
from pucb_oracle import SlowPUCB, practical_rule, printed_rule, repaired_rule

from tabular.algorithms.episodic import Keep
from tabular.algorithms.episodic.pucb import PUCB, Practical, Printed, Repaired, replay
from tabular.episodic.instances import random_episodic
from tabular.noise.counters.law import error_quantile
from tabular.noise.counters.node_noise import NodeNoise

SEED = 11
SIZES = [(1, 2, 1, 9), (2, 2, 2, 40), (2, 3, 3, 33), (3, 2, 2, 16)]


def compare(learner, rule, law="laplace"):
    """Play, then plan every episode slowly from the transcript.

    Return what differs in which episodes, and how many Q~+ were below the largest.
    """
    S, A, H = learner.states, learner.actions, learner.horizon
    mdp = random_episodic(S, A, H, seed=5)
    run = learner.run(mdp, SEED, keep=Keep(policies=True, transcript=True))
    slow = SlowPUCB(S, A, H, rule, NodeNoise(1.0, law, SEED))
    wrong, known = [], 0
    for t, released in enumerate(replay(learner, run.transcript, SEED)):
        Q, V = slow.plan()
        q = np.array([[[float(Q[s, a, h]) for s in range(S)] for a in range(A)] for h in range(1, H + 1)])
        v = np.array([[float(V[s, h]) for s in range(S)] for h in range(1, H + 1)])
        # doubles against rationals: rounding is magnified where n~ or the difference of Q~ and the bonus is small
        scale = 1 + np.abs(q).max()
        policy = run.policies[t] if t < run.episodes else run.policy
        if getattr(learner.mode, "ties", "lowest") != "random":
            follows = np.array_equal(policy, q.argmax(axis=1))
        else:
            chosen = np.take_along_axis(released["q"], policy[:, None, :], 1)[:, 0]
            follows = np.array_equal(chosen, released["q"].max(axis=1))
        agrees = {
            "Q~+": np.allclose(released["q"], q, rtol=1e-9, atol=1e-11 * scale),
            "V~": np.allclose(released["v"][:-1], v, rtol=1e-9, atol=1e-11 * scale),
            "policy": follows,
        }
        wrong += [(name, t) for name, same in agrees.items() if not same]
        known += int((q < q.max()).sum())
        if t < run.episodes:
            slow.feed(run.transcript.states[t], run.transcript.actions[t], run.transcript.rewards[t])
    return wrong, known


@pytest.mark.parametrize("sizes", SIZES)
@pytest.mark.parametrize(
    ("base", "level", "feed", "beta_prime"),
    list(product("e2", ("algorithm", "footnote"), ("visited", "all"), (None, 0.02))),
)
def test_every_reading_of_the_printed_algorithm(sizes, base, level, feed, beta_prime):
    mode = Printed(log_base=base, level=level, reward_feed=feed, beta_prime=beta_prime)
    learner = PUCB(*sizes, epsilon=2.0, mode=mode, failure_probability=0.2)
    rule = printed_rule(*sizes, 2.0, beta_prime or 0.2, base, level, feed)
    wrong, _ = compare(learner, rule)

    assert wrong == []


@pytest.mark.parametrize("ties", ["lowest", "random"])
@pytest.mark.parametrize("epsilon", [30.0, 1e4])
def test_the_printed_algorithm_beyond_its_threshold(ties, epsilon):
    """With little noise n~ passes 2 E, so the bonus matters."""
    sizes = (2, 2, 2, 150)
    learner = PUCB(*sizes, epsilon=epsilon, mode=Printed(ties=ties), failure_probability=0.2)
    wrong, known = compare(learner, printed_rule(*sizes, epsilon, 0.2))

    assert wrong == []
    assert known > 0


@pytest.mark.parametrize("sizes", [*SIZES, (2, 2, 2, 150)])
@pytest.mark.parametrize("cap", ["steps", "horizon"])
@pytest.mark.parametrize("ties", ["lowest", "random"])
def test_the_repaired_algorithm(sizes, cap, ties):
    S, A, H, T = sizes
    epsilon = 400.0
    learner = PUCB(*sizes, epsilon=epsilon, mode=Repaired(cap=cap, ties=ties), failure_probability=0.2)
    scale = T.bit_length() * 6 * H / epsilon
    E = scale * error_quantile(T, 0.05, counters=S * A * H * (S + 2)) * (1 + 2**-30)
    wrong, _ = compare(learner, repaired_rule(*sizes, epsilon, 0.2, E, cap))

    assert wrong == []


@pytest.mark.parametrize("sizes", [*SIZES, (2, 2, 2, 150)])
@pytest.mark.parametrize("mode", [Practical(), Practical(ties="random"), Practical("gaussian", 1e-3)])
def test_the_practical_algorithm(sizes, mode):
    learner = PUCB(*sizes, epsilon=400.0, mode=mode, failure_probability=0.2)
    c = learner.constants
    W = c.level[0] if sizes[2] > 1 else 0.0
    E_n = c.level[-1]
    levels = (E_n, c.linear[-1] - 0.5 * E_n, W)
    wrong, _ = compare(learner, practical_rule(*sizes, 0.2, c.scales, levels), c.law)

    assert wrong == []
