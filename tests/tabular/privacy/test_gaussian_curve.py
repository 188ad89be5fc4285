"""Tests for tabular/privacy/gaussian_curve.py: balls on a wide grid, closed forms, quadrature, and the limits."""

from fractions import Fraction
from math import erf, exp, inf, log, nan, nextafter, pi, sqrt

import pytest
from flint import arb, ctx
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import integrate

from tabular.errors import InputError
from tabular.privacy import (
    complement_ball,
    complement_of,
    delta_ball,
    delta_of,
    epsilon_ball,
    epsilon_of,
    log_delta_ball,
    log_delta_of,
    mu_ball,
    mu_of,
)

EPSILONS = [0, 1e-300, 1e-12, 1e-6, 1e-3, 0.1, 0.5, 0.9, 1, 2, 5, 10, 30, 100, 300, 1e3, 3e3, 1e4]
MUS = [1e-6, 1e-4, 1e-3, 0.01, 0.1, 0.3, 0.5, 1, 2, 3, 5, 10, 20, 37, 50, 74, 100, 141.4, 200, 500, 1e3]
TOL = 4e-15  # the arithmetic of about forty rounded operations; the promise of the module is 1e-12


def relative_error(value: float, ball: arb) -> float:
    with ctx.workprec(128):
        return float(abs((arb(value) - ball) / ball).upper())


def inaccurate(epsilon: float, mu: float) -> list[str]:
    """The functions whose value is a normal double and not that of the ball."""
    pairs = {
        "delta": (delta_of(epsilon, mu), delta_ball(epsilon, mu)),
        "complement": (complement_of(epsilon, mu), complement_ball(epsilon, mu)),
        "log delta": (log_delta_of(epsilon, mu), log_delta_ball(epsilon, mu)),
    }
    return [
        name for name, (value, ball) in pairs.items() if abs(ball) > 1e-300 and not relative_error(value, ball) < TOL
    ]


@pytest.mark.parametrize("mu", MUS)
def test_doubles_agree_with_balls_on_the_grid(mu):
    wrong = [(epsilon, name) for epsilon in EPSILONS for name in inaccurate(epsilon, mu)]

    assert wrong == []


@given(st.floats(-6, 3), st.floats(-40, 38))
def test_doubles_agree_with_balls_where_delta_is_neither_0_nor_1(log_mu, t):
    """epsilon is chosen from t = epsilon/mu - mu/2, so that delta runs from 1 - 1e-300 to 1e-300 at every mu."""
    mu = 10**log_mu
    epsilon = mu * (t + mu / 2)
    assume(0 <= epsilon <= 1e4)

    assert inaccurate(epsilon, mu) == []


@given(st.floats(1e-200, 1e200), st.floats(1e-100, 1e100))
def test_no_scale_breaks_the_functions(epsilon, mu):
    delta, rest, log_delta = delta_of(epsilon, mu), complement_of(epsilon, mu), log_delta_of(epsilon, mu)

    assert 0 <= delta <= 1
    assert 0 <= rest <= 1
    assert log_delta <= 0
    assert abs(delta + rest - 1) < TOL


@pytest.mark.parametrize("mu", [1e-300, 1e-6, 0.3, 1, 4, 30])
def test_at_epsilon_0_it_is_the_total_variation(mu):
    assert delta_of(0, mu) == pytest.approx(erf(mu / (2 * sqrt(2))), rel=TOL)


@pytest.mark.parametrize(("epsilon", "mu"), [(0.5, 1.0), (3.0, 0.7), (1.0, 4.0)])
def test_it_is_the_hockey_stick_of_two_normals(epsilon, mu):
    """The definition, integral (p - e^epsilon q)_+, by quadrature; beyond 12 the densities are below 1e-30."""

    def excess(x: float) -> float:
        return exp(-((x - mu) ** 2) / 2) - exp(epsilon - x * x / 2)

    value, error = integrate.quad(excess, epsilon / mu + mu / 2, mu + 12, epsabs=1e-13)

    assert delta_of(epsilon, mu) == pytest.approx(value / sqrt(2 * pi), abs=error + 1e-13)


@given(st.floats(0, 50), st.floats(0, 1), st.floats(1e-3, 30))
def test_it_decreases_in_epsilon_and_increases_in_mu(epsilon, step, mu):
    assert log_delta_of(epsilon + step, mu) <= log_delta_of(epsilon, mu) * (1 - TOL)
    assert log_delta_of(epsilon, mu) <= log_delta_of(epsilon, mu + step) * (1 - TOL)


def within(epsilon, mu, delta):
    """Compare on the side of 1/2 on which the difference keeps its digits, as the inverses promise."""
    if 2 * delta <= 1:
        return delta_of(epsilon, mu) <= delta
    return complement_of(epsilon, mu) >= 1 - delta


@given(st.floats(-300, -0.01), st.floats(-5, 3))
def test_epsilon_is_the_smallest_double_within_delta(log_delta, log_mu):
    delta, mu = 10**log_delta, 10**log_mu
    epsilon = epsilon_of(delta, mu)

    assert within(epsilon, mu, delta)
    assert epsilon == 0 or not within(nextafter(epsilon, 0), mu, delta)


