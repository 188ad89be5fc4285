"""Dividing Lemma 16 by n, as the lemma prints its bound and as the proof quotes it, in floats."""

import math
from dataclasses import replace
from fractions import Fraction

import pytest

from theory_checks.core.claim import Trial
from theory_checks.core.evidence import Outcome
from theory_checks.engine.papers import load
from theory_checks.papers.dpdqn.utility.utility_proof_steps import OUTSIDE, PRINTED, UNDER, division, squared

TRIAL = Trial(claim_id="dpdqn/prop10-from-lemma16", reading="n-outside-root")


def quoted(n, gamma):
    """The bound that the proof quotes, divided by n, over the conclusion (sigma = 1)."""
    lemma = 2 * math.sqrt(2) * n / math.sqrt(math.pi * (1 - gamma))
    return lemma / n / (2 * math.sqrt(2) / (math.sqrt(n * math.pi) * (1 - gamma)))


@pytest.mark.parametrize(("n", "gamma"), [(2, 0), (2, 0.5), (10, 0.9), (10, 0.8), (3, 0.25)])
def test_the_quotation_is_the_lemma_times_the_root_of_what_the_discount_leaves(n, gamma):
    shares = [squared(bound, n, Fraction(gamma)) / squared(PRINTED, n) for bound in OUTSIDE]
    assert shares[1] == (1 - Fraction(gamma)) * shares[0]
    assert quoted(n, gamma) == pytest.approx(math.sqrt(shares[1]), rel=1e-14)
    assert (quoted(n, gamma) <= 1 + 1e-15) == (n * (1 - gamma) <= 1)  # equality is a matter of rounding
    assert {squared(bound, n, Fraction(gamma)) for bound in UNDER} == {squared(PRINTED, n)}


def test_the_quoted_bound_is_judged_on_both_sides_of_its_border():
    cases = {item.case.partition(": ")[2]: item.outcome for item in division(TRIAL) if "quotes" in item.case}

    assert cases == {
        "n = 2, discount 0": Outcome.FAILS,
        "n = 2, discount 1/2": Outcome.HOLDS,
        "n = 10, discount 9/10": Outcome.HOLDS,
        "n = 10, discount 4/5": Outcome.FAILS,
    }
    under = replace(TRIAL, formal=load()[TRIAL.claim_id].reading("n-under-root").claims)
    assert {item.outcome for item in division(under, bound=UNDER)} == {Outcome.HOLDS}


def test_the_lemma_gives_its_quotation_at_discount_zero_only():
    cases = [item for item in division(TRIAL) if "quotation" in item.case]

    assert [item.outcome is Outcome.HOLDS for item in cases] == ["discount 0" in item.case for item in cases]
    assert {item.certificate.part for item in cases if item.certificate} == {1}


def test_certificates_of_the_division_are_accepted_and_have_their_own_discount(answer):
    failing = [item.certificate for item in division(TRIAL) if item.outcome is Outcome.FAILS]

    for reading, accepted in (("n-outside-root", True), ("n-under-root", False)):
        answers = {answer(item, "dpdqn/prop10-from-lemma16", reading)["accepted"] for item in failing}
        assert answers == {accepted}
    assert [certificate.part for certificate in failing if "discount 4/5" in certificate.says] == [0, 1]
    assert Fraction(1, 10) < Fraction(1, 5)  # 1/n and 1 - gamma of that certificate
