"""The exact curve of one step, H_{e^epsilon}(P || Q) = integral (P - e^epsilon Q)_+, for every real epsilon.

mix - e^epsilon null = q N(shift) - (e^epsilon - 1 + q) N(0), so with e^kappa = 1 + (e^epsilon - 1)/q and the Gaussian
curve delta_G, where e^epsilon > 1 - q,

    H(mix || null) = q delta_G(kappa, mu)                                            epsilon >= 0,
                   = 1 - e^epsilon + (e^epsilon - 1 + q) delta_G(-kappa, mu)         epsilon < 0,

and 1 - e^epsilon where e^epsilon <= 1 - q. The other order is H(null || mix) = 1 - e^epsilon + e^epsilon H', H' the
first at -epsilon; for epsilon > 0 that is (1 - e^epsilon (1 - q)) delta_G(-kappa(-epsilon), mu), without cancellation,
and 0 where e^epsilon (1 - q) >= 1.
"""

from __future__ import annotations

from fractions import Fraction
from math import exp, expm1, log, log1p

from flint import arb, ctx

from tabular.errors import must, show
from tabular.numbers.arguments import count, finite
from tabular.numbers.balls import ball, ends
from tabular.numbers.exact import Exact
from tabular.privacy.gaussian_balls import delta_ball
from tabular.privacy.gaussian_curve import delta_of
from tabular.privacy.subsampled.pair import Direction, SubsampledGaussian

_GUARD_BITS = 64
_NO_OVERFLOW = 700.0


def step_delta(pair: SubsampledGaussian, epsilon: Exact, direction: Direction) -> float:
    """Return H_{e^epsilon} of the ordered pair of one step, in doubles; epsilon is any finite real number."""
    level, removes = float(finite("epsilon", epsilon)), _removes(direction, epsilon)
    if level > 0:
        return _remove(pair, level) if removes else _add(pair, level)
    other = _add(pair, -level) if removes else _remove(pair, -level)
    return -expm1(level) + exp(level) * other


def step_delta_ball(pair: SubsampledGaussian, epsilon: Exact, direction: Direction, bits: int = 96) -> arb:
    """Return a ball that holds H_{e^epsilon} of the ordered pair of one step, at exact arguments."""
    level, removes = finite("epsilon", epsilon), _removes(direction, epsilon)
    with ctx.workprec(count("bits", bits) + _GUARD_BITS + abs(level).__ceil__()):
        if level >= 0:
            return _remove_ball(pair, level, bits) if removes else _add_ball(pair, level, bits)
        other = _add_ball(pair, -level, bits) if removes else _remove_ball(pair, -level, bits)
        ratio = ball(level).exp()
        return 1 - ratio + ratio * other


def _removes(direction: Direction, epsilon: Exact) -> bool:
    """Tell whether the curve at epsilon is that of mix || null; the dominating pair is from 0 on."""
    if not isinstance(direction, Direction):
        raise must("direction", "be Direction.REMOVE, ADD or DOMINATING", show(direction))
    return direction is Direction.REMOVE or (direction is Direction.DOMINATING and epsilon >= 0)


def _remove(pair: SubsampledGaussian, epsilon: float) -> float:
    """Return H(mix || null) for epsilon >= 0."""
    q = float(pair.rate)
    if epsilon < 1:
        kappa = log1p(expm1(epsilon) / q) if expm1(epsilon) / q < exp(_NO_OVERFLOW) else epsilon - log(q)
    else:
        kappa = epsilon - log(q) + log1p(-(1 - q) * exp(-epsilon))
    return q * delta_of(kappa, pair.mu)


def _add(pair: SubsampledGaussian, epsilon: float) -> float:
    """Return H(null || mix) for epsilon >= 0: weight w = 1 - e^epsilon (1 - q), -kappa = log(q e^epsilon / w)."""
    q = float(pair.rate)
    weight = 1.0 if q == 1 else -expm1(epsilon + log1p(-q))
    return weight * delta_of(max(0.0, log(q) + epsilon - log(weight)), pair.mu) if weight > 0 else 0.0


def _remove_ball(pair: SubsampledGaussian, epsilon: Fraction, bits: int) -> arb:
    q = ball(pair.rate)
    kappa = (ball(epsilon).expm1() / q).log1p()
    return q * _curve(kappa, pair.mu, bits)


def _add_ball(pair: SubsampledGaussian, epsilon: Fraction, bits: int) -> arb:
    q = ball(pair.rate)
    rest = q + ball(-epsilon).expm1()
    if rest <= 0:
        return arb(0)
    if not rest > 0:  # only where epsilon is not told from -log(1 - q), and there the curve is below its weight
        return (ball(epsilon).exp() * rest).union(arb(0))
    return ball(epsilon).exp() * rest * _curve((q / rest).log(), pair.mu, bits)


def _curve(kappa: arb, mu: Fraction, bits: int) -> arb:
    """Return delta_G, which decreases, at a ball of a number that is at least 0."""
    low, high = ends("kappa", kappa)
    return delta_ball(max(Fraction(0), Fraction(low)), mu, bits).union(delta_ball(Fraction(high), mu, bits))
