import itertools
import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from refusals import refusals
from scipy import stats
from scipy.optimize import linprog
from simulated import too_few, too_many

from theory_checks.core.seeds import generator
from theory_checks.statistics import Alternative, BoundedMeanTest
from theory_checks.statistics.betting import _EXPONENTS, FRACTIONS, _worst_log_moment

ALTERNATIVES: tuple[Alternative, ...] = ("greater", "less", "two-sided")
Draw = Callable[[np.random.Generator, tuple[int, int]], NDArray[np.float64]]

# Laws on [0, 1] with mean 0.3: the extreme one, a smooth one, a narrow one, one with a rare large value, a constant.
NULL = 0.3
LAWS: dict[str, Draw] = {
    "bernoulli": lambda rng, shape: (rng.random(shape) < NULL).astype(np.float64),
    "beta": lambda rng, shape: rng.beta(0.6, 1.4, shape),
    "narrow": lambda rng, shape: rng.uniform(0.25, 0.35, shape),
    "rare": lambda rng, shape: np.where(rng.random(shape) < 0.01, 1.0, 29 / 99),
    "constant": lambda rng, shape: np.full(shape, 0.3),
}


def exact_wealth(sequence: tuple[Fraction, ...], null: Fraction, alternative: Alternative) -> Fraction:
    """The universal portfolio in rational numbers, for samples in [0, 1]."""
    if alternative == "two-sided":
        return (exact_wealth(sequence, null, "greater") + exact_wealth(sequence, null, "less")) / 2
    scale = null if alternative == "greater" else null - 1  # the sign turns the game round
    purses = (math.prod((1 + Fraction(f) * (x - null) / scale for x in sequence), start=Fraction(1)) for f in FRACTIONS)
    return sum(purses, Fraction(0)) / len(FRACTIONS)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("null", [0.25, 0.7])
def test_wealth_is_the_exact_portfolio_rounded_downwards(null: float, alternative: Alternative) -> None:
    sequences = list(itertools.product((0.0, 0.25, 1.0), repeat=5))
    computed = BoundedMeanTest(null, alternative).run(sequences).log_wealth[:, -1]
    for sequence, log_wealth in zip(sequences, computed.tolist(), strict=True):
        exact = exact_wealth(tuple(map(Fraction, sequence)), Fraction(null), alternative)
        wealth = Fraction(math.exp(log_wealth))
        # five rounds: the allowance is a few units of 2**-50 per round and fraction, below 1e-12 in total
        assert exact * (1 - Fraction(1, 10**12)) <= wealth <= exact


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("null", [0.25, 0.5, 0.9])
def test_expected_wealth_is_at_most_one_under_every_null_law(null: float, alternative: Alternative) -> None:
    length = 12
    sequences = np.array(list(itertools.product((0, 1), repeat=length)))
    log_wealth = BoundedMeanTest(null, alternative).run(sequences).log_wealth
    inside = {"greater": null / 2, "less": (1 + null) / 2, "two-sided": null}[alternative]
    for p, t in itertools.product((Fraction(null), Fraction(inside)), range(1, length + 1)):
        prefixes = slice(None, None, 2 ** (length - t))  # every sequence of length t once
        weights = [p**k * (1 - p) ** (t - k) for k in sequences[prefixes, :t].sum(axis=1).tolist()]
        values = [Fraction(math.exp(e)) for e in log_wealth[prefixes, t - 1].tolist()]
        assert sum(w * v for w, v in zip(weights, values, strict=True)) <= 1


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_expected_wealth_is_at_most_one_when_the_law_reacts_to_the_past(alternative: Alternative) -> None:
    # an adversary with three values and conditional mean 1/4: wide after a gain, narrow after a loss
    null, length = Fraction(1, 4), 6
    wide = {Fraction(0): Fraction(3, 4), Fraction(1): Fraction(1, 4)}
    narrow = {Fraction(0): Fraction(1, 2), Fraction(1, 2): Fraction(1, 2)}
    law: dict[tuple[Fraction, ...], Fraction] = {(): Fraction(1)}
    for _ in range(length):
        law = {
            (*past, x): chance * p
            for past, chance in law.items()
            for x, p in (wide if sum(past) > null * len(past) else narrow).items()
        }
    computed = BoundedMeanTest(0.25, alternative).run(np.array(list(law), dtype=np.float64)).log_wealth[:, -1]
    assert sum(p * Fraction(math.exp(e)) for p, e in zip(law.values(), computed.tolist(), strict=True)) <= 1


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_false_alarms_under_continuous_peeking(law: str, alternative: Alternative) -> None:
    # fails for a valid test with probability below 1e-10 (exact binomial tail)
    paths, error = 1000, 0.05
    samples = LAWS[law](generator(0, "test", "betting", law), (paths, 400))
    assert BoundedMeanTest(NULL, alternative, error).run(samples).rejected.sum() < too_many(paths, error)


