"""Q~+ >= Q*: never violated when repaired, violated as printed; the bonuses against the worst errors."""

import math
from itertools import product

import numpy as np
import pytest

from tabular.algorithms.episodic import Keep
from tabular.algorithms.episodic.pucb import PUCB, Practical, Printed, Repaired, replay
from tabular.algorithms.episodic.pucb._kernels_counters import CURRENT
from tabular.episodic import EpisodicMDP, optimal
from tabular.episodic.instances import random_episodic
from tabular.episodic.protocol import TreeUser, interact

ROUNDING = 1e-9  # of quotients of counters up to 1e4
PROVED = [Repaired(), Repaired(cap="horizon"), Repaired(error="closed form"), Practical(), Practical("gaussian", 1e-4)]


def violations(learner, mdp, seed):
    """Return in how many episodes some Q~+ < Q*, and in how many some Q~+ is below its cap."""
    run = learner.run(mdp, seed, keep=Keep(transcript=True))
    q_star, caps = optimal(mdp).q, np.array(learner.constants.cap)[:, None, None]
    bad = informed = 0
    agent = PUCB(**{**vars_of(learner), "planning": "eager"}).agent(seed)
    for t in range(run.episodes):
        bad += bool((agent.plan.q < q_star - ROUNDING).any())
        informed += bool((agent.plan.q < caps).any())
        agent.learn(*(table[t].astype(kind) for table, kind in zip(messages(run), (int, int, float), strict=True)))
    return bad, informed


def messages(run):
    return run.transcript.states, run.transcript.actions, run.transcript.rewards


def vars_of(learner):
    names = ("states", "actions", "horizon", "episodes", "epsilon", "mode", "failure_probability")
    return {name: getattr(learner, name) for name in names}


@pytest.mark.parametrize("mode", PROVED, ids=repr)
@pytest.mark.parametrize("sizes", [(1, 2, 1), (2, 2, 2), (3, 2, 2)])
def test_no_episode_is_not_optimistic(mode, sizes):
    mdp = random_episodic(*sizes, seed=2)
    for seed in range(3):
        bad, informed = violations(PUCB(*sizes, 4000, 1000.0, mode), mdp, seed)
        assert bad == 0
        assert informed > 100  # otherwise nothing was tested


@pytest.mark.parametrize("epsilon", [1.0, 30.0])
def test_the_printed_rule_is_often_not_optimistic(epsilon):
    """The same count with the broken else-branch: no reward is certain less than 1, so Q* is large."""
    mdp = random_episodic(2, 2, 2, seed=2)
    bad, _ = violations(PUCB(2, 2, 2, 2000, epsilon, Printed(reward_feed="all")), mdp, 0)
    assert bad > 5


@pytest.mark.parametrize("episodes", [2, 16])
def test_the_second_episode_as_printed_is_pessimistic_nearly_half_of_the_time(episodes):
    """S = A = H = 1, reward 1: Q~+ < Q* = 1 iff r~ and n~ have different signs and n~ < 2 E, in closed form."""
    learner = PUCB(1, 1, 1, episodes, 1.0, Printed())
    scale, limit = learner.constants.scales[0], learner.constants.threshold[0]
    p = math.exp(-1 / scale) / 2  # of n~ = 1 + Laplace < 0, and of r~ < 0
    expected = 2 * p * (1 - p) - p * math.exp(-(limit - 1) / scale) / 2
    first = TreeUser.constant([0], [1.0], 1)

    actual = np.empty(4000)
    for seed in range(actual.size):
        agent = learner.agent(seed)
        interact(agent, [first])
        actual[seed] = agent.plan.v[0, 0]

    assert expected == pytest.approx({2: 0.424, 16: 0.4979}[episodes], abs=0.002)
    assert abs((actual < 1).mean() - expected) < 5 * 0.5 / math.sqrt(actual.size)
    # V~ is unbounded below: with T = 16 below 0 in 1/4 of the cases, below -10 in 4%
    if episodes == 16:
        assert (actual < 0).mean() == pytest.approx(0.25, abs=5 * 0.43 / math.sqrt(actual.size))
        assert (actual < -10).mean() == pytest.approx(0.041, abs=5 * 0.2 / math.sqrt(actual.size))


def is_good(constants, tables):
    """Whether all errors of a run with S = A = H = 2 stay within the levels of the mode."""
    n, r, m = np.abs(tables[:, :8]), np.abs(tables[:, 8:16]), np.abs(tables[:, 16:])
    if not constants.summed:
        return max(table.max() for table in (n, r, m)) <= constants.level[0]
    W, E_n = constants.level
    sums = m[:, :8].reshape(-1, 4, 2).sum(axis=2)
    return sums.max() <= W and n[:, 4:].max() <= E_n and r.max() <= constants.linear[1] - 0.5 * E_n


