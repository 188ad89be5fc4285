"""Many worlds at once against each of them alone."""

import law_claims
import mdp_claims
import numpy as np
import pytest

import theory_checks as tc
from theory_checks.hunt.asking import asked, is_infinite, room, scale_of
from theory_checks.hunt.lanes import WIDTH, Herd, Lane, batches, rooms
from theory_checks.hunt.worlds import parameters_of

CLAIMS = [
    mdp_claims.greedy_loses_gamma_over_one_minus_gamma,
    mdp_claims.contraction,
    mdp_claims.occupancy_is_at_most_one,
    mdp_claims.mixing_is_never_better_than_one_policy,
    mdp_claims.perturbed_rewards_move_values_by_no_more,
    law_claims.basic_composition,
    law_claims.entropy_is_at_most_one,
    law_claims.randomised_response_is_at_most_three_times_its_truth,
]


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.__name__)
def test_the_room_of_many_is_that_of_each(claim):
    names = parameters_of(claim)
    compared = 0
    for batch, _ in zip(batches(names, np.random.default_rng(3)), range(4), strict=False):
        found = rooms(claim, names, batch)
        for i in range(0, WIDTH, 64):
            world = batch.world(i)
            comparison = asked(claim, world.arguments(names))
            if comparison is None:
                assert np.isnan(found[i]) or np.isinf(found[i])
            elif np.isfinite(found[i]) and not is_infinite(comparison):
                alone, _ = room(comparison, scale_of(world))
                near = min(abs(alone - found[i]), abs(alone - 1) + abs(found[i]))  # 0 against 0 tells nothing
                assert near < 1e-3
                compared += 1

    assert compared >= 10


def test_the_majority_leads_and_the_others_fall_out():
    herd = Herd(np.ones(5, dtype=bool))
    x = Lane(np.array([1.0, 2.0, 3.0, -1.0, 5.0]), herd)

    assert x > 0
    assert herd.stays.tolist() == [True, True, True, False, True]
    assert not x > 4
    assert herd.stays.tolist() == [True, True, True, False, False]


def test_functions_are_those_of_numpy():
    herd = Herd(np.ones(2, dtype=bool))
    values = np.array([0.5, 2.0])
    x = Lane(values, herd)

    made = [tc.exp(x), tc.log(x), tc.sqrt(x), x**2, 1 / x, abs(-x), tc.log(2) * x, 3 - x]

    expected = [
        np.exp(values),
        np.log(values),
        values**0.5,
        values**2,
        1 / values,
        values,
        np.log(2) * values,
        3 - values,
    ]
    assert np.array([y.values for y in made]) == pytest.approx(np.array(expected))
    assert herd.stays.all()


def test_a_hunt_looks_at_many_at_once():
    result = tc.hunt(law_claims.basic_composition, work=4000)

    assert result.fate is tc.Fate.SURVIVED
    assert result.tried["many at once"] > 4 * WIDTH


def test_a_claim_that_needs_floats_is_looked_at_alone():
    def determinant(mdp):
        return np.linalg.det(np.array(mdp.transitions[0], dtype=float)) * float(mdp.discount), "<=", 2

    result = tc.hunt(determinant, work=3000)

    assert result.fate is tc.Fate.SURVIVED
    assert result.tried["many at once"] == 0
