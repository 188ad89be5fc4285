"""The panels of claims about MDPs, laws and mechanisms: false ones are refuted by small worlds, true ones survive."""

import law_claims
import mdp_claims
import pytest

import theory_checks as tc
from theory_checks.checker import checker

LARGEST = {mdp_claims: 2, law_claims: 3}  # states, or outcomes, of a counterexample
FALSE = [pytest.param(claim, states, id=claim.__name__) for panel, states in LARGEST.items() for claim in panel.FALSE]
TRUE = [pytest.param(claim, id=claim.__name__) for panel in LARGEST for claim in panel.TRUE]


def hunted(claim):
    return tc.hunt(claim, work=3000, seconds=60)


@pytest.mark.parametrize(("claim", "largest"), FALSE)
def test_a_false_claim_is_refuted_with_a_certificate_that_the_checker_accepts(claim, largest):
    result = hunted(claim)
    answer = checker.check_bytes(result.certificate.to_bytes())

    assert result.fate is tc.Fate.REFUTED
    assert answer["accepted"], answer
    assert result.prey.data["states"] <= largest


@pytest.mark.parametrize(("claim", "largest"), FALSE)
def test_a_counterexample_is_pasted_as_a_test(claim, largest):
    scope = {claim.__name__: claim}
    exec(hunted(claim).prey.test, scope)

    scope[f"test_{claim.__name__}_fails"]()


@pytest.mark.parametrize("claim", TRUE)
def test_a_true_claim_survives(claim):
    result = hunted(claim)

    assert result.fate is tc.Fate.SURVIVED
    assert result.verdict is tc.Verdict.CONSISTENT
    assert result.tightest.ratio is None or result.tightest.ratio == pytest.approx(1, rel=1e-2)
