"""Tests for tabular/privacy/gaussian_balls.py: what makes an enclosure one, on both sides of every inverse."""

from fractions import Fraction
from math import inf, nan

import pytest
from flint import arb, ctx, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refusals

from tabular.privacy import complement_ball, delta_ball, epsilon_ball, log_delta_ball, mu_ball
from tabular.privacy.gaussian_balls import excess_sign

EPSILON = st.fractions(0, 20, max_denominator=50)
MU = st.fractions(Fraction(1, 50), 10, max_denominator=50)
DELTA = st.fractions(Fraction(1, 10**6), Fraction(999, 1000))


def ball(q: Fraction) -> arb:
    return arb(fmpq(q.numerator, q.denominator))


def phi_upper(x: arb) -> arb:
    return (x / arb(2).sqrt()).erfc() / 2


def textbook(epsilon: Fraction, mu: Fraction) -> arb:
    """The formula as printed, at a precision that survives the cancellation."""
    with ctx.workprec(2000):
        e, m = ball(epsilon), ball(mu)
        return phi_upper(e / m - m / 2) - e.exp() * phi_upper(e / m + m / 2)


def relative_radius(x: arb) -> float:
    with ctx.workprec(64):
        return float(abs(x.rad() / x.mid()))


@given(EPSILON, MU, st.sampled_from([20, 96, 250]))
def test_the_ball_holds_the_formula_and_is_small(epsilon, mu, bits):
    enclosure = delta_ball(epsilon, mu, bits)

    assert enclosure.overlaps(textbook(epsilon, mu))
    assert relative_radius(enclosure) <= 2.0 ** (2 - bits)
    assert complement_ball(epsilon, mu, bits).overlaps(1 - textbook(epsilon, mu))
    assert log_delta_ball(epsilon, mu, bits).overlaps(textbook(epsilon, mu).log())


@pytest.mark.parametrize(
    ("epsilon", "mu"), [(10**4, Fraction(1, 10**6)), (0, Fraction(1, 10**9)), (10**4, 100), (1, 99)]
)
def test_far_tails_keep_their_digits(epsilon, mu):
    for function in (delta_ball, complement_ball, log_delta_ball):
        assert relative_radius(function(epsilon, mu)) < 2.0**-90


def test_the_far_tail_is_the_asymptotic_one():
    """For t = epsilon/mu - mu/2 -> infinity, delta = phi(t) mu / t^2 (1 + O(mu/t) + O(1/t^2)), here 1 + O(1e-16)."""
    with ctx.workprec(256):
        mu = ball(Fraction(1, 10**6))
        t = 10**4 / mu - mu / 2
        expected = -t * t / 2 - (2 * arb.pi()).log() / 2 + mu.log() - 2 * t.log()

        assert abs(log_delta_ball(10**4, Fraction(1, 10**6), 128) - expected) < arb("1e-15")


def excess(epsilon: arb, mu: arb, delta: Fraction) -> arb:
    """The formula as printed minus delta, at arguments that are balls without width."""
    with ctx.workprec(2000):
        return phi_upper(epsilon / mu - mu / 2) - epsilon.exp() * phi_upper(epsilon / mu + mu / 2) - ball(delta)


@given(MU, DELTA)
@settings(max_examples=30)
def test_epsilon_is_enclosed_from_both_sides(mu, delta):
    enclosure = epsilon_ball(delta, mu, 64)

    assert enclosure == 0 or relative_radius(enclosure) < 2.0**-60
    with ctx.workprec(128):
        assert excess(arb(enclosure.upper()), ball(mu), delta) < 0
        assert enclosure == 0 or excess(arb(enclosure.lower()), ball(mu), delta) > 0


@given(EPSILON, DELTA)
@settings(max_examples=30)
def test_mu_is_enclosed_from_both_sides(epsilon, delta):
    enclosure = mu_ball(epsilon, delta, 64)

    assert relative_radius(enclosure) < 2.0**-60
    with ctx.workprec(128):
        assert excess(ball(epsilon), arb(enclosure.lower()), delta) < 0
        assert excess(ball(epsilon), arb(enclosure.upper()), delta) > 0


