"""Tests for tabular/adapters/pld.py: the library's numbers where they are known in closed form."""

import numpy as np
import pytest

from tabular.adapters import pld
from tabular.privacy import delta_of, epsilon_of


def test_without_sampling_it_is_the_gaussian_mechanism():
    """Three steps with shift/sigma = 1/2: mu = sqrt(3)/2."""
    mu = np.sqrt(3) / 2
    above, below = (pld.both_orders(1.0, 4.0, 2.0, 3, 1e-4, up) for up in (True, False))

    assert above.delta(1.0) >= delta_of(1, mu) * (1 - 1e-9)
    assert below.delta(1.0) <= delta_of(1, mu) * (1 + 1e-9)
    assert above.epsilon(1e-5) == pytest.approx(epsilon_of(1e-5, mu), rel=1e-3)


def test_dots_and_masses_of_randomised_response():
    """Masses 3/4 and 1/4 at the losses log 3 and -log 3: the curve at epsilon in between is 3/4 - e^epsilon / 4."""
    step = np.log(3) / 4
    deltas = np.array([max(0.75 - np.exp(j * step) / 4, 1 - np.exp(j * step)) for j in range(-4, 5)])
    masses = np.array([0.25, 0, 0, 0, 0, 0, 0, 0, 0.75])

    for law in (pld.from_curve(-4, step, deltas, 1), pld.from_masses(-4, step, masses, 0.0, 1)):
        assert law.delta(0.5) == pytest.approx(0.75 - np.exp(0.5) / 4, abs=1e-12)
    twice = pld.from_masses(-4, step, masses, 0.0, 2)
    assert twice.delta(1.2) == pytest.approx(9 / 16 * (1 - np.exp(1.2) / 9), abs=1e-12)


@pytest.mark.parametrize("kind", ["pld", "rdp"])
def test_accountants_without_sampling_are_above_the_gaussian_curve(kind):
    exact = epsilon_of(1e-5, 0.5)

    assert exact * (1 - 1e-6) <= pld.poisson_epsilon(1.0, 2.0, 1, 1e-5, kind) <= 1.3 * exact
