"""The proved enclosure of the law of the largest error: around exact values, as narrow as asked for, and its lemmas."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from flint import arb, ctx
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refusals

from tabular.noise.counters.law import checked_failure
from tabular.noise.counters.law_enclosure import _smoothed, enclose_failure
from tabular.noise.counters.law_exact import _product, _stays, probability_ball
from tabular.noise.counters.law_exact import _smoothed as exactly_smoothed


@pytest.mark.parametrize("steps", [1, 2, 3, 5, 8, 13, 16])
@pytest.mark.parametrize("level", [Fraction(1, 4), Fraction(2), Fraction(13, 2), Fraction(25)])
@pytest.mark.parametrize("tol", [0.3, 1e-3, 1e-6])
def test_the_exact_probability_lies_inside(steps, level, tol):
    low, high = enclose_failure(steps, float(level), tol=tol)
    with ctx.workprec(300):
        exact = 1 - probability_ball(steps, level, 250)

        assert arb(low) <= exact <= arb(high)
    assert high <= low * (1 + 2 * tol)


@settings(deadline=None, max_examples=60)
@given(st.integers(1, 2**36 - 1), st.floats(0.01, 300), st.sampled_from([1, 32, 4800]))
def test_the_quadrature_lies_inside(steps, level, counters):
    low, high = enclose_failure(steps, level, counters=counters, tol=1e-2)
    actual, error = checked_failure(steps, level, counters=counters)

    assert low - error <= actual <= high + error
    assert 0 <= low <= high <= 1
    assert high <= low * 1.02


def test_finer_enclosures_lie_in_coarser_ones():
    ends = [enclose_failure(1000, 12.0, tol=tol) for tol in (1e-1, 1e-2, 1e-3, 1e-4, 1e-5)]

    assert all(a[0] <= b[0] <= b[1] <= a[1] for a, b in itertools.pairwise(ends))


def value(terms, x, u, derivative):
    """Return a derivative at u of a sum of q u**p exp(j u) exp(e x), by its Taylor coefficients."""
    total = arb(0)
    for (p, j, e), q in terms.items():
        factor = arb(q.numerator) / q.denominator * (e * x).exp() * (j * u).exp()
        # d/du: j + p / u and its square minus p / u**2
        for order, weight in ((0, 1), (1, j + p / u), (2, (j + p / u) ** 2 - p / u**2)):
            if order == derivative:
                total += factor * u**p * weight
    return total


@pytest.mark.parametrize("level", [Fraction(1, 2), Fraction(3), Fraction(9)])
def test_the_two_lemmas_about_derivatives_on_exact_functions(level):
    """|q'| <= q and -(K + 2) q <= q'' <= 2 q for q = q_1, q_2, q_3 and for the function of three steps more."""
    functions = [(k, _stays(k, level)) for k in (1, 2, 3)]
    functions.append((3, _product(_stays(2, level), exactly_smoothed(_stays(1, level), level))))
    with ctx.workprec(400):
        x = arb(level.numerator) / level.denominator
        for depth, stays in functions:
            for k in range(1, 21):
                u = x * k / 20
                q, slope, bend = 1 - value(stays, x, u, 0), -value(stays, x, u, 1), -value(stays, x, u, 2)
                assert abs(slope) <= q
                assert -(depth + 2) * q <= bend <= 2 * q


def test_integrals_of_interpolations_are_exact():
    """A constant and |v|: int exp(-|v - u|) / 2 = 1 - exp(-x) cosh u, and the second by parts."""
    x, cells = 3.0, 7
    u = np.arange(cells + 1) * x / cells
    constant, slope = _smoothed(np.ones(cells + 1), x / cells), _smoothed(u, x / cells)

    assert constant == pytest.approx(1 - math.exp(-x) * np.cosh(u), rel=1e-14)
    assert slope == pytest.approx(u + np.exp(-u) - (1 + x) * math.exp(-x) * np.cosh(u), rel=1e-13)


test_bad_input_gets_one_sentence = refusals(
    (lambda: enclose_failure(0, 1.0), r"steps must be an integer from 1 to \d+, got 0"),
    (lambda: enclose_failure(5, 0), "level must be positive and finite, got 0"),
    (lambda: enclose_failure(5, 601.0), "level must be at most 600.0, got 601.0"),
    (lambda: enclose_failure(5, 1.0, tol=0.0), "tol must be positive and finite, got 0.0"),
    (lambda: enclose_failure(5, 100.0, tol=1e-12), "tol must be so large that 262144 cells suffice, got 1e-12"),
    (lambda: enclose_failure(5, 1.0, tol=1e-300), "tol must be so large that 262144 cells suffice, got 1e-300"),
    (lambda: enclose_failure(2**36 - 1, 1.0, tol=5e-324), "tol must be so large that 262144 cells suffice, got 5e-324"),
    (lambda: enclose_failure(5, 1.0, counters=0.5), r"counters must be an integer from 1 to \d+, got 0.5"),
    says="whole pattern",
)
