"""Tests for tabular/privacy/rkhs.py: exact products against hand-made integrals and against each other."""

from fractions import Fraction
from itertools import pairwise
from math import exp, inf, nan

import pytest
from flint import acb, arb
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals

from tabular.privacy import PiecewiseLinear, Polynomial

RATIONAL = st.fractions(-3, 3, max_denominator=12)
BETA = st.fractions(Fraction(1, 10), 20, max_denominator=10)
INNER = st.lists(st.fractions(Fraction(1, 60), Fraction(59, 60), max_denominator=60), max_size=5, unique=True)
POLYNOMIAL = st.lists(RATIONAL, max_size=5).map(Polynomial.of)


@st.composite
def broken_lines(draw):
    knots = [Fraction(0), *sorted(draw(INNER)), Fraction(1)]
    return PiecewiseLinear.through(knots, [draw(RATIONAL) for _ in knots])


def ball_inner(f, df, g, dg, beta, breaks=()):
    """<f, g> by rigorous quadrature of the definition, for functions that are analytic between the breaks."""

    def integrand(z, _):
        return df(z) * dg(z) + beta**2 * f(z) * g(z)

    ends = [0, *breaks, 1]
    pieces = [acb.integral(integrand, a, b).real for a, b in pairwise(ends)]
    boundary = (f(acb(0)) * g(acb(0)) + f(acb(1)) * g(acb(1))).real / 2
    return boundary + sum(pieces, start=arb(0)) / (2 * beta)


@pytest.mark.parametrize(
    ("f", "norm"),
    [
        (Polynomial.of([1]), 1 + Fraction(2, 2)),  # 1 + beta / 2
        (Polynomial.of([0, 1]), Fraction(1, 2) + Fraction(1, 4) + Fraction(1, 3)),  # 1/2 + 1/(2 beta) + beta/6
        (PiecewiseLinear.through([0, 1], [1, 1]), 2),
        (PiecewiseLinear.through([0, 0.5, 1], [0, 1, 0]), Fraction(4, 4) + Fraction(1, 3)),  # 4/(2 beta) + beta/6
        (Polynomial.of([]), 0),
    ],
)
def test_norms_by_hand_at_beta_2(f, norm):
    assert f.norm_squared(2) == norm


@given(broken_lines(), broken_lines(), broken_lines(), BETA)
def test_the_product_of_broken_lines_is_a_scalar_product(f, g, h, beta):
    assert f.inner(g, beta) == g.inner(f, beta)
    assert (f - g).inner(h, beta) == f.inner(h, beta) - g.inner(h, beta)
    assert f.inner(g, beta) ** 2 <= f.norm_squared(beta) * g.norm_squared(beta)
    assert f.norm_squared(beta) >= max(abs(y) for y in f.values) ** 2  # |f(x)|^2 <= K(x, x) <f, f>


@given(RATIONAL, RATIONAL, RATIONAL, RATIONAL, BETA, INNER)
def test_lines_are_polynomials_whatever_their_knots(a, b, c, d, beta, inner):
    knots = [Fraction(0), *sorted(inner), Fraction(1)]
    f, g = Polynomial.of([a, b]), Polynomial.of([c, d])
    broken = PiecewiseLinear.through(knots, [f(x) for x in knots])

    assert broken.inner(PiecewiseLinear.through([0, 1], [g(0), g(1)]), beta) == f.inner(g, beta)


@given(POLYNOMIAL, POLYNOMIAL, BETA)
def test_polynomials_agree_with_rigorous_quadrature(f, g, beta):
    def value(p):
        return lambda z: sum((acb(c.numerator) / c.denominator * z**i for i, c in enumerate(p.coefficients)), acb(0))

    def slope(p):
        terms = list(enumerate(p.coefficients))[1:]
        return lambda z: sum((acb(i * c.numerator) / c.denominator * z ** (i - 1) for i, c in terms), acb(0))

    rate = arb(beta.numerator) / beta.denominator
    expected = ball_inner(value(f), slope(f), value(g), slope(g), rate)
    exact = f.inner(g, beta)

    assert expected.overlaps(arb(exact.numerator) / exact.denominator)


@pytest.mark.parametrize("cells", [4, 64])
def test_the_interpolant_of_a_kernel_section_reproduces_nearly(cells):
    """<f, I K_y> -> f(y) with the square of the cells, for the broken line f = |x - 1/2|."""
    beta, y = 2, Fraction(1, 4)
    knots = [Fraction(i, cells) for i in range(cells + 1)]
    section = PiecewiseLinear.through(knots, [exp(-beta * abs(x - y)) for x in knots])
    f = PiecewiseLinear.through([0, 0.5, 1], [0.5, 0, 0.5])

    assert abs(f.inner(section, beta) - f(y)) <= Fraction(1, cells**2)


def test_values_between_the_knots():
    f = PiecewiseLinear.through([0, 0.25, 1], [1, 2, 5])

    assert [f(0), f(Fraction(1, 8)), f(0.25), f(Fraction(5, 8)), f(1)] == [1, Fraction(3, 2), 2, Fraction(7, 2), 5]
    assert Polynomial.of([1, 2, 3])(Fraction(1, 2)) == Fraction(11, 4)


test_bad_parameters_get_one_sentence = refusals(
    (lambda: PiecewiseLinear.through([0], [1]), r"^knots must increase strictly from 0 to 1, got \['0'\]$"),
    (lambda: PiecewiseLinear.through([0, 0.5], [1, 2]), r"^knots must increase strictly from 0 to 1, got "),
    (lambda: PiecewiseLinear.through([0, 0, 1], [1, 2, 3]), r"^knots must increase strictly from 0 to 1, got "),
    (lambda: PiecewiseLinear.through([], []), r"^knots must increase strictly from 0 to 1, got \[\]$"),
    (lambda: PiecewiseLinear.through([0, 1], [1]), r"^values must have one entry for each knot, got 1 for 2 knots$"),
    (lambda: PiecewiseLinear.through([0, 1], [1, nan]), r"^values must be a finite number, got nan at \[1\]$"),
    (lambda: PiecewiseLinear.through([0, inf], [1, 1]), r"^knots must be a finite number, got inf at \[1\]$"),
    (lambda: PiecewiseLinear.through([0, 1], [1, 1])(2), r"^x must lie in \[0, 1\], got 2$"),
    (lambda: PiecewiseLinear.through([0, 1], [1, 1]).norm_squared(0), r"^beta must be a finite number above 0, got 0$"),
    (lambda: Polynomial.of(["1"]), r"^coefficients must be a finite number, got '1' at \[0\]$"),
    (lambda: Polynomial.of([1]).norm_squared(nan), r"^beta must be a finite number above 0, got nan$"),
)
