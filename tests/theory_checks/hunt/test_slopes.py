"""Slopes of claims against differences, linear programs against vertices that are known, and near misses they find."""

import law_claims
import mdp_claims
import numpy as np
import pytest

import theory_checks as tc
from theory_checks.checker import checker
from theory_checks.hunt.asking import asked, room, scale_of
from theory_checks.hunt.descent import Descent, blocks, differences, followed, smooth
from theory_checks.hunt.families import layout_of, normalised, seeded
from theory_checks.hunt.slopes import Path, Slope
from theory_checks.hunt.worlds import World, parameters_of

SMOOTH = [
    mdp_claims.contraction,
    mdp_claims.greedy_loses_twice,
    mdp_claims.occupancy_is_at_most_one,
    mdp_claims.perturbed_rewards_move_values_by_no_more,
    mdp_claims.other_transitions_do_not_matter,
    law_claims.pinsker,
    law_claims.kl_is_symmetric,
    law_claims.renyi_of_order_two_is_below_kl,
    law_claims.basic_composition,
    law_claims.post_processing,
]


def inner(claim, count):
    """Yield random worlds away from the ends of all ranges."""
    rng = np.random.default_rng(1)
    for world, _ in zip(seeded(parameters_of(claim), rng), range(count), strict=False):
        parts = dict(world.parts)
        for key, (form, _) in layout_of(world).items():
            if form == "laws":
                parts[key] = normalised(parts[key] + 0.3 * rng.random(parts[key].shape))
            if form == "discount":
                parts[key] = np.array(0.9 * rng.random())
        yield World(world.n, world.m, parts)


def room_of(claim):
    def found(world):
        comparison = asked(claim, world.arguments(parameters_of(claim)))
        return room(comparison, scale_of(world))[0] if comparison else np.inf

    return found


@pytest.mark.parametrize("claim", SMOOTH, ids=lambda claim: claim.__name__)
def test_slopes_are_limits_of_differences(claim):
    compared = 0
    for world in inner(claim, 80):
        keys = smooth(world)
        here, there = (
            followed(claim, parameters_of(claim), world, keys),
            differences(room_of(claim), world, keys),
        )
        if here is None or there is None:
            continue
        step = np.random.default_rng(2).standard_normal(len(here.slope))
        start = 0
        for key in keys:  # differences change a law along the laws
            array = world.parts[key]
            part = slice(start, start + array.size)
            start += array.size
            if layout_of(world)[key][0] == "laws":
                rows = step[part].reshape(array.shape)
                step[part] = (rows - rows.mean(axis=-1, keepdims=True)).reshape(-1)
        assert here.slope @ step == pytest.approx(there.slope @ step, rel=1e-2, abs=1e-3)
        compared += 1

    assert compared >= 10


def test_functions_have_their_derivatives():
    path = Path()
    x = Slope(0.5, np.array([1.0]), path)

    made = [tc.exp(x), tc.log(x), tc.sqrt(x), x**3, 1 / x, abs(-x), tc.log(2) * x, max(x, 0.25)]

    assert [float(y.slope[0]) for y in made] == pytest.approx([np.exp(0.5), 2, 0.5**0.5, 0.75, -4, 1, np.log(2), 1])
    assert path.bent
    assert not Path().bent


def test_a_claim_is_linear_in_numbers_and_bent_in_transitions():
    world = next(inner(mdp_claims.contraction, 1))
    names = parameters_of(mdp_claims.contraction)
    numbers, *laws = [followed(mdp_claims.contraction, names, world, keys) for keys in blocks(world)]

    assert not numbers.path.bent
    assert not laws[0].path.bent  # one sweep is linear in the transitions
    everything = followed(mdp_claims.contraction, names, world, smooth(world))
    assert everything.path.bent


def test_a_program_without_a_length_goes_to_a_vertex():
    """The mean of a law is largest where the law is certain."""

    def mean(law):
        return law @ np.arange(len(law)), "<=", 10 + 0 * law[0]

    world = World(3, 1, {"law": np.array([0.2, 0.5, 0.3])})
    descent = followed(mean, ("law",), world, ["law"])
    (ends,) = descent.steps()

    assert isinstance(descent, Descent)
    assert ends[0].parts["law"] == pytest.approx([0, 0, 1])
    assert ends[1].parts["law"] == pytest.approx([0.1, 0.25, 0.65])


def test_an_active_set_ends_where_another_piece_begins():
    def top(law):
        return max(law), ">=", law[1] + 1 / 10

    world = World(3, 1, {"law": np.array([0.6, 0.1, 0.3])})
    (ends,) = followed(top, ("law",), world, ["law"]).steps()

    assert ends[0].parts["law"] == pytest.approx([0.5, 0.5, 0])


def test_parts_that_are_the_same_may_stay_the_same():
    def apart(law, law_other):
        return law[0] - law_other[0], "<=", 1 / 2

    law = np.array([0.5, 0.5])
    world = World(2, 1, {"law": law, "law_other": law})
    first, second = followed(apart, ("law", "law_other"), world, ["law", "law_other"]).steps()

    assert first[0].parts["law"] == pytest.approx(first[0].parts["law_other"])
    assert second[0].parts["law"] == pytest.approx([1, 0])
    assert second[0].parts["law_other"] == pytest.approx([0, 1])


def greedy_loses_almost_twice(mdp, value):
    """A near miss: 1.95 in the place of 2."""
    best = tc.optimal_value(mdp)
    lost = max(abs(best - tc.policy_value(mdp, tc.greedy(mdp, value))))
    return 100 * lost * (1 - mdp.discount), "<=", 195 * mdp.discount * max(abs(best - value))


def simulation_with_less(mdp, mdp_other):
    """A near miss that takes two states, a loop and a small leak: 4/5 in the place of 1."""
    moved = max(abs(tc.optimal_value(mdp) - tc.optimal_value(mdp_other)))
    rewards = max(abs(mdp.rewards - mdp_other.rewards).reshape(-1))
    leak = max(abs(mdp.transitions - mdp_other.transitions).sum(axis=2).reshape(-1))
    largest, gamma = max(abs(mdp_other.rewards).reshape(-1)), mdp.discount
    return 5 * moved * (1 - gamma) ** 2, "<=", 5 * (1 - gamma) * rewards + 4 * gamma * leak * largest


@pytest.mark.parametrize("claim", [greedy_loses_almost_twice, simulation_with_less])
def test_near_misses_are_found(claim):
    result = tc.hunt(claim, 300, work=60_000)

    assert result.fate is tc.Fate.REFUTED
    assert checker.check_bytes(result.certificate.to_bytes())["accepted"]
    assert (result.prey.data["states"], result.prey.data["actions"]) <= (2, 2)


def test_a_claim_that_only_runs_exactly_is_hunted():
    from fractions import Fraction

    def strict(mdp):
        if not isinstance(mdp.discount, Fraction):
            raise TypeError("only fractions")
        return mdp.discount, "<=", Fraction(1, 2)

    assert tc.hunt(strict, work=500).prey is not None


def test_a_claim_with_numpy_of_its_own_has_differences():
    def determinant(mdp):
        return np.linalg.det(np.array(mdp.transitions[0], dtype=float)) * float(mdp.discount), "<=", 2

    result = tc.hunt(determinant, work=2500)

    assert result.fate is tc.Fate.SURVIVED
    assert result.tried["slopes and linear programs"] > 0
