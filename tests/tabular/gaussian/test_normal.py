"""Tests for tabular/gaussian/normal.py, with the functions of scipy and of the standard library beside it."""

from statistics import NormalDist

import pytest
from flint import acb, arb, ctx
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import ndtr

from tabular.gaussian.normal import integral, normal_cdf, normal_cut, normal_density, normal_tail

points = st.floats(-8, 8)


@given(points)
def test_the_law_is_the_one_of_other_libraries(x):
    assert float(normal_cdf(arb(x))) == pytest.approx(ndtr(x), rel=1e-12)
    assert float(normal_tail(arb(x))) == pytest.approx(ndtr(-x), rel=1e-12)
    assert float(normal_density(arb(x))) == pytest.approx(NormalDist().pdf(x), rel=1e-12)


@given(points)
def test_the_two_tails_make_one(x):
    assert (normal_cdf(arb(x)) + normal_tail(arb(x)) - 1).contains(0)


@pytest.mark.parametrize(("bits", "terms"), [(40, 1), (80, 2), (80, 1000)])
def test_beyond_the_cut_nothing_counts(bits, terms):
    end = normal_cut(bits, terms)

    with ctx.workprec(bits + 48):
        assert terms * (-(arb(end) ** 2) / 2).exp() <= arb(2) ** -bits
        assert abs(integral(normal_density, -end, end, bits) - 1) < arb(2) ** (2 - bits)


def test_real_balls_and_complex_ones_agree():
    assert normal_tail(acb(1)).real.overlaps(normal_tail(arb(1)))
