"""Renyi divergences of normal laws: completing the square against numerical integration and known values."""

from fractions import Fraction
from math import exp, log

import pytest
from scipy.integrate import quad
from scipy.stats import norm

from tabular.privacy.conversions import rdp_of_gdp
from theory_checks.core.formal import formal_of
from theory_checks.core.interpret import enclose
from theory_checks.papers.gpope.privacy import renyi_of_gaussians
from theory_checks.papers.gpope.privacy.renyi_of_gaussians import LAWS, divergence, exact_array, inverse_form, scalar

LEMMA3 = formal_of(renyi_of_gaussians.__file__, "gpope/lemma3")


@pytest.mark.parametrize("alpha", [Fraction(3, 2), Fraction(2), Fraction(4)])
@pytest.mark.parametrize("sigma", [Fraction(1, 2), Fraction(2)])
def test_it_meets_numerical_integration(alpha, sigma):
    def integrand(x):
        return exp(
            float(alpha) * norm.logpdf(x, 0, float(sigma)) + (1 - float(alpha)) * norm.logpdf(x, 1, float(sigma))
        )

    width = 4 * float(alpha) + 12 * float(sigma)
    value, _ = quad(integrand, -width, width, limit=300, epsabs=0)
    mu, nu = exact_array([0]), exact_array([1])

    # quad gives about eight digits
    found = divergence(mu, nu, scalar(mu, sigma**2), alpha)
    assert float(found) == pytest.approx(log(value) / (float(alpha) - 1), rel=1e-7)


def test_order_one_is_the_kullback_leibler_divergence_and_the_limit():
    mu, nu, S = exact_array([1, 0]), exact_array([0, 2]), exact_array([[2, 1], [1, 3]])
    limits = [divergence(mu, nu, S, 1 + Fraction(1, k)) for k in (10, 1000, 10**6)]

    at_one = divergence(mu, nu, S, Fraction(1))
    gaps = [abs(x - at_one) for x in limits]
    assert gaps[0] > gaps[1] > gaps[2]
    assert gaps[2] < Fraction(1, 10**5)
    assert at_one == inverse_form(mu - nu, S) / 2


@pytest.mark.parametrize("laws", [laws for laws in LAWS if laws.alpha > 1])
def test_the_printed_number_is_that_of_the_library(laws):
    mu = sum((a - b) ** 2 for a, b in zip(laws.mu, laws.nu, strict=True)) ** 0.5 / float(laws.sigma)

    assert float(enclose(LEMMA3.right, laws.constants)) == pytest.approx(rdp_of_gdp(mu, laws.alpha))
