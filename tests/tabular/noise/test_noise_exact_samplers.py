"""Exact samplers against the tree of everything they can draw: rational lower and upper bounds of each probability."""

import heapq
import math
from collections import Counter
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabular.errors import InputError
from tabular.noise import DiscreteGaussian, DiscreteLaplace, exact_samplers
from tabular.noise.exact_samplers import bernoulli, bernoulli_exp, discrete_gaussian, discrete_laplace
from tabular.noise.random_bits import RandomBits

F = Fraction


class OpenEndError(Exception):
    """More is decided than was prescribed; the argument lists the chances of the next decision."""


class Prescribed:
    """Decisions that are prescribed one after the other."""

    def __init__(self, draws):
        self.draws = iter(draws)

    def decide(self, chances):
        for draw in self.draws:
            return draw
        raise OpenEndError(chances)

    def below(self, n):
        return self.decide([F(1, n)] * n)


def explored(sampler, steps):
    """Return the probability of each result as far as found, and of what the likeliest runs leave open."""
    actual, waiting, left = Counter(), [(-1, ())], 1
    for _ in range(steps):
        if not waiting:
            break
        chance, draws = heapq.heappop(waiting)
        try:
            result = sampler(Prescribed(draws))
        except OpenEndError as end:
            for draw, share in enumerate(end.args[0]):
                if share:
                    heapq.heappush(waiting, (chance * share, (*draws, draw)))
        else:
            actual[result] -= chance
            left += chance
    return actual, left


@pytest.mark.parametrize("p", [F(0), F(1), F(1, 2), F(3, 7)])
def test_a_coin(p):
    actual, left = explored(lambda coins: bernoulli(p, coins), 100)
    assert left == 0
    assert actual[True] == p


@pytest.mark.parametrize("x", [F(0), F(1, 10), F(1, 2), F(9, 10), F(1), F(3, 2), F(5, 2)])
def test_a_coin_of_chance_exp(x, monkeypatch):
    """All probabilities are rational; coins are decided at once, which the test above allows."""
    monkeypatch.setattr(exact_samplers, "bernoulli", lambda p, coins: coins.decide([p, 1 - p]) == 0)
    actual, left = explored(lambda coins: bernoulli_exp(x, coins), 800)
    assert left < F(1, 10**6)
    assert float(actual[True]) <= math.exp(-x) * (1 + 1e-15)
    assert math.exp(-x) <= float(actual[True] + left) * (1 + 1e-15)


@pytest.fixture
def decided_exp(monkeypatch):
    """Coins of chance e^-x are decided at once, which the test above allows."""

    def decide(x, coins):
        return coins.decide([math.exp(-x), -math.expm1(-x)]) == 0

    monkeypatch.setattr(exact_samplers, "_bernoulli_exp", decide)


@pytest.mark.parametrize("scale", [F(1, 2), F(1), F(3, 2), F(2), F(5, 3)])
def test_the_discrete_laplace_law(scale, decided_exp):
    check(lambda coins: discrete_laplace(scale, coins), DiscreteLaplace(scale))


@pytest.mark.parametrize("variance", [F(1, 4), F(1), F(3, 2), F(5)])
def test_the_discrete_gaussian_law(variance, decided_exp, monkeypatch):
    """The discrete Laplace draw is decided at once, which the test above allows; beyond 40 it is too rare to count."""

    def decide(scale, coins):
        return coins.decide(laplace_chances(scale)) - 40

    monkeypatch.setattr(exact_samplers, "discrete_laplace", decide)
    check(lambda coins: discrete_gaussian(variance, coins), DiscreteGaussian(variance))


@cache
def laplace_chances(scale):
    return [DiscreteLaplace(scale).pmf(k) for k in range(-40, 41)]


def check(sampler, law):
    """Every enclosure by exact probabilities holds the closed form, and little is left open."""
    actual, left = explored(sampler, 12_000)
    assert left < 0.15  # what the likeliest 12000 runs leave open: narrow enough to tell laws apart
    for k in range(-6, 7):
        assert actual[k] <= law.pmf(k) + 1e-12  # sums of thousands of rounded chances
        assert law.pmf(k) <= actual[k] + left + 1e-12


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


@pytest.mark.parametrize("n", [0, -1, 1.5, "2", None, True])
def test_a_uniform_integer_has_a_range(n):
    with pytest.raises(InputError, match=r"^n must be an integer of at least 1, got "):
        RandomBits(1).below(n)
