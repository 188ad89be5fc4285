"""The audit of joint privacy on agents whose loss is known in closed form, as a series, or by a promise."""

import math
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import pytest
from flint import arb
from hypothesis import given
from hypothesis import strategies as st
from joint_worlds import sends
from noisy_bandits import LaplaceBandit, LastReward, NoisyCounterBandit

from tabular.privacy.joint import (
    ExponentialSum,
    all_users,
    joint_privacy,
    surely,
    view_law,
    worst_pair,
)
from tabular.privacy.joint.reference_agents import OneDrawCounting, RandomisedResponse, colluders_recover

F = Fraction
HALF = F(1, 2)


@pytest.mark.parametrize("keep", [F(3, 4), F(9, 10), HALF, F(1, 5)])
def test_randomised_response(keep):
    users = [sends(0), sends(0), sends(1)]
    ratio = max(keep / (1 - keep), (1 - keep) / keep)
    for t in range(3):
        audit = joint_privacy(RandomisedResponse(keep), users, sends(1 - users[t].state(())), t)
        assert audit.ratio == ratio
        assert audit.epsilon == pytest.approx(math.log(ratio), abs=1e-15)
        for factor in (F(1), F(3, 2), F(20)):
            best = max(keep, 1 - keep)
            assert audit.delta_at_ratio(factor) == max(best - factor * (1 - best), 0)


def test_one_who_returns_loses_a_multiple_and_the_others_lose_nothing():
    agent, users = RandomisedResponse(F(3, 4)), [sends(0) for _ in range(4)]
    twice = joint_privacy(agent, users, [sends(1), sends(1)], [0, 2])

    assert twice.ratio == 9
    assert joint_privacy(agent, users, sends(1), 1).ratio == 3

    def adaptive(seen):  # one who comes in episodes 0 and 2 and answers what it was told to whom it colludes with
        return sends(seen[-1][0])

    for t in (1, 3):
        returning = [users[0], users[1], adaptive, adaptive]
        assert joint_privacy(agent, returning, sends(1), t if t == 1 else 3).ratio == 3


def counting_users(bits, agent):
    return [sends(bit, n_actions=agent.n_actions) for bit in bits]


@pytest.mark.parametrize("bits", [(0, 1, 0, 1), (1, 0, 1, 1)])
def test_one_draw_hides_from_later_users_and_not_from_colluders_around(bits):
    agent = OneDrawCounting(HALF, 3, 4)
    users = counting_users(bits, agent)
    flipped = counting_users([1 - bits[1]], agent)[0]

    assert joint_privacy(agent, users, flipped, 1, "later").ratio == 2
    around = joint_privacy(agent, users, flipped, 1)
    assert around.ratio == math.inf
    assert around.epsilon == math.inf
    assert around.delta_of(100) > 0.9  # only values at the clamped ends are confused
    first = joint_privacy(agent, users, counting_users([1 - bits[0]], agent)[0], 0)
    assert first.ratio == 2  # nobody comes before the first user


@given(st.lists(st.integers(0, 1), min_size=3, max_size=9), st.fractions(-50, 50), st.data())
def test_colluders_recover_the_bit_whatever_the_noise(bits, noise, data):
    t = data.draw(st.integers(1, len(bits) - 2))
    told = [sum(bits[: k + 1]) + noise for k in range(len(bits))]

    assert colluders_recover(told[t - 1], told[t + 1], bits[t + 1]) == bits[t]


def clamped(total, decay, reach):
    """The law of a noisy sum from the infinite series, summed far enough for doubles."""
    law = {}
    for k in range(-80, 81):
        value = min(max(total + k, -reach), reach)
        law[value] = law.get(value, 0) + (1 - decay) / (1 + decay) * decay ** abs(k)
    return law


@pytest.mark.parametrize("reward", [0, 1])
def test_a_bandit_with_discrete_noise_by_its_series(reward):
    decay, reach = HALF, 2
    users = [sends(0, reward), sends(0, 1)]
    actual = view_law(NoisyCounterBandit(2, decay, reach), users, [1])

    def better(first, second):
        laws = clamped(first, decay, reach), clamped(second, decay, reach)
        return sum(p * q for x, p in laws[0].items() for y, q in laws[1].items() if x < y)

    for action in (0, 1):
        p = better(reward, 0)
        q = better(reward + (action == 0), int(action == 1))
        for policy in (0, 1):
            exact = (p if action else 1 - p) * (q if policy else 1 - q)
            assert float(actual.masses[((action,),), policy]) == pytest.approx(float(exact), abs=1e-20)


