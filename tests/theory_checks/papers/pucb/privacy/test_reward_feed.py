"""The two ways of feeding reward counters, on the smallest sizes."""

from theory_checks.core.claim import Trial
from theory_checks.papers.pucb.privacy.reward_feed import SIZES, reward_feed


def outcomes(reading, **objects):
    return [str(x.outcome) for x in reward_feed(Trial(claim_id="pucb/reward-feed", reading=reading), **objects)]


def test_an_unvisited_counter_tells_for_certain():
    assert outcomes("visited-only") == ["fails"] * len(SIZES)


def test_with_zeros_fed_the_loss_is_finite_and_attained():
    found = list(reward_feed(Trial(claim_id="pucb/reward-feed", reading="zero-fed")))

    assert [str(x.outcome) for x in found] == ["holds"] * (2 * len(SIZES))
    assert [x.left for x in found[1::2]] == ["2"] * len(SIZES)
    assert outcomes("zero-fed", feed="visited") == outcomes("visited-only")
