"""Antiderivatives of v**p exp(rate v): differentiated term by term they give the integrand back, exactly."""

from collections import defaultdict
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tabular.numbers.antiderivatives import antiderivative


@given(st.integers(0, 12), st.fractions(-9, 9, max_denominator=12))
def test_the_derivative_is_the_integrand(p, rate):
    derivative = defaultdict(Fraction)  # of sum factor v**power exp(rate v), by powers, without the exponential
    for power, factor in antiderivative(p, rate):
        derivative[power] += rate * factor
        if power:
            derivative[power - 1] += power * factor

    assert {power: factor for power, factor in derivative.items() if factor} == {p: 1}


def test_whole_rates_are_taken_as_they_are():
    assert antiderivative(2, 2) == antiderivative(2, Fraction(2)) == [(2, 1 / 2), (1, -1 / 2), (0, 1 / 4)]
