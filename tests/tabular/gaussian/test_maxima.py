"""Tests for tabular/gaussian.py: closed forms, independent quadrature, and what makes an enclosure one."""

from fractions import Fraction
from itertools import pairwise
from math import erfc, pi, sqrt

import numpy as np
import pytest
from flint import arb, ctx, fmpq
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals
from scipy import integrate, stats

from tabular.errors import InputError
from tabular.gaussian import bandit_regret, mean_abs_max, mean_abs_max_normal, mean_max, mean_max_normal

SCALES = st.fractions(Fraction(1, 10), 10, max_denominator=20)


def closed(f):
    """A closed form as a ball, at more precision than the ball it is compared with."""
    with ctx.workprec(256):
        return f(arb.pi())


def third(pi):
    """Return arcsin(1/3) / pi, of which e_4 and e_5 are made."""
    return arb(fmpq(1, 3)).asin() / pi


CLOSED_FORMS = [
    (mean_max_normal, 1, lambda pi: arb(0)),
    (mean_max_normal, 2, lambda pi: 1 / pi.sqrt()),
    (mean_max_normal, 3, lambda pi: 3 / (2 * pi.sqrt())),
    (mean_max_normal, 4, lambda pi: 3 / pi.sqrt() * (arb(1) / 2 + third(pi))),
    (mean_max_normal, 5, lambda pi: 5 / pi.sqrt() * (arb(1) / 4 + 3 * third(pi) / 2)),
    (mean_abs_max_normal, 1, lambda pi: (2 / pi).sqrt()),
    (mean_abs_max_normal, 2, lambda pi: (2 / pi).sqrt()),
]


@pytest.mark.parametrize("bits", [30, 96, 200])
@pytest.mark.parametrize(("function", "k", "form"), CLOSED_FORMS)
def test_the_ball_holds_the_closed_form_and_is_small(function, k, form, bits):
    ball = function(k, bits)

    assert ball.contains(closed(form))
    assert float(ball.rad()) <= 2.0 ** (4 - bits)


@given(SCALES, SCALES)
def test_two_normals_have_closed_forms(s, t):
    """E max = sqrt((s^2 + t^2) / (2 pi)); E|max| = E|min| by symmetry, so both are (E|sZ| + E|tZ|) / 2."""
    squares, total = s * s + t * t, s + t

    assert mean_max([s, t]).overlaps(closed(lambda pi: (ball(squares) / (2 * pi)).sqrt()))
    assert mean_abs_max([s, t]).overlaps(closed(lambda pi: ball(total) / (2 * pi).sqrt()))


@given(SCALES, SCALES, SCALES)
def test_three_normals_have_a_closed_form(s, t, u):
    """E max(X, Y, Z) is half the sum of E max over the three pairs."""
    with ctx.workprec(160):
        half_of_pairs = (mean_max([s, t]) + mean_max([t, u]) + mean_max([s, u])) / 2

    assert mean_max([s, t, u]).overlaps(half_of_pairs)


def ball(value):
    return arb(fmpq(value.numerator, value.denominator))


@pytest.mark.parametrize("k", [1, 2, 3, 7, 12, 50])
@pytest.mark.parametrize("absolute", [False, True])
def test_quadrature_of_the_density_agrees(k, absolute):
    """Another formula by another program: E g(max) = integral g(x) k phi(x) Phi(x)^(k-1) dx, by scipy."""

    def integrand(x):
        return (abs(x) if absolute else x) * k * stats.norm.pdf(x) * stats.norm.cdf(x) ** (k - 1)

    left, right = (integrate.quad(integrand, *ends, epsabs=1e-13)[0] for ends in ((-12, 0), (0, 12)))
    ours = (mean_abs_max_normal if absolute else mean_max_normal)(k)

    assert float(ours) == pytest.approx(left + right, abs=1e-11)


def test_the_numbers_of_the_literature():
    """Expected maxima of k normals, as tabulated (Tippett 1925; Harter 1961, five decimals)."""
    table = {
        4: 1.02938,
        5: 1.16296,
        6: 1.26721,
        7: 1.35218,
        8: 1.42360,
        9: 1.48501,
        10: 1.53875,
        20: 1.86748,
        100: 2.50759,
    }

    assert {k: round(float(mean_max_normal(k)), 5) for k in table} == table


def test_many_normals_stay_within_the_known_bound():
    """e_k <= sqrt(2 ln k), which is attained in the limit."""
    value = mean_max_normal(10**9)

    assert value < (2 * arb(10**9).log()).sqrt()
    assert value > 5.9


@given(st.lists(SCALES, min_size=1, max_size=3), st.lists(st.integers(1, 4), min_size=3, max_size=3))
def test_copies_are_what_they_say(scales, copies):
    copies = copies[: len(scales)]
    repeated = [s for s, k in zip(scales, copies, strict=True) for _ in range(k)]

    assert mean_max(scales, copies).overlaps(mean_max(repeated))
    assert mean_abs_max(scales, copies).overlaps(mean_abs_max(repeated))


@given(st.lists(SCALES, min_size=1, max_size=3), SCALES)
def test_expectations_scale_with_their_normals(scales, factor):
    with ctx.workprec(160):
        assert (ball(factor) * mean_max(scales)).overlaps(mean_max([factor * s for s in scales]))
        assert (ball(factor) * mean_abs_max(scales)).overlaps(mean_abs_max([factor * s for s in scales]))


