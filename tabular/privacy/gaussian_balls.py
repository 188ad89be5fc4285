"""Rigorous enclosures of the Gaussian privacy curve and of its inverses, as balls of python-flint (``arb``).

    delta_G(epsilon, mu) = Phi(mu/2 - epsilon/mu) - e^epsilon Phi(-mu/2 - epsilon/mu)

decreases in epsilon and increases in mu. So an argument that is itself a ball is replaced by its two ends, which are
exact rationals, and the enclosure is as narrow as the argument allows. At exact arguments the formula is evaluated with
doubled precision until its ball is small enough. An inverse is enclosed by decisions on both sides: on one end of the
returned interval the ball of delta_G - delta is negative, on the other it is positive. No double takes part in it.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import inf

from flint import arb, ctx

from tabular.errors import must, show
from tabular.gaussian.normal import normal_density, normal_tail
from tabular.numbers.arguments import count, finite_nonnegative
from tabular.numbers.balls import Real, ball, ends, hull
from tabular.numbers.exact import Exact
from tabular.privacy.limits import limit_of_delta, limit_of_epsilon, limit_of_mu

_GUARD_BITS = 32
_FAR = 8  # from here on erfc of a ball loses digits to its size
_MOST_BITS = 1 << 13  # e^{-10^19} with a cancellation of 10^16 needs 2^8; a decision that needs more is left open


def delta_ball(epsilon: Real, mu: Real, bits: int = 96) -> arb:
    """Return a ball that holds delta_G(epsilon, mu), with about ``bits`` correct bits at exact arguments."""
    (near, far), (small, large) = ends("epsilon", epsilon), ends("mu", mu)
    high = _delta(near, large, count("bits", bits))
    return high if near == far and small == large else _joined(_delta(far, small, bits), high, bits)


def complement_ball(epsilon: Real, mu: Real, bits: int = 96) -> arb:
    """Return a ball that holds 1 - delta_G(epsilon, mu), with about ``bits`` correct bits next to 0 too."""
    (near, far), (small, large) = ends("epsilon", epsilon), ends("mu", mu)
    low = _rest(near, large, count("bits", bits))
    return low if near == far and small == large else _joined(low, _rest(far, small, bits), bits)


def log_delta_ball(epsilon: Real, mu: Real, bits: int = 96) -> arb:
    """Return a ball that holds log delta_G(epsilon, mu), which is finite where mu > 0 and epsilon < infinity."""
    (near, far), (small, large) = ends("epsilon", epsilon), ends("mu", mu)
    high = _log_delta(near, large, count("bits", bits))
    return high if near == far and small == large else _joined(_log_delta(far, small, bits), high, bits)


def epsilon_ball(delta: Real, mu: Real, bits: int = 96) -> arb:
    """Return a ball that holds the smallest epsilon >= 0 with delta_G(epsilon, mu) <= delta; an error if infinite."""
    (less, more), (small, large) = ends("delta", delta), ends("mu", mu)
    high = _epsilon(less, large, count("bits", bits))
    return high if less == more and small == large else _joined(_epsilon(more, small, bits), high, bits)


def mu_ball(epsilon: Real, delta: Real, bits: int = 96) -> arb:
    """Return a ball that holds the largest mu with delta_G(epsilon, mu) <= delta; an error if infinite."""
    (near, far), (less, more) = ends("epsilon", epsilon), ends("delta", delta)
    low = _mu(near, less, count("bits", bits))
    return low if near == far and less == more else _joined(low, _mu(far, more, bits), bits)


def excess_sign(epsilon: Fraction, mu_squared: Fraction, delta: Fraction, bits: int = 64) -> int:
    """Return the sign of delta_G(epsilon, sqrt(mu_squared)) - delta for mu_squared > 0, 0 when it stays undecided.

    The precision is doubled until the ball of the difference leaves 0.
    """
    while bits <= _MOST_BITS:
        with ctx.workprec(bits + _GUARD_BITS):
            excess = _curve(epsilon, mu_squared) - ball(delta)
            if excess < 0 or excess > 0:
                return -1 if excess < 0 else 1
        bits *= 2
    return 0


def _delta(epsilon: Exact, mu: Exact, bits: int) -> arb:
    limit = limit_of_delta(epsilon, mu)
    return arb(limit) if limit is not None else _share(_curve, epsilon, mu, bits)


def _rest(epsilon: Exact, mu: Exact, bits: int) -> arb:
    limit = limit_of_delta(epsilon, mu)
    return arb(1 - limit) if limit is not None else _share(_complement, epsilon, mu, bits)


def _share(formula: Callable[[Fraction, Fraction], arb], epsilon: Exact, mu: Exact, bits: int) -> arb:
    """Return a sharpened ball, cut to [0, 1]: of arguments beyond every exponent that is all that is known."""
    enclosure, everything = _sharpened(lambda: formula(Fraction(epsilon), Fraction(mu) ** 2), bits), hull(0, 1)
    with ctx.workprec(bits + _GUARD_BITS):
        return enclosure.intersection(everything) if enclosure.is_finite() else everything


def _log_delta(epsilon: Exact, mu: Exact, bits: int) -> arb:
    limit = limit_of_delta(epsilon, mu)
    if limit is not None:
        return _finite("log delta", -inf if limit == 0 else 0.0)
    return _sharpened(lambda: _log_curve(Fraction(epsilon), Fraction(mu) ** 2), bits)


def _sharpened(formula: Callable[[], arb], bits: int) -> arb:
    """Return the ball of a formula at the first precision that gives ``bits`` correct bits, or at the last tried."""
    precision = bits + _GUARD_BITS
    while True:
        with ctx.workprec(precision):
            enclosure = formula()
        if enclosure.rel_accuracy_bits() >= bits or precision >= _MOST_BITS:
            return enclosure
        precision *= 2


def _epsilon(delta: Exact, mu: Exact, bits: int) -> arb:
    limit = limit_of_epsilon(delta, mu)
    if limit is not None:
        return _finite("epsilon", limit)
    level, mu_squared = Fraction(delta), Fraction(mu) ** 2
    if excess_sign(Fraction(0), mu_squared, level, bits) < 0:
        return arb(0)
    return _crossing(lambda epsilon: -excess_sign(epsilon, mu_squared, level, bits), bits)


def _mu(epsilon: Exact, delta: Exact, bits: int) -> arb:
    limit = limit_of_mu(epsilon, delta)
    if limit is not None:
        return _finite("mu", limit)
    exact_epsilon, level = finite_nonnegative("epsilon", epsilon), Fraction(delta)
    return _crossing(lambda mu: excess_sign(exact_epsilon, mu**2, level, bits), bits)


def _curve(epsilon: Fraction, mu_squared: Fraction) -> arb:
    """Return Q(t) - phi(t) R(t + mu), Q = 1 - Phi, t = epsilon/mu - mu/2, at the precision of the context."""
    t, end = _offsets(epsilon, mu_squared)
    density = normal_density(t)
    upper = density * _mills(t) if t > _FAR else normal_tail(t)
    return upper - density * _mills(end)


def _complement(epsilon: Fraction, mu_squared: Fraction) -> arb:
    """Return phi(t) (R(-t) + R(t + mu)) where t is far below 0, which is 1 - delta without the 1."""
    t, end = _offsets(epsilon, mu_squared)
    if not t < -_FAR:
        return 1 - _curve(epsilon, mu_squared)
    return normal_density(t) * (_mills(-t) + _mills(end))


def _log_curve(epsilon: Fraction, mu_squared: Fraction) -> arb:
    """Return the logarithm of the curve, -t^2/2 taken out before it can vanish."""
    t, end = _offsets(epsilon, mu_squared)
    if not t > _FAR:
        return (-_complement(epsilon, mu_squared)).log1p()
    return (_mills(t) - _mills(end)).log() - t * t / 2 - (2 * arb.pi()).log() / 2


def _offsets(epsilon: Fraction, mu_squared: Fraction) -> tuple[arb, arb]:
    """Return epsilon/mu - mu/2 and epsilon/mu + mu/2."""
    mu = ball(mu_squared).sqrt()
    ratio = ball(epsilon) / mu
    return ratio - mu / 2, ratio + mu / 2


def _mills(x: arb) -> arb:
    """Return R(x) = (1 - Phi(x)) / phi(x) for x >= 0; far out it is U(1/2, 1/2, x^2/2) / sqrt 2."""
    half, root = arb(1) / 2, arb(2).sqrt()
    if x > _FAR:
        return (x * x / 2).hypgeom_u(half, half) / root
    return (arb.pi() / 2).sqrt() * (x * x / 2).exp() * (x / root).erfc()


def _crossing(sign: Callable[[Fraction], int], bits: int) -> arb:
    """Return a ball around the zero of an increasing function on (0, infinity), from decided signs alone."""
    low, high = _bracket(sign)
    for _ in range(bits):
        middle = (low + high) / 2
        side = sign(middle)
        if side == 0:  # not decided: the bracket that was proved so far is the answer
            break
        low, high = (middle, high) if side < 0 else (low, middle)
    with ctx.workprec(bits + _GUARD_BITS):
        return hull(low, high)


def _bracket(sign: Callable[[Fraction], int]) -> tuple[Fraction, Fraction]:
    """Return powers of two (low, 2 low) on which the sign is negative and positive; low is 0 when none is decided."""
    high = Fraction(1)
    while sign(high) < 0:
        high *= 2
    low = high / 2
    while low.denominator < 1 << _MOST_BITS:
        side = sign(low)
        if side < 0:
            return low, high
        low, high = low / 2, low if side > 0 else high
    return Fraction(0), high


def _joined(low: arb, high: arb, bits: int) -> arb:
    with ctx.workprec(bits + _GUARD_BITS):
        return low.union(high)


def _finite(name: str, limit: float) -> arb:
    if limit in (inf, -inf):
        raise must(name, "be finite to have a ball", show(limit), "for these parameters")
    return arb(limit)
