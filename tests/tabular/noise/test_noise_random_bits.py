"""Random bits: in order, fair, and uniform integers and coins made of them exactly."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals

from tabular.noise.random_bits import RandomBits, bernoulli

F = Fraction


class Falls:
    """A draw that falls as prescribed."""

    def __init__(self, result):
        self.result = result

    def below(self, n):
        self.n = n
        return self.result


@pytest.mark.parametrize("p", [F(0), F(1), F(1, 2), F(3, 7)])
def test_a_coin_is_true_for_as_many_of_equally_likely_draws_as_its_chance_says(p):
    draws = [Falls(k) for k in range(p.denominator)]

    assert sum(bernoulli(p, draw) for draw in draws) == p.numerator
    assert {draw.n for draw in draws} == {p.denominator}


@given(st.integers(1, 10**30), st.integers(0, 10**6))
def test_uniform_integers_are_in_range(n, seed):
    assert 0 <= RandomBits(seed).below(n) < n


def test_bits_come_in_order_however_they_are_asked_for():
    one, other = RandomBits(5), RandomBits(5)
    pieces = [(one.bits(size), size) for size in (1, 7, 64, 5000, 3)]
    whole, place = other.bits(5075), 0
    for value, size in pieces:
        assert value == whole >> place & ((1 << size) - 1)
        place += size
    assert RandomBits(6).bits(64) != RandomBits(5).bits(64)
    assert RandomBits().bits(64) != RandomBits().bits(64)


def test_bits_are_fair():
    """The number of ones among a million bits; the chance of an error is below 1e-9 by Hoeffding's inequality."""
    ones, count = RandomBits(8).bits(10**6).bit_count(), 10**6
    assert abs(ones - count / 2) <= math.sqrt(count * math.log(2 / 1e-9) / 2)


test_a_uniform_integer_has_a_range = refusals(
    (RandomBits(1).below, r"^n must be an integer of at least 1, got ", [0, -1, 1.5, "2", None, True]),
)
