from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import integrate, stats
from simulated import too_few, too_many

from theory_checks.core.seeds import generator
from theory_checks.statistics import Alternative, Side, SubGaussianTest, subgaussian_interval, subgaussian_sequence

ALTERNATIVES: tuple[Alternative, ...] = ("greater", "less", "two-sided")
SIDES: tuple[Side, ...] = ("two-sided", "lower", "upper")


def planned(n: int, error: float) -> float:
    """The precision of the prior that is documented for a planned number of samples."""
    return n / (2 * math.log(1 / error) + math.log(1 + 2 * math.log(1 / error)))


@pytest.mark.parametrize(("total", "t"), [(-30.0, 10), (-0.5, 1), (0.0, 5), (3.0, 4), (25.0, 40), (60.0, 100)])
def test_wealth_is_the_mixture_integral(total: float, t: int) -> None:
    null, scale, error = 0.7, 2.5, 1e-3
    precision = planned(50, error)
    samples = np.full(t, null + scale * total / t)

    def integrand(stake: float) -> float:
        return math.exp(stake * total - stake**2 * t / 2) * stats.norm.pdf(stake, scale=precision**-0.5)

    peak = total / (t + precision)
    for alternative, sign in (("greater", 1), ("less", -1)):
        points = [peak] if peak * sign > 0 else None
        area = integrate.quad(lambda c, s=sign: 2 * integrand(s * c), 0, 20, points=points and [abs(peak)])[0]
        test = SubGaussianTest(
            null=null, scale=scale, planned_samples=50, alternative=alternative, failure_probability=error
        )  # type: ignore[arg-type]
        assert test.run(samples).wealth[-1] == pytest.approx(area, rel=1e-7)  # the accuracy asked of the quadrature
    both = SubGaussianTest(
        null=null, scale=scale, planned_samples=50, alternative="two-sided", failure_probability=error
    )
    closed = math.log(precision / (t + precision)) / 2 + total**2 / (2 * (t + precision))
    assert both.run(samples).log_wealth[-1] == pytest.approx(closed, abs=1e-11)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("t", [1, 7, 400])
def test_expected_wealth_of_gaussian_samples_is_one(t: int, alternative: Alternative) -> None:
    # the wealth depends on the mean alone, which is N(null, scale^2 / t)
    test = SubGaussianTest(null=-1.0, scale=3.0, planned_samples=20, alternative=alternative, failure_probability=0.1)

    def density(z: float) -> float:
        return math.exp(test.run(np.full(t, -1.0 + 3.0 * z / math.sqrt(t))).log_wealth[-1] + stats.norm.logpdf(z))

    reach = 12 * math.sqrt((t + planned(20, 0.1)) / planned(20, 0.1))  # twelve deviations of the tilted law
    area = integrate.quad(density, -reach, reach, limit=400, points=[0.0])[0]
    assert area == pytest.approx(1.0, abs=1e-6)  # quadrature


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_expected_wealth_of_coin_flips_is_at_most_one(alternative: Alternative) -> None:
    # fair signs are 1-sub-Gaussian; all sequences of length up to 12, in exact arithmetic
    length = 12
    signs = np.array(list(itertools.product((-1, 1), repeat=length)))
    test = SubGaussianTest(null=0.0, scale=1.0, planned_samples=5, alternative=alternative, failure_probability=0.1)
    wealth = test.run(signs).wealth
    for t in range(1, length + 1):
        values = [Fraction(w) for w in wealth[:: 2 ** (length - t), t - 1].tolist()]
        assert sum(values, Fraction(0)) / 2**t <= 1
    assert Fraction(int(test.run(signs).rejected.sum()), 2**length) <= Fraction(1, 10)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("law", ["normal", "signs", "lipschitz"])
