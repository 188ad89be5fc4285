"""Tests for tabular/privacy/conversions.py: attained where exact, above the truth where a bound, right at the ends."""

from fractions import Fraction
from math import exp, inf, log, nan, pi, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import integrate, optimize, stats

from tabular.errors import InputError
from tabular.privacy import (
    delta_of,
    delta_of_rdp,
    delta_of_zcdp,
    epsilon_of,
    epsilon_of_rdp,
    epsilon_of_zcdp,
    gdp_of_pure,
    mu_of,
    rdp_of_gdp,
    rdp_of_pure,
    rdp_of_zcdp,
    zcdp_of_gdp,
    zcdp_of_pure,
)

EPSILON = st.floats(1e-6, 30)
ORDER = st.floats(1.01, 200)
MU = st.floats(1e-3, 5)


@pytest.mark.parametrize(("mu", "order"), [(1.0, 2.0), (0.5, 7.5), (2.0, 1.3)])
def test_rdp_of_gdp_is_the_renyi_divergence_of_two_normals(mu, order):
    """log integral p^a q^(1-a) / (a - 1) by quadrature; the integrand is a normal density around a mu."""

    def integrand(x: float) -> float:
        return exp(-order * (x - mu) ** 2 / 2 - (1 - order) * x * x / 2) / sqrt(2 * pi)

    moment, _ = integrate.quad(integrand, order * mu - 12, order * mu + 12, epsabs=0, epsrel=1e-12)

    assert rdp_of_gdp(mu, order) == pytest.approx(log(moment) / (order - 1), rel=1e-10)
    assert rdp_of_gdp(mu, order) == pytest.approx(rdp_of_zcdp(zcdp_of_gdp(mu), order), rel=1e-15)


@given(st.floats(0.01, 20), st.floats(1.01, 20))
def test_rdp_of_pure_is_that_of_randomized_response(epsilon, order):
    p, q = 1 / (1 + exp(-epsilon)), 1 / (1 + exp(epsilon))
    moment = p**order * q ** (1 - order) + q**order * p ** (1 - order)

    assert rdp_of_pure(epsilon, order) == pytest.approx(log(moment) / (order - 1), rel=1e-9, abs=1e-12)


@given(st.floats(1e-150, 1e6), st.floats(1.0001, 1e6))  # the square of a smaller epsilon is no normal double
def test_rdp_of_pure_stays_below_epsilon_and_below_zcdp(epsilon, order):
    value = rdp_of_pure(epsilon, order)

    assert 0 <= value <= epsilon * (1 + 1e-15)
    assert value <= rdp_of_zcdp(zcdp_of_pure(epsilon), order) * (1 + 1e-12)


def test_rdp_of_pure_keeps_its_digits_at_small_epsilon():
    """The divergence is a epsilon^2 / 2 (1 + O(epsilon^2))."""
    assert rdp_of_pure(1e-9, 3) == pytest.approx(1.5e-18, rel=1e-12)


@given(EPSILON)
def test_gdp_of_pure_touches_randomized_response_at_the_kink(epsilon):
    """The power of the test with level 1 / (1 + e^epsilon) is 1 minus the level, for both."""
    level = 1 / (1 + exp(epsilon))

    assert stats.norm.cdf(-gdp_of_pure(epsilon) / 2) == pytest.approx(level, rel=1e-12)


@given(EPSILON, st.floats(0, 1))
def test_gdp_of_pure_lies_below_the_curve_of_pure_privacy(epsilon, level):
    """Type II errors: max(0, 1 - e^eps a, e^-eps (1 - a)) >= Phi(Phi^{-1}(1 - a) - mu)."""
    pure = max(0.0, 1 - exp(epsilon) * level, exp(-epsilon) * (1 - level))
    gaussian = stats.norm.cdf(stats.norm.isf(level) - gdp_of_pure(epsilon))

    assert gaussian <= pure + 1e-12


def test_gdp_of_pure_keeps_its_digits_at_small_epsilon():
    """2 Phi^{-1}(1/2 + epsilon/4) = sqrt(2 pi) epsilon / 2 (1 + O(epsilon^2))."""
    assert gdp_of_pure(1e-9) == pytest.approx(sqrt(2 * pi) * 1e-9 / 2, rel=1e-14)


@pytest.mark.parametrize("epsilon", [0.999999, 1.000001, 700.0, 1e5])
def test_gdp_of_pure_by_its_defining_equation(epsilon):
    """Q(mu/2) = 1 / (1 + e^epsilon) in logarithms, on both sides of the change of formula."""
    log_level = -epsilon - (exp(-epsilon) if epsilon > 30 else log(1 + exp(-epsilon)))

    # The logarithm is quadratic in mu: mu is right to 1e-12 relative when this is to 2e-12.
    assert stats.norm.logsf(gdp_of_pure(epsilon) / 2) == pytest.approx(log_level, rel=2e-12)