@pytest.mark.parametrize("episodes", [2, 3])
def test_the_worst_pair_for_bandits_keeps_the_promise_of_the_counters(episodes):
    """One reward moves one counter: at most K partial sums by at most 1 each."""
    kinds = [sends(0, r) for r in (0, 1)]
    K = episodes.bit_length()
    discrete = worst_pair(NoisyCounterBandit(2, HALF, 1), episodes, kinds)
    continuous = worst_pair(LaplaceBandit(2, F(2)), episodes, kinds)

    assert 1 < discrete.privacy.ratio <= 2**K
    assert 0 < continuous.privacy.epsilon <= K / 2
    if episodes == 2:
        again = joint_privacy(LaplaceBandit(2, F(2)), continuous.users, continuous.neighbour, continuous.t)
        assert again.epsilon == continuous.privacy.epsilon
        trees = worst_pair(NoisyCounterBandit(2, HALF, 2), 2, all_users(1, 2, 1))
        assert trees.privacy.ratio == F(784, 289)


@pytest.mark.parametrize("reward", [F(0), F(1, 3), F(1)])
def test_a_bandit_with_continuous_noise_in_closed_form(reward):
    """P(z_1 - z_0 > x) = exp(-x) (1 + x/2) / 2, both for the action and, with fresh noise, for the policy."""
    scale = F(3, 2)
    actual = view_law(LaplaceBandit(2, scale), [sends(0, reward), sends(0, 0)], [1])
    x = reward / scale
    p = ExponentialSum.of([(-x, (1 + x / 2) / 2)])
    rest = ExponentialSum.rational(1) - p

    assert dict(actual.masses) == {
        (((a,),), b): (p if a else rest) * (p if b else rest) for a, b in product((0, 1), repeat=2)
    }


def test_four_episodes_of_a_bandit_stay_within_the_promise():
    users = [sends(0, 1), sends(0, 0), sends(0, 1), sends(0, 0)]
    audit = joint_privacy(NoisyCounterBandit(2, HALF, 1), users, sends(0, 0), 0)

    assert audit.is_rational
    assert 1 < audit.ratio <= 2**3


def test_colluders_who_choose_after_what_they_saw_gain_no_more_than_the_promise():
    agent = NoisyCounterBandit(2, HALF, 1)
    fixed = [sends(0, 1), sends(0, 1), sends(0, 0)]

    def copies(seen):
        return sends(0, seen[-1][0])

    adaptive = joint_privacy(agent, [fixed[0], fixed[1], copies], sends(0, 0), 0)
    assert 1 < adaptive.ratio <= 4
    plain = [joint_privacy(agent, [*fixed[:2], user], sends(0, 0), 0).ratio for user in (fixed[2], lambda _: fixed[2])]
    assert plain[0] == plain[1]


def test_an_agent_that_is_not_private():
    audit = joint_privacy(LastReward(), [sends(0), sends(0)], sends(0, 1), 0)

    assert audit.ratio == math.inf
    assert audit.delta_of(1000) == 1
    assert audit.worst_view.policy == 0
    assert worst_pair(LastReward(), 2, [sends(0), sends(0, 1)]).privacy.epsilon == math.inf


@dataclass(frozen=True)
class Twice(RandomisedResponse):
    """Report every bit to two later users, by independent draws."""

    def start(self):
        return surely((0, 0))

    def act(self, hidden, step, state):
        return [(p, (bit, hidden)) for p, bit in RandomisedResponse.release(self, hidden[0])]

    def end_episode(self, hidden, states, actions, rewards):
        return surely((states[0], hidden[0]))

    def release(self, hidden):
        return RandomisedResponse.release(self, hidden[1])


def test_independent_reports_compose():
    agent, users = Twice(F(3, 4)), [sends(0), sends(0)]

    assert joint_privacy(agent, users, sends(1), 0).ratio == 9
    assert joint_privacy(agent, users, sends(1), 1).ratio == 1


def test_balls_enclose_an_irrational_decay():
    """Decay exp(-1): the clamped release is 1-private, to the letter."""
    decay = arb(-1).exp()
    agent = OneDrawCounting(decay, 2, 2)
    users = counting_users((0, 0), agent)
    audit = joint_privacy(agent, users, counting_users((1,), agent)[0], 0)

    assert not audit.is_rational
    assert abs(audit.epsilon_ball() - 1) < 1e-12
    assert audit.epsilon == pytest.approx(1, abs=1e-12)
    assert audit.delta_of(1) < 1e-12
