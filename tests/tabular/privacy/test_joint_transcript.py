"""The loss of all noisy partial sums of all counters: known multiples of epsilon, and brute force over pairs."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from refusals import refusals
from scipy import stats

from tabular.episodic.protocol import TreeUser
from tabular.noise.counters.designs import BinaryDesign, HonakerDesign, KaryDesign
from tabular.privacy.joint import (
    CounterFeeds,
    Step,
    all_users,
    largest_transcript_loss,
    loss_of_paths,
    transcript_loss,
)

F = Fraction


def loss(states, actions, horizon, episodes, share, **options):
    """The loss in units of epsilon if every counter gets epsilon / (share H)."""
    K = episodes.bit_length()
    feeds = CounterFeeds(states, actions, horizon, **options)
    return largest_transcript_loss(feeds, BinaryDesign(episodes), K * share * horizon)


@pytest.mark.parametrize(("states", "horizon", "episodes"), [(2, 1, 2), (2, 2, 4), (3, 1, 7), (2, 3, 5)])
def test_a_share_of_3h_spends_twice_the_budget_and_6h_spends_it(states, horizon, episodes):
    actual = loss(states, 2, horizon, episodes, 3)

    assert actual.loss == 2
    assert actual.change == 6 * horizon
    assert loss(states, 2, horizon, episodes, 6).loss == 1


@pytest.mark.parametrize("horizon", [1, 2, 3])
def test_without_a_state_after_the_last_step(horizon):
    actual = loss(2, 2, horizon, 4, 3, last_step="nothing")

    assert actual.change == 6 * horizon - 2
    assert actual.loss == F(6 * horizon - 2, 3 * horizon)


@pytest.mark.parametrize("feed", ["all", "visited"])
def test_with_one_state_only_rewards_differ(feed):
    assert loss(1, 2, 1, 2, 3, reward_feed=feed).loss == F(1, 3)
    assert loss(1, 2, 3, 8, 3, reward_feed=feed).loss == F(1, 3)
    assert loss(1, 1, 1, 1, 3, reward_feed=feed).loss == F(1, 3)


@pytest.mark.parametrize("last_step", ["state", "nothing"])
def test_rewards_fed_on_visits_only_tell_users_apart_for_certain(last_step):
    assert loss(2, 2, 1, 2, 3, reward_feed="visited", last_step=last_step).loss == math.inf


def all_paths(feeds, policy):
    """All step sequences that a user can cause under a policy."""
    ends = [None] if feeds.last_step == "nothing" else range(feeds.states)
    for states in product(range(feeds.states), repeat=feeds.horizon):
        for rewards in product((F(0), F(1)), repeat=feeds.horizon):
            for end in ends:
                following = (*states[1:], end)
                yield tuple(
                    Step(s, policy[h, s], r, x)
                    for h, (s, r, x) in enumerate(zip(states, rewards, following, strict=True))
                )


@pytest.mark.parametrize(
    ("feeds", "t"),
    [
        (CounterFeeds(2, 2, 1), 1),
        (CounterFeeds(2, 2, 2), 3),
        (CounterFeeds(2, 1, 2, last_step="nothing"), 2),
        (CounterFeeds(1, 2, 3), 4),
        (CounterFeeds(3, 1, 1, last_step="nothing"), 1),
    ],
)
def test_the_maximum_by_brute_force_over_policies_and_paths(feeds, t):
    design, scale = BinaryDesign(5), F(7, 2)
    held = len(design.nodes(t))
    worst = F(0)
    for actions in product(range(feeds.actions), repeat=feeds.horizon * feeds.states):
        policy = dict(zip(product(range(feeds.horizon), range(feeds.states)), actions, strict=True))
        walks = [feeds.increments(path) for path in all_paths(feeds, policy)]
        for x, y in product(walks, repeat=2):
            gap = sum(abs(x.get(c, 0) - y.get(c, 0)) for c in {*x, *y})
            worst = max(worst, held * gap / scale)

    assert largest_transcript_loss(feeds, design, scale, t).loss == worst


def test_the_worst_of_all_pairs_of_trees_is_the_largest_loss():
    feeds, design = CounterFeeds(2, 2, 1), BinaryDesign(4)
    users = all_users(1, 2, 2)
    actual = max(transcript_loss(feeds, design, 9, u, v, 1).loss for u in users for v in users)

    assert actual == largest_transcript_loss(feeds, design, 9).loss == F(3 * 6, 9)


def test_one_pair_of_trees_by_hand():
    """Under the policy 'action 0 first' user and neighbour part ways after the first step."""
    feeds, design = CounterFeeds(2, 2, 2, last_step="nothing"), BinaryDesign(2)
    user = TreeUser.constant([0, 0], [1, F(1, 2)], 2)
    neighbour = TreeUser.constant([0, 1], [F(1, 4), F(1, 2)], 2)
    actual = transcript_loss(feeds, design, 1, user, neighbour, 2)

    # first step: r by 3/4, m by 2; second step: n by 2, r by 1/2 twice; one partial sum holds episode 2 of 2
    assert actual.change == F(3, 4) + 2 + 2 + 1
    assert actual.loss == actual.change
    assert transcript_loss(feeds, design, 1, user, neighbour, 1).loss == 2 * actual.change
    assert transcript_loss(feeds, design, 1, user, user, 1).loss == 0


def test_users_who_visit_the_same_may_differ_in_rewards_with_own_clocks():
    """At most min(t, ...) earlier visits: the reward counter's own time is 1..t, and T - t visits can follow."""
    feeds = CounterFeeds(1, 1, 1, reward_feed="visited", last_step="nothing")
    losses = [largest_transcript_loss(feeds, BinaryDesign(8), 1, t).loss for t in range(1, 9)]
    held = [
        max(sum(1 for n in range(j, j + 9 - t) if n - (n & -n) < j <= n) for j in range(1, t + 1)) for t in range(1, 9)
    ]

    assert losses == held
    assert losses[0] == 4
    assert losses[-1] == 1


