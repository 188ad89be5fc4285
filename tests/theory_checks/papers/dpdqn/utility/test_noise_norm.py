"""The expected l1 norm of the noise against simulation."""

from fractions import Fraction

import numpy as np
import pytest

from theory_checks.core.interpret import approximate, enclose
from theory_checks.papers.dpdqn.utility.noise_norm import LEFT, OUTSIDE, UNDER


@pytest.mark.parametrize(
    ("n", "m", "discount"), [(1, 1, Fraction(0)), (3, 2, Fraction(1, 2)), (10, 5, Fraction(9, 10))]
)
def test_noise_norm_agrees_with_simulation(n, m, discount):
    noise = np.random.default_rng(1).standard_normal((20000, m, n))
    norms = 2 / (m * (1 - float(discount))) * np.abs(noise).sum(axis=(1, 2))
    expected = approximate(LEFT, {"n": n, "m": m, "gamma": discount, "sigma": 1})

    assert norms.mean() == pytest.approx(expected, abs=6 * norms.std() / np.sqrt(norms.size))  # six standard errors


def test_the_two_right_sides_agree_for_one_state_only():
    for n in (1, 2):
        outside, under = (enclose(side, {"n": n, "gamma": Fraction(1, 2), "sigma": 1}) for side in (OUTSIDE, UNDER))
        assert (outside**2).overlaps(n * under**2)
