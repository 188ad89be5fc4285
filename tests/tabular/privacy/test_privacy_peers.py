"""tabular.privacy against dp-accounting and opendp, each within its stated accuracy and on its stated side.

dp-accounting has the exact curve in doubles (bisection to 1e-12), discretised privacy losses rounded up (pessimistic)
or down (optimistic), and Renyi bounds at given orders. opendp has zCDP and its conversion, rounded outward.
"""

from fractions import Fraction
from math import sqrt

import dp_accounting
import numpy as np
import opendp.prelude as dp
import pytest
from dp_accounting.gaussian_mechanism import get_epsilon_gaussian, get_sigma_gaussian
from dp_accounting.pld import privacy_loss_distribution as losses
from dp_accounting.pld.privacy_loss_mechanism import GaussianPrivacyLoss
from dp_accounting.rdp.rdp_privacy_accountant import RdpAccountant, compute_epsilon
from hypothesis import given, settings
from hypothesis import strategies as st

from tabular.privacy import (
    calibrate_gaussian,
    compose,
    delta_of,
    delta_of_zcdp,
    epsilon_ball,
    epsilon_of,
    epsilon_of_rdp,
    epsilon_of_zcdp,
    mu_of,
    rdp_of_gdp,
    repeated_mu,
    zcdp_of_gdp,
    zcdp_of_pure,
)
from tabular.privacy.composition import root_ball

dp.enable_features("contrib")

SCALAR = dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float)


def zcdp_profile(scale, copies=1, distance=1.0):
    """Return opendp's privacy profile of a composition of Gaussian mechanisms."""
    mechanisms = dp.c.make_composition([dp.m.make_gaussian(*SCALAR, scale=scale)] * copies)
    return dp.c.make_zCDP_to_approxDP(mechanisms).map(distance)


def discretised(sigma, **options):
    return losses.from_gaussian_mechanism(sigma, **options)


@given(st.floats(0.05, 50), st.floats(-12, -1))
@settings(max_examples=60, deadline=None)
def test_epsilon_agrees_with_the_exact_curve_of_dp_accounting(sigma, log_delta):
    delta = 10**log_delta
    # bisection to 1e-12 in epsilon; where epsilon is 0 both must say so
    assert get_epsilon_gaussian(sigma, delta) == pytest.approx(
        epsilon_of(delta, repeated_mu(1, sigma)), abs=1e-11, rel=1e-11
    )


@given(st.floats(0.05, 50), st.floats(-12, -1))
@settings(max_examples=60, deadline=None)
def test_calibrated_noise_agrees_with_dp_accounting(epsilon, log_delta):
    delta = 10**log_delta
    peer = get_sigma_gaussian(epsilon, delta)

    assert peer == pytest.approx(calibrate_gaussian(epsilon, delta, 1).sigma, rel=1e-10)  # bisection to 1e-12
    assert peer == pytest.approx(1 / mu_of(epsilon, delta), rel=1e-10)


@pytest.mark.parametrize("epsilon", [0.0, 0.1, 1.0, 3.0])
@pytest.mark.parametrize("sigma", [0.5, 2.0, 20.0])
def test_delta_agrees_with_the_privacy_loss_of_dp_accounting(epsilon, sigma):
    peer = GaussianPrivacyLoss(standard_deviation=sigma).get_delta_for_epsilon(epsilon)

    # the peer subtracts two probabilities: an absolute error of a few units of the last digit
    assert peer == pytest.approx(delta_of(epsilon, repeated_mu(1, sigma)), abs=1e-15, rel=1e-13)


@pytest.mark.parametrize("interval", [1e-2, 1e-3])
@pytest.mark.parametrize(("sigma", "copies", "delta"), [(2.0, 50, 1e-6), (1.0, 1, 1e-5), (10.0, 7, 1e-3)])
def test_discretised_losses_enclose_epsilon(sigma, copies, delta, interval):
    """Every loss is rounded by less than one interval, up or down: epsilon of T copies moves by at most T intervals."""
    options = {"value_discretization_interval": interval, "use_connect_dots": False}
    low, high = (
        discretised(sigma, pessimistic_estimate=side, **options).self_compose(copies).get_epsilon_for_delta(delta)
        for side in (False, True)
    )
    exact = epsilon_of(delta, repeated_mu(1, sigma, copies))

    assert low <= exact <= high
    # the rounded distribution is cut at mass e^{-50}, which is far below the deltas here
    assert high - low <= 2 * copies * interval


def test_a_composition_of_different_mechanisms_is_enclosed():
    sigmas, delta = (1.5, 4.0, 9.0), 1e-5
    low, high = (
        _composed(
            [
                discretised(s, pessimistic_estimate=side, use_connect_dots=False, value_discretization_interval=1e-3)
                for s in sigmas
            ]
        ).get_epsilon_for_delta(delta)
        for side in (False, True)
    )

    assert low <= epsilon_of(delta, compose([1 / s for s in sigmas])) <= high <= low + 2 * len(sigmas) * 1e-3


