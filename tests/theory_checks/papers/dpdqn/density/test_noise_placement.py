"""Where C and epsilon stand: the three formulas."""

from math import e, log, sqrt

import pytest

from theory_checks.core.interpret import approximate
from theory_checks.papers.dpdqn.density._gaussian_curves import noise_of
from theory_checks.papers.dpdqn.density.noise_placement import PAPER, SMALL_C


@pytest.mark.parametrize("target", [*PAPER, SMALL_C])
def test_the_three_formulas(target):
    steps, epsilon, c = 5000 / 64, float(target.epsilon), float(target.constant)
    twice = 2 * log(e + epsilon / float(target.delta))
    sigmas = {
        "constant-under-root": sqrt(steps * twice * c) / epsilon,
        "constant-outside-root": sqrt(steps * twice) * c / epsilon,
        "all-under-root": sqrt(steps * twice * c / epsilon),
    }
    values = {"epsilon": target.epsilon, "delta": target.delta, "C": target.constant, "T": 5000, "B": 64}
    for reading, sigma in sigmas.items():
        assert approximate(noise_of("dpdqn/line5-sigma", reading), values) == pytest.approx(sigma)


def test_with_the_constant_outside_the_published_noise_is_reproduced():
    steps, twice = 78.125, 2 * log(e + 0.9 / 5e-5)

    assert sqrt(steps * twice) * float(PAPER[0].constant) / 0.9 == pytest.approx(0.313, abs=5e-4)