@pytest.mark.parametrize("design", [BinaryDesign(6), HonakerDesign(6), KaryDesign(6, 3)])
def test_density_ratios_attain_the_loss_also_with_adaptive_others(design):
    """All partial sums of an adaptive run: later increments are a function of what was released before."""
    feeds, scale = CounterFeeds(2, 1, 1, last_step="nothing"), 3
    steps, others = (Step(0, 0, F(1), None),), (Step(1, 0, F(0), None),)
    exact = loss_of_paths(feeds, design, scale, 1, steps, others)
    names = sorted({*feeds.increments(steps), *feeds.increments(others)}, key=str)
    shift = [float(feeds.increments(steps).get(c, 0) - feeds.increments(others).get(c, 0)) for c in names]
    law = stats.laplace(scale=scale)
    held = len(design.nodes(1))
    far = np.sign(shift) * 50.0
    ratio = held * sum(law.logpdf(y - d) - law.logpdf(y) for y, d in zip(far, shift, strict=True))

    assert float(exact.loss) == pytest.approx(ratio, abs=1e-12)


def test_increments_are_what_the_algorithm_feeds():
    feeds = CounterFeeds(3, 2, 2)
    steps = (Step(0, 1, F(1, 3), 2), Step(2, 0, F(0), 1))

    assert feeds.increments(steps) == {
        ("n", 0, 1, 0): 1,
        ("r", 0, 1, 0): F(1, 3),
        ("m", 0, 1, 2, 0): 1,
        ("n", 2, 0, 1): 1,
        ("m", 2, 0, 1, 1): 1,
    }


USER = TreeUser.constant([0], [1], 2)


test_bad_input_gets_one_sentence = refusals(
    (lambda: CounterFeeds(0, 1, 1), "states must be an integer of at least 1, got 0"),
    (lambda: CounterFeeds(1, True, 1), "actions must be an integer of at least 1, got True"),
    (lambda: CounterFeeds(1, 1, 1.5), "horizon must be an integer of at least 1, got 1.5"),
    (lambda: CounterFeeds(1, 1, 1, "some"), 'reward_feed must be "all" or "visited", got \'some\''),
    (lambda: CounterFeeds(1, 1, 1, "all", None), 'last_step must be "state" or "nothing", got None'),
    (lambda: loss(2, 2, 1, 2, 0), "scale must be a finite number above 0, got 0"),
    (
        lambda: largest_transcript_loss(CounterFeeds(2, 2, 1), BinaryDesign(2), 1, 3),
        "item must be an integer from 1 to 2, got 3",
    ),
    (
        lambda: transcript_loss(CounterFeeds(9, 9, 9), BinaryDesign(2), 1, USER, USER, 1),
        "states, actions and horizon must allow at most 65536 policies, got .*",
    ),
    (
        lambda: transcript_loss(CounterFeeds(1, 2, 1), BinaryDesign(2), 1, TreeUser.constant([1], [1], 2), USER, 1),
        "state must be an integer from 0 to 0, got 1 at step 0 of episode 0",
    ),
    (lambda: CounterFeeds(1, 2, 1).path(USER, {}), r"policy must give an action from 0 to 1, got None at \(0, 0\)"),
    (
        lambda: largest_transcript_loss(CounterFeeds(1, 1, 1, "visited"), BinaryDesign(4), -1),
        "scale must be a finite number above 0, got -1",
    ),
    says="whole pattern",
)
