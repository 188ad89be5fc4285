"""Log moments of the privacy loss of one step, alpha(lambda) = log E_{x ~ P} (P(x)/Q(x))^lambda, in doubles.

With r(y) = 1 - q + q e^{mu y - mu^2/2} and y standard normal both orders are moments of r under ``null``,

    mix || null:  alpha(lambda) = log E r^{lambda + 1},        null || mix:  alpha(lambda) = log E r^{-lambda}.

For a = lambda + 1 an integer the first is log sum_k C(a, k) q^k (1 - q)^{a - k} e^{k (k - 1) mu^2/2}, a finite sum.
Other moments E r^s are integrated by the trapezoidal rule with the step and the range that ``plan`` proves enough. As
E (r - 1) = 0, what is added up is r^s - 1 - s (r - 1) >= 0: small moments keep their digits. The dominating pair has
the losses +log r with the law mix and -log r with the law null on y > mu/2 and the loss 0 elsewhere, so that

    e^alpha - 1 = integral_{mu/2}^inf phi (r^{lambda + 1} - 1) (1 - r^{-lambda}) dy.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import cos, floor, inf, log, log1p, pi, sqrt

import numpy as np
from scipy.special import gammaln

from tabular.errors import must, show
from tabular.numbers.arguments import count, positive
from tabular.numbers.arrays import Array
from tabular.numbers.exact import Exact, log_of, nearest
from tabular.privacy.subsampled.pair import Direction, SubsampledGaussian

DOUBLE_NATS = 42.0  # e^{-42} is below the last digit of a double
_LARGE = 600.0  # e^{600} is still a double
MOST_NODES = 1 << 22
_SMALL = 1e-3
_PANEL_NODES = 24


@dataclass(frozen=True)
class Plan:
    """The step h, the nodes first .. last (times h), and the half-width d of the strip of a trapezoidal sum."""

    step: Fraction
    first: int
    last: int
    strip: Fraction


def log_moment(pair: SubsampledGaussian, order: Exact, direction: Direction) -> float:
    """Return alpha(lambda) of an ordered pair, or of the dominating pair, for a real order lambda > 0."""
    exact = positive("order", order)
    if pair.rate == 1:
        return gaussian_log_moment(pair, nearest(exact))
    if direction is Direction.DOMINATING:
        return _dominating(pair, nearest(exact))
    if direction is Direction.REMOVE and exact.denominator == 1 and exact < MOST_NODES:
        return binomial_log_moment(pair, exact.numerator)
    return _trapezoidal(pair, power_of(exact, direction))


def binomial_log_moment(pair: SubsampledGaussian, order: int) -> float:
    """Return alpha(lambda) of mix || null for an integer lambda: the binomial sum, in logarithms.

    The weights C(a, k) q^k (1 - q)^{a - k} add up to 1; summed is the excess e^{k (k - 1) mu^2/2} - 1 over that.
    """
    a = count("order", order) + 1
    if pair.rate == 1:
        return gaussian_log_moment(pair, a - 1)
    k = np.arange(2, a + 1, dtype=float)
    log_weights = gammaln(a + 1) - gammaln(k + 1) - gammaln(a - k + 1)
    log_weights += k * log_of(pair.rate) + (a - k) * log_of(1 - pair.rate)
    exponents = k * (k - 1) * nearest(pair.mu**2 / 2)
    return float(np.logaddexp(0.0, log_sum_exp(log_weights + exponents + np.log(-np.expm1(-exponents)))))


def gaussian_log_moment(pair: SubsampledGaussian, order: float) -> float:
    """Return lambda (lambda + 1) mu^2 / 2, the log moment for q = 1."""
    return order * (order + 1) * nearest(pair.mu**2 / 2)


def log_sum_exp(values: Array) -> float:
    """Return log sum_i e^{x_i}."""
    top = float(values.max())
    return top + log(float(np.sum(np.exp(values - top)))) if top > -inf else -inf


def power_of(order: Fraction, direction: Direction) -> Fraction:
    """Return the s of E r^s: lambda + 1 for mix || null, -lambda for null || mix."""
    if direction is Direction.REMOVE:
        return order + 1
    if direction is Direction.ADD:
        return -order
    raise must("direction", "be Direction.REMOVE, ADD or DOMINATING", show(direction))


def plan(pair: SubsampledGaussian, power: Fraction, nats: float) -> Plan:
    """Return a trapezoidal sum for E r^s whose relative error is about e^{-nats}; the proof uses its numbers only.

    The error is e^{d^2/2 - s_- log cos(t/2) - 2 pi d/h} with t = mu d < pi, which d^2 = 2 nats would minimise.
    """
    s, mu, spare = float(power), nearest(pair.mu), log_of(1 / (1 - pair.rate))
    angle = min(3.0, 4 / sqrt(-s)) if s < 0 else 3.0
    strip = min(angle / mu, sqrt(2 * nats))
    growth = max(0.0, s * log(cos(min(angle, mu * strip) / 2)))
    step = 2 * pi * strip / (nats + strip**2 / 2 + growth)
    reach = sqrt(2 * nats)
    right = (
        s * mu + sqrt((s * mu) ** 2 + 2 * nats) if s > 0 else mu + reach
    )  # r itself, whose mean is taken out, has its peak at mu
    left = reach if s > 0 else sqrt(2 * nats - 2 * s * spare)
    if not (right + left) / step < MOST_NODES:
        raise must("order", f"need at most {MOST_NODES} nodes", show(power), f"for mu = {mu:.6g}")
    exact = Fraction(step)
    return Plan(exact, -floor(left / step) - 1, floor(right / step) + 1, Fraction(strip))


def _trapezoidal(pair: SubsampledGaussian, power: Fraction) -> float:
    chosen, s = plan(pair, power, DOUBLE_NATS), float(power)
    h = float(chosen.step)
    y = h * np.arange(chosen.first, chosen.last + 1)
    log_weights = -y * y / 2 + log(h) - log(2 * pi) / 2
    loss = log_ratio(pair, y)
    if (log_weights + s * loss).max() > _LARGE or s * loss.max() > _LARGE or s * loss.min() > _LARGE:
        return log_sum_exp(log_weights + s * loss)
    far = loss > _LARGE  # only for s < 0, and there -s u is all of the excess
    total = float(np.sum(np.exp(log_weights) * _excess(np.expm1(np.where(far, 0.0, loss)), s)))
    return log1p(total - s * float(np.sum(np.exp(log_weights[far] + loss[far]))))


def log_ratio(pair: SubsampledGaussian, y: Array) -> Array:
    """Return log r(y) = log(1 - q + q e^{mu y - mu^2/2}), with the digits it has next to 0."""
    q, mu = float(pair.rate), nearest(pair.mu)
    z = mu * y - mu * mu / 2
    near = np.log1p(q * np.expm1(np.minimum(z, 1.0)))
    far = z + log(q) + np.log1p((1 - q) / q * np.exp(-np.maximum(z, 1.0))) if q < 1 else z
    return np.where(z < 1, near, far)


def _excess(u: Array, s: float) -> Array:
    """Return (1 + u)^s - 1 - s u >= 0, by its series where that cancels."""
    small = np.abs(u) * max(1.0, abs(s)) < _SMALL
    v = np.where(small, u, 0.0)
    series = s * (s - 1) / 2 * v * v * (1 + (s - 2) / 3 * v * (1 + (s - 3) / 4 * v * (1 + (s - 4) / 5 * v)))
    plain = np.expm1(s * np.log1p(np.maximum(u, -1 + 1e-300))) - s * u
    return np.where(small, series, plain)


def _dominating(pair: SubsampledGaussian, order: float) -> float:
    mu, s = nearest(pair.mu), order + 1
    right = s * mu + sqrt((s * mu) ** 2 + 2 * DOUBLE_NATS) + mu / 2
    panels = int((right - mu / 2) / min(1.0, 1 / mu)) + 1
    if panels * _PANEL_NODES > MOST_NODES:
        raise must("order", f"need at most {MOST_NODES} nodes", show(order), f"for mu = {mu:.6g}")
    nodes, weights = np.polynomial.legendre.leggauss(_PANEL_NODES)
    width = (right - mu / 2) / panels
    y = (mu / 2 + width * (np.arange(panels)[:, None] + (nodes + 1) / 2)).ravel()
    log_weights = np.tile(np.log(weights * width / 2), panels) - y * y / 2 - log(2 * pi) / 2
    loss = log_ratio(pair, y)
    with np.errstate(divide="ignore"):
        factors = s * loss + np.log(-np.expm1(-s * loss)) + np.log(-np.expm1(-order * loss))
    return float(np.logaddexp(0.0, log_sum_exp(log_weights + factors)))
