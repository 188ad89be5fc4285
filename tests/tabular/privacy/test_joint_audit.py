"""The audit of joint privacy: brute force over runs, closed forms, properties of privacy, and bad input."""

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from flint import arb
from hypothesis import given, settings
from hypothesis import strategies as st

from tabular.algorithms.episodic.protocol import FunctionUser, TreeUser
from tabular.errors import InputError
from tabular.privacy.joint import (
    Affine,
    ExponentialSum,
    all_users,
    cut_discrete_laplace,
    discrete_laplace,
    group_privacy,
    joint_privacy,
    surely,
    uniform,
    view_law,
    when,
    worst_pair,
)
from tabular.privacy.joint.reference_agents import (
    LaplaceBandit,
    LastReward,
    NoisyCounterBandit,
    OneDrawCounting,
    RandomisedResponse,
    colluders_recover,
)

F = Fraction
HALF = F(1, 2)


def sends(state, reward=0, n_actions=2):
    return TreeUser.constant([state], [reward], n_actions)


@dataclass(frozen=True)
class TableAgent:
    """Random rational laws, drawn from a seed for every hidden value and every message."""

    seed: int
    horizon: int = 2
    n_actions: int = 2
    n_states: int = 2
    hidden: int = 3
    releases: bool = True

    def law(self, outcomes, *key):
        rng = np.random.default_rng([self.seed, *key])
        weights = [int(w) for w in rng.integers(0, 4, len(outcomes))]
        weights[int(rng.integers(len(outcomes)))] += 1
        return [(F(w, sum(weights)), o) for w, o in zip(weights, outcomes, strict=True)]

    def start(self):
        return self.law(range(self.hidden), 0)

    def act(self, hidden, step, state):
        return self.law(list(product(range(self.n_actions), range(self.hidden))), 1, hidden, step, state)

    def end_episode(self, hidden, states, actions, rewards):
        return self.law(range(self.hidden), 2, hidden, *states, *actions, *(int(r) for r in rewards))

    def release(self, hidden):
        return self.law(["p", "q"], 3, hidden) if self.releases else surely(None)


def runs(agent, users, audience):
    """Every run on its own, nothing merged: yields (view, probability)."""

    def episode(k, hidden, p, seen):
        if k == len(users):
            yield from (((seen, policy), p * q) for q, policy in agent.release(hidden))
            return
        for path, states, rewards, h, q in steps(users[k], hidden, (), (), (), F(1)):
            for w, after in agent.end_episode(h, states, path, rewards):
                yield from episode(k + 1, after, p * q * w, (*seen, path) if k in audience else seen)

    def steps(user, hidden, path, states, rewards, p):
        if len(path) == agent.horizon:
            yield path, states, rewards, hidden, p
            return
        state = user.state(path)
        for w, (action, after) in agent.act(hidden, len(path), state):
            longer = (*path, action)
            yield from steps(user, after, longer, (*states, state), (*rewards, user.reward(longer)), p * w)

    for w, hidden in agent.start():
        yield from episode(0, hidden, w, ())


TREES = all_users(2, 2, 2)


@settings(max_examples=5)
@given(st.integers(0, 10**6), st.lists(st.sampled_from(TREES), min_size=2, max_size=2), st.integers(0, 1))
def test_the_law_of_the_view_by_all_runs_one_by_one(seed, users, t):
    agent, audience = TableAgent(seed, hidden=2), [1 - t]
    total = {}
    for view, p in runs(agent, users, audience):
        total[view] = total.get(view, 0) + p
    found = view_law(agent, users, audience)

    assert {tuple(view): mass for view, mass in found.masses.items()} == {v: p for v, p in total.items() if p}
    assert found.missing == 0


@settings(max_examples=5)
@given(st.integers(0, 10**6), st.lists(st.sampled_from(TREES), min_size=3, max_size=3))
def test_ratio_and_delta_by_their_definitions_over_all_events(seed, users):
    agent = TableAgent(seed, hidden=2)
    audit = joint_privacy(agent, users[:2], users[2], 0)
    laws = []
    for sequence in (users[:2], [users[2], users[1]]):
        total = {}
        for view, p in runs(agent, sequence, [1]):
            total[view] = total.get(view, 0) + p
        laws.append(total)
    views = [view for view in {**laws[0], **laws[1]} if laws[0].get(view) or laws[1].get(view)]
    p, q = ([law.get(view, F(0)) for view in views] for law in laws)
    events = list(product((0, 1), repeat=len(views)))

    ratios = [math.inf if not (a and b) else max(a / b, b / a) for a, b in zip(p, q, strict=True)]
    assert audit.ratio == max(ratios)
    for factor in (F(1), F(3, 2)):
        worst = max(
            sum(e * (a - factor * b) for e, a, b in zip(event, first, second, strict=True))
            for event in events
            for first, second in ((p, q), (q, p))
        )
        assert audit.delta_at_ratio(factor) == worst


