"""The audit of joint privacy: brute force over runs, properties of privacy, and noise that is cut off."""

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from joint_worlds import Report, sends

from tabular.errors import InputError
from tabular.privacy.joint import (
    all_users,
    cut_discrete_laplace,
    discrete_laplace,
    joint_privacy,
    surely,
    view_law,
)

F = Fraction
HALF = F(1, 2)


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
    actual = view_law(agent, users, audience)

    assert {tuple(view): mass for view, mass in actual.masses.items()} == {v: p for v, p in total.items() if p}
    assert actual.missing == 0


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
