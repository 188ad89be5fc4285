"""The enclosures of the checker against python-flint, and its means of maxima against those of tabular."""

from fractions import Fraction
from itertools import product

import pytest
from certificate_corpus import certificate, check
from flint import arb, ctx, fmpq
from hypothesis import given
from hypothesis import strategies as st
from raw import mean_max, op, relation

from tabular import gaussian
from theory_checks.checker import checker

F = Fraction


@pytest.fixture(autouse=True)
def many_bits():
    with ctx.workprec(4000):
        yield


def ball(x):
    return arb(fmpq(x.numerator, x.denominator))


points = st.integers(-40, 40).flatmap(lambda k: st.integers(-(10**12), 10**12).map(lambda x: F(k) + F(x, 10**12)))
precisions = st.sampled_from([8, 48, 61, 96, 384])


class TestEnclosures:
    @given(points, precisions)
    def test_exp(self, x, p):
        low, value, high = self.enclosure(checker.exp_at, arb.exp, x, p)
        assert low <= value <= high
        assert high - low <= self.slack(value, p)

    @given(points, precisions)
    def test_log(self, x, p):
        low, value, high = self.enclosure(checker.log_at, arb.log, abs(x) + F(1, 2), p)
        assert low <= value <= high
        assert high - low <= self.slack(value, p)

    @given(st.integers(1, 10**2000), st.integers(1, 10**2000), precisions)
    def test_log_of_long_numbers(self, top, bottom, p):
        """What a number has beyond the precision is cut off, and the enclosure holds all the same."""
        x = F(top * 10**20, bottom) + 1
        low, value, high = self.enclosure(checker.log_at, arb.log, x, p)
        assert low <= value <= high
        assert high - low <= self.slack(value, p)

    @given(points, precisions)
    def test_normal_cdf(self, x, p):
        low, value, high = self.enclosure(checker.cdf_at, lambda y: (1 + (y / arb(2).sqrt()).erf()) / 2, x, p)
        assert 0 <= low <= value <= high <= 1 << p
        assert high - low <= 4

    @given(st.integers(1, 900))
    def test_pi(self, p):
        low, high = checker.pi_at(p)
        assert low <= arb.pi() * arb(2) ** p <= high
        assert high - low <= 2

    @given(st.integers(8, 400))
    def test_peak_of_the_density(self, p):
        low, high = checker.density_peak(p)
        assert low <= arb(2) ** p / (2 * arb.pi()).sqrt() <= high
        assert high - low <= 3

    def enclosure(self, function, true, x, p):
        """Return the lower end of an enclosure, the true value, and the upper end."""
        scaled = x.numerator * 2**p // x.denominator
        low, high = function(scaled, p)
        return low, true(arb(scaled) / arb(2) ** p) * arb(2) ** p, high

    def slack(self, value, p):
        """Return how wide an enclosure may be: a few units, or their share of a large value."""
        return 4 + value * arb(2) ** (2 - p)

    @given(points, precisions)
    def test_of_operations_on_intervals(self, x, p):
        tests = {"exp": arb.exp, "normal-cdf": lambda y: (1 + (y / arb(2).sqrt()).erf()) / 2}
        low, high = x, x + F(1, 10**6)
        for name, true in tests.items():
            a, b = checker.OPERATIONS[name][2](p, (low, high), (low, high))
            assert ball(a) <= true(ball(low))
            assert true(ball(high)) <= ball(b)

    @given(st.fractions(0, 10**9), precisions)
    def test_square_root(self, x, p):
        low, high = checker.root(p, (x, x), (x, x))
        assert low**2 <= x <= high**2
        assert high - low <= F(2, 2**p)

    @given(st.fractions(-2, 2, max_denominator=99), st.sampled_from([0, F(1, 10**9)]), st.integers(-4000, 4000))
    def test_large_powers(self, x, width, k):
        if k < 0 and x <= 0 <= x + width:
            return
        low, high = checker.power(48, (x, x + width), (F(k), F(k)))
        for end in (x, x + width):
            assert not ball(low) > ball(end) ** k
            assert not ball(high) < ball(end) ** k
        if not width:
            assert high - low <= F(1, 2**40) * max(1, abs(x**k))

    @given(st.lists(st.tuples(points, points), min_size=2, max_size=2), st.integers(-4, 4), precisions)
    def test_of_arithmetic_on_intervals(self, pairs, k, p):
        (a, b) = (tuple(sorted(pair)) for pair in pairs)
        exponent = F(k), F(k)
        cases = [(name, a, b) for name in ("+", "-", "*", "min", "max", "neg", "abs")]
        cases += [("/", a, b)] * (b[0] > 0 or b[1] < 0) + [("pow", a, exponent)] * (k >= 0 or a[0] > 0 or a[1] < 0)
        for name, x, y in cases:
            low, high = checker.OPERATIONS[name][2](p, x, y)
            middles = (x[0], x[1], (x[0] + x[1]) / 2), (y[0], y[1], (y[0] + y[1]) / 2)
            values = [checker.OPERATIONS[name][2](p, (s, s), (t, t)) for s, t in product(*middles)]
            assert all(value[0] == value[1] and low <= value[0] <= high for value in values)