@settings(max_examples=15)
@given(st.integers(0, 10**6), st.lists(st.sampled_from(TREES), min_size=4, max_size=4), st.integers(0, 2))
def test_properties_of_privacy(seed, users, t):
    agent = TableAgent(seed)
    audit = joint_privacy(agent, users[:3], users[3], t)
    swapped = joint_privacy(agent, [*users[:t], users[3], *users[t + 1 : 3]], users[t], t)
    processed = joint_privacy(replace(agent, releases=False), users[:3], users[3], t)
    later = joint_privacy(agent, users[:3], users[3], t, "later")

    assert audit.ratio == swapped.ratio >= max(processed.ratio, later.ratio) >= 1
    levels = [F(1), F(5, 4), F(2), F(10)]
    deltas = [audit.delta_at_ratio(x) for x in levels]
    assert deltas == sorted(deltas, reverse=True)
    for x, delta in zip(levels, deltas, strict=True):
        assert delta == swapped.delta_at_ratio(x)
        assert delta >= max(processed.delta_at_ratio(x), later.delta_at_ratio(x))
        assert audit.delta_of(math.log(x)) == pytest.approx(float(delta), abs=1e-15)
    if audit.ratio != math.inf:
        assert audit.delta_at_ratio(audit.ratio) == 0
    assert joint_privacy(agent, users[:3], users[t], t).ratio == 1


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
    epsilon, delta = group_privacy(1, 0, 2)

    assert twice.ratio == 9
    assert joint_privacy(agent, users, sends(1), 1).ratio == 3
    assert (epsilon, delta) == (2, 0)

    def adaptive(seen):  # one who comes in episodes 0 and 2 and answers what it was told to whom it colludes with
        return sends(seen[-1][0])

    for t in (1, 3):
        returning = [users[0], users[1], adaptive, adaptive]
        assert joint_privacy(agent, returning, sends(1), t if t == 1 else 3).ratio == 3