def test_the_simulation_sees_a_test_that_peeks_without_paying() -> None:
    # control: a z-test of error 0.05 for one look, looked at again and again
    paths, times = 1000, np.arange(1, 401)
    samples = LAWS["beta"](generator(0, "test", "betting", "beta"), (paths, 400))
    z = (samples - NULL).cumsum(axis=1) / np.sqrt(times * NULL * (1 - NULL) / 3)  # the variance of Beta(0.6, 1.4)
    assert (z > stats.norm.isf(0.05)).any(axis=1).sum() >= too_many(paths, 0.05)


@pytest.mark.parametrize("law", ["bernoulli", "beta", "narrow"])
def test_power_against_a_stated_alternative(law: str) -> None:
    # at error 1e-9 against a null hypothesis of 0.2, the laws of mean 0.3 are seen within 1800 samples
    test = BoundedMeanTest(0.2)
    assert test.power(1800, 0.3) >= 0.95
    samples = LAWS[law](generator(0, "test", "betting-power", law), (300, 1800))
    assert test.run(samples).rejected.sum() > too_few(300, 0.95)


def test_small_variance_is_rewarded() -> None:
    test = BoundedMeanTest(0.28, variance=0.1**2 / 12)
    assert BoundedMeanTest(0.28).power(1500, 0.3) == 0.0
    assert test.power(1500, 0.3) >= 0.95
    samples = LAWS["narrow"](generator(0, "test", "betting-narrow"), (300, 1500))
    assert test.run(samples).rejected.sum() > too_few(300, 0.95)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_bounds_are_only_a_change_of_units(alternative: Alternative) -> None:
    samples = generator(0, "test", "betting-bounds").random((4, 200))
    plain = BoundedMeanTest(0.375, alternative).run(samples).log_wealth
    moved = BoundedMeanTest(-3 + 8 * 0.375, alternative, bounds=(-3.0, 5.0)).run(-3 + 8 * samples).log_wealth
    # the samples themselves are rounded at 5 instead of 1 before the test sees them: 200 errors of 1e-15, at most
    np.testing.assert_allclose(moved, plain, rtol=0, atol=1e-10)
    for value in (-2.0, 0.5, 4.0):
        power = BoundedMeanTest(0.0, alternative, bounds=(-3.0, 5.0)).power(80, value)
        assert power == pytest.approx(BoundedMeanTest(0.375, alternative).power(80, (value + 3) / 8), rel=1e-9)


def test_sides_mirror_each_other() -> None:
    samples = generator(0, "test", "betting-mirror").integers(0, 9, (20, 100)) / 8
    greater = BoundedMeanTest(0.375).run(samples).log_wealth
    less = BoundedMeanTest(0.625, "less").run(1 - samples).log_wealth
    np.testing.assert_allclose(less, greater, rtol=0, atol=1e-12)


def worst_on_a_grid(null: float, value: float, variance: float, row: int, column: int) -> float | None:
    """log max E (1 + f y)^(-s) over all laws on 201 points with that mean and at most that variance."""
    grid = np.linspace(0, 1, 201)
    moment = (1 + FRACTIONS[row] * (grid / null - 1)) ** -_EXPONENTS[column]
    rows, sides = [np.ones_like(grid), grid], [1.0, value]
    actual = linprog(-moment, A_ub=[(grid - value) ** 2], b_ub=[variance], A_eq=rows, b_eq=sides, method="highs")
    return math.log(-actual.fun) if actual.status == 0 else None


@given(
    st.floats(0.05, 0.9), st.floats(0, 1), st.floats(0.01, 1), st.integers(0, len(FRACTIONS) - 1), st.integers(60, 160)
)
def test_no_law_of_a_linear_program_is_worse(null: float, share: float, spread: float, row: int, column: int) -> None:
    value = null + share * (1 - null)
    variance = spread * value * (1 - value)
    actual = worst_on_a_grid(null, value, variance, row, column)
    if actual is not None:
        # 1e-7: the tolerance of the linear program
        assert actual <= _worst_log_moment(null, value, variance, 1.0)[row, column] + 1e-7