def test_false_alarms_under_continuous_peeking(law: str, alternative: Alternative) -> None:
    # fails for a valid test with probability below 1e-10 (exact binomial tail)
    paths, n, error = 2000, 500, 0.05
    rng = generator(0, "test", "subgaussian", law)
    if law == "normal":
        samples, null, scale = rng.normal(2.0, 0.5, (paths, n)), 2.0, 0.5
    elif law == "signs":
        samples, null, scale = 2.0 + rng.choice([-1.0, 1.0], (paths, n)), 2.0, 1.0
    else:  # max(X_1, X_2) is 1-Lipschitz with mean sigma / sqrt(pi)
        samples, null, scale = rng.normal(0, 3.0, (paths, n, 2)).max(axis=-1), 3 / math.sqrt(math.pi), 3.0
    test = SubGaussianTest(
        null=null, scale=scale, planned_samples=100, alternative=alternative, failure_probability=error
    )
    assert test.run(samples).rejected.sum() < too_many(paths, error)


def test_the_simulation_sees_a_scale_that_is_too_small() -> None:
    # control: a claimed scale of 0.4 for deviations of 0.5
    samples = generator(0, "test", "subgaussian", "normal").normal(2.0, 0.5, (2000, 500))
    test = SubGaussianTest(null=2.0, scale=0.4, planned_samples=100, failure_probability=0.05)
    assert test.run(samples).rejected.sum() >= too_many(2000, 0.05)


def test_power_against_a_stated_alternative() -> None:
    # a shift of 0.3 deviations is seen within 1000 samples at error 1e-9
    test = SubGaussianTest(null=0.0, scale=2.0, planned_samples=1000)
    assert test.power(1000, 0.6) >= 0.95
    samples = generator(0, "test", "subgaussian-power").normal(0.6, 2.0, (400, 1000))
    assert test.run(samples).rejected.sum() > too_few(400, 0.95)
    assert (
        not SubGaussianTest(null=0.0, scale=2.0, planned_samples=1000, alternative="less").run(samples).rejected.any()
    )


def test_a_scale_too_large_is_only_slower() -> None:
    samples = generator(0, "test", "subgaussian-slow").normal(0.5, 1.0, (50, 300))
    exact, slow = (SubGaussianTest(null=0.0, scale=s, planned_samples=300).run(samples) for s in (1.0, 2.0))
    assert (slow.log_wealth[:, -1] < exact.log_wealth[:, -1]).all()


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("error", [0.5, 0.05, 1e-9, 1e-300])
def test_sequence_ends_are_where_the_wealth_reaches_the_threshold(side: Side, error: float) -> None:
    samples = generator(0, "test", "subgaussian-sequence").normal(0.0, 1.0, 200)
    sequence = subgaussian_sequence(samples, error, scale=1.0, planned_samples=64, side=side)
    share = error / 2 if side == "two-sided" else error
    for t in (1, 10, 200):
        if side != "upper":
            test = SubGaussianTest(
                null=float(sequence.low[t - 1]), scale=1.0, planned_samples=64, failure_probability=error
            )
            reached = float(test.run(samples[:t]).log_wealth[-1])
            assert -math.log(share) <= reached + 1e-9  # the end is rounded outwards
            assert reached <= -math.log(share) + 1e-8
        if side != "lower":
            mirrored = subgaussian_sequence(-samples, error, scale=1.0, planned_samples=64, side=side)
            if side == "two-sided":
                assert float(sequence.high[t - 1]) == pytest.approx(-float(mirrored.low[t - 1]), rel=1e-12)
    assert np.isinf(sequence.low).all() == (side == "upper")
    assert np.isinf(sequence.high).all() == (side == "lower")


@pytest.mark.parametrize("side", SIDES)
def test_sequence_covers_all_the_time(side: Side) -> None:
    samples = generator(0, "test", "subgaussian-cover", side).normal(-1.0, 2.0, (2000, 500))
    sequence = subgaussian_sequence(samples, 0.05, scale=2.0, planned_samples=100, side=side)
    assert (~sequence.contains(-1.0)).any(axis=-1).sum() < too_many(2000, 0.05)


