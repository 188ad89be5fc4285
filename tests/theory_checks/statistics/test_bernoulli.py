import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from flint import arb, ctx
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals
from scipy import stats
from simulated import too_few, too_many

from theory_checks.core.seeds import generator
from theory_checks.statistics import Alternative, BernoulliTest

ALTERNATIVES: tuple[Alternative, ...] = ("greater", "less", "two-sided")
LENGTH = 12
SEQUENCES = np.array(list(itertools.product((0, 1), repeat=LENGTH)))


def exact_integral(k: int, failures: int, low: Fraction, high: Fraction) -> Fraction:
    """The integral of p^k (1-p)^failures over [low, high], by the binomial theorem."""
    terms = ((-1) ** j * math.comb(failures, j) * Fraction(1, k + j + 1) for j in range(failures + 1))
    powers = ((high ** (k + j + 1) - low ** (k + j + 1)) for j in range(failures + 1))
    return sum((t * p for t, p in zip(terms, powers, strict=True)), Fraction(0))


def exact_wealth(k: int, n: int, p0: Fraction, alternative: Alternative) -> Fraction:
    """The mixture with the uniform prior, in rational numbers."""
    if alternative == "two-sided":
        return (exact_wealth(k, n, p0, "greater") + exact_wealth(k, n, p0, "less")) / 2
    low, high = (p0, Fraction(1)) if alternative == "greater" else (Fraction(0), p0)
    return exact_integral(k, n - k, low, high) / (high - low) / (p0**k * (1 - p0) ** (n - k))


def ball_log_wealth(k: int, n: int, p0: float, alternative: Alternative) -> arb:
    """The mixture with Jeffreys' prior, in ball arithmetic."""
    a, b, p = k + arb("0.5"), n - k + arb("0.5"), arb(p0)

    def log_beta(x: arb, y: arb) -> arb:
        return x.lgamma() + y.lgamma() - (x + y).lgamma()

    def log_tail(x: arb, y: arb) -> arb:
        upper = (1 - p).beta_lower(y, x, regularized=1)
        return (upper if alternative == "greater" else p.beta_lower(x, y, regularized=1)).log()

    half = arb("0.5")
    likelihood = k * p.log() + (n - k) * (1 - p).log()
    return log_beta(a, b) - log_beta(half, half) - likelihood + log_tail(a, b) - log_tail(half, half)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("null", [0.25, 0.5, 0.9])
def test_wealth_is_the_exact_mixture_rounded_downwards(null: float, alternative: Alternative) -> None:
    test = BernoulliTest(null, alternative, prior=(1.0, 1.0))
    for n in range(1, LENGTH + 1):
        for k in range(n + 1):
            wealth = Fraction(math.exp(float(test.log_wealth_of_counts(k, n))))
            exact = exact_wealth(k, n, Fraction(null), alternative)
            # 1e-12: the rounding allowance at twelve samples is below 1e-13, exp adds one unit in the last place
            assert exact * (1 - Fraction(1, 10**12)) <= wealth <= exact


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("prior", [(1.0, 1.0), (0.5, 0.5)])
@pytest.mark.parametrize("null", [0.25, 0.5, 0.9])
def test_expected_wealth_is_at_most_one_under_every_null_law(
    null: float, prior: tuple[float, float], alternative: Alternative
) -> None:
    log_wealth = BernoulliTest(null, alternative, prior=prior).run(SEQUENCES).log_wealth
    inside = {"greater": null / 2, "less": (1 + null) / 2, "two-sided": null}[alternative]
    for p in (Fraction(null), Fraction(inside)):
        for t in range(1, LENGTH + 1):
            prefixes = slice(None, None, 2 ** (LENGTH - t))  # every sequence of length t once
            weights = [p**k * (1 - p) ** (t - k) for k in SEQUENCES[prefixes, :t].sum(axis=1).tolist()]
            values = [Fraction(math.exp(e)) for e in log_wealth[prefixes, t - 1].tolist()]
            assert sum(w * v for w, v in zip(weights, values, strict=True)) <= 1


@pytest.mark.parametrize("error", [0.3, 0.05])
def test_watching_all_twelve_samples_errs_at_most_as_often_as_stated(error: float) -> None:
    for null, alternative in itertools.product((0.25, 0.5, 0.9), ALTERNATIVES):
        p = Fraction(null)
        rejected = BernoulliTest(null, alternative, error).run(SEQUENCES).rejected
        counts = SEQUENCES[rejected].sum(axis=1).tolist()
        assert sum((p**k * (1 - p) ** (LENGTH - k) for k in counts), Fraction(0)) <= Fraction(error)


