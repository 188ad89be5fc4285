r"""The maximum over [0, 1] of a stationary Ornstein-Uhlenbeck path g, Cov(g(x), g(y)) = exp(-beta |x - y|): its law.

Rigorous, by the spectrum of the path killed at the level u. For nu >= 0 let psi_nu(x) = H_nu(-x / sqrt 2), the Hermite
function, which solves psi'' - x psi' = -nu psi and grows slowly at -infinity. The decay rates nu_0 < nu_1 < ... are the
zeros of nu -> psi_nu(u), and

    P(max g <= u) = sum_k w_k exp(-nu_k beta),    w_k = density(u) psi_nu'(u) / (nu^2 d/dnu psi_nu(u)) > 0 at nu = nu_k.

The weights sum to P(g(0) <= u), so the terms left out add at most (P(g(0) <= u) - sum of those taken) times the largest
exponential left out. No rate is missed: by Sturm's oscillation theorem the rates below an integer n are as many as the
zeros of the Hermite polynomial He_n below u.

Float, by quadrature. On a step of beta |x - y| = d the path is e^-c W(e^2c); replacing the level u by the chord between
the two ends, which lies below it, gives transition densities in closed form and hits more often. The error is of order
d^2; two steps of extrapolation remove most of it. All terms are positive, so small tails keep their digits.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import ceil, exp, expm1, inf, log2, pi, sinh, sqrt
from typing import Any

import numpy as np
from flint import arb, arb_poly, arb_series, ctx
from scipy.special import log_ndtr, ndtr

from tabular.errors import must, show
from tabular.gaussian.normal import normal_cdf
from tabular.numbers.balls import ball

_DENSITY = 8  # nodes for each unit of length; the densities are at least 0.25 wide, and so are resolved to 1e-11
_FINEST = 1 / 32  # of the steps of the float route
_DEPTH = 9.0  # the path starts below -9 with probability 1e-19
_STEP = 0.3  # of the trapezoid rule, over [-4.8, 8.1]
_CELL = Fraction(1, 20)  # in which rates are looked for; how many there are is known beforehand


def mean_pair(beta: arb) -> arb:
    """Return E max(g(0), g(1)) = sqrt((1 - exp(-beta)) / pi)."""
    return (-(-beta).expm1() / arb.pi()).sqrt()


def mean_triple(beta: arb) -> arb:
    """Return E max(g(0), g(1/2), g(1)), the sum of the deviations of the three differences over 2 sqrt(2 pi)."""
    return mean_pair(beta / 2) + mean_pair(beta) / 2


def mean_bound(beta: arb) -> arb:
    """Return 2 sqrt(beta / pi) >= E max g, the mean for sqrt(2 beta) times Brownian motion (Sudakov and Fernique)."""
    return 2 * (beta / arb.pi()).sqrt()


@lru_cache(maxsize=256)
def tail_ball(u: Fraction | int, beta: Fraction | int, rates: int = 12, bits: int = 64) -> arb:
    """Return a ball around P(max g > u), u >= 0, beta > 0, from all decay rates below the integer `rates`."""
    if not (u >= 0 and beta > 0 and rates >= 1):
        raise must("u, beta and rates", "be at least 0, positive and at least 1", show((u, beta, rates)))
    with ctx.workprec(_precision(u, bits)):
        level, time = ball(u), ball(beta)
        taken, used = arb(0), arb(0)
        for nu in decay_rates(u, rates, bits):
            weight = _weight(nu, level)
            taken, used = taken + weight, used + weight * (-nu * time).exp()
        rest = (normal_cdf(level) - taken) * (-arb(rates) * time).exp()
        return 1 - used - arb(0).union(rest.upper())


@lru_cache(maxsize=256)
def decay_rates(u: Fraction | int, below: int, bits: int = 64) -> tuple[arb, ...]:
    """Return balls around all decay rates nu < below of the path killed at u >= 0; their number is checked."""
    with ctx.workprec(_precision(u, bits)):
        z = -ball(u) / arb(2).sqrt()
        zeros = [_rate(z, left, left + _CELL) for left in _sign_changes(z, below)]
        rates = [nu for nu in zeros if nu < below]
        if len(rates) != _zeros_below(u, below):
            raise ArithmeticError(f"decay rates must all be found, got {len(rates)} below {below} at u = {u}")
    return tuple(rates)


def _precision(u: Fraction | int, bits: int) -> int:
    """Return the working precision for about `bits` bits of a tail of order exp(-u^2/2), which is 2^(-0.73 u^2)."""
    return bits + 32 + ceil(2 * u * u)


def _sign_changes(z: arb, below: int) -> Iterator[Fraction]:
    """Yield the left ends of the cells in which psi_nu(u) changes its sign."""
    left = -_CELL / 3  # so that no end is an integer, near which the rates lie
    sign = _positive(z, left)
    while left < below:
        right = left + _CELL
        after = _positive(z, right)
        if after != sign:
            yield left
        left, sign = right, after


def _positive(z: arb, nu: Fraction) -> bool:
    """Tell the sign of psi_nu(u)."""
    value = z.hermite_h(ball(nu))
    if not (value > 0 or value < 0):
        raise ArithmeticError(f"the sign of a Hermite function must be decided, got {value} at nu = {nu}")
    return bool(value > 0)


def _rate(z: arb, left: Fraction, right: Fraction) -> arb:
    """Return a ball around the zero of psi between left and right, by bisection."""
    rising = not _positive(z, left)
    low, high = ball(left), ball(right)
    for _ in range(ctx.prec - 16):
        middle = ((low + high) / 2).mid()
        value = z.hermite_h(middle)
        if not (value > 0 or value < 0):
            break  # the precision is used up
        low, high = (low, middle) if bool(value > 0) == rising else (middle, high)
    return low.union(high)


def _weight(nu: arb, u: arb) -> arb:
    """Return w = -sqrt(2) density(u) H_{nu-1}(z) / (nu d/dnu H_nu(z)), z = -u / sqrt 2, since H_nu' = 2 nu H_{nu-1}."""
    z = -u / arb(2).sqrt()
    density = (-u * u / 2).exp() / (2 * arb.pi()).sqrt()
    return -arb(2).sqrt() * density * z.hermite_h(nu - 1) / (nu * _in_nu(z, nu))


