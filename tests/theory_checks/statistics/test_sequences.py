from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from simulated import too_many

from theory_checks.core.seeds import generator
from theory_checks.statistics import (
    BoundedMeanTest,
    ConfidenceSequence,
    Side,
    betting_sequence,
    empirical_bernstein_sequence,
    hoeffding_interval,
)

SIDES: tuple[Side, ...] = ("two-sided", "lower", "upper")
METHODS = (betting_sequence, empirical_bernstein_sequence)


def textbook_bernstein(samples: list[float], error: float) -> list[tuple[float, float]]:
    """Theorem 2 of Waudby-Smith and Ramdas, one sample at a time, as printed (v_i = 4 (X_i - mean)^2, psi / 4)."""
    weights: list[float] = []
    products, costs, squares, ends = 0.0, 0.0, 0.25, []
    for t, x in enumerate(samples, start=1):
        mean_before = (0.5 + sum(samples[: t - 1])) / t
        variance_before = squares / t
        weight = min(math.sqrt(2 * math.log(2 / error) / (variance_before * t * math.log(1 + t))), 0.5)
        weights.append(weight)
        products += weight * x
        costs += 4 * (x - mean_before) ** 2 * (-math.log(1 - weight) - weight) / 4
        squares += (x - (0.5 + sum(samples[:t])) / (t + 1)) ** 2
        centre, radius = products / sum(weights), (math.log(2 / error) + costs) / sum(weights)
        ends.append((max(0.0, centre - radius), min(1.0, centre + radius)))
    return ends


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20), st.sampled_from([1, 15]), st.sampled_from([0.3, 0.01, 1e-9]))
def test_bernstein_follows_the_textbook(pattern: list[float], repeats: int, error: float) -> None:
    samples = pattern * repeats  # short samples have intervals that reach the bounds
    sequence = empirical_bernstein_sequence(samples, error)
    ends = np.array(textbook_bernstein(samples, error))
    # 1e-11: the allowance for rounding is 2**-49 per sample, of radii up to 100 before they are cut off
    np.testing.assert_allclose(sequence.low, ends[:, 0], rtol=0, atol=1e-11)
    np.testing.assert_allclose(sequence.high, ends[:, 1], rtol=0, atol=1e-11)


@given(
    st.lists(st.sampled_from([0.0, 0.125, 0.5, 0.75, 1.0]), min_size=1, max_size=200),
    st.sampled_from([0.3, 0.05, 1e-9]),
)
def test_betting_ends_are_where_the_test_begins_to_reject(samples: list[float], error: float) -> None:
    sequence = betting_sequence(samples, error)
    low, high = float(sequence.low[-1]), float(sequence.high[-1])
    threshold = math.log(2 / error)

    def rich(null: float, side: str) -> bool:
        return bool(BoundedMeanTest(null, side).run(samples).log_wealth[-1] >= threshold)  # type: ignore[arg-type]

    # one test adds up step by step, the other pairwise: 1e-9 is far more than the two differ, and than 2**-30 of a
    # bisection from the mean
    if low > 1e-6:
        assert rich(low * (1 - 1e-9), "greater")
        assert not rich(low + 1e-8, "greater")
    else:
        assert not rich(2e-6, "greater")
    if high < 1 - 1e-6:
        assert rich(1 - (1 - high) * (1 - 1e-9), "less")
        assert not rich(high - 1e-8, "less")


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("law", ["bernoulli", "beta", "narrow"])
def test_false_alarms_under_continuous_peeking(method: type, law: str) -> None:
    # one miss at any time counts; fails for a valid sequence with probability below 1e-10 (exact binomial tail)
    rng, shape, error = generator(0, "test", "sequences", law), (500, 128), 0.05
    draws = {
        "bernoulli": lambda: (rng.random(shape) < 0.3).astype(float),
        "beta": lambda: rng.beta(0.6, 1.4, shape),
        "narrow": lambda: rng.uniform(0.25, 0.35, shape),
    }
    sequence = method(draws[law](), error)
    assert (~sequence.contains(0.3)).any(axis=-1).sum() < too_many(500, error)
    joint = sequence.running_intersection()
    np.testing.assert_array_equal(joint.contains(0.3)[:, -1], sequence.contains(0.3).all(axis=-1))


def test_the_simulation_sees_intervals_that_peek_without_paying() -> None:
    # control: Hoeffding's interval for coins, repeated, at an error that makes up for its slack
    paths, error = 2000, 0.05
    samples = (generator(0, "test", "sequences", "peek").random((paths, 400)) < 0.5).astype(float)
    missed = [~hoeffding_interval(samples[:, :t], error).contains(0.5) for t in range(1, 401)]
    assert np.any(missed, axis=0).sum() >= too_many(paths, error)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("side", SIDES)