@given(st.floats(0, 30), MU, ORDER)
def test_bounds_of_delta_lie_above_the_exact_curve(epsilon, mu, order):
    exact = delta_of(epsilon, mu)

    assert delta_of_rdp(epsilon, order, rdp_of_gdp(mu, order)) >= exact * (1 - 1e-12)
    assert delta_of_zcdp(epsilon, zcdp_of_gdp(mu)) >= exact * (1 - 1e-12)
    assert delta_of_zcdp(epsilon, zcdp_of_gdp(mu)) <= delta_of_rdp(epsilon, order, rdp_of_gdp(mu, order)) * (1 + 1e-9)


@given(st.floats(-100, -0.5), MU, ORDER)
def test_bounds_of_epsilon_lie_above_the_exact_one(log_delta, mu, order):
    delta = 10**log_delta
    exact = epsilon_of(delta, mu)

    assert epsilon_of_rdp(delta, order, rdp_of_gdp(mu, order)) >= exact - 1e-12
    assert epsilon_of_zcdp(delta, zcdp_of_gdp(mu)) >= exact - 1e-12
    assert epsilon_of_zcdp(delta, zcdp_of_gdp(mu)) <= mu * mu / 2 + mu * sqrt(2 * -log(delta)) + 1e-12


@given(st.floats(0.1, 30), st.floats(0.01, 5))
def test_the_order_of_zcdp_is_the_best_one(epsilon, rho):
    best = optimize.minimize_scalar(
        lambda b: log(delta_of_rdp(epsilon, 1 + exp(b), rdp_of_zcdp(rho, 1 + exp(b))) + 1e-320),
        bounds=(-12, 8),
        method="bounded",
        options={"xatol": 1e-9},
    )

    assert delta_of_zcdp(epsilon, rho) <= exp(best.fun) * (1 + 1e-7) + 1e-300  # the minimum is found to 1e-9 in b


@given(st.floats(1e-100, 0.4), ORDER, st.floats(1e-3, 10))
def test_the_bound_of_rdp_is_inverted(delta, order, value):
    epsilon = epsilon_of_rdp(delta, order, value)

    assert delta_of_rdp(epsilon, order, value) <= delta * (1 + 1e-9) or epsilon == 0


def test_there_is_no_way_back_but_for_a_gaussian():
    assert mu_of(epsilon_of(1e-6, 0.7), 1e-6) == pytest.approx(0.7, rel=1e-12)


@pytest.mark.parametrize(
    ("actual", "limit"),
    [
        (gdp_of_pure(0), 0),
        (gdp_of_pure(inf), inf),
        (rdp_of_pure(0, 2), 0),
        (rdp_of_pure(inf, 2), inf),
        (zcdp_of_pure(inf), inf),
        (zcdp_of_gdp(0), 0),
        (zcdp_of_gdp(1e200), inf),
        (delta_of_rdp(1, 2, 0), 0),
        (delta_of_rdp(inf, 2, inf), 0),
        (delta_of_rdp(1, 2, inf), 1),
        (epsilon_of_rdp(0, 2, 0), 0),
        (epsilon_of_rdp(0, 2, 1), inf),
        (epsilon_of_rdp(1, 2, inf), 0),
        (epsilon_of_rdp(0.5, 2, inf), inf),
        (delta_of_zcdp(1, 0), 0),
        (delta_of_zcdp(inf, 1), 0),
        (delta_of_zcdp(1, inf), 1),
        (delta_of_zcdp(1e10, 1e-320), 0),
        (epsilon_of_zcdp(0, 1), inf),
        (epsilon_of_zcdp(0, 0), 0),
        (epsilon_of_zcdp(1, 1), 0),
        (epsilon_of_zcdp(0.5, inf), inf),
        (epsilon_of_zcdp(0.9, 1e-9), 0),
    ],
)
def test_limits(actual, limit):
    assert actual == limit


def test_a_delta_below_every_double_is_no_obstacle():
    assert epsilon_of_rdp(Fraction(1, 10**400), 2, 1) == pytest.approx(1 + 400 * log(10) - 2 * log(2), rel=1e-12)


@pytest.mark.parametrize("order", [1, 1.0, 0.5, inf, -inf, nan, "2", True, 10**400, 1 + Fraction(1, 10**400)])
def test_a_bad_order_gets_one_sentence(order):
    for call in (lambda: rdp_of_gdp(1, order), lambda: rdp_of_pure(1, order), lambda: delta_of_rdp(1, order, 1)):
        with pytest.raises(InputError, match=r"^order must be a finite number above 1, got "):
            call()


@pytest.mark.parametrize("function", [zcdp_of_gdp, gdp_of_pure, zcdp_of_pure])
@pytest.mark.parametrize("bad", [-1, nan, "1", None])
def test_bad_parameters_get_one_sentence(function, bad):
    with pytest.raises(InputError, match=r"^(mu|epsilon) must be a number of at least 0, got "):
        function(bad)


def test_a_bad_delta_gets_one_sentence():
    for call in (lambda: epsilon_of_rdp(2, 2, 1), lambda: epsilon_of_zcdp(2, 1)):
        with pytest.raises(InputError, match=r"^delta must be a number between 0 and 1, got 2$"):
            call()
