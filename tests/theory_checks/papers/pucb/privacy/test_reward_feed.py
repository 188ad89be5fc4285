"""The two ways of feeding reward counters, on the smallest sizes."""

from theory_checks.core.claim import Trial
from theory_checks.engine.papers import load
from theory_checks.papers.pucb.privacy.reward_feed import SIZES, reward_feed

TRIAL = Trial(claim_id="pucb/reward-feed", formal=load().statements["pucb/reward-feed"].reading("visited-only").claims)


def test_an_unvisited_counter_tells_for_certain():
    assert [str(x.outcome) for x in reward_feed(TRIAL, feed="visited")] == ["fails"] * len(SIZES)


def test_with_zeros_fed_the_loss_is_finite_and_attained():
    found = list(reward_feed(TRIAL, feed="all"))

    assert [str(x.outcome) for x in found] == ["holds"] * (2 * len(SIZES))
    assert [x.left for x in found[1::2]] == ["2"] * len(SIZES)
