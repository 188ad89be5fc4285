"""Accounting of N noisy steps, each with one record out of m drawn uniformly: the subsampled Gaussian mechanism.

In units of the clip; sigma is the noise multiplier. What is proved about the worst case stands in ``pair``.

    pair          SubsampledGaussian(q, sigma, shift=2), worst_pair(m, sigma, adjacency), Adjacency.REPLACE, ADD_REMOVE,
                  Direction.REMOVE (mix || null), ADD (null || mix), DOMINATING
    one step      step_delta(pair, epsilon, direction), step_delta_ball(...): H_{e^epsilon} in closed form, epsilon real
    log moments   log_moment(pair, order, direction) = alpha(lambda) = log E_P (P/Q)^lambda for real lambda > 0,
                  log_moment_ball(...) for rational lambda: rigorous; binomial_log_moment(_ball): the closed sum for
                  integer lambda and mix || null
    accountant    moments_bound(pair, steps, epsilon, direction, orders="integer" or "continuous") -> MomentsBound:
    of moments    delta = min_lambda exp(N alpha(lambda) - lambda epsilon)
    N steps       composed_delta(pair, steps, epsilon, direction) -> Interval and composed_epsilon(pair, steps, delta,
                  direction): the N-fold product of one ordered pair, enclosed
    guarantees    delta_interval(m, sigma, steps, epsilon, adjacency), epsilon_interval(m, sigma, steps, delta,
                  adjacency), calibrate_sigma(epsilon, delta, m, steps, adjacency) -> SigmaInterval(lower, upper):
                  lower is certainly needed (one ordered pair attains it), upper is valid for guarantees (dominating
                  pair; under ADD_REMOVE both enclose the same exact number); sufficient_sigma(...): upper alone

Every interval of the last two rows is [lower, upper] with lower <= truth <= upper, discretisation, truncation and the
rounding of the Fourier transforms included.
"""

from tabular.privacy.subsampled.calibration import SigmaInterval, calibrate_sigma, sufficient_sigma
from tabular.privacy.subsampled.intervals import (
    Interval,
    composed_delta,
    composed_epsilon,
    delta_interval,
    epsilon_interval,
)
from tabular.privacy.subsampled.log_moment_balls import binomial_log_moment_ball, log_moment_ball
from tabular.privacy.subsampled.log_moments import binomial_log_moment, log_moment
from tabular.privacy.subsampled.moments_accountant import MomentsBound, moments_bound
from tabular.privacy.subsampled.pair import Adjacency, Direction, SubsampledGaussian, worst_pair
from tabular.privacy.subsampled.step_curve import step_delta, step_delta_ball

__all__ = [
    "Adjacency",
    "Direction",
    "Interval",
    "MomentsBound",
    "SigmaInterval",
    "SubsampledGaussian",
    "binomial_log_moment",
    "binomial_log_moment_ball",
    "calibrate_sigma",
    "composed_delta",
    "composed_epsilon",
    "delta_interval",
    "epsilon_interval",
    "log_moment",
    "log_moment_ball",
    "moments_bound",
    "step_delta",
    "step_delta_ball",
    "sufficient_sigma",
    "worst_pair",
]
