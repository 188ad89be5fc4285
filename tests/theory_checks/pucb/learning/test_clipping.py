"""The probability of a negative value, against sampling and against its closed form."""

from __future__ import annotations

from fractions import Fraction
from math import exp

import numpy as np
import pytest

from theory_checks.enclosures import enclose
from theory_checks.pucb.learning.clipping import BOTH_SIDES, FROM_ABOVE, below
from theory_checks.pucb.learning.optimism import printed_constants


@pytest.mark.parametrize("s", [0.5, 1.0, 15.0])
def test_negative_with_probability_p_times_one_minus_p(s: float) -> None:
    p = exp(-1 / s) / 2
    assert below(0.0, s) == pytest.approx(p * (1 - p), rel=1e-3)  # the midpoint rule has 4000 cells


def test_the_tail_is_that_of_sampled_quotients() -> None:
    n, r = 1 + np.random.default_rng(1).laplace(0, 15.0, (2, 1_000_000))
    for level in (1.0, 10.0, 100.0):
        p = below(level, 15.0)
        assert abs((1 + r / n < -level).mean() - p) < 6 * np.sqrt(p / 1_000_000)  # six standard deviations


def test_cuts() -> None:
    assert FROM_ABOVE.cut(Fraction(2), Fraction(-5)) == -5
    assert [BOTH_SIDES.cut(Fraction(2), Fraction(x)) for x in (-5, 1, 5)] == [0, 1, 2]


@pytest.mark.parametrize(("T", "epsilon"), [(16, 1), (16, 10), (3, 1)])
def test_the_bound_stays_below_the_share_with_all_three_counters_accurate(T: int, epsilon: int) -> None:
    constants = printed_constants(1, 1, 1, T, Fraction(epsilon))
    s, E = (float(enclose(constants[name], constants)) for name in ("s", "E"))
    errors = np.random.default_rng(T).laplace(0, s, (3, 400_000))
    share = float(((abs(errors) < E).all(axis=0) & (1 + (1 + errors[1]) / (1 + errors[0]) < 0)).mean())
    bound, lost = float(enclose(FROM_ABOVE.negative, constants)), 3 * exp(-E / s)
    noise = 6 * np.sqrt(share / 400_000)  # six standard deviations, fixed seed
    assert share - lost - noise < bound < share + noise