@pytest.mark.parametrize(("value", "variance"), [(0.4, 0.16), (0.4, 0.04), (0.5, 0.25), (0.8, 0.16)])
def test_worst_law_is_attained_where_its_atoms_are_on_the_grid(value: float, variance: float) -> None:
    for row, column in ((0, 100), (2, 90), (6, 140)):
        bound = float(_worst_log_moment(0.3, value, variance, 1.0)[row, column])
        assert worst_on_a_grid(0.3, value, variance, row, column) == pytest.approx(bound, rel=1e-6, abs=1e-7)


def test_long_runs_neither_overflow_nor_stall() -> None:
    result = BoundedMeanTest(0.01).run(np.ones(20_000))
    assert np.isfinite(result.log_wealth).all()
    assert result.log_wealth[-1] > 20_000  # log(1 + 15/16 * 99) = 4.5 in each round
    assert np.isinf(result.wealth[-1])
    assert result.p_value == 0.0
    assert BoundedMeanTest(0.99).run(np.zeros(20_000)).log_wealth[-1] > -25  # the smallest stake hardly loses


def test_hardly_representable_nulls_stay_cautious() -> None:
    tiny = np.nextafter(0.0, 1.0)
    assert not np.isnan(BoundedMeanTest(tiny).run([0.0, 1.0, tiny, 0.5]).log_wealth).any()
    assert BoundedMeanTest(tiny).run([0.0] * 100).decision == "CONTINUE"
    assert not np.isnan(BoundedMeanTest(np.nextafter(1.0, 0.0), "less").run([1.0, 0.0]).log_wealth).any()


test_bad_input_is_refused_in_one_sentence = refusals(
    (lambda: BoundedMeanTest(null=0.0), "null must lie strictly between the bounds 0 and 1, got 0.0"),
    (lambda: BoundedMeanTest(null=math.nan), "null must lie strictly between the bounds 0 and 1, got nan"),
    (
        lambda: BoundedMeanTest(null=2, bounds=(-1.0, 1.5)),
        "null must lie strictly between the bounds -1 and 1.5, got 2",
    ),
    (
        lambda: BoundedMeanTest(null=0, bounds=(1.0, -1.0)),
        "bounds must be two finite numbers, the smaller one first, got (1.0, -1.0)",
    ),
    (
        lambda: BoundedMeanTest(null=0, bounds=(0.0, math.inf)),
        "bounds must be two finite numbers, the smaller one first, got (0.0, inf)",
    ),
    (
        lambda: BoundedMeanTest(null=0.5, failure_probability=-1e-9),
        "failure_probability must lie strictly between 0 and 1, got -1e-09",
    ),
    (
        lambda: BoundedMeanTest(null=0.5, alternative="two sided"),
        "alternative must be one of greater, less, two-sided, got 'two sided'",
    ),
    (lambda: BoundedMeanTest(0.5).run([0.2, 1.0000001]), "samples must lie in [0, 1], got 1.0000001 at index 1"),
    (
        lambda: BoundedMeanTest(0.5).run([[0.2, 0.1], [0.2, math.nan]]),
        "samples must lie in [0, 1], got nan at index (1, 1)",
    ),
    (lambda: BoundedMeanTest(0.5).run([0.2, -math.inf]), "samples must lie in [0, 1], got -inf at index 1"),
    error=ValueError,
    says="sentence",
)


@pytest.mark.parametrize("null", [0.25, 0.5, 0.9])
def test_power_against_a_constant_is_all_or_nothing(null: float) -> None:
    # without variance the wealth after n rounds is known; the best fraction alone, of the 20 that share the capital
    test = BoundedMeanTest(null, variance=0.0)
    rejected = BoundedMeanTest(null).run(np.full(400, 1.0)).rejection_time
    promised = [n for n in range(1, 401) if test.power(n, 1.0) > 0]
    assert rejected <= promised[0] <= rejected + 1
    assert all(test.power(n, 1.0) > 0.99 for n in promised[1:])


def test_power_outside_the_alternative_is_nothing() -> None:
    assert [BoundedMeanTest(0.5).power(100, v) for v in (0.5, 0.1, 1.1, math.nan)] == [0.0] * 4
