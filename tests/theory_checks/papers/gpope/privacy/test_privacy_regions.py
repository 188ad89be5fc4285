"""The cases said to be inside and outside of a region, against the formulas of the region."""

from math import ceil

import pytest

from theory_checks.core.domain import holds
from theory_checks.engine.papers import load
from theory_checks.papers.gpope.privacy._one_step import Step
from theory_checks.papers.gpope.privacy._planned_noise import LARGE_EPSILON, SMALL_EPSILON
from theory_checks.papers.gpope.privacy.small_sigma import FAR, LARGE_ORDERS, SMALL, VACUOUS
from theory_checks.papers.gpope.privacy.subsampling_step import FAILING, INSIDE, PRINTED_FAILING, PRINTED_INSIDE
from theory_checks.papers.gpope.privacy.theorem1 import ALONE, _several
from theory_checks.papers.gpope.privacy.theorem1_constants import CASES, met

LEDGER = load()


def _step(step):
    return {**step.constants, "n": ceil(step.order)}


def _steps(*numbers):
    return [_step(Step(*some, 1)) for some in numbers]


def _plans(plans):
    return [{**plan.constants, "K": 3} for plan in plans]


SIDES = {
    ("gpope/thm1", "absolute-constants"): (_plans(SMALL_EPSILON), _plans(LARGE_EPSILON)),
    ("gpope/b2-constants", "absolute-constants"): (_plans(SMALL_EPSILON), _plans(LARGE_EPSILON)),
    ("gpope/thm1", "constants-depend"): (_plans(_several()), _plans(ALONE)),
    ("gpope/b2-constants", "conditions"): (
        _plans([case for case in CASES if met(case)]),
        _plans([case for case in CASES if not met(case)]),
    ),
    ("gpope/lemma1-subsampling", "mixture-first"): (_steps(*INSIDE), _steps(*FAILING)),
    ("gpope/lemma1-subsampling", "mu0-first"): (_steps(*PRINTED_INSIDE), _steps(*PRINTED_FAILING)),
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
