"""Tests for private_ucb_vi.py and private_budget.py of tabular/algorithms/episodic."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from refusals import refusals
from scipy.stats import norm

from tabular.algorithms.episodic import Keep, PrivateUCBVI, Uniform, run_agent, sampled_users
from tabular.algorithms.episodic._kernels_private_ucb_vi import deviation
from tabular.episodic import optimal
from tabular.episodic.instances import random_episodic, riverswim, single_state_bandit
from tabular.episodic.protocol import TreeUser
from tabular.noise.counters.node_noise import NodeNoise
from tabular.privacy.calibrate import is_private
from tabular.privacy.gaussian_curve import delta_of

NEARLY_SILENT = 1e5  # an epsilon at which the noise is below the numbers' grid


def trajectories(n, m, horizon):
    return list(
        product(product(range(n), repeat=horizon), product(range(m), repeat=horizon), product((0, 1), repeat=horizon))
    )


class Following:
    """An agent that takes given actions, or those of another policy, in place of its own."""

    def __init__(self, agent, actions, policy=None):
        self.agent, self.given, self.leader = agent, actions, policy
        self.horizon, self.n_actions, self.n_states = agent.horizon, agent.n_actions, agent.n_states

    def __getattr__(self, name):
        return getattr(self.agent, name)

    def act(self, step, state):
        return self.given[step] if self.leader is None else int(self.leader[step, state])


@pytest.mark.parametrize(("n", "m", "horizon"), [(1, 2, 1), (2, 2, 1), (3, 1, 2), (2, 2, 2)])
def test_one_user_changes_the_counts_by_at_most_the_stated_norm(n, m, horizon):
    """All pairs of trajectories; the bound is attained as soon as two states and two actions make room for it."""
    learner = PrivateUCBVI(n, m, horizon, 1, 1.0)
    vectors = []
    for states, actions, rewards in trajectories(n, m, horizon):
        agent = learner.agent(1)
        run_agent(Following(agent, actions), lambda _, s=states, r=rewards: TreeUser.constant(s, r, m), 1)
        vectors.append(agent._state.counts.copy())
    rows = np.array(vectors)
    changes = ((rows[:, None] - rows[None]) ** 2).sum(axis=2)

    assert changes.max() <= 3 * horizon - 0.5
    assert learner.budget.squared_sensitivity == 3 * horizon - 0.5
    if n > 1 and m > 1:
        assert changes.max() == 3 * horizon - 0.5


@pytest.mark.parametrize("horizon", [1, 3, 10])
@pytest.mark.parametrize(("epsilon", "delta"), [(0.1, 1e-6), (1.0, 1e-6), (1.0, 1e-2), (8.0, 1e-9)])
@pytest.mark.parametrize("batch", [1, 7, 100])
def test_the_noise_is_calibrated_to_all_partial_sums_that_hold_a_user(horizon, epsilon, delta, batch):
    budget = PrivateUCBVI(2, 2, horizon, 1000, epsilon, delta, batch=batch).budget

    releases = math.ceil(1000 / batch)
    deepest = max(
        sum(node - (node & -node) < block <= node for node in range(1, releases + 1))
        for block in range(1, releases + 1)
    )
    assert budget.releases == releases
    assert budget.sums == deepest
    mu = math.sqrt(deepest * (3 * horizon - 0.5)) / budget.sigma
    assert budget.mu == mu
    # the calibration is exact up to the last digits of the double sigma
    assert delta_of(epsilon, mu) == pytest.approx(delta, rel=1e-9)
    assert is_private(budget.sigma, epsilon, delta, Fraction(1, 2), 2 * deepest * (6 * horizon - 1))


def test_releases_are_counts_plus_the_noise_of_the_key_and_nothing_else():
    """So the released sums are shifted by exactly what one user's data change; noise does not depend on data."""
    learner = PrivateUCBVI(2, 2, 2, 12, 1.0, batch=1)
    budget = learner.budget
    agent = learner.agent(9)
    run_agent(agent, sampled_users(random_episodic(2, 2, 2, 1), 3), 12)

    noise = NodeNoise(budget.sigma, "gaussian", 9, "fast", budget.grid)
    expected = [sum(noise.at(c, node) for node in (8, 12)) for c in range(budget.counters)]

    assert np.array_equal(agent._state.released[0] - agent._state.counts, expected)
    assert all(value / budget.grid == int(value / budget.grid) for value in expected)


