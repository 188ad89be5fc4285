"""The probability of a negative value, against sampling and against its closed form."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import exp

import numpy as np
import pytest
from scipy.integrate import quad

from theory_checks.core.interpret import enclose
from theory_checks.papers.pucb.learning._releases import Release, from_zero, printed_constants, raw
from theory_checks.papers.pucb.learning.clipping import Clip, below, both_sides, negative


@pytest.mark.parametrize("s", [0.5, 1.0, 15.0])
def test_negative_with_probability_p_times_one_minus_p(s: float) -> None:
    p = exp(-1 / s) / 2
    assert below(0.0, s) == pytest.approx(p * (1 - p), rel=1e-12)


@pytest.mark.parametrize("s", [0.5, 1.0, 15.0, 100.0])
@pytest.mark.parametrize("level", [0.0, 0.5, 5.0, 100.0, 1000.0, 1e5])
def test_the_tail_is_the_integral_over_the_count(level: float, s: float) -> None:
    w = 1 + level

    def above(z: float) -> float:
        return exp(-z / s) / 2 if z > 0 else 1 - exp(z / s) / 2

    def density(u: float) -> float:  # of |n~| = u/w, so that the mass is where u is about s
        n = u / w
        return (exp(-abs(n - 1) / s) * above(u + 1) + exp(-(n + 1) / s) * above(u - 1)) / (2 * s * w)

    ends = sorted({0.0, 1.0, s, 10 * s, 60 * s + 60, *([w] if w < 60 * s + 60 else [])})  # beyond: below exp(-60)
    total = sum(quad(density, a, b, epsabs=0, epsrel=1e-11, limit=200)[0] for a, b in pairwise(ends))
    assert below(level, s) == pytest.approx(total, rel=1e-9)


@pytest.mark.parametrize("s", [0.5, 15.0])
def test_the_tail_falls_like_the_inverse_of_the_level(s: float) -> None:
    limit = exp(-1 / s) / (2 * s) * (1 + s * exp(-1 / s))  # density of n~ at 0 times E|1 + y|
    assert 1e7 * below(1e7, s) == pytest.approx(limit, rel=1e-5)  # the next term is 1/level


def test_the_tail_is_that_of_sampled_quotients() -> None:
    n, r = 1 + np.random.default_rng(1).laplace(0, 15.0, (2, 1_000_000))
    for level in (1.0, 10.0, 100.0):
        p = below(level, 15.0)
        assert abs((1 + r / n < -level).mean() - p) < 6 * np.sqrt(p / 1_000_000)  # six standard deviations


def test_cuts() -> None:
    assert [both_sides(Fraction(2), Fraction(x)) for x in (-5, 1, 5)] == [0, 1, 2]


def _probability(clip: Clip, release: Release) -> float:
    constants = printed_constants(1, 1, 1, 16, Fraction(1))
    return float(enclose(negative(clip, release), constants))


def test_the_probability_is_computed_from_the_rule() -> None:
    assert _probability(min, raw) > 0.24
    assert _probability(both_sides, raw) == _probability(min, from_zero) == 0
    assert _probability(lambda cap, q: max(Fraction(-1), min(cap, q)), raw) > 0.24  # cut too low


def test_the_two_pieces_have_their_shares() -> None:
    s = 15.0
    n, r = 1 + np.random.default_rng(4).laplace(0, s, (2, 1_000_000))
    p = exp(-1 / s) / 2
    share = float(((n > 0) & (r < -n)).mean())
    assert share == pytest.approx(p * p * (1 / s + 0.5), abs=6 * np.sqrt(share / 1_000_000))  # six deviations


@pytest.mark.parametrize(("T", "epsilon"), [(16, 1), (16, 10), (3, 1)])
def test_the_bound_stays_below_the_share_with_all_three_counters_accurate(T: int, epsilon: int) -> None:
    constants = printed_constants(1, 1, 1, T, Fraction(epsilon))
    s, E = (float(enclose(constants[name], constants)) for name in ("s", "E"))
    errors = np.random.default_rng(T).laplace(0, s, (3, 400_000))
    share = float(((abs(errors) < E).all(axis=0) & (1 + (1 + errors[1]) / (1 + errors[0]) < 0)).mean())
    bound, lost = float(enclose(negative(min), constants)), 3 * exp(-E / s)
    noise = 6 * np.sqrt(share / 400_000)  # six standard deviations, fixed seed
    assert share - lost - noise < bound < share + noise