@given(st.floats(-300, -0.01), st.floats(-5, 4))
def test_mu_is_the_largest_double_within_delta(log_delta, log_epsilon):
    delta, epsilon = 10**log_delta, 10**log_epsilon
    mu = mu_of(epsilon, delta)

    assert within(epsilon, mu, delta)
    assert not within(epsilon, nextafter(mu, inf), delta)


@pytest.mark.parametrize("delta", [1e-300, 1e-100, 1e-9, 1e-4, 0.1])
@pytest.mark.parametrize("mu", [1e-3, 0.5, 1, 30, 1e3])
def test_epsilon_agrees_with_its_ball(delta, mu):
    """Where epsilon is of the order of 1/mu or more the curve is steep, and the inverse keeps all digits."""
    ball = epsilon_ball(delta, mu)

    assert epsilon_of(delta, mu) == pytest.approx(float(ball), rel=1e-12)


@pytest.mark.parametrize("delta", [1e-300, 1e-100, 1e-9, 1e-4, 0.1, 0.9, 1 - 1e-15])
@pytest.mark.parametrize("epsilon", [0, 1e-6, 0.9, 30, 1e4])
def test_mu_agrees_with_its_ball(delta, epsilon):
    assert mu_of(epsilon, delta) == pytest.approx(float(mu_ball(epsilon, delta)), rel=1e-12)


def test_numbers_of_the_literature():
    """Digits of the notes on DP-DQN and of Balle and Wang's formula, to the last one printed."""
    nominal = 1 / sqrt(2 * log(1.25e5))

    assert delta_of(1, nominal) == pytest.approx(4.1136919538e-8, abs=1e-18)
    assert delta_of(10, 10 * nominal) == pytest.approx(2.26537436e-5, abs=1e-13)
    assert delta_of(20, 20 * nominal) == pytest.approx(1.52669470e-3, abs=1e-11)
    assert delta_of(0.9, 20.5055) == 1
    assert delta_of(0.9, 2.0363) == pytest.approx(0.540343, abs=2e-5)  # mu has five digits
    assert epsilon_of(1e-4, 0.42137) == pytest.approx(1.39667, abs=2e-5)  # as above
    assert epsilon_of(1e-4, 0.5 * sqrt(4 * 3 * 4) / 20) == pytest.approx(0.5117251128, abs=1e-10)


@pytest.mark.parametrize(
    ("function", "arguments", "limit"),
    [
        (delta_of, (1, 0), 0),
        (delta_of, (0, 0.0), 0),
        (delta_of, (1, inf), 1),
        (delta_of, (inf, 1), 0),
        (delta_of, (1e308, 1), 0),
        (delta_of, (10**400, Fraction(1, 10**400)), 0),
        (delta_of, (0, 10**400), 1),
        (complement_of, (1, 0), 1),
        (complement_of, (1, inf), 0),
        (log_delta_of, (1, 0), -inf),
        (log_delta_of, (1, inf), 0),
        (log_delta_of, (1e308, 1e-308), -inf),
        (epsilon_of, (0, 0), 0),
        (epsilon_of, (0, 1), inf),
        (epsilon_of, (0.5, inf), inf),
        (epsilon_of, (1, inf), 0),
        (epsilon_of, (1, 1), 0),
        (epsilon_of, (0.4, 1), 0),
        (epsilon_of, (0.1, 1e200), inf),
        (mu_of, (1, 0), 0),
        (mu_of, (1, 1), inf),
        (mu_of, (inf, 0.1), inf),
    ],
)
def test_limits(function, arguments, limit):
    assert function(*arguments) == limit


def test_a_mu_below_every_double_keeps_its_logarithm():
    """delta_G(0, mu) = mu / sqrt(2 pi) for small mu."""
    assert delta_of(0, Fraction(1, 10**400)) == 0
    assert log_delta_of(0, Fraction(1, 10**400)) == pytest.approx(-400 * log(10) - log(2 * pi) / 2, rel=TOL)


def test_rationals_are_taken_exactly():
    assert delta_of(Fraction(9, 10), Fraction(1, 2)) == pytest.approx(delta_of(0.9, 0.5), rel=TOL)
    assert epsilon_of(Fraction(1, 10**400), 1) > epsilon_of(1e-300, 1)


@pytest.mark.parametrize("function", [delta_of, complement_of, log_delta_of])
@pytest.mark.parametrize("bad", [-1, -1e-300, nan, "1", None, True, 1j, Fraction(-1, 3), -inf])
def test_bad_parameters_get_one_sentence(function, bad):
    with pytest.raises(InputError, match=r"^epsilon must be a number of at least 0, got "):
        function(bad, 1)
    with pytest.raises(InputError, match=r"^mu must be a number of at least 0, got "):
        function(1, bad)


def test_bad_delta_gets_one_sentence():
    for bad in (-0.1, 1.1, nan, "0.1", None, False):
        with pytest.raises(InputError, match=r"^delta must be a number between 0 and 1, got "):
            epsilon_of(bad, 1)
        with pytest.raises(InputError, match=r"^delta must be a number between 0 and 1, got "):
            mu_of(1, bad)


def test_two_infinities_are_refused():
    with pytest.raises(InputError, match=r"^epsilon must be finite where mu is infinite, got infinity for both$"):
        delta_of(inf, inf)