def test_all_nodes_shifted_by_the_change_give_the_same_releases():
    """The step of the proof: users U with noise z, and U' with z shifted at the nodes of batch i, release the same.

    Adding d to the noise of all nodes that hold batch i is adding d to the counts from batch i on. The policies change
    on the way, so that what the later users send depends on the releases.
    """
    learner, T, t = PrivateUCBVI(2, 2, 1, 400, 200.0, delta=0.01, batch=4), 400, 7
    other = TreeUser.constant([1], [1], 2)
    told_apart = 0
    for seed in range(6):
        users = sampled_users(random_episodic(2, 2, 1, 1), seed)
        plain = run_agent(learner.agent(seed), users, T, keep=Keep(policies=True, transcript=True))

        agent, _ = play_some(learner.agent(seed), users, 0, t)
        shift = added(agent, users(t)) - added(agent, other)
        shifted, seen = view(learner.agent(seed), users, other, t, T, shift)
        unshifted, _ = view(learner.agent(seed), users, other, t, T, 0 * shift)

        assert np.abs(np.diff(plain.policies, axis=0)).sum() > 0
        assert np.array_equal(seen, plain.transcript.view_without(t)[0])
        assert np.array_equal(shifted.policy(), plain.policy)
        assert all(np.array_equal(table, plain.releases[name]) for name, table in shifted.releases().items())
        told_apart += not np.array_equal(unshifted._state.released, shifted._state.released)
    assert told_apart > 0


def view(agent, users, other, t, episodes, shift):
    """Play with ``other`` in place of user t and counts that are shifted from then on; return what the others see."""
    _, before = play_some(agent, users, 0, t)
    agent._state.counts[:] += shift
    play_some(agent, lambda _: other, t, t + 1)
    _, after = play_some(agent, users, t + 1, episodes)
    return agent, np.concatenate([before, after])


def play_some(agent, users, first, last):
    """Play with users first..last - 1; return the agent and its actions."""
    run = run_agent(agent, lambda k: users(first + k), last - first, keep=Keep(transcript=True))
    return agent, run.transcript.actions


def added(agent, user):
    """What a user adds to the counts under the policy that the agent follows now."""
    probe = PrivateUCBVI(agent.n_states, agent.n_actions, agent.horizon, 1, 1.0).agent(0)
    run_agent(Following(probe, None, agent.policy()), lambda _: user, 1)
    return probe._state.counts


def written_out(learner, released, number, earlier):
    """Q~ from one release, as the module's text has it; ``earlier`` is the Q~ of the release before."""
    n, m, horizon, budget = learner.states, learner.actions, learner.horizon, learner.budget
    alpha = learner.failure_probability / (2 * n * m * horizon)
    z = norm.isf(alpha / (3 * budget.releases))
    nodes, half = bin(number).count("1"), budget.grid / 2
    q, v = np.zeros((horizon, m, n)), np.zeros(n)
    for h in range(horizon - 1, -1, -1):
        left = horizon - 1 - h
        fan = n if left else 1
        in_count = z * budget.sigma * math.sqrt(nodes * fan) + nodes * half * fan
        in_value = z * budget.sigma * math.sqrt(nodes * (1 + fan * (left + 0.5) ** 2))
        in_value += nodes * half * (1 + fan * (left + 0.5))
        for a in range(m):
            for s in range(n):
                row = released["transitions"][h, a, s] if left else released["last_visits"][a, s : s + 1]
                low = math.ceil(row.sum() - in_count)
                q[h, a, s] = 1 + v.max()
                if low >= 1:
                    after = np.maximum(row, 0) @ v if left else 0.0
                    phi = 0.85 * math.sqrt((math.log(math.log(2 * low)) + 0.72 * math.log(5.2 / alpha)) / low)
                    mean = 0.5 + (released["centred_rewards"][h, a, s] + after + in_value) / row.sum()
                    q[h, a, s] = min(q[h, a, s], mean + (left + 1) * phi)
                q[h, a, s] = min(q[h, a, s], earlier[h, a, s])
        v = q[h].max(axis=0)
    return q


