"""The moments of a density ratio against quadrature of another library, and the ratio of half-spaces."""

from fractions import Fraction
from math import exp, sqrt

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import norm

from theory_checks.core.interpret import approximate
from theory_checks.papers.dpdqn.density.ratio_moments import MOMENTS, integrated_moment, with_size


@pytest.mark.parametrize("power", [Fraction(1, 2), Fraction(1), Fraction(5, 2)])
@pytest.mark.parametrize("size", [Fraction(1, 10), Fraction(2)])
def test_both_moments_agree_with_quadrature(power, size):
    mu = sqrt(size)
    for under_one, claimed in enumerate(MOMENTS):

        def integrand(z, mean=mu * under_one):
            return norm.pdf(z - mean) * exp(float(power) * (mu * z - mu * mu / 2))

        expected = quad(integrand, -30, 30, limit=200)[0]
        assert float(integrated_moment(power, size, under_one=bool(under_one))) == pytest.approx(expected, rel=1e-7)
        assert approximate(claimed.right, with_size(power, size, 1)) == pytest.approx(expected, rel=1e-7)


def test_the_moment_of_a_product_is_simulated():
    z = np.random.default_rng(7).standard_normal((400_000, 3))
    ratios = np.exp((0.4 * z - 0.08).sum(axis=1) / 2)  # three updates with d = 0.16, lambda = 1/2
    expected = approximate(MOMENTS[0].right, with_size(Fraction(1, 2), Fraction(16, 100), 3))

    assert ratios.mean() == pytest.approx(expected, abs=6 * ratios.std() / sqrt(400_000))  # six standard errors


def test_the_integral_is_narrow():
    assert float(integrated_moment(Fraction(3), Fraction(4)).rad()) < 1e-9 * exp(12)
