"""The actor-critic remark: the enumerated laws by hand, the mechanisms that are audited, and what the table says."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from tabular.privacy import delta_of
from theory_checks.core.claim import Trial, registered
from theory_checks.core.evidence import Evidence, Outcome
from theory_checks.engine.papers import load
from theory_checks.papers.dpdqn.experiments import actor_critic as remark

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
ID = "dpdqn/thm5/actor-critic"
TRIAL = Trial(claim_id=ID, formal=load()[ID].reading("printed").claims)


@pytest.mark.parametrize("source", ["values", "advantages"])
@pytest.mark.parametrize("updates", [1, 2, 3])
def test_a_law_is_a_law(source, updates):
    for world, shown in itertools.product((0, 1), (True, False)):
        assert sum(remark.law(source, world, updates, critic=shown).values()) == 1


def biases(law):
    """Return the law of the two logits at the only state, from the bytes of the parameters."""
    return {tuple(np.frombuffer(key)[2:]): p for key, p in law.items()}


def test_one_update_from_values_by_hand():
    """From equal odds: +-1/2 on the action that was taken if it is the better one of the critic, else nothing."""
    found = biases(remark.law("values", 0, 1, critic=False))

    assert found == {(0.5, -0.5): Fraction(3, 8), (-0.5, 0.5): Fraction(1, 8), (0.0, 0.0): HALF}


def test_one_update_from_advantages_by_hand():
    """Printed: v cancels, A = r. Usual with gamma = v = 1/2: A = r - 1/4."""
    printed, usual = (biases(remark.law("advantages", 0, 1, d, critic=False)) for d in ("printed", "usual"))

    assert printed == {(0.5, -0.5): HALF, (0.0, 0.0): HALF}
    assert usual == {(0.375, -0.375): HALF, (0.125, -0.125): HALF}


def test_least_delta_and_what_only_one_law_gives():
    first, second = {"a": HALF, "b": QUARTER, "c": QUARTER}, {"a": QUARTER, "b": Fraction(3, 4)}

    assert remark.least_delta(first, second, Fraction(1)) == HALF
    assert remark.least_delta(first, second, Fraction(2)) == QUARTER
    assert remark.only_in_the_first(first, second) == QUARTER
    assert remark.least_delta(first, first, Fraction(1)) == 0


def test_least_delta_is_the_largest_over_all_events():
    laws = [remark.law("values", world, 2) for world in (0, 1)]
    outcomes = sorted(set(laws[0]) | set(laws[1]), key=repr)
    for factor in (Fraction(1), Fraction(2)):
        events = itertools.chain.from_iterable(
            itertools.combinations(outcomes, size) for size in range(len(outcomes) + 1)
        )
        largest = max(
            sum(laws[0].get(x, Fraction(0)) - factor * laws[1].get(x, Fraction(0)) for x in event) for event in events
        )
        assert remark.least_delta(laws[0], laws[1], factor) == largest


@pytest.mark.parametrize("updates", [1, 3])
def test_the_actor_beside_its_critic_spends_what_the_critic_spends_and_alone_less(updates):
    pair, alone = ([remark.law("values", world, updates, critic=shown) for world in (0, 1)] for shown in (True, False))

    assert remark.least_delta(*pair, Fraction(1)) == HALF
    assert remark.least_delta(*alone, Fraction(1)) < HALF
    assert remark.least_delta(*pair, Fraction(3)) == 0


def test_the_worlds_are_neighbours_and_rewards_are_read_as_they_were_trained_on():
    states = np.linspace(0, 1, 11)
    first, second = (np.asarray(remark.rewards_of(world)(states, 0)) for world in (0, 1))

    np.testing.assert_allclose(first, 0.5 - 2 * np.abs(states - 0.5), atol=1e-15)
    assert np.abs(first - second).max() == 1
    for world in (0, 1):
        trained = remark._trained(world, 3, 2).rewards[0, 0]
        np.testing.assert_array_equal(trained, remark.rewards_of(world)(np.array([0.0, 0.5, 1.0]), 0))


def draws(source):
    """Return parameters of critics and actors in both worlds, from equal seeds, where the critics are the same."""
    actor = replace(remark.ACTOR, updates=20, sampled=source == "values")
    mechanism = remark.actor_and_critic(source, actor, remark.EPSILON, remark.DELTA)
    first, second = (mechanism.draw(world, np.random.default_rng(0), 300) for world in (0, 1))
    same = (first[:, :4] == second[:, :4]).all(axis=1)
    assert same.sum() >= 5
    return first[same], second[same]


def test_an_actor_from_values_is_a_function_of_the_critic_and_the_seed_alone():
    first, second = draws("values")

    np.testing.assert_array_equal(first, second)
    assert len(np.unique(first[:, 4:], axis=0)) > 2


def test_an_actor_from_advantages_tells_the_worlds_apart_beside_the_same_critic():
    # The odds of action 1 fall with the state if the middle pays, and rise if the ends do.
    slopes = [draw[:, 5] - draw[:, 4] for draw in draws("advantages")]

    assert slopes[0].max() < slopes[1].min()


def test_the_noise_is_a_share_of_what_is_needed():
    whole, half, none = (remark.noisy_actor(share).noise for share in (Fraction(1), HALF, Fraction(0)))

    assert half == whole / 2
    assert none == 0
    # mu of (0.45, 1e-4) is 0.1545: sigma = 2 C sqrt(20)/mu.
    assert whole == pytest.approx(2 * remark.CLIP * math.sqrt(20) / 0.15448853530766, rel=1e-9)


def test_the_cheap_parts_hold_and_their_controls_fail():
    good = [*remark._one_state("values"), *remark._noise(TRIAL, Fraction(1))]
    reads = [x for x in remark._one_state("advantages") if "3 updates" in x.case or "1 updates" in x.case]
    weak = [x for x in remark._noise(TRIAL, HALF) if "updates with noise" in x.case]

    assert all(x.outcome is Outcome.HOLDS for x in good)
    assert len(reads) == 4
    assert all(x.outcome is Outcome.FAILS for x in [*reads, *weak])
    assert len(weak) == 1


def test_without_the_clip_pairs_are_farther_apart_and_the_noise_is_too_small():
    loose = list(remark._noise(TRIAL, Fraction(1), remark.without_clip))

    assert len(loose) == 2
    assert all(x.outcome is Outcome.FAILS for x in loose)


@pytest.mark.parametrize("share", [1, 2])
def test_what_a_pair_spends_is_the_curve_of_a_gaussian_mechanism(share):
    sigma = Fraction(remark.noisy_actor().noise) / share
    mu = 2 * remark.CLIP * math.sqrt(remark.UPDATES) / float(sigma)
    found = float(remark.spent(4 * Fraction(remark.CLIP) ** 2, sigma))

    # The doubles of delta_of lose digits where two terms of 1e-3 leave 1e-4.
    assert found == pytest.approx(delta_of(0.45, mu), rel=1e-9)
    assert share > 1 or found == pytest.approx(1e-4, rel=1e-9)


def test_returns_say_what_each_way_costs():
    found = remark.returns(60, 1)
    means = {name: worth.mean() for name, worth in found.items()}
    idle, trained, private, printed, usual, still, loud = means.values()

    assert all(len(worth) == 60 for worth in found.values())
    assert min(printed, usual) > idle + 4
    # Randomised response: one of two policies, the better one with probability .711; six deviations of 60 runs.
    good = list(found.values())[2] > idle
    assert abs(good.mean() - 0.711) < 6 * 0.453 / math.sqrt(60)
    assert idle < private
    assert trained > idle
    assert abs(still - idle) < 0.2
    assert loud < idle


def test_the_claim_names_its_controls():
    claim = registered["dpdqn/thm5/actor-critic", "printed"]

    assert len(claim.broken) == 4
    assert all(isinstance(x, Evidence) for x in remark._one_state("values"))