def test_sides_share_the_error(method: type, side: Side) -> None:
    samples = generator(0, "test", "sequences-sides").random((2, 200))
    both, one = method(samples, 0.02), method(samples, 0.02 if side == "two-sided" else 0.01, side=side)
    np.testing.assert_array_equal(one.low, 0.0 if side == "upper" else both.low)
    np.testing.assert_array_equal(one.high, 1.0 if side == "lower" else both.high)


@pytest.mark.parametrize("method", METHODS)
def test_bounds_are_a_change_of_units(method: type) -> None:
    samples = generator(0, "test", "sequences-bounds").random(300)
    plain, moved = method(samples, 1e-6), method(-2 + 6 * samples, 1e-6, bounds=(-2.0, 4.0))
    # 1e-7: bisections that stop 2**-30 short at different places; Bernstein agrees to rounding
    np.testing.assert_allclose(moved.low, -2 + 6 * plain.low, rtol=0, atol=1e-7)
    np.testing.assert_allclose(moved.high, -2 + 6 * plain.high, rtol=0, atol=1e-7)


def test_width_at_the_error_of_a_refutation() -> None:
    # 2000 uniform samples, error 1e-9: at most sqrt(2 var (log(2e9) + log 20) / n) on each side, up to 10 %
    samples = generator(0, "test", "sequences-width").random(2000)
    betting, bernstein = (float((m(samples, 1e-9).high - m(samples, 1e-9).low)[-1]) for m in METHODS)
    assert betting < 1.1 * 2 * math.sqrt(2 / 12 * (math.log(2e9) + math.log(20)) / 2000)
    assert betting < bernstein < 2 * betting


def test_times_may_be_chosen() -> None:
    samples = generator(0, "test", "sequences-times").random((3, 50))
    default, chosen = betting_sequence(samples, 0.1), betting_sequence(samples, 0.1, times=[4, 50])
    assert default.times.tolist() == [1, 2, 4, 8, 16, 32, 50]
    np.testing.assert_array_equal(chosen.low, default.low[:, [2, 6]])
    np.testing.assert_array_equal(chosen.high, default.high[:, [2, 6]])


def test_extreme_samples() -> None:
    zeros, ones = betting_sequence(np.zeros(300), 1e-9), betting_sequence(np.ones(300), 1e-9)
    assert zeros.low.max() == 0.0
    assert 0.0 < zeros.high[-1] < 0.2
    np.testing.assert_allclose(ones.low, 1 - zeros.high, rtol=0, atol=1e-8)  # two bisections of depth 2**-30
    narrow = betting_sequence(np.full(300, 1e9 + 2e-7), 1e-9, bounds=(1e9, 1e9 + 5e-7))
    assert (narrow.low <= narrow.high).all()


def test_intersections_only_shrink() -> None:
    raw = ConfidenceSequence(np.array([0.1, 0.3, 0.2]), np.array([0.9, 0.95, 0.25]), 0.1, np.array([1, 2, 3]))
    joint = raw.running_intersection()
    assert joint.low.tolist() == [0.1, 0.3, 0.3]
    assert joint.high.tolist() == [0.9, 0.9, 0.25]
    assert joint.contains(0.27).tolist() == [True, False, False]
    assert joint.times.tolist() == [1, 2, 3]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("samples", "error", "options", "message"),
    [
        ([0.1, math.nan], 0.1, {}, "samples must lie in [0, 1], got nan at index 1"),
        ([0.1, -0.1], 0.1, {}, "samples must lie in [0, 1], got -0.1 at index 1"),
        ([], 0.1, {}, "samples must hold at least one number, got an array of shape (0,)"),
        ([0.1], 0.0, {}, "failure_probability must lie strictly between 0 and 1, got 0.0"),
        ([0.1], 0.1, {"side": "left"}, "side must be one of two-sided, lower, upper, got 'left'"),
        (
            [0.1],
            0.1,
            {"bounds": (math.nan, 1.0)},
            "bounds must be two finite numbers, the smaller one first, got (nan, 1.0)",
        ),
    ],
)
def test_bad_input_is_refused(
    method: type, samples: list[float], error: float, options: dict[str, object], message: str
) -> None:
    with pytest.raises(ValueError, match="must") as caught:
        method(samples, error, **options)
    assert str(caught.value) == message


@pytest.mark.parametrize("times", [[0, 2], [2, 2], [3, 2], [4], [[1, 2]]])
def test_bad_times_are_refused(times: list[int]) -> None:
    with pytest.raises(ValueError, match=r"^times must be increasing integers between 1 and the 3 samples, got \["):
        betting_sequence([0.1, 0.2, 0.3], 0.1, times=times)
