"""Rigorous balls of the log moments alpha(lambda) of one step, for rational lambda > 0.

E r^s is enclosed by a trapezoidal sum. For y + i b with |b| <= d and t = mu d < pi,

    |r(y + i b)| lies between r(y) cos(t/2) and r(y),      |phi(y + i b)| = e^{b^2/2} phi(y),

so phi r^s is analytic in the strip and its integral along each line there is at most G I, I = E r^s and
G = e^{d^2/2} cos(t/2)^{min(s, 0)}; the infinite sum T with step h is within 2 G I / (e^{2 pi d/h} - 1) of I (Trefethen
and Weideman 2014, Theorem 5.1). The ends of the sum, from the nodes L < 0 and R > mu/2 on, are at most normal tails:

    s > 0:  r <= 1 below mu/2, r <= e^{mu y} above 0:   Q(-L)             and  e^{s^2 mu^2/2} Q(R - s mu)   (R >= s mu),
    s < 0:  r >= 1 - q everywhere, r >= 1 above mu/2:   (1 - q)^s Q(-L)   and  Q(R),

as the bounds of the summands decrease outwards. The precision is doubled until alpha has the wanted bits. The
dominating pair is integrated from mu/2 on by ``integral``.
"""

from __future__ import annotations

from fractions import Fraction
from math import log, sqrt

from flint import acb, arb, ctx

from tabular.gaussian.normal import normal_tail
from tabular.numbers.arguments import count, positive
from tabular.numbers.balls import ball
from tabular.numbers.exact import Exact, nearest
from tabular.numbers.integrals import integral
from tabular.privacy.subsampled.log_moments import Plan, log_moment, plan, power_of
from tabular.privacy.subsampled.pair import Direction, SubsampledGaussian

_GUARD_BITS = 32
_MOST_BITS = 1 << 11


def binomial_log_moment_ball(pair: SubsampledGaussian, order: int, bits: int = 96) -> arb:
    """Return a ball that holds alpha(lambda) of mix || null for an integer lambda: the binomial sum.

    sum_k C(a, k) q^k (1 - q)^{a - k} is 1; added up is the excess e^{k (k - 1) mu^2/2} - 1 over that.
    """
    a = count("order", order) + 1
    if pair.rate == 1:
        return _gaussian(pair, Fraction(order), bits)
    with ctx.workprec(count("bits", bits) + _GUARD_BITS + a.bit_length()):
        odds, half_square = ball(pair.rate / (1 - pair.rate)), ball(pair.mu**2 / 2)
        weight, excess = ball(1 - pair.rate) ** a, arb(0)
        for k in range(1, a + 1):
            weight *= odds * (a - k + 1) / k
            excess += weight * (k * (k - 1) * half_square).expm1()
        return excess.log1p()


def log_moment_ball(pair: SubsampledGaussian, order: Exact, direction: Direction, bits: int = 96) -> arb:
    """Return a ball that holds alpha(lambda) of an ordered pair, or of the dominating pair, for rational lambda > 0."""
    exact, precision = positive("order", order), count("bits", bits) + _GUARD_BITS
    if pair.rate == 1:
        return _gaussian(pair, exact, bits)
    if direction is Direction.REMOVE and exact.denominator == 1:
        return binomial_log_moment_ball(pair, exact.numerator, bits)
    while True:
        with ctx.workprec(precision + _exponent_bits(pair, exact)):
            if direction is Direction.DOMINATING:
                alpha = _dominating(pair, exact, precision)
            else:
                alpha = _trapezoidal(pair, power_of(exact, direction), precision)
        if alpha.rel_accuracy_bits() >= bits or precision >= _MOST_BITS:
            return alpha
        precision *= 2


def _gaussian(pair: SubsampledGaussian, order: Fraction, bits: int) -> arb:
    with ctx.workprec(bits + _GUARD_BITS):
        return ball(order * (order + 1) * pair.mu**2 / 2)


def _exponent_bits(pair: SubsampledGaussian, order: Fraction) -> int:
    """Return bits for the size of the exponents, which are at most about (order + 1)^2 mu^2."""
    return int((order + 1) ** 2 * pair.mu**2 + 1).bit_length()


def _trapezoidal(pair: SubsampledGaussian, power: Fraction, bits: int) -> arb:
    chosen = plan(pair, power, bits * log(2))
    h, mu, s = ball(chosen.step), ball(pair.mu), ball(power)
    total = arb(0)
    for k in range(chosen.first, chosen.last + 1):
        y = k * h
        total += (s * _log_ratio(pair, acb(y)).real - y * y / 2).exp()
    total = h * total / (2 * arb.pi()).sqrt() + _ends(pair, power, chosen)
    growth = (ball(chosen.strip) ** 2 / 2).exp()
    if power < 0:
        growth *= (mu * ball(chosen.strip) / 2).cos() ** s
    error = 2 * growth / (2 * arb.pi() * ball(chosen.strip) / h).expm1()
    return total.log() - _around(error).log1p()


def _ends(pair: SubsampledGaussian, power: Fraction, chosen: Plan) -> arb:
    """Return a ball of what the nodes outside first .. last add to the sum."""
    left, right = -chosen.first * ball(chosen.step), chosen.last * ball(chosen.step)
    s, mu = ball(power), ball(pair.mu)
    if power > 0:
        bound = normal_tail(left) + (s * s * mu * mu / 2).exp() * normal_tail(right - s * mu)
    else:
        bound = ball(1 - pair.rate) ** s * normal_tail(left) + normal_tail(right)
    return bound.union(arb(0))


def _dominating(pair: SubsampledGaussian, order: Fraction, bits: int) -> arb:
    s, mu = ball(order + 1), ball(pair.mu)
    shift = float(order + 1) * nearest(pair.mu)
    end = ball(Fraction(shift + sqrt(shift**2 + 2 * bits * log(2)) + nearest(pair.mu)))

    def integrand(y: acb, analytic: bool) -> acb:
        loss = _log_ratio(pair, y, analytic)
        return (-y * y / 2).exp() * ((s * loss).exp() - 1) * (1 - (-ball(order) * loss).exp())

    size = ball(Fraction(log_moment(pair, order, Direction.DOMINATING))).expm1()  # only says when to stop
    inner = integral(integrand, mu / 2, end, abs_tol=size * arb(2) ** -bits) / (2 * arb.pi()).sqrt()
    rest = (s * s * mu * mu / 2).exp() * normal_tail(end - s * mu)
    return (inner + rest.union(arb(0))).log1p()


def _log_ratio(pair: SubsampledGaussian, y: acb, analytic: bool = False) -> acb:
    """Return log r(y)."""
    mu, q = ball(pair.mu), ball(pair.rate)
    return (1 - q + q * (mu * y - mu * mu / 2).exp()).log(analytic)


def _around(radius: arb) -> arb:
    """Return a ball that holds [-radius, radius]."""
    return radius.union(-radius)