@pytest.mark.parametrize("alternative", ["greater", "less"])
def test_wealth_never_exceeds_ball_arithmetic(alternative: Alternative) -> None:
    rng = generator(0, "test", "bernoulli", alternative)
    ctx.prec, precision = 400, ctx.prec
    checked = 0
    for _ in range(300):
        n, null = int(10 ** rng.uniform(0, 4.5)), float(rng.uniform(0.001, 0.999))
        k = int(rng.binomial(n, float(np.clip(null + rng.normal() * 3 / np.sqrt(n), 0, 1))))
        exact = ball_log_wealth(k, n, null, alternative)
        if exact.is_finite() and exact.rad() < 1e-20 and exact > 0:  # where a wealth below 1 is kept small suffices
            checked += 1
            computed = float(BernoulliTest(null, alternative).log_wealth_of_counts(k, n))
            allowance = 2.0**-48 * (1 + math.lgamma(n + 3) + n * math.log(1000))  # log null is at least -log(1000)
            assert exact - 2 * allowance < computed
            assert arb(computed) < exact
    ctx.prec = precision
    assert checked > 50


@pytest.mark.parametrize(
    ("null", "alternative"), [(0.3, "greater"), (0.3, "less"), (0.3, "two-sided"), (0.002, "greater")]
)
def test_false_alarms_under_continuous_peeking(null: float, alternative: Alternative) -> None:
    # fails for a valid test with probability below 1e-10 (exact binomial tail)
    paths, error = 4000, 0.05
    samples = generator(0, "test", "bernoulli", alternative).random((paths, 1000)) < null
    assert BernoulliTest(null, alternative, error).run(samples).rejected.sum() < too_many(paths, error)


def test_the_simulation_sees_a_test_that_peeks_without_paying() -> None:
    # control: a fixed-sample test of error 0.05 repeated after every sample
    paths, n, null, error = 4000, 1000, 0.3, 0.05
    samples = generator(0, "test", "bernoulli", "greater").random((paths, n)) < null
    critical = stats.binom.isf(error, np.arange(1, n + 1), null)
    assert (samples.cumsum(axis=1) > critical).any(axis=1).sum() >= too_many(paths, error)


@pytest.mark.parametrize(("null", "value", "n"), [(0.3, 0.36, 5000), (0.001, 0.005, 15_000), (0.9, 0.97, 1000)])
def test_power_against_a_stated_alternative(null: float, value: float, n: int) -> None:
    # at error 1e-9, 95 % of all runs must reject within n samples; bad luck below 1e-10
    test = BernoulliTest(null)
    assert test.power(n, value) >= 0.95
    samples = generator(0, "test", "bernoulli-power", n).random((400, n)) < value
    result = test.run(samples)
    assert result.rejected.sum() > too_few(400, 0.95)
    assert (result.rejection_time[result.rejected] >= 1).all()


@pytest.mark.parametrize(("null", "alternative"), [(0.3, "greater"), (0.3, "less"), (0.0, "greater"), (1.0, "less")])
def test_power_is_the_probability_of_ending_rich(null: float, alternative: Alternative) -> None:
    n, test = 300, BernoulliTest(null, alternative)
    wealth = test.log_wealth_of_counts(np.arange(n + 1), n)
    for value in (0.02, 0.1, 0.29, 0.31, 0.6, 0.9, 0.999):
        beyond = value > null if alternative == "greater" else value < null
        ends = stats.binom.pmf(np.arange(n + 1), n, value)[wealth >= -math.log(1e-9) + 1e-9].sum()
        assert test.power(n, value) == pytest.approx(float(ends) if beyond else 0.0, rel=1e-9, abs=1e-14)


def test_two_sided_power_is_at_most_the_probability_of_ending_rich() -> None:
    n, test = 300, BernoulliTest(0.4, "two-sided")
    wealth = test.log_wealth_of_counts(np.arange(n + 1), n)
    for value in (0.1, 0.2, 0.6, 0.7):
        ends = float(stats.binom.pmf(np.arange(n + 1), n, value)[wealth >= -math.log(1e-9)].sum())
        # half of the capital costs a count or two of 300; 1e-12 is what adding up 300 probabilities rounds away
        assert ends - 0.1 <= test.power(n, value) <= ends + 1e-12


def test_an_impossible_event_refutes_at_once() -> None:
    assert BernoulliTest(0.0).run([0, 0, 1]).decision == "REJECT"
    assert BernoulliTest(0.0).run([0, 0, 0]).decision == "CONTINUE"
    assert BernoulliTest(1.0, "less").run([1, 1, 0]).rejection_time == 3