def _in_nu(z: arb, nu: arb) -> arb:
    """Return d/dnu H_nu(z) where H_nu(z) = 0, by the even and the odd solution of the equation.

    H_nu(z) = 2^nu sqrt(pi) (M(-nu/2; 1/2; z^2) / Gamma((1-nu)/2) - 2 z M((1-nu)/2; 3/2; z^2) / Gamma(-nu/2)).
    """
    half = arb_series([-nu / 2, -arb(1) / 2], prec=2)
    shifted = half + arb(1) / 2
    even = _kummer(half, arb(1) / 2, z * z) * shifted.rgamma()
    odd = _kummer(shifted, arb(3) / 2, z * z) * half.rgamma()
    return arb(2) ** nu * arb.pi().sqrt() * (even - 2 * z * odd)[1]


def _kummer(a: arb_series, b: arb, x: arb) -> arb_series:
    """Return M(a; b; x) and its derivative in the parameter of a = a_0 + a_1 t, |a_1| = 1/2, x >= 0.

    Within |t| < 1 the terms are at most T_k, where |a_0| + 1/2 stands for a; from the place where T_k is halved at
    each step the rest is at most 2 T_k, and by Cauchy's estimate so is its derivative at t = 0.
    """
    reach = abs(a[0]) + arb(1) / 2
    term, bound, k = arb_series([1], prec=2), arb(1), 0
    total = term
    while not ((reach + k) * x * 2 < (b + k) * (k + 1) and bound < arb(2) ** -ctx.prec):
        term = term * (a + k) * (x / ((b + k) * (k + 1)))
        bound, k = bound * (reach + k) * x / ((b + k) * (k + 1)), k + 1
        total = total + term
    rest = arb(0, 2 * bound.upper())
    return total + arb_series([rest, rest], prec=2)


