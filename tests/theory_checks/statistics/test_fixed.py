import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals
from scipy import stats
from simulated import too_few, too_many

from theory_checks.core.seeds import generator
from theory_checks.statistics import (
    Alternative,
    FixedBinomialTest,
    FixedHoeffdingTest,
    FixedSubGaussianTest,
)

ALTERNATIVES: tuple[Alternative, ...] = ("greater", "less", "two-sided")


@given(st.integers(1, 300), st.floats(0, 1), st.sampled_from(ALTERNATIVES), st.sampled_from([0.3, 1e-3, 1e-9]))
def test_binomial_decisions_are_those_of_exact_p_values(
    n: int, null: float, alternative: Alternative, error: float
) -> None:
    k = np.arange(n + 1)
    tails = {"greater": stats.binom.sf(k - 1, n, null), "less": stats.binom.cdf(k, n, null)}
    doubled = 2 * np.minimum(tails["greater"], tails["less"])  # two-sided: each side has half of the error
    p_values = doubled if alternative == "two-sided" else tails[alternative]
    rejected = FixedBinomialTest(null=null, alternative=alternative, failure_probability=error).rejected(k, n)
    # the interval aims a factor 1 - 2**-19 below the error, and an end rounded to a float moves the tail by 1e-9
    certain, possible = p_values < error * (1 - 1e-5), p_values <= error * (1 + 1e-9)
    assert (rejected >= certain).all()
    assert (rejected <= possible).all()


def test_binomial_agrees_with_scipys_one_sided_tests() -> None:
    for k in (10, 20, 25, 29, 33, 40, 60):
        for alternative in ("greater", "less"):
            p_value = stats.binomtest(k, 60, 0.4, alternative=alternative).pvalue
            test = FixedBinomialTest(null=0.4, alternative=alternative, failure_probability=0.01)
            assert bool(test.rejected(k, 60)) == (p_value <= 0.01)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("error", [0.05, 1e-9])
def test_binomial_power_is_the_chance_of_rejection(alternative: Alternative, error: float) -> None:
    n, null = 200, 0.35
    test = FixedBinomialTest(null=null, alternative=alternative, failure_probability=error)
    rejected = test.rejected(np.arange(n + 1), n)
    assert stats.binom.pmf(np.arange(n + 1), n, null)[rejected].sum() <= error
    for value in (0.0, 0.05, 0.2, 0.34, 0.36, 0.5, 0.7, 1.0):
        side = "greater" if value > null else "less"
        counts = np.arange(n + 1) > n * null if side == "greater" else np.arange(n + 1) < n * null
        chance = stats.binom.pmf(np.arange(n + 1), n, value)[rejected & counts].sum()
        expected = chance if alternative in (side, "two-sided") else 0.0
        assert test.power(n, value) == pytest.approx(expected, rel=1e-9, abs=1e-14)


def test_binomial_ends_of_the_range() -> None:
    assert bool(FixedBinomialTest(null=0.0).rejected(1, 10))
    assert not bool(FixedBinomialTest(null=0.0).rejected(0, 10))
    assert bool(FixedBinomialTest(null=1.0, alternative="less").rejected(9, 10))
    assert FixedBinomialTest(null=0.0).power(10, 0.5) == pytest.approx(1 - 2.0**-10)


@pytest.mark.parametrize("kind", [FixedHoeffdingTest, FixedSubGaussianTest])
@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_false_alarms(kind: type, alternative: Alternative) -> None:
    # one look each; fails for a valid test with probability below 1e-10 (exact binomial tail)
    options = {"scale": 0.5} if kind is FixedSubGaussianTest else {}
    test = kind(null=0.3, alternative=alternative, failure_probability=0.05, **options)
    samples = generator(0, "test", "fixed", alternative).random((20_000, 80)) < 0.3
    assert test.rejected(samples).sum() < too_many(20_000, 0.05)


@pytest.mark.parametrize(
    ("test", "value", "n"),
    [
        (FixedHoeffdingTest(null=0.3), 0.4, 2100),
        (FixedHoeffdingTest(null=0.3, alternative="less"), 0.2, 2100),
        (FixedHoeffdingTest(null=0.3, alternative="two-sided"), 0.4, 2100),
        (FixedSubGaussianTest(null=0.3, scale=0.5), 0.4, 2100),
        (FixedSubGaussianTest(null=0.3, scale=0.5, alternative="less"), 0.2, 2100),
    ],
    ids=str,
)
def test_promised_power_is_kept(test: FixedHoeffdingTest, value: float, n: int) -> None:
    # 95 % promised at error 1e-9; bad luck below 1e-10
    assert test.power(n, value) >= 0.95
    rng = generator(0, "test", "fixed-power", str(test))
    samples = (rng.random((400, n)) < value).astype(float)
    assert test.rejected(samples).sum() > too_few(400, 0.95)


@pytest.mark.parametrize("kind", [FixedBinomialTest, FixedHoeffdingTest, FixedSubGaussianTest])
@given(
    n=st.integers(1, 5000),
    null=st.floats(0.01, 0.99),
    steps=st.tuples(st.floats(0, 1), st.floats(0, 1)),
    up=st.booleans(),
)
def test_power_grows_with_the_distance(kind: type, n: int, null: float, steps: tuple[float, float], up: bool) -> None:
    test = kind(null=null, alternative="two-sided", **({"scale": 0.5} if kind is FixedSubGaussianTest else {}))
    near, far = (null + s * ((1 - null) if up else -null) for s in sorted(steps))
    assert 0 <= test.power(n, near) <= test.power(n, far) + 1e-12 <= 1 + 1e-12  # the rounding of binomial tails


test_bad_tests_are_refused = refusals(
    (lambda: FixedBinomialTest(null=1.1), "null must lie in [0, 1], got 1.1"),
    (lambda: FixedBinomialTest(null=math.nan), "null must lie in [0, 1], got nan"),
    (lambda: FixedHoeffdingTest(null=3, bounds=(0.0, 2.0)), "null must lie in [0, 2], got 3"),
    (lambda: FixedSubGaussianTest(null=math.inf, scale=1.0), "null must be finite, got inf"),
    (lambda: FixedSubGaussianTest(null=0.0, scale=-1.0), "scale must be finite and positive, got -1.0"),
    (
        lambda: FixedHoeffdingTest(null=0.5, failure_probability=1),
        "failure_probability must lie strictly between 0 and 1, got 1",
    ),
    (
        lambda: FixedHoeffdingTest(null=0.5, alternative=""),
        "alternative must be one of greater, less, two-sided, got ''",
    ),
    error=ValueError,
    says="sentence",
)


def test_nan_is_no_evidence() -> None:
    with pytest.raises(ValueError, match=r"^samples must lie in \[0, 1\], got nan at index 2$"):
        FixedHoeffdingTest(null=0.5).rejected([1.0, 1.0, math.nan])
