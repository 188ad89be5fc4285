"""What the decisions of PUCB with two episodes say about the first user: simulation, known values, bad input."""

import math
from fractions import Fraction

import numpy as np
import pytest
from refusals import refusals

from tabular.algorithms.episodic.pucb import Printed, Repaired
from tabular.algorithms.episodic.pucb.short_pucb import ShortPUCB
from tabular.episodic.protocol import TreeUser
from tabular.privacy.joint import all_users, joint_privacy, view_law, worst_pair

RUNS = 400_000
USERS = all_users(1, 2, 2)


def user(state, rewards):
    return TreeUser(1, 2, {(): state}, {(0,): rewards[0], (1,): rewards[1]})


def scores(rng, epsilon, visits, reward):
    """Q~+ of Algorithm 3 with S = A = 2, H = 1, T = 2, beta' = 0.1 and natural logarithms, written out."""
    scale, E = 6 / epsilon, 3 / epsilon * math.log(16 / 0.1) * math.log(2) ** 2.5
    n, r = visits + rng.laplace(0, scale, RUNS), reward + rng.laplace(0, scale, RUNS)
    phi = np.sqrt(2 * math.log(2 / 0.1) / np.maximum(n - E, 1))
    psi = 3 * (3 * E / n + 2 * E**2 / n**2)
    return np.minimum(1, r / n + np.where(n >= 2 * E, 2 * phi + psi, 1))


@pytest.mark.parametrize("epsilon", [0.5, 10.0])
def test_all_views_by_simulation(epsilon):
    first, second = user(0, (1, 0)), user(0, (1, 1))
    law = view_law(ShortPUCB(2, epsilon, Printed(reward_feed="all")), [first, second], [1])
    rng = np.random.default_rng(1)
    action = scores(rng, epsilon, 1, 1) < scores(rng, epsilon, 0, 0)
    there = scores(rng, epsilon, 1 + ~action, 1.0 + ~action) < scores(rng, epsilon, 1 * action, 1.0 * action)
    away = scores(rng, epsilon, 0, 0) < scores(rng, epsilon, 0, 0)

    assert len(law.masses) == 8
    for ((a,),), policy in law.masses:
        share = np.mean((action == a) & (there == policy[0]) & (away == policy[1]))
        ball = law.masses[((a,),), policy]
        room = 5 * math.sqrt(share / RUNS) + 1e-5  # five standard deviations
        assert float(ball.lower()) - room <= share <= float(ball.upper()) + room
        assert float(ball.rad()) < 0.002


def test_with_zeros_fed_the_views_of_tiny_instances_tell_little():
    actual = {e: worst_pair(ShortPUCB(2, e, Printed(reward_feed="all")), 2, USERS).privacy for e in (1.0, 10.0)}

    assert actual[1.0].epsilon < 0.08
    assert 2.7 < actual[10.0].epsilon < 2.8
    assert float(actual[1.0].epsilon_ball().lower()) > 0.06


def test_rewards_fed_on_visits_only_break_the_promise_in_the_view():
    """The next user in an unvisited state almost never gets action 1, in a visited one half of the time."""
    for epsilon, least in ((0.1, 11.0), (1.0, 17.0)):
        agent = ShortPUCB(2, epsilon, Printed(), releases_policy=False)
        audit = joint_privacy(agent, [user(0, (0, 0)), user(1, (0, 0))], user(1, (0, 0)), 0)
        visited = audit.second.masses[((1,),), None]

        assert float(audit.epsilon_ball().lower()) > least > epsilon
        assert abs(float(visited.mid()) - 0.5) < 0.15


def test_the_repaired_rule_does_nothing_so_early():
    audit = worst_pair(ShortPUCB(2, 1.0, Repaired()), 2, USERS).privacy

    assert audit.delta_of(0) < 1e-9


def test_random_ties_are_even_before_any_data():
    agent = ShortPUCB(1, 1.0, Printed(reward_feed="all", ties="random"))
    law = view_law(agent, [user(0, (0, 0))], [0])
    shares = [sum(float(m.mid()) for v, m in law.masses.items() if v.actions == ((a,),)) for a in (0, 1)]

    assert shares == [pytest.approx(0.5, abs=1e-3)] * 2
    assert agent.act((), 0, 0) == ((Fraction(1, 2), (0, ())), (Fraction(1, 2), (1, ())))


def one_episode_scores(rng, epsilon, visits, reward):
    """The same for T = 1, where E = 0."""
    n, r = visits + rng.laplace(0, 3 / epsilon, RUNS), reward + rng.laplace(0, 3 / epsilon, RUNS)
    return np.minimum(1, r / n + np.where(n >= 0, 2 * np.sqrt(2 * math.log(10) / np.maximum(n, 1)), 1))


@pytest.mark.parametrize("epsilon", [1.0, 10.0])
def test_the_policy_after_one_episode_by_simulation(epsilon):
    law = view_law(ShortPUCB(2, epsilon, Printed(reward_feed="all"), episodes=1), [user(0, (1, 0))], [])
    rng = np.random.default_rng(2)
    there = one_episode_scores(rng, epsilon, 1, 1) < one_episode_scores(rng, epsilon, 0, 0)
    away = one_episode_scores(rng, epsilon, 0, 0) < one_episode_scores(rng, epsilon, 0, 0)

    assert len(law.masses) == 4
    for _, policy in law.masses:
        share, ball = np.mean((there == policy[0]) & (away == policy[1])), law.masses[(), policy]
        room = 5 * math.sqrt(share / RUNS)  # five standard deviations
        assert float(ball.lower()) - room <= share <= float(ball.upper()) + room
        assert float(ball.rad()) < 0.04


test_bad_input_gets_one_sentence = refusals(
    (lambda: ShortPUCB(2, 1.0, "printed"), "mode must be a Printed or a Repaired, got 'printed'"),
    (lambda: ShortPUCB(0, 1.0, Repaired()), "states must be an integer of at least 1, got 0"),
    (lambda: ShortPUCB(2, 0.0, Repaired()), "epsilon must be positive, got 0.0"),
    (lambda: ShortPUCB(2, math.inf, Repaired()), "epsilon must be finite, for noise, got inf"),
    (lambda: ShortPUCB(2, 1.0, Repaired(), episodes=3), "episodes must be 1 or 2, got 3"),
    (lambda: ShortPUCB(2, 1.0, Repaired(), 2.0), "failure_probability must .*, got 2.0"),
    (
        lambda: ShortPUCB(2, 1.0, Printed()),
        "releases_policy must be False if reward counters are fed on visits only, got True",
    ),
    (
        lambda: ShortPUCB(2, 1.0, Printed(level="footnote", beta_prime=0.01, reward_feed="all")),
        "mode must have a threshold of at least 0, got -.*",
    ),
    says="whole pattern",
)