@given(st.integers(1, 10**9), st.floats(0, 1), st.floats(1e-9, 1 - 1e-9), st.sampled_from(ALTERNATIVES))
def test_wealth_is_a_number_for_any_counts(n: int, share: float, null: float, alternative: Alternative) -> None:
    k = round(share * n)
    log_wealth = float(BernoulliTest(null, alternative).log_wealth_of_counts(k, n))
    assert log_wealth == -math.inf or math.isfinite(log_wealth)
    far = abs(k / n - null) * math.sqrt(n)
    if alternative == "two-sided" and far < 1:
        assert log_wealth < math.log(1e9)


@given(st.integers(1, 400), st.floats(0.05, 0.95))
def test_more_successes_mean_more_wealth(n: int, null: float) -> None:
    wealth = BernoulliTest(null).log_wealth_of_counts(np.arange(n + 1), n)
    assert (wealth[1:] >= wealth[:-1]).all()


@given(st.integers(1, 400), st.data())
def test_sides_mirror_each_other(n: int, data: st.DataObject) -> None:
    k = data.draw(st.integers(0, n))
    greater = BernoulliTest(0.375).log_wealth_of_counts(k, n)
    less = BernoulliTest(0.625, "less").log_wealth_of_counts(n - k, n)
    assert float(greater) == pytest.approx(float(less), rel=1e-11, abs=1e-11)


def test_paths_and_counts_agree() -> None:
    samples = generator(0, "test", "bernoulli-counts").random((2, 3, 50)) < 0.4
    result = BernoulliTest(0.3, "two-sided").run(samples)
    counts = BernoulliTest(0.3, "two-sided").log_wealth_of_counts(samples.cumsum(axis=-1), np.arange(1, 51))
    assert np.array_equal(result.log_wealth, counts)
    assert result.rejected.shape == (2, 3)


test_bad_tests_are_refused = refusals(
    ({"null": math.nan}, "null must lie in [0, 1) for the alternative greater, got nan"),
    ({"null": 1.0}, "null must lie in [0, 1) for the alternative greater, got 1.0"),
    ({"null": -0.1, "alternative": "less"}, "null must lie in (0, 1] for the alternative less, got -0.1"),
    ({"null": 0, "alternative": "two-sided"}, "null must lie in (0, 1) for the alternative two-sided, got 0"),
    ({"null": "0.5"}, "null must be a real number, got '0.5'"),
    ({"null": 0.5, "alternative": "both"}, "alternative must be one of greater, less, two-sided, got 'both'"),
    ({"null": 0.5, "failure_probability": 0}, "failure_probability must lie strictly between 0 and 1, got 0"),
    ({"null": 0.5, "failure_probability": 1.0}, "failure_probability must lie strictly between 0 and 1, got 1.0"),
    (
        {"null": 0.5, "failure_probability": math.nan},
        "failure_probability must lie strictly between 0 and 1, got nan",
    ),
    ({"null": 0.5, "prior": (0.0, 1.0)}, "prior must be finite and positive, got 0.0"),
    calling=lambda arguments: BernoulliTest(**arguments),
    error=ValueError,
    says="sentence",
)


test_bad_samples_are_refused = refusals(
    ([0, 1, 0.5], "samples must be 0 or 1, got 0.5"),
    ([0, 2], "samples must lie in [0, 1], got 2.0 at index 1"),
    ([0, math.nan], "samples must lie in [0, 1], got nan at index 1"),
    ([], "samples must hold at least one number, got an array of shape (0,)"),
    calling=BernoulliTest(0.5).run,
    error=ValueError,
    says="sentence",
)


test_bad_counts_are_refused = refusals(
    (3, 2, "successes must be at most the 2 trials, got 3 at index 0"),
    (-1, 2, "successes must be integers between 0 and 2**53, got -1 at index 0"),
    (1.5, 2, "successes must be integers between 0 and 2**53, got 1.5 at index 0"),
    (math.nan, 2, "successes must be integers between 0 and 2**53, got nan at index 0"),
    (0, 0, "trials must be at least 1, got 0 at index 0"),
    ([1, 2], [3, 4, 5], "successes and trials must have shapes that fit, got (2,) and (3,)"),
    calling=BernoulliTest(0.5).log_wealth_of_counts,
    error=ValueError,
    says="sentence",
)


def test_power_outside_the_alternative_is_nothing() -> None:
    test = BernoulliTest(0.5)
    assert [test.power(100, value) for value in (0.5, 0.2, 1.5, math.nan)] == [0.0] * 4
    with pytest.raises(ValueError, match=r"^n must be an integer between 1 and 2\*\*53, got 0$"):
        test.power(0, 0.7)