def _zeros_below(u: Fraction | int, n: int) -> int:
    """Count the zeros of the Hermite polynomial He_n below u, that is those of H_n below u / sqrt 2."""
    edge = ball(u) / arb(2).sqrt()
    zeros = [root.real for root in arb_poly(_hermite(n)).complex_roots()]
    if any(not (zero < edge or zero > edge) for zero in zeros):
        raise ArithmeticError(f"u must not be a zero of He_n, got u = {u}, n = {n}")
    return sum(bool(zero < edge) for zero in zeros)


def _hermite(n: int) -> list[int]:
    """Return the coefficients of H_n by H_{k+1} = 2 x H_k - 2 k H_{k-1}."""
    before, now = [0], [1]
    for k in range(n):
        padded = before + [0] * (k + 2 - len(before))
        before, now = now, [2 * a - 2 * k * b for a, b in zip([0, *now], padded, strict=True)]
    return now


@lru_cache(maxsize=4096)
def tail(u: float, beta: float) -> float:
    """Return P(max g > u) in doubles, with a relative error of about 1e-5, for u >= -6 and beta > 0."""
    if not (u >= -6 and 0 < beta < inf):
        raise must("u and beta", "be at least -6 and positive", show((u, beta)))
    steps = 2 ** max(0, ceil(log2(beta / (4 * _FINEST))))
    coarse, middle, fine = (chord_tail(u, beta, steps * k) for k in (1, 2, 4))
    once, twice = (4 * middle - coarse) / 3, (4 * fine - middle) / 3
    return (16 * twice - once) / 15


def chord_tail(u: float, beta: float, steps: int) -> float:
    """Return the probability to hit the chords, which exceeds P(max g > u); `steps` is a power of 2."""
    d = beta / steps
    x, w = _nodes(-_DEPTH, u)
    kernel, hit = _survival(x, u, d) * w, _one_step(x, u, d)
    k = 1
    while k < steps:  # k steps become 2 k
        hit, kernel, k = hit + kernel @ hit, kernel @ kernel, 2 * k
    return float(ndtr(-u) + (w * np.exp(-x * x / 2)) @ hit / sqrt(2 * pi))


def _nodes(low: float, high: float) -> tuple[Any, Any]:
    """Return nodes and weights of Gauss and Legendre, `_DENSITY` for each unit of length."""
    nodes, weights = _gauss_legendre(-(-ceil(_DENSITY * (high - low)) // 16) * 16)
    return (high - low) / 2 * nodes + (high + low) / 2, (high - low) / 2 * weights


@lru_cache(maxsize=32)
def _gauss_legendre(count: int) -> tuple[Any, Any]:
    return np.polynomial.legendre.leggauss(count)


def _survival(x: Any, u: float, d: float) -> Any:
    """Return the density to go from x to y without hitting the chord."""
    before, after = x[:, None], x[None, :]
    variance = -expm1(-2 * d)
    density = np.exp(-((after - exp(-d) * before) ** 2) / (2 * variance)) / sqrt(2 * pi * variance)
    return density * -np.expm1(-(u - before) * (u - after) / sinh(d))


def _one_step(x: Any, u: float, d: float) -> Any:
    """Return the probability to hit the chord from x: to end above it, or to end below it and have hit it."""
    variance, slope = -expm1(-2 * d), (u - x) / sinh(d)
    mean, deviation = exp(-d) * x, sqrt(variance)
    above = log_ndtr((mean - u) / deviation)
    bent = slope * (mean - u) + slope**2 * variance / 2
    return np.exp(above) + np.exp(bent + log_ndtr((u - mean - slope * variance) / deviation))


@lru_cache(maxsize=64)
def mean(beta: float) -> float:
    """Return E max g in doubles: the integral of P(max g > u) - P(g(0) > u), by the trapezoid rule."""
    levels = [_STEP * k for k in range(-16, 28)]
    return _STEP * sum(tail(u, beta) - float(ndtr(-u)) for u in levels)