@settings(max_examples=10)
@given(st.integers(0, 10**6), st.lists(st.sampled_from(TREES), min_size=5, max_size=5))
def test_group_privacy_bounds_two_visits(seed, users):
    """The chain of sequences U, V, W changes one visit at a time; the promise comes from its two steps."""
    agent = TableAgent(seed)
    both = joint_privacy(agent, users[:3], users[3:], [0, 2])
    first = joint_privacy(agent, users[:3], users[3], 0)
    second = joint_privacy(agent, [users[3], *users[1:3]], users[4], 2)
    x = F(6, 5)
    delta = max(first.delta_at_ratio(x), second.delta_at_ratio(x))

    assert both.ratio <= first.ratio * second.ratio
    assert both.delta_at_ratio(x * x) <= delta * (1 + x)
    assert float(group_privacy(F(1, 2), F(1, 8), 3)[1]) == pytest.approx((1 + math.exp(0.5) + math.e) / 8)


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
    found = view_law(NoisyCounterBandit(2, decay, reach), users, [1])

    def better(first, second):
        laws = clamped(first, decay, reach), clamped(second, decay, reach)
        return sum(p * q for x, p in laws[0].items() for y, q in laws[1].items() if x < y)

    for action in (0, 1):
        p = better(reward, 0)
        q = better(reward + (action == 0), int(action == 1))
        for policy in (0, 1):
            exact = (p if action else 1 - p) * (q if policy else 1 - q)
            assert float(found.masses[((action,),), policy]) == pytest.approx(float(exact), abs=1e-20)


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
    found = view_law(LaplaceBandit(2, scale), [sends(0, reward), sends(0, 0)], [1])
    x = reward / scale
    p = ExponentialSum.of([(-x, (1 + x / 2) / 2)])
    rest = ExponentialSum.rational(1) - p

    assert dict(found.masses) == {
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


@dataclass(frozen=True)
class Report:
    """Release the first state plus noise from a given law, clamped to -1..2 if the law is."""

    noise: tuple
    horizon: int = 1
    n_actions: int = 1
    n_states: int = 2

    def start(self):
        return surely(0)

    def act(self, hidden, step, state):
        return surely((0, state))

    def end_episode(self, hidden, states, actions, rewards):
        return surely(states[0])

    def release(self, hidden):
        return [(weight, hidden + noise) for weight, noise in self.noise]


def test_noise_that_is_cut_off_is_accounted_for():
    """The discrete Laplace mechanism has delta(epsilon) = P(noise <= 0) - e^epsilon P(noise <= -1) while positive."""
    decay, users = F(1, 3), [sends(0, 0, 1)]
    for bound in (3, 10, 30):
        audit = joint_privacy(Report(tuple(cut_discrete_laplace(decay, bound))), users, sends(1, 0, 1), 0)
        growth = F(3, 2)
        exact = (1 - growth * decay) / (1 + decay)
        ball = audit.delta_ball(math.log(growth))
        missing = 2 * decay ** (bound + 1) / (1 + decay)

        assert not audit.is_complete
        assert audit.first.missing == missing
        assert audit.epsilon == math.inf
        assert 1 < audit.ratio < 3
        assert float(ball.lower()) - 1e-15 <= float(exact) <= float(ball.upper()) + 1e-15
        assert float(ball.upper() - ball.lower()) <= float(3 * missing) + 1e-15
        with pytest.raises(InputError, match=r"^ratio must be at least 1, and the laws rational and complete, got 2$"):
            audit.delta_at_ratio(2)


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


@pytest.mark.parametrize(("low", "high"), [(-3, 3), (0, 4), (-2, 0)])
def test_clamped_noise_has_the_mass_of_the_series_at_its_ends(low, high):
    law = {k: p for p, k in discrete_laplace(F(1, 3), low, high)}
    series = {}
    for k in range(-200, 201):
        place = min(max(k, low), high)
        series[place] = series.get(place, 0) + HALF * F(1, 3) ** abs(k)

    assert sum(law.values()) == 1
    assert law.keys() == series.keys()
    assert all(abs(law[k] - series[k]) < F(1, 10**90) for k in law)  # the series stops at 3^-200


@dataclass(frozen=True)
class Broken(Report):
    """An agent with one law replaced."""

    noise: tuple = ()
    laws: tuple = ()

    def __getattribute__(self, name):
        laws = dict(object.__getattribute__(self, "laws"))
        return (lambda *_: laws[name]) if name in laws else object.__getattribute__(self, name)

    def release(self, hidden):
        return surely(hidden)


def broken(name, law):
    return view_law(Broken(laws=((name, law),)), [sends(0, 0, 1)], [])


Z = Affine.noise("z")


@pytest.mark.parametrize(
    ("name", "law", "sentence"),
    [
        ("start", [(0.5, 0), (0.5, 1)], r"start must return weights that are rational numbers .*, got 0.5"),
        ("start", [(F(-1, 2), 0), (F(3, 2), 1)], r"start must return weights .* of at least 0, .*, got .*"),
        ("start", [(True, 0)], r"start must return weights that are rational .*, got True"),
        ("start", [(F(2, 3), 0), (F(2, 3), 1)], "start must return weights that sum to at most 1, got 4/3"),
        ("start", [], "start must return at least one outcome with a positive weight, got .*"),
        ("start", None, r"start must return pairs \(weight, hashable outcome\), got None"),
        ("release", [(F(1), [])], r"release must return pairs \(weight, hashable outcome\), got .*"),
        ("release", [(F(1), 0, 0)], r"release must return pairs \(weight, hashable outcome\), got .*"),
        ("release", [(arb(1) / 3, 0)], r"release must return balls whose sum holds 1, got .*"),
        ("release", [(arb(-1), 0)], r"release must return weights of at least 0, got -1.*"),
        ("act", [(F(1), (1, 0))], "action must be an integer from 0 to 0, got 1 at step 0 of episode 0"),
        ("act", [(F(1), (False, 0))], "action must be an integer from 0 to 0, got False at step 0 of episode 0"),
        ("act", [(F(1), 0)], r"act must return outcomes \(action, hidden value\), got 0"),
        ("release", [(when(Z), 0)], "events must be disjoint and cover everything, got a total of 0.5.*"),
        ("release", [(when(Z), 0), (when(Z + 1), 1)], "events must be disjoint and cover everything, got .*"),
        ("release", [(when(Z), 0), (arb(1), 0)], "weights must be events or balls, got both in one law"),
    ],
)
def test_broken_agents_get_one_sentence(name, law, sentence):
    with pytest.raises(InputError, match=f"^{sentence}$"):
        broken(name, law)


RR = RandomisedResponse(F(3, 4))
TWO = [sends(0), sends(1)]


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: joint_privacy(RR, TWO, sends(1), 2), "t must be a number of a user from 0 to 1, .*, got 2"),
        (lambda: joint_privacy(RR, TWO, sends(1), True), "t must be a number of a user .*, got True"),
        (lambda: joint_privacy(RR, TWO, sends(1), 0.0), "t must be a number of a user .*, got 0.0"),
        (lambda: joint_privacy(RR, TWO, [], []), "t must be a number of a user .*, got .*"),
        (lambda: joint_privacy(RR, TWO, TWO, [0, 0]), "t must name different users, as many as neighbour has, .*"),
        (lambda: joint_privacy(RR, TWO, TWO, [0]), "t must name different users, as many as neighbour has, .*"),
        (lambda: joint_privacy(RR, TWO, sends(1), 0, "future"), 'audience must be "others" or "later", got \'future\''),
        (lambda: joint_privacy(RR, TWO, 5, 0), "users must be users, or functions .*, got 5 in 0"),
        (lambda: joint_privacy(RR, TWO, sends(2), 0), "state must be an integer from 0 to 1, got 2 at step 0 of .*"),
        (
            lambda: joint_privacy(RR, TWO, FunctionUser(lambda _: 0, lambda _: 2), 0),
            r"reward must be a number in \[0, 1\], got 2 at step 0 of episode 0",
        ),
        (lambda: view_law(RR, TWO, [2]), r"audience must hold numbers of users from 0 to 1, got \[2\]"),
        (lambda: joint_privacy(RR, TWO, TWO[1], 0).delta_of(-1), "epsilon must be a number of at least 0, got -1"),
        (lambda: joint_privacy(RR, TWO, TWO[1], 0).delta_of(math.inf), "epsilon must be finite, got inf"),
        (lambda: joint_privacy(RR, TWO, TWO[1], 0).delta_of("1"), "epsilon must be a number of at least 0, got '1'"),
        (lambda: joint_privacy(RR, TWO, TWO[1], 0).delta_at_ratio(HALF), "ratio must be at least 1, .*, got 1/2"),
        (lambda: group_privacy(1, 0, 0), "visits must be an integer of at least 1, got 0"),
        (lambda: group_privacy(-1, 0, 1), "epsilon must be a finite number of at least 0, got -1"),
        (lambda: all_users(3, 3, 3), "the users must be at most 65536 trees, got .*"),
        (lambda: all_users(1, 1, 1, []), "rewards must have at least one entry, got none"),
        (lambda: all_users(0, 1, 1), "horizon must be an integer of at least 1, got 0"),
        (lambda: worst_pair(RR, 2, [sends(0)]), "users must hold at least two users, got 1"),
        (lambda: worst_pair(RR, 20, TWO), "episodes and users must need at most .*, got .*"),
        (lambda: worst_pair(RR, 2, TWO, t=2), "t must be a number of a user from 0 to 1, got 2"),
        (lambda: worst_pair(RR, 2, TWO, epsilon=-1), "epsilon must be a number of at least 0, got -1"),
        (lambda: RandomisedResponse(0.5), "keep must be a Fraction between 0 and 1, got 0.5"),
        (lambda: LaplaceBandit(2, 0), "scale must be a finite number above 0, got 0"),
        (lambda: NoisyCounterBandit(0, HALF, 1), "n_actions must be an integer of at least 1, got 0"),
        (
            lambda: view_law(NoisyCounterBandit(2, HALF, 1), [sends(0, HALF)], []),
            "rewards must be 0 or 1 for integer noise, got .*",
        ),
        (
            lambda: discrete_laplace(F(1), -1, 1),
            "decay must be a rational number or a ball strictly between 0 and 1, .*",
        ),
        (lambda: discrete_laplace(0.5, -1, 1), "decay must be a rational number or a ball .*, got 0.5"),
        (lambda: discrete_laplace(arb(2), -1, 1), "decay must lie strictly between 0 and 1, got 2.*"),
        (lambda: discrete_laplace(HALF, 1, 2), "low and high must be different integers around 0, got 1 and 2"),
        (lambda: discrete_laplace(HALF, -1.5, 2), "low must be an integer, got -1.5"),
        (lambda: cut_discrete_laplace(arb("0.5"), 2), "decay must be a rational number if the noise is cut off, .*"),
        (lambda: uniform([]), "outcomes must have at least one entry, got none"),
    ],
)
def test_bad_input_gets_one_sentence(call, sentence):
    with pytest.raises(InputError, match=f"^{sentence}$"):
        call()
