"""Equation (B.2): lower sums of certificates, and random points of the two proved regions."""

from fractions import Fraction
from math import ceil, exp, log, log1p

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.stats import norm

from tabular.privacy.subsampled import Direction, log_moment
from theory_checks.core.interpret import enclose
from theory_checks.core.lemmas import of_lemma
from theory_checks.papers.gpope.privacy._one_step import Step, in_doubles
from theory_checks.papers.gpope.privacy.subsampling_step import PRINTED_FAILING, kept_terms


@pytest.mark.parametrize(("m", "sigma", "order"), PRINTED_FAILING)
def test_the_lower_sum_is_between_the_bound_and_the_moment(m, sigma, order):
    step = Step(m, sigma, order, 1)
    lower = float(enclose(of_lemma("reverse-log-moment"), {**step.constants, "order": order, "distance": 1}))

    assert float(kept_terms(step)) < lower < log_moment(step.pair, order, Direction.ADD)


@given(m=st.integers(1, 1000), sigma=st.floats(0.7, 20))
def test_opposite_gradients_exceed_it_at_order_two_for_every_m_and_sigma(m, sigma):
    x, q = np.linspace(-12 * sigma, 14 * sigma + 2, 20_001), 1 / m
    null, far = norm.pdf(x, 0, sigma), norm.pdf(x, 2, sigma)
    excess = ((q * (far - null)) ** 2 / null).sum() * (
        x[1] - x[0]
    )  # of the chi-squared divergence, which is a small number

    assert log1p(excess) > log1p(in_doubles(m, sigma, 1))


@given(m=st.integers(2, 10**5), sigma=st.floats(0.4, 20), order=st.floats(0.05, 60))
def test_mixture_first_holds_in_its_region(m, sigma, order):
    n = ceil(order)
    assume((n - 1) * exp(min(700, (n + 2) / (2 * sigma**2))) <= 0.27 * m)
    step = Step(m, Fraction(sigma), Fraction(order), 1)

    alpha = log_moment(step.pair, step.order, Direction.REMOVE)

    # the largest ratio is about 2/3
    assert alpha <= log1p(in_doubles(m, sigma, order))


@given(m=st.integers(2, 10**4), sigma=st.floats(0.4, 20), order=st.floats(0.05, 2000))
def test_mu0_first_holds_in_its_region(m, sigma, order):
    assume(order + 2 <= (m - 1) * log(2))
    step = Step(m, Fraction(sigma), Fraction(order), 1)

    alpha = log_moment(step.pair, step.order, Direction.ADD)

    # the largest ratio is about 1/2
    assert alpha <= log1p(in_doubles(m, sigma, order))