@pytest.mark.parametrize("scales", [[1, Fraction(1, 10**40)], [10**40, 1], [10**400, 10**400], [1e-300, 1.0]])
def test_scales_of_very_different_size_are_no_trouble(scales):
    """Beside a scale of 1 the other is next to a constant 0: E max(Z, 0) = 1 / sqrt(2 pi), except for equal ones."""
    with ctx.workprec(160):
        relative = mean_max(scales) / arb(max(scales))
    expected = 1 / sqrt(pi) if scales[0] == scales[1] else 1 / sqrt(2 * pi)

    assert float(relative) == pytest.approx(expected, rel=1e-15)
    assert float(relative.rad()) <= 1e-25


def test_a_scale_may_be_a_ball():
    """An irrational scale, as of a mean of two normals: E max(Z, N / sqrt 2) = sqrt(3 / (4 pi))."""
    with ctx.workprec(160):
        half = 1 / arb(2).sqrt()

    assert mean_max([1, half]).overlaps(closed(lambda pi: (3 / (4 * pi)).sqrt()))
    assert not mean_max([1, half + arb(0, 1e-3)]).rad() < 1e-4


def test_floats_are_taken_literally():
    assert mean_max([0.1, 1]).overlaps(mean_max([Fraction(0.1), 1]))
    assert not mean_max([0.1, 1]).overlaps(mean_max([Fraction(1, 10), 1]))


def test_a_ball_reads_as_a_float():
    assert float(mean_max_normal(2)) == pytest.approx(1 / sqrt(pi), rel=1e-15)


@pytest.mark.parametrize("gap", [0, Fraction(1, 3), 1, 2.5])
def test_the_regret_against_one_other_arm_has_a_closed_form(gap):
    """Pr(Z > N + gap) = Q(gap / sqrt 2) = erfc(gap / 2) / 2."""
    assert float(bandit_regret(2, gap)) == pytest.approx(float(gap) * erfc(float(gap) / 2) / 2, abs=1e-15)


def test_a_single_arm_has_no_regret():
    assert bandit_regret(1, 3).contains(0)
    assert float(bandit_regret(1, 3).rad()) < 1e-25


@pytest.mark.parametrize(("m", "gap"), [(3, 1.0), (12, 1.5), (272, 2.236)])
def test_quadrature_of_the_regret_agrees(m, gap):
    """By the law of the maximum instead of the law of the shifted arm."""

    def integrand(x):
        return (m - 1) * stats.norm.pdf(x) * stats.norm.cdf(x) ** (m - 2) * stats.norm.cdf(x - gap)

    expected = gap * sum(integrate.quad(integrand, *ends, epsabs=1e-13)[0] for ends in ((-12, 1), (1, 4), (4, 14)))

    assert float(bandit_regret(m, Fraction(gap))) == pytest.approx(expected, abs=1e-11)


def test_regret_grows_with_the_number_of_arms():
    values = [bandit_regret(m, 2) for m in (2, 3, 10, 100, 1000)]

    assert all(a < b for a, b in pairwise(values))
    assert values[-1] < 2


def test_the_working_precision_is_given_back():
    before = ctx.prec

    mean_max([1, 2], bits=300)
    with pytest.raises(InputError):
        bandit_regret(3, float("nan"))

    assert ctx.prec == before


def test_more_bits_give_smaller_balls_around_the_same_number():
    coarse, fine = mean_abs_max([1, 2, 3], bits=24), mean_abs_max([1, 2, 3], bits=150)

    assert coarse.contains(fine)
    assert fine.rad() < 2.0**-140


test_bad_arguments_are_refused = refusals(
    (lambda: mean_max_normal(0), "k must be an integer of at least 1, got 0"),
    (lambda: mean_max_normal(2.0), "k must be an integer of at least 1, got 2.0"),
    (lambda: mean_abs_max_normal(True), "k must be an integer of at least 1, got True"),
    (lambda: mean_max_normal(3, bits=0), "bits must be an integer of at least 1, got 0"),
    (lambda: mean_max([]), "copies must have one entry for each scale, at least one, got 0 for 0"),
    (lambda: mean_max([1, 2], [1]), "copies must have one entry for each scale, at least one, got 1 for 2"),
    (lambda: mean_max([1], [0]), "copies must be an integer of at least 1, got 0"),
    (lambda: mean_max([1, 0]), r"scales must be positive, got 0 at \[1\]"),
    (lambda: mean_max([-1.0]), r"scales must be positive, got -1.0 at \[0\]"),
    (lambda: mean_abs_max([float("inf")]), r"scales\[0\] must be finite, got inf"),
    (lambda: mean_abs_max([float("nan")]), r"scales\[0\] must be finite, got nan"),
    (lambda: mean_max([arb(0, 1)]), r"scales must be positive, got .* at \[0\]"),
    (lambda: mean_max(["1"]), r"scales\[0\] must be an integer, a Fraction, a float or a ball, got '1'"),
    (lambda: mean_max([True]), r"scales\[0\] must be an integer, a Fraction, a float or a ball, got True"),
    (lambda: bandit_regret(0, 1), "m must be an integer of at least 1, got 0"),
    (lambda: bandit_regret(2, -1), "gap must be at least 0, got -1"),
    (lambda: bandit_regret(2, np.inf), "gap must be finite, got inf"),
)