@pytest.mark.parametrize("sizes", [(1, 2, 1), (2, 2, 3), (3, 2, 2)])
@pytest.mark.parametrize("epsilon", [2.0, 50.0])
def test_the_plan_is_the_one_that_is_written_down(sizes, epsilon):
    learner = PrivateUCBVI(*sizes, 4000, epsilon, delta=0.01, batch=500, failure_probability=0.2)
    agent, users = learner.agent(4), sampled_users(random_episodic(*sizes, 6), 4)
    q = np.array(np.broadcast_to(np.arange(sizes[2], 0.0, -1)[:, None, None], (sizes[2], sizes[1], sizes[0])))
    for number in range(1, 9):
        run_agent(agent, lambda t, k=number: users((k - 1) * 500 + t), 500)
        released = agent.releases()
        q = written_out(learner, released, number, q)
        # sums in another order
        np.testing.assert_allclose(released["q"], q, rtol=1e-12)
        assert np.array_equal(agent.policy(), released["q"].argmax(axis=1))
    if epsilon > 10:
        assert (released["q"] < np.arange(sizes[2], 0.0, -1)[:, None, None] - 1e-3).any()


def test_policies_change_at_releases_only():
    run = PrivateUCBVI(2, 2, 2, 2000, 20.0, delta=0.01, batch=64).run(
        random_episodic(2, 2, 2, 3), keep=Keep(policies=True)
    )

    changes = 1 + np.flatnonzero((np.diff(run.policies, axis=0) != 0).any(axis=(1, 2)))

    assert changes.size > 0
    assert (changes % 64 == 0).all()


def test_the_last_release_counts_everybody():
    learner = PrivateUCBVI(2, 2, 1, 10, NEARLY_SILENT, delta=0.5, batch=4)

    run = learner.run([TreeUser.constant([t % 2], [1], 2) for t in range(10)])

    assert learner.budget.releases == 3
    assert run.releases["last_visits"].round().sum(axis=0).tolist() == [5, 5]
    assert run.releases["centred_rewards"].sum().round(1) == 5.0


def test_rewards_between_the_ends_are_coins_of_that_mean():
    """4000 rewards of 0.3: 6 standard deviations of a binomial, one fixed seed."""
    learner = PrivateUCBVI(1, 1, 1, 4000, NEARLY_SILENT, delta=0.5, batch=4000)

    run = learner.run([TreeUser.constant([0], [0.3], 1)] * 4000, seed=2)

    ones = run.releases["centred_rewards"][0, 0, 0] + 2000
    assert abs(ones - 1200) <= 6 * math.sqrt(4000 * 0.21)
    assert abs(ones - round(ones)) < 0.1


INSTANCES = [
    (lambda: random_episodic(2, 2, 2, 1), 5.0),
    (lambda: riverswim(4, 4), 20.0),
    (lambda: single_state_bandit(3, 0.3), 1.0),
]


@pytest.mark.parametrize(("make", "epsilon"), INSTANCES)
def test_it_is_optimistic_and_learns(make, epsilon):
    """Optimism holds with probability 0.9 in each run; fixed seeds decide. Bounds fall from release to release."""
    mdp, T = make(), 200_000
    learner = PrivateUCBVI(mdp.n_states, mdp.n_actions, mdp.horizon, T, epsilon)
    for seed in range(3):
        run = learner.run(mdp, seed)
        assert (run.releases["q"] >= optimal(mdp).q - 1e-12).all()
        assert run.total_regret < Uniform(mdp.n_states, mdp.n_actions, mdp.horizon, T).run(mdp).total_regret / 2


def test_less_privacy_costs_less():
    mdp = random_episodic(2, 2, 2, 1)

    lost = [PrivateUCBVI(2, 2, 2, 300_000, epsilon).run(mdp).total_regret for epsilon in (0.1, 1.0, 10.0)]

    assert lost[0] > lost[1] > lost[2]


