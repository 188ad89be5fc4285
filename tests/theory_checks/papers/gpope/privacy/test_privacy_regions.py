"""The cases said to be inside and outside of a region, against the formulas of the region."""

from math import ceil

import pytest

from theory_checks.core.domain import holds
from theory_checks.engine.papers import load
from theory_checks.papers.gpope.privacy._one_step import Step
from theory_checks.papers.gpope.privacy._planned_noise import LARGE_EPSILON, SMALL_EPSILON
from theory_checks.papers.gpope.privacy.small_sigma import FAR, LARGE_ORDERS, SMALL, VACUOUS
from theory_checks.papers.gpope.privacy.subsampling_step import LARGE
from theory_checks.papers.gpope.privacy.theorem1 import ALONE, EQUAL, _several

LEDGER = load()


def _step(step):
    return {**step.constants, "n": ceil(step.order)}


def _plans(plans):
    return [{**plan.constants, "K": 3} for plan in plans]


SIDES = {
    ("gpope/thm1", "absolute-constants"): (_plans(SMALL_EPSILON), _plans(LARGE_EPSILON)),
    ("gpope/b2-constants", "absolute-constants"): tuple(map(_plans, EQUAL)),
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


def test_the_plans_of_the_last_sentence_of_the_proof_have_its_epsilon():
    assert all(p.epsilon == p.c1 * p.steps / p.m**2 for plans in EQUAL for p in plans)


@pytest.mark.parametrize("numbers", LARGE, ids=str)
def test_m_is_large_enough_for_the_order_of_each_case(numbers):
    domain = LEDGER["gpope/lemma1-subsampling"].reading("fixed-order").claims.domain

    assert domain.contains(_step(Step(*numbers, 1)))
