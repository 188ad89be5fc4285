"""The agent that never learns loses the same with and without privacy, and the test notices."""

from __future__ import annotations

from theory_checks.core.claim import Trial
from theory_checks.core.evidence import Evidence, Outcome
from theory_checks.papers.pucb.learning._learners import never_learning
from theory_checks.papers.pucb.learning.privacy_cost import privacy_share_of_runs, privacy_share_on_one_mdp


def _trial() -> Trial:
    return Trial(claim_id="pucb/privacy-lower-order", reading="runs", seed=1)


def test_a_constant_share_is_refuted() -> None:
    found = [x for x in privacy_share_of_runs(_trial(), learner=never_learning) if isinstance(x, Evidence)]
    assert [x.outcome for x in found] == [Outcome.FAILS]
    assert "0 of 10" in found[0].left
    assert "in the mean: 0, then 0" in found[0].detail


def test_the_share_of_the_printed_algorithm_falls() -> None:
    found = next(privacy_share_of_runs(_trial()))
    assert isinstance(found, Evidence)
    assert found.outcome is Outcome.HOLDS


def test_on_one_mdp_the_share_grows() -> None:
    trial = Trial(claim_id="pucb/privacy-lower-order", reading="one-mdp", seed=1)
    (found,) = privacy_share_on_one_mdp(trial)

    assert found.outcome is Outcome.FAILS
    assert "gap 1/2" in found.case
    assert int(found.left.split()[0]) < 20
