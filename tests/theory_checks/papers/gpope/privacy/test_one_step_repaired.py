"""Lemma 1 repaired: the range of orders, the inequalities of its proof, and random neighbours on the line."""

from fractions import Fraction
from math import ceil, exp, expm1, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.special import logsumexp

from theory_checks.core.evidence import Outcome
from theory_checks.papers.gpope.privacy._dominating import (
    attained_moment,
    dominating_moment,
    for_all_neighbours,
    is_covered,
    largest_moment,
    neighbours,
    repaired_bound,
)
from theory_checks.papers.gpope.privacy.one_step_repaired import Step, last_covered_order


@pytest.mark.parametrize(("m", "sigma"), [(2, 1), (100, 2), (1000, 4), (10**6, 2)])
def test_the_last_order_is_the_last_one_in_the_range(m, sigma):
    last = last_covered_order(m, sigma)

    def inside(n):
        return (n - 1) * exp(2 * (n + 2) / sigma**2) <= 0.47 * m

    assert inside(last)
    assert not inside(last + 1)


@pytest.mark.parametrize("order", [Fraction(1, 100), Fraction(1, 2), 1])
def test_orders_up_to_one_are_always_in_the_range(order):
    assert is_covered(Step(2, Fraction(1, 10), order))


@given(y=st.floats(0.02, 3), k=st.integers(2, 6))
def test_the_moments_of_the_positive_part_obey_the_bound_of_the_proof(y, k):
    def integrand(z):
        return exp(-((z + y / 2) ** 2) / (2 * y)) * expm1(z) ** k / sqrt(2 * 3.141592653589793 * y)

    end = k * y + 12 * sqrt(y)
    value, _ = quad(integrand, 0, end, limit=300, epsabs=0)

    # the quadrature has eight digits, the bound is far above for k > 2 and above by E[(e^z - 1)^2; z < 0] for k = 2
    bound = expm1(y) if k == 2 else k * exp(k * (k - 1) * y / 2 - y) * expm1(y)
    assert value <= bound * (1 + 1e-7)


def test_all_pairs_of_neighbours_are_listed_once():
    pairs = list(neighbours(3))

    assert len(pairs) == len(set(pairs)) == 36
    assert all(sum(a != b for a, b in zip(first, second, strict=True)) == 1 for first, second in pairs)


def test_leaving_out_mirror_images_loses_no_moment():
    half = largest_moment(2, Fraction(1), 1)
    mirrored = max(_moment(np.array(a), np.array(b), 1.0, 1.0) for a, b in neighbours(2))

    assert float(half) == pytest.approx(mirrored, rel=1e-9)


def _moment(first, second, sigma, order):
    """log E_P (P/Q)^order by a fine trapezoidal sum, which converges geometrically."""
    x = np.linspace(-2 * (order + 2) - 14 * sigma, 2 * (order + 2) + 14 * sigma, 20001)
    logs = [
        logsumexp(-((x[None] - np.asarray(g, dtype=float)[:, None]) ** 2) / (2 * sigma**2), axis=0) - np.log(len(g))
        for g in (first, second)
    ]
    return logsumexp((order + 1) * logs[0] - order * logs[1]) + np.log(x[1] - x[0]) - np.log(sigma * sqrt(2 * np.pi))


@given(data=st.data())
def test_random_neighbours_obey_the_repaired_bound(data):
    m = data.draw(st.integers(2, 6))
    sigma = data.draw(st.floats(1.0, 6.0))
    order = data.draw(st.sampled_from([0.3, 1.0, 1.5, 2.0, 3.0]))
    if (ceil(order) - 1) * exp(2 * (ceil(order) + 2) / sigma**2) > 0.47 * m:
        order = 1.0
    gradient = st.floats(-1, 1)
    others = data.draw(st.lists(gradient, min_size=m - 1, max_size=m - 1))
    record, substitute = data.draw(gradient), data.draw(gradient)

    alpha = _moment(np.array([*others, record]), np.array([*others, substitute]), sigma, order)

    bound = float(repaired_bound(Step(m, Fraction(sigma), Fraction(order))))
    assert alpha <= bound + 1e-9  # moments of equal data sets are rounded zeros


@pytest.mark.parametrize(("factor", "outcome"), [(2, Outcome.HOLDS), (1, Outcome.UNDECIDED), (-1, Outcome.FAILS)])
def test_a_bound_below_the_dominating_pair_is_refuted_only_by_a_pair_that_is_attained(factor, outcome):
    step = Step(10, 2, 2)
    gap = dominating_moment(step) - attained_moment(step)
    bounds = {2: dominating_moment(step) + gap, 1: attained_moment(step) + gap / 2, -1: attained_moment(step) - gap}

    assert gap > 0
    assert for_all_neighbours(step, lambda _: bounds[factor]).outcome is outcome
