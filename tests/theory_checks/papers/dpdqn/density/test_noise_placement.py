"""Where C and epsilon stand: the three formulas."""

from math import e, log, sqrt

import pytest

from theory_checks.papers.dpdqn.density.noise_placement import (
    PAPER,
    SMALL_C,
    all_under,
    constant_outside,
    constant_under,
)


@pytest.mark.parametrize("target", [*PAPER, SMALL_C])
def test_the_squares_belong_to_the_three_formulas(target):
    steps, epsilon, c = 78.125, float(target.epsilon), float(target.constant)
    twice = 2 * log(e + epsilon / float(target.delta))
    sigmas = {
        constant_under: sqrt(steps * twice * c) / epsilon,
        constant_outside: sqrt(steps * twice) * c / epsilon,
        all_under: sqrt(steps * twice * c / epsilon),
    }
    for squared, sigma in sigmas.items():
        assert float(squared(target)) == pytest.approx(twice * steps * c / sigma**2)


def test_with_the_constant_outside_the_published_noise_is_reproduced():
    steps, twice = 78.125, 2 * log(e + 0.9 / 5e-5)

    assert sqrt(steps * twice) * float(PAPER[0].constant) / 0.9 == pytest.approx(0.313, abs=5e-4)