def _composed(parts):
    total = parts[0]
    for part in parts[1:]:
        total = total.compose(part)
    return total


@pytest.mark.parametrize("mu", [0.1, 1.0, 5.0])
@pytest.mark.parametrize("delta", [1e-3, 1e-9])
def test_the_renyi_bound_is_that_of_dp_accounting_at_the_same_orders(mu, delta):
    orders = [1.5, 2.0, 4.0, 8.0, 16.0, 64.0]
    values = [rdp_of_gdp(mu, order) for order in orders]
    epsilon, order = compute_epsilon(orders, values, delta)
    own = [epsilon_of_rdp(delta, a, value) for a, value in zip(orders, values, strict=True)]

    assert epsilon == pytest.approx(min(own), rel=1e-12)
    assert order == orders[int(np.argmin(own))]
    assert epsilon >= epsilon_of(delta, mu)


@pytest.mark.parametrize(("scale", "distance"), [(2.0, 1.0), (0.5, 3.0), (40.0, 0.25)])
def test_zcdp_agrees_with_opendp(scale, distance):
    peer = dp.m.make_gaussian(*SCALAR, scale=scale).map(distance)

    assert peer >= (Fraction(distance) / Fraction(scale)) ** 2 / 2  # opendp rounds up
    assert peer == pytest.approx(zcdp_of_gdp(distance / scale), rel=1e-15)  # three roundings


@pytest.mark.parametrize("scale", [0.5, 2.0, 10.0])
def test_pure_privacy_to_zcdp_agrees_with_opendp(scale):
    laplace = dp.c.make_pureDP_to_zCDP(dp.m.make_laplace(*SCALAR, scale=scale))

    assert laplace.map(1.0) == pytest.approx(zcdp_of_pure(1 / scale), rel=1e-14)


@pytest.mark.parametrize("scale", [0.5, 2.0, 10.0])
@pytest.mark.parametrize("delta", [1e-2, 1e-6, 1e-12])
def test_zcdp_to_epsilon_agrees_with_opendp(scale, delta):
    peer, own = zcdp_profile(scale).epsilon(delta), epsilon_of_zcdp(delta, zcdp_of_gdp(1 / scale))

    assert peer == pytest.approx(own, rel=1e-9)  # opendp minimises over the order by bisection, and rounds up
    assert epsilon_of(delta, 1 / scale) <= own


@pytest.mark.parametrize("scale", [0.5, 2.0, 10.0])
@pytest.mark.parametrize("epsilon", [0.5, 1.0, 3.0])
def test_zcdp_to_delta_agrees_with_opendp(scale, epsilon):
    peer, own = zcdp_profile(scale).delta(epsilon), delta_of_zcdp(epsilon, zcdp_of_gdp(1 / scale))

    assert peer == pytest.approx(own, rel=1e-9)  # as above
    assert delta_of(epsilon, 1 / scale) <= own


def test_fifty_compositions_are_where_the_peers_disagree():
    """sigma = 2, delta = 1e-6: the exact epsilon is 22.42451582739189; each peer errs on the side it promises."""
    exact, delta = float(epsilon_ball(Fraction(1, 10**6), root_ball(Fraction(25, 2), 96))), 1e-6
    rdp = RdpAccountant()
    rdp.compose(dp_accounting.GaussianDpEvent(2.0), 50)
    actual = {
        "rounded down": discretised(2.0, pessimistic_estimate=False, use_connect_dots=False),
        "connected dots": discretised(2.0),
        "rounded up": discretised(2.0, use_connect_dots=False),
    }
    epsilon = {name: loss.self_compose(50).get_epsilon_for_delta(delta) for name, loss in actual.items()}

    assert f"{exact:.14f}" == "22.42451582739189"
    assert epsilon_of(delta, sqrt(50) / 2) == pytest.approx(exact, rel=1e-15)
    assert get_epsilon_gaussian(2 / sqrt(50), delta) == pytest.approx(exact, abs=1e-11)
    assert epsilon["rounded down"] < exact < epsilon["connected dots"] < epsilon["rounded up"]
    assert epsilon["rounded down"] == pytest.approx(22.42202, abs=1e-5)
    assert epsilon["connected dots"] == pytest.approx(exact, abs=2e-7)
    assert epsilon["rounded up"] == pytest.approx(22.42702, abs=1e-5)
    assert epsilon_of_zcdp(delta, zcdp_of_gdp(repeated_mu(1, 2, 50))) == pytest.approx(23.69729, abs=1e-5)
    assert zcdp_profile(2.0, copies=50).epsilon(delta) == pytest.approx(23.69729, abs=1e-5)
    assert rdp.get_epsilon(delta) == pytest.approx(23.70389, abs=1e-5)  # zCDP at a fixed list of orders
