"""The cases said to be inside and outside of a region, against the formulas of the region."""

from math import ceil, log

import pytest

from theory_checks.core.domain import holds
from theory_checks.engine.papers import load
from theory_checks.papers.gpope.privacy._one_step import Step
from theory_checks.papers.gpope.privacy._planned_noise import LARGE_EPSILON, SMALL_EPSILON, with_equality
from theory_checks.papers.gpope.privacy.small_sigma import FAR, LARGE_ORDERS, SMALL, VACUOUS
from theory_checks.papers.gpope.privacy.subsampling_step import LARGE
from theory_checks.papers.gpope.privacy.theorem1 import ALONE, EQUAL, _several

LEDGER = load()


def _step(step):
    return {**step.constants, "n": ceil(step.order)}


def _plans(plans):
    return [plan.constants for plan in plans]


SIDES = {
    ("gpope/thm1", "constants-depend"): (_plans(_several()), _plans(ALONE)),
    ("gpope/lemma1-small-sigma", "small-sigma"): (
        [_step(step) for step in (*VACUOUS, *LARGE_ORDERS)],
        [_step(step) for step in (*SMALL, FAR)],
    ),
}


@pytest.mark.parametrize("name", SIDES, ids=" ".join)
def test_the_cases_are_on_the_side_of_the_border_that_they_are_said_to_be_on(name):
    id_, reading = name
    limits = LEDGER[id_].reading(reading).limits.claims
    inside, outside = SIDES[name]

    assert inside
    assert outside
    assert all(holds(limit, case) for limit in limits for case in inside)
    assert not any(all(holds(limit, case) for limit in limits) for case in outside)


@pytest.mark.parametrize("change", [lambda p: p, with_equality], ids=["below", "equal"])
def test_the_plans_are_on_both_sides_of_three_times_the_logarithm(change):
    small, large = ([change(p) for p in plans] for plans in (SMALL_EPSILON, LARGE_EPSILON))

    assert all((p.c1, p.c2) == (1, 10) and p.epsilon <= 3 * log(1 / p.delta) for p in small)
    assert all(p.epsilon > 3 * log(1 / p.delta) for p in large)


def test_the_plans_of_the_last_sentence_of_the_proof_have_its_epsilon():
    assert all(p.epsilon == p.c1 * p.steps / p.m**2 for p in EQUAL)


@pytest.mark.parametrize("numbers", LARGE, ids=str)
def test_m_is_large_enough_for_the_order_of_each_case(numbers):
    domain = LEDGER["gpope/lemma1-subsampling"].reading("fixed-order").claims.domain

    assert domain.contains(_step(Step(*numbers, 1)))