@given(EPSILON, MU)
@settings(max_examples=20)
def test_the_inverses_undo_the_curve(epsilon, mu):
    """A ball goes in, a ball that holds the start comes out."""
    delta = delta_ball(epsilon, mu, 96)

    assert epsilon_ball(delta, mu, 96).overlaps(ball(epsilon))
    assert mu_ball(epsilon, delta, 96).overlaps(ball(mu))


def test_wide_balls_give_all_values_and_no_more():
    wide = arb(1, 0.5)  # holds [1/2, 3/2]

    assert delta_ball(1, wide).contains(delta_ball(1, Fraction(1, 2)))
    assert delta_ball(1, wide).contains(delta_ball(1, Fraction(3, 2)))
    assert not delta_ball(1, wide).contains(delta_ball(1, Fraction(1501, 1000)))
    assert delta_ball(wide, wide).contains(delta_ball(Fraction(1, 2), Fraction(3, 2)))
    assert epsilon_ball(Fraction(1, 100), wide).contains(epsilon_ball(Fraction(1, 100), Fraction(3, 2)))
    assert mu_ball(wide, Fraction(1, 100)).contains(mu_ball(Fraction(3, 2), Fraction(1, 100)))


@pytest.mark.parametrize("delta", [Fraction(1, 10**300), Fraction(1, 10**500), 1 - Fraction(1, 10**300)])
def test_inverses_at_extreme_delta(delta):
    enclosure = mu_ball(1, delta, 64)

    assert relative_radius(enclosure) < 2.0**-60
    assert excess_sign(Fraction(1), Fraction(10) ** 6, delta) == 1
    assert excess_sign(Fraction(1), Fraction(1, 10**6), delta) == -1


@pytest.mark.parametrize(
    ("actual", "expected"),
    [
        (delta_ball(1, 0), 0),
        (delta_ball(0, 0), 0),
        (delta_ball(1, inf), 1),
        (delta_ball(inf, 1), 0),
        (complement_ball(1, inf), 0),
        (complement_ball(inf, 1), 1),
        (log_delta_ball(1, inf), 0),
        (epsilon_ball(1, inf), 0),
        (epsilon_ball(0, 0), 0),
        (epsilon_ball(Fraction(2, 5), 1), 0),
        (mu_ball(1, 0), 0),
    ],
)
def test_limits(actual, expected):
    assert actual == expected


def test_no_exponent_is_too_large():
    assert 0 < delta_ball(1e300, 1e-300) < arb("1e-300")
    assert delta_ball(1, 1e300).overlaps(arb(1))
    assert delta_ball(1, 1e300) > 1 - arb(2) ** -40


NO_NUMBERS = [nan, "1", None, True, 1j]
test_bad_input_is_refused_in_one_sentence = refusals(
    (lambda bad: delta_ball(bad, 1), "^epsilon must be a number or a ball, got ", NO_NUMBERS),
    (lambda bad: epsilon_ball(Fraction(1, 2), bad), "^mu must be a number or a ball, got ", NO_NUMBERS),
    (
        lambda call: call(),
        r" must be finite to have a ball, got inf for these parameters$",
        [lambda: epsilon_ball(0, 1), lambda: epsilon_ball(Fraction(1, 2), inf), lambda: mu_ball(1, 1)],
    ),
    (lambda: delta_ball(1, arb("nan")), r"^mu must be a finite ball, got "),
    (lambda: delta_ball(1, -1), r"^mu must be a number of at least 0, got -1$"),
    (lambda: delta_ball(arb(0, 1), 1), r"^epsilon must be a number of at least 0, got "),
    (lambda: mu_ball(1, 2), r"^delta must be a number between 0 and 1, got 2$"),
    (lambda: delta_ball(1, 1, 0), r"^bits must be an integer of at least 1, got 0$"),
    (lambda: delta_ball(1, arb(2) ** 10**6), r"^mu must be 0 or between 2\^-65536 and 2\^65536, got "),
)
