"""The cases of the short profile are among the worst ones."""

from fractions import Fraction

import pytest

from theory_checks.core.claim import Trial
from theory_checks.papers.pucb.privacy.zero_feed import _audit, jdp_zero_feed

SHORT, FULL = Trial(claim_id="pucb/jdp-zero-feed"), Trial(claim_id="pucb/jdp-zero-feed", profile="full")


@pytest.mark.parametrize(("episodes", "least", "most"), [(2, 2.6, 2.8), (1, 2.6, 4.3)])
def test_the_short_case_is_close_to_the_worst(episodes, least, most):
    (_, short), (_, worst) = (_audit(trial, episodes, Fraction(10)) for trial in (SHORT, FULL))

    assert least < float(short.epsilon_ball().lower()) <= float(worst.epsilon_ball().upper()) < most


def test_a_smaller_promise_is_not_kept():
    for found in list(jdp_zero_feed(SHORT, promise=Fraction(1, 5)))[:3]:
        assert found.outcome == "fails"


def test_the_promise_is_kept_where_it_is_computed_and_open_elsewhere():
    assert [x.outcome for x in list(jdp_zero_feed(SHORT))[:3]] == ["holds", "undecided", "holds"]
