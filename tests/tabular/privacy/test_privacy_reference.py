"""Tests for tabular/privacy/reference.py: every published digit, recomputed twice."""

from fractions import Fraction

import pytest
from flint import arb, ctx, fmpq

from tabular.privacy import REFERENCE, delta_of, epsilon_of, mu_of

BITS = 400


def ball(q: Fraction) -> arb:
    return arb(fmpq(q.numerator, q.denominator))


def printed_curve(epsilon: Fraction, mu_squared: arb) -> arb:
    """Phi(mu/2 - epsilon/mu) - e^epsilon Phi(-mu/2 - epsilon/mu), written out here once more."""
    e, mu, root = ball(epsilon), mu_squared.sqrt(), arb(2).sqrt()
    return (((e / mu - mu / 2) / root).erfc() - e.exp() * ((e / mu + mu / 2) / root).erfc()) / 2


@pytest.mark.parametrize("entry", REFERENCE, ids=lambda entry: f"{entry.quantity} {entry.says}")
def test_a_small_ball_lies_within_one_unit_of_the_last_digit(entry):
    with ctx.workprec(BITS):
        enclosure, value, unit = entry.enclosure(), ball(Fraction(entry.value)), ball(entry.last_digit())

        assert abs(enclosure - value) <= unit
        assert abs(enclosure).rad() < 1e-12
        assert enclosure.rel_accuracy_bits() > 100


@pytest.mark.parametrize("entry", REFERENCE, ids=lambda entry: f"{entry.quantity} {entry.says}")
def test_the_formula_as_printed_changes_sides_at_the_last_digit(entry):
    first, second = entry.arguments
    value, unit = Fraction(entry.value), entry.last_digit()
    with ctx.workprec(BITS):
        if entry.quantity == "delta":
            assert abs(printed_curve(first, ball(second)) - ball(value)) <= ball(unit)
        elif entry.quantity == "epsilon":
            assert printed_curve(value + unit, ball(second)) < ball(first) < printed_curve(value - unit, ball(second))
        else:
            low, high = ball(value - unit) ** 2, ball(value + unit) ** 2
            assert printed_curve(first, low) < ball(second) < printed_curve(first, high)


def test_the_composition_on_which_libraries_disagree():
    """50 Gaussian mechanisms of sensitivity 1, sigma = 2, at delta = 1e-6: the digits that other texts quote."""
    entry = next(entry for entry in REFERENCE if entry.arguments == (Fraction(1, 10**6), Fraction(25, 2)))

    assert entry.value.startswith("22.42451582739189")


@pytest.mark.parametrize("entry", REFERENCE, ids=lambda entry: f"{entry.quantity} {entry.says}")
def test_doubles_agree(entry):
    """The root of mu^2 is rounded once, which the far tail multiplies by the square of its distance, at most 1500."""
    compute = {"delta": delta_of, "epsilon": epsilon_of, "mu": mu_of}[entry.quantity]
    first, second = entry.arguments
    root = Fraction(float(second) ** 0.5) if entry.quantity != "mu" else second

    assert compute(first, root) == pytest.approx(float(Fraction(entry.value)), rel=1e-12)
