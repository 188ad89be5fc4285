"""The exact privacy curve of a Gaussian mechanism, in doubles without cancellation.

A mechanism that adds N(0, sigma^2 I) to a query of sensitivity Delta has mu = Delta / sigma and is
(epsilon, delta)-private exactly when delta >= delta_G(epsilon, mu), where (Balle and Wang 2018, Theorem 8)

    delta_G(epsilon, mu) = Phi(mu/2 - epsilon/mu) - e^epsilon Phi(-mu/2 - epsilon/mu).

The two terms agree in almost all digits when mu is small. With t = epsilon/mu - mu/2, the normal density phi and
Mills' ratio R(t) = (1 - Phi(t)) / phi(t) = integral_0^inf e^{-t u - u^2/2} du, the identity
e^epsilon phi(t + mu) = phi(t) gives

    delta     = phi(t) (R(t) - R(t + mu)) = phi(t) integral_0^inf e^{-t u - u^2/2} (1 - e^{-mu u}) du,
    1 - delta = phi(t) (R(-t) + R(t + mu)),

in which every term is positive. t and t^2/2 are formed exactly and rounded once (with the remainder kept), since phi(t)
turns an absolute error of t^2/2 into a relative error of delta.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import exp, expm1, fsum, hypot, inf, log, log1p, pi, prod, sqrt

from flint import arb
from scipy.special import erfcx

from tabular.numbers.exact import Exact, log_of, nearest
from tabular.privacy.bisection import first_double, last_double
from tabular.privacy.limits import limit_of_delta, limit_of_epsilon, limit_of_mu

_NODES = 40  # the integrands are e^{-42 x} at worst: 40 nodes leave a relative error below 1e-30
_REACH = 42.0  # e^{-42} is below the last digit of a double
_LOG_TINY = -800.0  # e^{-800} is 0 in doubles


def delta_of(epsilon: Exact, mu: Exact) -> float:
    """Return delta_G(epsilon, mu): the smallest delta of a Gaussian mechanism with this mu, at this epsilon."""
    limit = limit_of_delta(epsilon, mu)
    if limit is not None:
        return float(limit)
    place = _Place.of(epsilon, mu)
    return 1 - place.complement() if place.t < -1 else place.delta()


def complement_of(epsilon: Exact, mu: Exact) -> float:
    """Return 1 - delta_G(epsilon, mu), with all its digits when delta is next to 1."""
    limit = limit_of_delta(epsilon, mu)
    if limit is not None:
        return 1.0 - limit
    place = _Place.of(epsilon, mu)
    return place.complement() if place.t < -1 else 1 - place.delta()


def log_delta_of(epsilon: Exact, mu: Exact) -> float:
    """Return log delta_G(epsilon, mu), far below the smallest double too; -infinity where delta is 0."""
    limit = limit_of_delta(epsilon, mu)
    if limit is not None:
        return 0.0 if limit == 1 else -inf
    place = _Place.of(epsilon, mu)
    return log1p(-place.complement()) if place.t < -1 else place.log_delta()


def epsilon_of(delta: Exact, mu: Exact) -> float:
    """Return the smallest epsilon >= 0 with delta_of(epsilon, mu) <= delta; infinity when there is none.

    Conditioning, not rounding, limits the digits of epsilon where the curve is flat: the promise is that delta_of is at
    most delta here and above delta at the double below (for delta above 1/2: complement_of against 1 - delta).
    """
    limit = limit_of_epsilon(delta, mu)
    if limit is not None:
        return limit
    return 0.0 if _within(0, mu, delta) else first_double(lambda epsilon: _within(epsilon, mu, delta))


def mu_of(epsilon: Exact, delta: Exact) -> float:
    """Return the largest mu with delta_of(epsilon, mu) <= delta, mu*(epsilon, delta), compared as in epsilon_of."""
    limit = limit_of_mu(epsilon, delta)
    return last_double(lambda mu: _within(epsilon, mu, delta)) if limit is None else limit


def _within(epsilon: Exact, mu: Exact, delta: Exact) -> bool:
    """Compare on the side of 1/2 on which the difference keeps its digits."""
    if 2 * delta <= 1:
        return delta_of(epsilon, mu) <= delta
    return complement_of(epsilon, mu) >= 1 - delta


@dataclass(frozen=True)
class _Place:
    """A point of the curve: t = epsilon/mu - mu/2, the far end t + mu, and -t^2/2 as a double and its remainder."""

    t: float
    end: float
    mu: Fraction
    exponent: float
    remainder: float

    @classmethod
    def of(cls, epsilon: Exact, mu: Exact) -> _Place:
        width = Fraction(mu)
        t = Fraction(epsilon) / width - width / 2
        square = -t * t / 2
        exponent = nearest(square)
        remainder = float(square - Fraction(exponent)) if exponent > _LOG_TINY else 0.0
        return cls(nearest(t), nearest(t + width), width, exponent, remainder)

    def delta(self) -> float:
        return 0.0 if self.exponent < _LOG_TINY else self._phi() * prod(map(float, self._difference()))

    def log_delta(self) -> float:
        if self.exponent == -inf:
            return -inf
        return fsum([self.exponent, self.remainder, -log(2 * pi) / 2, *map(log_of, self._difference())])

    def complement(self) -> float:
        return self._phi() * (_mills(-self.t) + _mills(self.end))

    def _phi(self) -> float:
        return exp(self.exponent) * (1 + self.remainder) / sqrt(2 * pi)

    def _difference(self) -> tuple[float | Fraction, ...]:
        """Return positive factors of R(t) - R(t + mu) for t >= -1: one by one they neither overflow nor vanish.

        The integral is cut at the u = reach with t u + u^2/2 = 42. If mu reach > 42 then R(t + mu) < 0.6 R(t) and the
        plain difference is safe; otherwise the integrand is smooth on [0, reach] and Gauss' rule has no cancellation.
        """
        reach = 2 * _REACH / (self.t + hypot(self.t, sqrt(2 * _REACH)))
        bend = nearest(self.mu) * reach
        if bend > _REACH:
            return (_mills(self.t) - _mills(self.end),)
        drift, curve = self.t * reach, reach * reach / 2
        integral = fsum(w * x * exp(-x * (drift + curve * x)) * _saturation(bend * x) for x, w in _gauss_rule())
        return reach, reach, self.mu, integral


def _saturation(y: float) -> float:
    """Return (1 - e^{-y}) / y, 1 at y = 0."""
    return -expm1(-y) / y if y > 0 else 1.0


def _mills(t: float) -> float:
    """Return R(t) for t >= -1."""
    return sqrt(pi / 2) * float(erfcx(t / sqrt(2)))


@lru_cache(maxsize=1)
def _gauss_rule() -> tuple[tuple[float, float], ...]:
    """Return nodes and weights of Gauss' rule on [0, 1], rounded once from balls: the same on every processor."""
    pairs = (arb.legendre_p_root(_NODES, k, weight=True) for k in range(_NODES))
    return tuple((float((1 + x) / 2), float(w / 2)) for x, w in pairs)