@pytest.mark.parametrize("mode", [Repaired(), Practical(), Practical("gaussian", 1e-4)], ids=repr)
def test_errors_exceed_their_levels_as_rarely_as_promised(mode):
    """With probability 1/4 (repaired) or 1/2 (practical) of the failure probability at most; 100 runs."""
    learner = PUCB(2, 2, 2, 64, 5.0, mode, failure_probability=0.2)
    bad = 0
    for seed in range(100):
        agent, tables = learner.agent(seed), []
        for _ in range(64):
            agent.learn(np.zeros(2, int), np.zeros(2, int), np.zeros(2))
            tables.append(agent._fresh_counters().table[CURRENT])
        bad += not is_good(learner.constants, np.array(tables))
    promised = 0.05 if isinstance(mode, Repaired) else 0.1
    assert bad <= 100 * promised + 5 * math.sqrt(100 * promised)  # five standard deviations


def worst_shortfall(constants, S, H, h, seed):
    """Return the largest (Q^ - Q~) / bonus over counts, values and the worst noise; h counts from 0."""
    rng = np.random.default_rng(seed)
    left, width = H - 1 - h, constants.level[h]
    E_r = constants.linear[h] - ((left + 0.5) * width if left else 0.5 * width)
    worst = 0.0
    for i in range(400):
        n = int(rng.integers(1, 10 + 4 * width)) if i else math.ceil(4 * width) + 1
        m = rng.multinomial(n, rng.dirichlet(np.ones(S)))
        V = rng.random(S) * left
        c = n * (rng.random() - 0.5)
        if i == 0:  # the corner: everybody gets 1 and goes where V is largest, the noise is where V is 0
            m, V, c = n * (np.arange(S) == 0), left * (np.arange(S) == 0), 0.5 * n
        for sign, place in product((1, -1), range(S)):
            x = np.zeros(S)
            x[place] = sign * width
            if n + x.sum() <= width:
                continue
            exact, noisy = (c + V @ m) / n, (c - E_r + V @ (m + x)) / (n + x.sum())
            if not left:
                exact, noisy = c / n, (c - E_r) / (n + x.sum())
            worst = max(worst, (exact - noisy) * (n + x.sum()) / constants.linear[h])
    return worst


@pytest.mark.parametrize("sizes", [(2, 2, 2), (3, 2, 4)])
@pytest.mark.parametrize("mode", [Practical(), Practical("gaussian", 1e-5)], ids=repr)
def test_the_practical_bonus_covers_the_worst_errors_and_no_more(sizes, mode):
    constants = PUCB(*sizes, 1000, 10.0, mode).constants
    for h in range(sizes[2]):
        worst = worst_shortfall(constants, sizes[0], sizes[2], h, seed=h)
        assert 0.99 < worst <= 1 + 1e-9


@pytest.mark.parametrize("sizes", [(1, 1, 1), (2, 2, 2), (10, 4, 10)])
def test_the_printed_bonus_covers_the_worst_errors_with_room(sizes):
    """psi against (2 + H + S H) E / n~ at n~ = 2 E, where they are closest for large n~."""
    S, _, H = sizes
    constants = PUCB(*sizes, 1000, 1.0, "repaired").constants
    E = constants.level[0]
    for ratio in (2.0, 5.0, 100.0):
        n = ratio * E
        psi = (constants.linear[0] + constants.quadratic[0] / n) / n
        assert (2 + H + S * H) * E / n <= psi


def test_a_hand_computed_run_without_noise():
    """One state, one step, two arms that pay 1 and 0, no noise: the bonus is 2 sqrt(2 ln(T / beta) / n)."""
    mdp = EpisodicMDP(np.ones((1, 2, 1, 1)), np.array([[[1.0], [0.0]]]), 0, "mean")
    T, beta = 40, 0.1
    run = PUCB(1, 2, 1, T, math.inf, Printed(), beta).run(mdp, 0, keep=Keep(policies=True, transcript=True))
    released = list(replay(run.learner, run.transcript, 0))

    # Arm 0 stays at the cap 1 for ever, so it is always taken and arm 1 never seen.
    assert not run.policies.any()
    assert released[5]["n"].ravel().tolist() == [5.0, 0.0]
    assert released[5]["q"].ravel().tolist() == [1.0, 1.0]

    worse = EpisodicMDP(np.ones((1, 2, 1, 1)), np.array([[[0.0], [1.0]]]), 0, "mean")
    run = PUCB(1, 2, 1, T, math.inf, Printed(), beta).run(worse, 0, keep=Keep(policies=True))
    # Arm 0 pays 0: it is left when 2 sqrt(2 ln(T / beta) / n) < 1, from n = 48 on, which T = 40 does not reach.
    assert math.ceil(8 * math.log(T / beta)) > T
    assert not run.policies.any()
    run = PUCB(1, 2, 1, 200, math.inf, Printed(), beta).run(worse, 0, keep=Keep(policies=True))
    switch = math.floor(8 * math.log(200 / beta)) + 1
    assert run.policies[:, 0, 0].tolist() == [0] * switch + [1] * (200 - switch)
    assert run.total_regret == switch
