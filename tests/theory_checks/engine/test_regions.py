"""A statement that holds on a region is refuted outside of it: by values that do not lie in the region."""

from dataclasses import replace
from fractions import Fraction

import pytest

from theory_checks.core.certificate import Certificate, instance
from theory_checks.core.claim import Claim, Trial
from theory_checks.core.evidence import Region, exact
from theory_checks.core.statement import Reading, Statement
from theory_checks.engine import execution
from theory_checks.engine.believed import follows

READING = Reading(
    domain="x", refuted_by="x", covers="x", formal=["x <= 1"], where=["0 <= x <= 3"], region=["x <= 2"], border="x = 2"
)
STATEMENT = Statement(id="t/x", label="x", kind="lemma", place="x", quantifier="x", says="x", readings=(READING,))


class Believing(Certificate):
    """A certificate that answers in the place of the checker."""

    compared = "3 > 1"


def judged(x, change=lambda certificate: certificate):
    """Return the record of a check that has x for a failure outside of the region."""

    def check(trial: Trial, *, bound=1):
        yield exact("inside", 1, "<=", bound, region=Region.INSIDE)
        if bound == 1:
            shipped = change(instance(trial.formal, "x is too large", {"x": x}))
            yield exact("outside", x, "<=", 1, region=Region.OUTSIDE, certificate=shipped)

    objects = {"broken": {"less": {"bound": 0}}, "sound": {"more": {"bound": 2}}}
    return execution.execute(Claim(id="t/x", reading="printed", function=check, **objects), STATEMENT)


def test_a_failure_outside_of_the_region_is_one():
    record = judged(3)

    assert (record["verdict"], record["error"]) == ("HOLDS_ON_REGION", None)
    assert follows(record, STATEMENT)


@pytest.mark.parametrize("x", [2, Fraction(3, 2)])
def test_values_in_the_region_are_no_failure_outside_of_it(x):
    record = judged(x)

    assert record["verdict"] == "INCONCLUSIVE"
    assert "case 'outside' is not known to lie outside of the region" in record["error"]


def test_no_record_is_believed_that_says_so():
    narrow = replace(STATEMENT, readings=(replace(READING, region=["x <= 5/2"]),))
    wide = replace(STATEMENT, readings=(replace(READING, region=["x <= 3"]),))

    assert [follows(judged(3), x) for x in (narrow, wide)] == [True, False]


def test_no_certificate_answers_in_the_place_of_the_checker():
    record = judged(3, lambda own: Believing(says=own.says, values={"x": 1}))

    assert record["verdict"] == "INCONCLUSIVE"
    assert "certificate must be a Certificate, got Believing at 'outside'" in record["error"]
