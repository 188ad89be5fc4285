"""A training with the privacy that is claimed of it, and the privacy that is proved of it."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tabular.dpdqn.options import BRACKETED, NON_PRIVATE, Algorithm1
from tabular.errors import must, show
from tabular.privacy import epsilon_of, mu_of


@dataclass(frozen=True)
class Calibrated:
    """Options for `train`, the claim, and ``mu``: the release loses no more than a Gaussian mechanism with this mu.

    ``mu`` is infinite where nothing is proved; ``neighbours`` says for which change of the data.
    """

    name: str
    options: Algorithm1
    epsilon: float
    delta: float
    mu: float
    neighbours: str = "reward functions with ||r - r'||_inf <= 1"

    @property
    def true_epsilon(self) -> float:
        """Return the epsilon at the claimed delta that is proved; infinite where nothing is."""
        return epsilon_of(self.delta, self.mu) if math.isfinite(self.mu) else math.inf


def non_private(options: Algorithm1 = NON_PRIVATE) -> Calibrated:
    """Return Q-learning without any noise."""
    return Calibrated("non-private", options, math.inf, 0.0, math.inf)


def functional_noise(
    sigma: float, kernel_rate: float, epsilon: float, delta: float, options: Algorithm1 = BRACKETED
) -> Calibrated:
    """Return Algorithm 1 with this noise level: what it claims is given, and nothing is proved of its release."""
    chosen = options.but(noise_level=float(sigma), kernel_rate=float(kernel_rate))
    return Calibrated("functional noise", chosen, epsilon, delta, math.inf)


def largest_mu(epsilon: float, delta: float) -> float:
    """Return the largest mu of a Gaussian mechanism that is (epsilon, delta)-private."""
    if not 0 < epsilon < math.inf:
        raise must("epsilon", "be finite and positive", show(epsilon))
    if not 0 < delta < 1:
        raise must("delta", "be strictly between 0 and 1", show(delta))
    return mu_of(epsilon, delta)
