import math

import pytest
from refusals import refusals
from scipy import stats

from theory_checks.statistics import (
    BernoulliTest,
    BoundedMeanTest,
    DetectableEffect,
    FixedBinomialTest,
    FixedHoeffdingTest,
    FixedSubGaussianTest,
    detectable_effect,
    power_of,
)

TESTS = [
    BernoulliTest(0.3),
    BernoulliTest(0.3, "less"),
    BernoulliTest(0.3, "two-sided"),
    BernoulliTest(0.0),
    BoundedMeanTest(0.3),
    BoundedMeanTest(-1.0, "two-sided", bounds=(-3.0, 5.0)),
    BoundedMeanTest(0.3, "less", variance=0.02),
    FixedBinomialTest(null=0.3, alternative="two-sided"),
    FixedHoeffdingTest(null=0.3, alternative="less"),
    FixedSubGaussianTest(null=-2.0, scale=1e-3, alternative="less"),
    FixedSubGaussianTest(null=0.0, scale=2.0, alternative="two-sided"),
]


@pytest.mark.parametrize("test", TESTS, ids=str)
@pytest.mark.parametrize("power", [0.5, 0.95, 0.999])
def test_detectable_effect_is_the_first_value_with_enough_power(test: BernoulliTest, power: float) -> None:
    n = 5000
    effect = detectable_effect(test, n, power)
    sides = {"greater": (effect.above,), "less": (effect.below,), "two-sided": (effect.below, effect.above)}
    actual = sides[test.alternative]
    assert None not in actual
    assert (effect.below is None) == (test.alternative == "greater")
    assert (effect.above is None) == (test.alternative == "less")
    for value in actual:
        nearer = test.null + (value - test.null) * (1 - 1e-7)
        assert power_of(test, n, value) >= power
        assert power_of(test, n, nearer) < power


@pytest.mark.parametrize("test", TESTS, ids=str)
def test_more_samples_detect_less(test: BernoulliTest) -> None:
    sizes = []
    for n in (5000, 20_000, 80_000):
        effect = detectable_effect(test, n)
        sizes.append(max(abs(v - test.null) for v in (effect.below, effect.above) if v is not None))
    assert sizes == sorted(sizes, reverse=True)
    # between the rate 1/n at a null hypothesis without variance and 1/sqrt(n); the mixtures lose a logarithm
    assert 0.15 < sizes[2] / sizes[1] < 0.55


def test_closed_forms() -> None:
    n, fixed = 10_000, detectable_effect(FixedHoeffdingTest(null=0.5), 10_000)
    radius = (math.sqrt(math.log(1e9)) + math.sqrt(math.log(20))) / math.sqrt(2 * n)
    assert fixed.above == pytest.approx(0.5 + radius, rel=1e-9)
    gaussian = detectable_effect(FixedSubGaussianTest(null=0.0, scale=2.0), n)
    assert gaussian.above == pytest.approx(4 * radius, rel=1e-9)  # scale W / 2 = 1/2 would be Hoeffding's
    zero = detectable_effect(BernoulliTest(0.0), 1000)
    assert zero.above == pytest.approx(1 - 0.05 ** (1 / 1000), rel=1e-9)  # one success is enough
    exact = detectable_effect(FixedBinomialTest(null=0.5, failure_probability=0.01), 100)
    count = int(stats.binom.isf(0.01, 100, 0.5)) + 1
    assert stats.binom.sf(count - 1, 100, exact.above) == pytest.approx(0.95, rel=1e-9)


def test_watching_costs_little() -> None:
    # the price of optional stopping at 20 000 samples and error 1e-9: less than a quarter of the detectable effect
    n, exact = 20_000, detectable_effect(FixedBinomialTest(null=0.3), 20_000)
    for test in (BernoulliTest(0.3), BoundedMeanTest(0.3)):
        effect = detectable_effect(test, n)
        assert exact.above is not None
        assert effect.above is not None
        assert 1.0 < (effect.above - 0.3) / (exact.above - 0.3) < 1.25


def test_too_few_samples_detect_nothing() -> None:
    effect = detectable_effect(FixedBinomialTest(null=0.5), 10)
    assert (effect.below, effect.above) == (None, None)
    assert effect.sentence == (
        "With n = 10 and a false alarm of probability at most 1e-09, no true value instead of 0.5"
        " would have been rejected with probability at least 0.95."
    )


def test_sentences_round_away_from_the_null() -> None:
    effect = DetectableEffect(0.5, 0.41234567, 0.61234561, 0.95, 1000, 1e-9)
    assert effect.sentence == (
        "With n = 1000 and a false alarm of probability at most 1e-09, a true value of at most 0.41234 or of at least"
        " 0.61235 instead of 0.5 would have been rejected with probability at least 0.95."
    )
    narrow = detectable_effect(BoundedMeanTest(0.5, variance=0.01), 5000)
    assert " (of a law with variance at most 0.01) instead of 0.5 would have" in narrow.sentence
    far_from_zero = DetectableEffect(1e6, None, 1e6 + 1.234567e-3, 0.9, 10, 0.05)
    assert "a true value of at least 1000000.001235 instead of 1000000.0 would" in far_from_zero.sentence
    negative = DetectableEffect(0.0, -1.2345671e-5, None, 0.9, 10, 0.05)
    assert "a true value of at most -1.235e-05 instead of 0.0 would" in negative.sentence


test_bad_questions_are_refused = refusals(
    (lambda: detectable_effect(BernoulliTest(0.5), 0, 0.95), "n must be an integer between 1 and 2**53, got 0"),
    (lambda: detectable_effect(BernoulliTest(0.5), True, 0.95), "n must be an integer between 1 and 2**53, got True"),
    (lambda: detectable_effect(BernoulliTest(0.5), 1.5, 0.95), "n must be an integer between 1 and 2**53, got 1.5"),
    (lambda: detectable_effect(BernoulliTest(0.5), 10, 1.0), "power must lie strictly between 0 and 1, got 1.0"),
    (lambda: detectable_effect(BernoulliTest(0.5), 10, math.nan), "power must lie strictly between 0 and 1, got nan"),
    error=ValueError,
    says="sentence",
)