def test_sequence_is_tightest_near_the_plan() -> None:
    samples = np.zeros(10_000)
    widths = {
        plan: subgaussian_sequence(samples, 1e-9, scale=1.0, planned_samples=plan).high for plan in (100, 1000, 10_000)
    }
    for t, best in ((100, 100), (1000, 1000), (10_000, 10_000)):
        assert min(widths, key=lambda plan, t=t: widths[plan][t - 1]) == best
    # the price of watching, against the fixed bound at the same error
    fixed = float(subgaussian_interval(samples[:1000], 1e-9, scale=1.0).high)
    assert fixed < widths[1000][999] < 1.1 * fixed


@given(
    st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=50),
    st.floats(1e-3, 1e3),
    st.sampled_from([0.5, 1e-9, 1e-200]),
)
def test_interval_is_chernoffs(samples: list[float], scale: float, error: float) -> None:
    interval = subgaussian_interval(samples, error, scale=scale)
    mean = sum(map(Fraction, samples), Fraction(0)) / len(samples)
    radius = scale * math.sqrt(2 * (math.log(2) - math.log(error)) / len(samples))
    size = max(map(abs, samples)) + radius
    assert float(interval.high - mean) == pytest.approx(radius, abs=1e-11 * size)  # fifty roundings of this size
    assert float(mean - interval.low) == pytest.approx(radius, abs=1e-11 * size)


def test_numbers_near_overflow_are_no_evidence() -> None:
    huge = [1e308] * 4
    assert SubGaussianTest(null=-1e308, scale=1e308, planned_samples=4).run(huge).decision == "CONTINUE"
    interval = subgaussian_interval([1e308, 1e308], 0.1, scale=1.0)
    assert interval.low == -math.inf
    assert interval.high == math.inf
    assert not np.isnan(subgaussian_sequence(huge, 0.1, scale=1.0, planned_samples=2).low).any()


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"null": math.nan}, "null must be finite, got nan"),
        ({"null": -math.inf}, "null must be finite, got -inf"),
        ({"scale": 0.0}, "scale must be finite and positive, got 0.0"),
        ({"scale": math.nan}, "scale must be finite and positive, got nan"),
        ({"scale": math.inf}, "scale must be finite and positive, got inf"),
        ({"planned_samples": 0}, "planned_samples must be an integer between 1 and 2**53, got 0"),
        ({"planned_samples": 10.0}, "planned_samples must be an integer between 1 and 2**53, got 10.0"),
        ({"failure_probability": 2.0}, "failure_probability must lie strictly between 0 and 1, got 2.0"),
        ({"alternative": "lower"}, "alternative must be one of greater, less, two-sided, got 'lower'"),
    ],
)
def test_bad_tests_are_refused(changed: dict[str, object], message: str) -> None:
    good: dict[str, object] = {"null": 0.0, "scale": 1.0, "planned_samples": 10}
    with pytest.raises(ValueError, match="must") as caught:
        SubGaussianTest(**(good | changed))  # type: ignore[arg-type]
    assert str(caught.value) == message


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_bad_samples_are_refused(bad: float) -> None:
    message = rf"^samples must be finite, got {bad} at index 1$"
    with pytest.raises(ValueError, match=message):
        SubGaussianTest(null=0.0, scale=1.0, planned_samples=10).run([0.0, bad])
    with pytest.raises(ValueError, match=message):
        subgaussian_interval([0.0, bad], 0.1, scale=1.0)
    with pytest.raises(ValueError, match=message):
        subgaussian_sequence([0.0, bad], 0.1, scale=1.0, planned_samples=5)


def test_power_outside_the_alternative_is_nothing() -> None:
    test = SubGaussianTest(null=0.0, scale=1.0, planned_samples=10)
    assert [test.power(10, value) for value in (0.0, -5.0, math.nan, math.inf)] == [0.0] * 4
