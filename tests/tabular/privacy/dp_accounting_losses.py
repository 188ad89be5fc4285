"""Privacy loss distributions and Renyi moments of dp-accounting: another implementation of the same accounting.

The library connects the dots of the curve of one step (above the truth) or rounds every loss down (below it), composes
by one Fourier transform, and does not bound the rounding of that. Everything here is in doubles.
"""

from typing import Any, Literal

import numpy as np
from dp_accounting import GaussianDpEvent, PoissonSampledDpEvent, SelfComposedDpEvent
from dp_accounting.pld import PLDAccountant, pld_pmf
from dp_accounting.pld.privacy_loss_distribution import from_gaussian_mechanism
from dp_accounting.rdp import RdpAccountant

from tabular.numbers.arrays import Array

_TAIL = 1e-15


def both_orders(q: float, sigma: float, shift: float, steps: int, step: float, up: bool) -> Any:
    """Return N steps of (1 - q) N(0, sigma^2) + q N(shift, sigma^2) and N(0, sigma^2): the worse order of the two."""
    law = from_gaussian_mechanism(
        sigma,
        sensitivity=shift,
        pessimistic_estimate=up,
        value_discretization_interval=step,
        use_connect_dots=up,
        sampling_prob=q,
    )
    return law.self_compose(steps, _TAIL)


def from_curve(first: int, step: float, deltas: Array, steps: int) -> Any:
    """Return N steps of a pair whose curve is given at epsilon = j step, j = first, first + 1, ...: dots connected."""
    last = first + len(deltas) - 1
    law = pld_pmf.create_pmf_pessimistic_connect_dots_fixed_gap(step, first, last, np.clip(deltas, 0.0, 1.0))
    return law.to_dense_pmf().self_compose(steps, _TAIL)


def from_masses(first: int, step: float, masses: Array, infinite: float, steps: int) -> Any:
    """Return N steps of a loss with masses at j step, j = first, first + 1, ..., and a mass at infinity."""
    law = pld_pmf.DensePLDPmf(step, first, np.asarray(masses, dtype=float), infinite, True)
    return law.self_compose(steps, _TAIL)


def poisson_epsilon(q: float, noise_multiplier: float, steps: int, delta: float, kind: Literal["pld", "rdp"]) -> float:
    """Return the epsilon of N Poisson-sampled Gaussian steps, addition or removal, by an accountant of the library."""
    accountant: Any = PLDAccountant() if kind == "pld" else RdpAccountant()
    event = PoissonSampledDpEvent(q, GaussianDpEvent(noise_multiplier))
    return float(accountant.compose(SelfComposedDpEvent(event, steps)).get_epsilon(delta))