@pytest.mark.parametrize("alpha", [0.3, 0.05, 0.001])
def test_the_deviation_holds_for_all_n_at_once(alpha):
    """The exact probability that fair coins ever leave the bound, by recursion to n = 1500."""
    law, crossed = np.array([1.0]), 0.0
    for n in range(1, 1501):
        law = (np.append(law, 0.0) + np.append(0.0, law)) / 2
        out = np.arange(n + 1) > n * (0.5 + deviation(float(n), 0.72 * math.log(5.2 / alpha)))
        crossed += law[out].sum()
        law[out] = 0.0

    assert crossed <= alpha


@pytest.mark.parametrize("epsilon", [0.01, 0.1, 1.0, 10.0, 1000.0])
@pytest.mark.parametrize("horizon", [1, 3])
def test_the_batch_is_the_largest_power_of_two_below_the_width_of_visits(epsilon, horizon):
    def is_small(batch):
        learner = PrivateUCBVI(2, 2, horizon, 10**6, epsilon, batch=batch)
        budget = learner.budget
        z = norm.isf(learner.failure_probability / (6 * budget.releases * 4 * horizon))
        return batch <= z * budget.sigma * math.sqrt(budget.sums / 2 * (2 if horizon > 1 else 1))

    batch = PrivateUCBVI(2, 2, horizon, 10**6, epsilon).batch

    assert batch & (batch - 1) == 0
    assert batch == 1 or is_small(batch)
    assert not is_small(2 * batch)


def test_the_batch_is_within_the_run():
    assert PrivateUCBVI(2, 2, 2, 3, 0.01).batch == 2
    assert PrivateUCBVI(2, 2, 2, 1, 0.01).batch == 1


def test_the_cipher_pays_for_rounding():
    fast, secure = (PrivateUCBVI(2, 2, 2, 1000, 1.0, batch=10, bits=bits) for bits in ("fast", "chacha20"))

    assert fast.budget.rounding == 0 < secure.budget.rounding < 1e-7
    assert secure.budget.sigma > fast.budget.sigma
    assert delta_of(1.0, secure.budget.mu) + secure.budget.rounding == pytest.approx(1e-6, rel=1e-9)
    visits = [learner.run(random_episodic(2, 2, 2, 1)).releases["last_visits"] for learner in (fast, secure)]
    assert not np.array_equal(*visits)


test_bad_parameters_are_refused_in_one_sentence = refusals(
    ({"epsilon": 0}, "epsilon must be positive and finite, got 0"),
    ({"epsilon": -1.0}, "epsilon must be positive and finite, got -1.0"),
    ({"epsilon": float("inf")}, "epsilon must be positive and finite, got inf"),
    ({"epsilon": float("nan")}, "epsilon must be positive and finite, got nan"),
    ({"epsilon": "1"}, "epsilon must be a real number, got '1'"),
    ({"delta": 0}, "delta must lie strictly between 0 and 1, got 0.0"),
    ({"delta": 1}, "delta must lie strictly between 0 and 1, got 1.0"),
    ({"delta": float("nan")}, "delta must lie strictly between 0 and 1, got nan"),
    ({"delta": None}, "delta must be a real number, got None"),
    ({"failure_probability": 0}, "failure_probability must lie strictly between 0 and 1, got 0"),
    ({"batch": 0}, "batch must be an integer of at least 1, got 0"),
    ({"batch": 2.5}, "batch must be an integer of at least 1, got 2.5"),
    ({"bits": "slow"}, 'bits must be "fast" or "chacha20", got \'slow\''),
    ({"delta": 1e-30, "bits": "chacha20"}, "delta must be above the "),
    (
        {"epsilon": 800.0, "bits": "chacha20"},
        "delta must be above the inf that rounding costs at this epsilon, got 1e-06",
    ),
    (
        {"states": 10**4, "actions": 10},
        "states, actions, horizon and episodes must allow at most 268435456 numbers in memory",
    ),
    calling=lambda changes: PrivateUCBVI(
        **{"states": 2, "actions": 2, "horizon": 2, "episodes": 100, "epsilon": 1.0} | changes
    ),
    says="start",
)