class TestExpectations:
    @pytest.mark.parametrize("absolute", [False, True])
    @pytest.mark.parametrize(
        ("scales", "copies"),
        [([1], [1]), ([1], [2]), ([1], [12]), ([F(7, 3)], [272]), ([1, F(1, 2)], [4, 1]), ([F(1, 1000), 5], [3, 2])],
    )
    @pytest.mark.parametrize("p", [48, 96])
    def test_mean_of_a_maximum(self, scales, copies, absolute, p):
        wide = {(floor(F(s), p + 40), ceil(F(s), p + 40)): k for s, k in zip(scales, copies, strict=True)}
        low, high = checker.mean_of_max(p, wide, absolute)
        true = (gaussian.mean_abs_max if absolute else gaussian.mean_max)(scales, copies, bits=p + 16)
        assert low <= true * 2**p
        assert true * 2**p <= high
        assert high - low <= 8

    def test_closed_forms(self):
        root = op("sqrt", op("pi"))
        close = F(1, 10**60)
        for k, times in ((2, F(1)), (3, F(3, 2))):
            gap = op("abs", op("-", op("*", mean_max([1], [k]), root), times))
            assert check(certificate(relation(gap, "<", close)))["accepted"]

    def test_a_gap_ten_times_finer_is_decided(self):
        c0 = op("*", 2, op("sqrt", op("/", 2, op("pi"))))
        assert check(certificate(relation(mean_max([1], [12]), ">", op("+", c0, F(33458, 10**6)))))["accepted"]
        assert not check(certificate(relation(mean_max([1], [12]), ">", op("+", c0, F(33459, 10**6)))))["accepted"]
        assert check(certificate(relation(mean_max([1], [11]), "<", c0)))["accepted"]

    def test_equal_scales_count_together(self):
        split = mean_max([1, F(2, 2), 2], [3, 4, 1])
        assert not check(certificate(relation(split, "<", mean_max([1, 2], [7, 1]))))["accepted"]
        assert check(certificate(relation(op("-", split, mean_max([1, 2], [7, 1])), "<", F(1, 10**40))))["accepted"]


def floor(x, p):
    return x.numerator * 2**p // x.denominator


def ceil(x, p):
    return -(-x.numerator * 2**p // x.denominator)


@pytest.mark.parametrize(
    ("function", "place", "value"),
    [("log", 1, 0), ("exp", 0, 1), ("normal-cdf", 0, F(1, 2)), ("sqrt", F(9, 4), F(3, 2)), ("sqrt", 0, 0)],
)
def test_what_a_function_is_where_it_is_rational(function, place, value):
    """An enclosure with two ends would decide neither = nor <= there, whatever its width."""
    assert checker.Checker().value(op(function, place)) == (value, value)
    assert check(certificate(relation(op(function, place), "<=", value)))["accepted"]
    assert check(certificate(relation(op(function, op("log", op("exp", place))), "=", value)))["accepted"] == (
        place == 0
    )
