"""What other libraries return for the same quantity; whoever is not installed gives no answer."""

from __future__ import annotations

import logging
import math
from fractions import Fraction
from typing import Any

from tabular.mdp import FiniteMDP

LOSS = "dp-accounting GaussianPrivacyLoss.get_delta_for_epsilon"
LOG_LOSS = "log of dp-accounting GaussianPrivacyLoss.get_delta_for_epsilon"
EPSILON = "dp-accounting get_epsilon_gaussian"
SIGMA = "dp-accounting get_sigma_gaussian"
COMPOSED = "dp-accounting PLDAccountant"
PLD, RDP = "dp-accounting PLDAccountant, Poisson sampling", "dp-accounting RdpAccountant, Poisson sampling"
ZCDP = "opendp make_zCDP_to_approxDP"
QUADRATURE = "scipy.integrate.quad"
QUANTECON = "quantecon DiscreteDP, policy iteration"
PACKAGES = ("dp-accounting", "opendp", "scipy", "quantecon")


def delta_of_loss(epsilon: Fraction, mu: Fraction) -> float:
    """Return the delta of a privacy loss in doubles."""
    from dp_accounting.pld.privacy_loss_mechanism import GaussianPrivacyLoss

    loss: Any = GaussianPrivacyLoss(standard_deviation=1 / float(mu))
    return float(loss.get_delta_for_epsilon(float(epsilon)))


def log_delta_of_loss(epsilon: Fraction, mu: Fraction) -> float:
    """Return the logarithm of that."""
    delta = delta_of_loss(epsilon, mu)
    return math.log(delta) if delta > 0 else -math.inf


def epsilon_of_gaussian(delta: Fraction, mu: Fraction | float) -> float:
    """Return the epsilon of a Gaussian mechanism, by bisection."""
    from dp_accounting.gaussian_mechanism import get_epsilon_gaussian

    return float(get_epsilon_gaussian(1 / float(mu), float(delta)))


def sigma_of_gaussian(epsilon: Fraction, delta: Fraction) -> float:
    """Return the least noise of a Gaussian mechanism, by bisection."""
    from dp_accounting.gaussian_mechanism import get_sigma_gaussian

    return float(get_sigma_gaussian(float(epsilon), float(delta)))


def epsilon_of_composed(delta: Fraction, sigma: float, steps: int) -> float:
    """Return the epsilon of composed privacy losses on a grid."""
    from dp_accounting import GaussianDpEvent, SelfComposedDpEvent

    return _accounted(SelfComposedDpEvent(GaussianDpEvent(sigma), steps), float(delta), "pld")


def sampled_pld(rate: float, sigma: float, steps: int, delta: float) -> float:
    """Return the epsilon of sampled privacy losses on a grid."""
    return _accounted(_sampled(rate, sigma, steps), delta, "pld")


def sampled_rdp(rate: float, sigma: float, steps: int, delta: float) -> float:
    """Return the epsilon of sampled Renyi divergences."""
    return _accounted(_sampled(rate, sigma, steps), delta, "rdp")


def _sampled(rate: float, sigma: float, steps: int) -> Any:
    from dp_accounting import GaussianDpEvent, PoissonSampledDpEvent, SelfComposedDpEvent

    return SelfComposedDpEvent(PoissonSampledDpEvent(rate, GaussianDpEvent(sigma)), steps)


def _accounted(event: Any, delta: float, kind: str) -> float:
    from dp_accounting.pld import PLDAccountant
    from dp_accounting.rdp import RdpAccountant

    logging.getLogger("absl").setLevel(logging.ERROR)  # orders of Renyi that it leaves out are no concern of the caller
    accountant: Any = PLDAccountant() if kind == "pld" else RdpAccountant()
    return float(accountant.compose(event).get_epsilon(delta))


def delta_of_zcdp(epsilon: Fraction, mu: Fraction) -> float:
    """Return the delta of a Gaussian mechanism by way of zCDP: an upper bound."""
    return float(_profile(mu).delta(float(epsilon)))


def epsilon_of_zcdp(delta: Fraction, mu: Fraction) -> float:
    """Return the epsilon of a Gaussian mechanism by way of zCDP: an upper bound."""
    return float(_profile(mu).epsilon(float(delta)))


def _profile(mu: Fraction) -> Any:
    import opendp.prelude

    dp: Any = opendp.prelude
    dp.enable_features("contrib")
    space = dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float)
    return dp.c.make_zCDP_to_approxDP(dp.m.make_gaussian(*space, scale=1 / float(mu))).map(1.0)


def norm_squared(function: Any, beta: float) -> float:
    """Return the squared norm of a function by quadrature, with differences for its slope."""
    from scipy.integrate import quad

    step = 1e-6

    def energy(x: float) -> float:
        left, right = max(x - step, 0.0), min(x + step, 1.0)
        slope = (float(function(right)) - float(function(left))) / (right - left)
        return slope**2 + beta**2 * float(function(x)) ** 2

    inner: float = quad(energy, 0.0, 1.0, limit=200, points=[0.375, 0.5, 0.625])[0]
    return (float(function(0)) ** 2 + float(function(1)) ** 2) / 2 + inner / (2 * beta)


def mean_max(k: int, *, absolute: bool) -> float:
    """Return the mean of the maximum of k normals, or of its absolute value, by quadrature."""
    from scipy.integrate import quad
    from scipy.special import ndtr

    sign = 1 if absolute else -1

    def tails(x: float) -> float:
        return float(1 - ndtr(x) ** k + sign * ndtr(-x) ** k)

    return float(quad(tails, 0, math.inf)[0])


def first_value(mdp: FiniteMDP) -> float:
    """Return the optimal value of the first state, in doubles."""
    from quantecon.markov import DiscreteDP

    P = mdp.transitions.transpose(1, 0, 2).copy()
    return float(DiscreteDP(mdp.rewards.T.copy(), P, mdp.discount).solve(method="policy_iteration").v[0])
