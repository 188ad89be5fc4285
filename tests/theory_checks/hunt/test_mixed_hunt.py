"""The mixed panel: every false claim of at most four states is refuted, twelve in fourteen of all, and no true one."""

import mixed_claims as panel
import pytest

import theory_checks as tc
from theory_checks.checker import checker

LARGE = [panel.four_sweeps_see_all_rewards]  # claims whose smallest counterexample has more than four states
WORK = 30_000


@pytest.mark.parametrize("claim", [x for x in panel.FALSE if x not in LARGE], ids=lambda claim: claim.__name__)
def test_a_false_claim_is_refuted_with_a_certificate_that_the_checker_accepts(claim):
    result = tc.hunt(claim, 300, work=WORK)

    assert result.fate is tc.Fate.REFUTED
    assert checker.check_bytes(result.certificate.to_bytes())["accepted"]
    assert result.prey.data["states"] <= 4
    assert "<svg" in result.prey.picture or claim is panel.k_fold_costs_the_root_of_k  # of which there is no table


@pytest.mark.parametrize("claim", panel.TRUE, ids=lambda claim: claim.__name__)
def test_a_true_claim_survives(claim):
    result = tc.hunt(claim, 300, work=WORK // 10)

    assert result.fate is tc.Fate.SURVIVED
    assert result.certificate is None


def test_the_panel_allows_two_in_fourteen_to_be_missed():
    assert len(LARGE) * 7 <= len(panel.FALSE)
