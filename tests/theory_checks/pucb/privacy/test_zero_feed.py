"""The case of the short profile is one of the worst ones."""

from fractions import Fraction

from theory_checks.claim import Trial
from theory_checks.pucb.privacy.zero_feed import _audits, jdp_zero_feed


def test_the_short_case_is_close_to_the_worst():
    ((_, short),) = _audits(Trial(claim_id="pucb/jdp-zero-feed"), Fraction(10))
    ((_, worst),) = _audits(Trial(claim_id="pucb/jdp-zero-feed", profile="full"), Fraction(10))

    assert 2.6 < float(short.epsilon_ball().lower()) <= float(worst.epsilon_ball().upper()) < 2.8


def test_a_smaller_promise_is_not_kept():
    found = next(jdp_zero_feed(Trial(claim_id="pucb/jdp-zero-feed"), promise=Fraction(1, 5)))

    assert found.outcome == "fails"
