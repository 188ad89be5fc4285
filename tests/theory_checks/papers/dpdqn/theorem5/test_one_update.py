"""One update of small networks: gradients by differences, suprema on grids, and the algebra of the batch."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from theory_checks.core.claim import Trial, registered
from theory_checks.core.evidence import Outcome
from theory_checks.core.formal import formal_of
from theory_checks.engine.papers import load
from theory_checks.kit.cases import HALF
from theory_checks.papers.dpdqn.theorem5 import one_update
from theory_checks.papers.dpdqn.theorem5._updates import (
    CHANGE,
    Hidden,
    Situation,
    Sloped,
    Step,
    batches,
    distance,
    repaired_change,
    repaired_sensitivity,
    situations,
    slope_of,
)
from theory_checks.papers.dpdqn.theorem5.one_update import one_update as check
from theory_checks.papers.dpdqn.theorem5.one_update_repaired import networks

EIGHTHS = st.integers(-16, 16).map(lambda k: Fraction(k, 8))
THETAS = st.tuples(*[EIGHTHS] * 7)
STATES = st.integers(0, 16).map(lambda k: Fraction(k, 16))
STEPS = st.builds(Step, STATES, EIGHTHS, EIGHTHS, EIGHTHS)


def by_hand(theta, s):
    w, b, v, c = np.array(theta[0:2]), np.array(theta[2:4]), np.array(theta[4:6]), theta[6]
    return float(v @ np.maximum(w * s + b, 0) + c)


@given(THETAS, STATES)
def test_a_hidden_layer_is_the_sum_of_its_units(theta, s):
    values = [float(x) for x in theta]

    assert float(Hidden(2).line(theta)(s)) == pytest.approx(by_hand(values, float(s)), abs=1e-12)


@given(THETAS, STATES)
def test_the_gradient_is_the_slope_of_small_changes(theta, s):
    sums = [theta[i] * s + theta[2 + i] for i in range(2)]
    if 0 in sums:
        return  # on a kink there is no slope
    values, h = np.array([float(x) for x in theta]), 1e-6
    slopes = [(by_hand(values + h * e, float(s)) - by_hand(values - h * e, float(s))) / (2 * h) for e in np.eye(7)]

    assert [float(x) for x in Hidden(2).gradient(theta, s)] == pytest.approx(slopes, abs=1e-6)


@given(THETAS, THETAS, STATES, STATES, st.fractions(min_value=0, max_value=1, max_denominator=8))
def test_the_overlap_bounds_every_inner_product_on_the_segment(theta, end, s, state, x):
    network, between = Hidden(2), tuple((1 - x) * a + x * b for a, b in zip(theta, end, strict=True))
    inner = sum(a * b for a, b in zip(network.gradient(between, s), network.gradient(theta, state), strict=True))

    assert abs(inner) <= network.overlap(theta, [theta, end], [state])


@given(THETAS, st.lists(STEPS, min_size=1, max_size=3))
def test_the_repaired_bounds_hold_for_random_networks(theta, batch):
    x = Situation("", Hidden(2), theta, tuple(batch))

    assert distance(x.network, x.theta, x.updated()) <= repaired_change(x)
    assert distance(x.network, x.updated(), x.updated(1)) <= repaired_sensitivity(x)


@given(THETAS, st.lists(STEPS, min_size=1, max_size=3))
def test_the_noise_cancels_between_the_rewards(theta, batch):
    loud = Situation("", Hidden(2), theta, tuple(batch))
    quiet = Situation("", Hidden(2), theta, tuple(Step(t.state, t.reward) for t in batch))
    apart = [tuple(a - b for a, b in zip(x.updated(), x.updated(1), strict=True)) for x in (loud, quiet)]

    assert apart[0] == apart[1]


@given(THETAS, THETAS)
def test_the_distance_is_the_largest_on_a_fine_grid(theta, end):
    network, grid = Hidden(2), [Fraction(i, 64) for i in range(65)]
    seen = max(abs(network.line(theta)(s) - network.line(end)(s)) for s in grid)

    assert seen <= distance(network, theta, end)


def test_a_batch_of_equal_steps_moves_as_one_of_them():
    step = Step(Fraction(0), Fraction(2))
    one, many = (Situation("", Sloped(Fraction(1)), (Fraction(0),), (step,) * k) for k in (1, 128))

    assert one.updated() == many.updated() == (Fraction(1, 5),)


@pytest.mark.parametrize("x", situations(Fraction(2)) + batches(), ids=lambda x: x.name)
def test_the_slope_is_that_of_the_name(x):
    assert slope_of(x) == (0 if "L = 0" in x.name else 1)


def test_networks_are_seeded():
    trial = Trial(claim_id="a")

    assert networks(trial) == networks(trial)
    assert networks(trial) != networks(Trial(claim_id="b"))


@pytest.mark.parametrize(
    "claim", [x for x in registered.values() if x.function is check], ids=lambda x: "-".join(x.key)
)
def test_every_failure_has_an_accepted_certificate_and_one_case_holds(claim, answer):
    trial = Trial(claim_id=claim.id, formal=formal_of(one_update.__file__, claim.id))
    found = list(claim.function(trial, **claim.setting))
    failing = [e for e in found if e.outcome is Outcome.FAILS]

    assert len(failing) >= 2
    assert len(failing) == len(found) - 1
    assert all(answer(e.certificate, claim.id)["accepted"] for e in failing)


@pytest.mark.parametrize("name", ["noise", "reward", "D", "alpha", "B"])
def test_the_difference_is_that_of_the_update(name, answer):
    id_ = "dpdqn/thm5-one-step"
    found, *_ = check(
        Trial(claim_id=id_, formal=formal_of(one_update.__file__, id_)), size=CHANGE, cases=situations(Fraction(2))
    )
    other = replace(found.certificate, values={**found.certificate.values, name: 7})

    assert not answer(other, id_)["accepted"]


def cantor(x: Fraction, depth: int = 40) -> Fraction:
    """Return Cantor's function on [0, 1]: where it is not constant, to ``depth`` digits."""
    if depth == 0 or x in (0, 1):
        return x
    third = int(3 * x)
    return HALF if third == 1 else Fraction(third // 2, 2) + cantor(3 * x - third, depth - 1) / 2


@pytest.mark.parametrize("id_", ["dpdqn/thm5-one-step/repaired", "dpdqn/thm5-sensitivity/repaired"])
def test_gradients_almost_everywhere_bound_no_update(id_):
    """Q = theta in one state, 10 c(theta) in another, c Cantor's: c' = 0 where it exists, so that Gamma would be 1.

    The statement asks for more: its pieces go on smoothly beyond their borders, as no piece of c does.
    """
    alpha = difference = Gamma = 1
    flat = [cantor(Fraction(x, 9)) for x in (1, 2, 3, 4, 5, 6, 7, 8)]
    moved = max(Fraction(1), 10 * (cantor(Fraction(1)) - cantor(Fraction(0))))

    assert flat == [Fraction(1, 4), Fraction(1, 4), *[HALF] * 4, Fraction(3, 4), Fraction(3, 4)]
    assert moved > alpha * Gamma * difference
    assert "each continuously differentiable in a neighbourhood of its closure" in " ".join(load()[id_].assumes)


@pytest.mark.parametrize("cases", [situations(Fraction(2)), situations(HALF, HALF)], ids=["second", "first version"])
def test_noise_has_one_value_at_a_state(cases):
    steps = [step for case in cases for step in case.batch]

    assert [x for x in steps if x.state == 0 and x.noise != x.next_noise] == []
    assert any(x.noise for x in steps)
