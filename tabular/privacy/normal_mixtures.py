"""Log moments between mixtures of normal laws on the line with one variance: what a step on given records reveals.

P = sum_i p_i N(a_i, sigma^2) and Q likewise, with rational weights and means, all |a_i| <= c. For an integer order

    alpha(lambda) = log E_{x ~ P} (P(x)/Q(x))^lambda = log I,    I = integral of f = P^{lambda + 1} Q^{-lambda}.

The trapezoidal sum T with step h encloses I. On the line x + i b, |b| <= d, the terms of a density keep their sizes up
to the common factor e^{b^2/(2 sigma^2)} and differ in phase by at most t = 2 c d/sigma^2 < pi, so that

    |f(x + i b)| <= G f(x),    G = e^{d^2/(2 sigma^2)} cos(t/2)^{-lambda},    |T - I| <= 2 G I/(e^{2 pi d/h} - 1)

(Trefethen and Weideman 2014, Theorem 5.1). With phi the density of N(0, sigma^2), P(x) <= phi(|x| - c) and
Q(x) >= phi(|x| + c) for |x| >= c, so

    f(x) <= e^{2 lambda (lambda + 1) c^2/sigma^2} phi(|x| - (2 lambda + 1) c),

which decreases from |x| = (2 lambda + 1) c on and bounds the ends of the sum by normal tails.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, log, pi, sqrt

from flint import arb, ctx

from tabular.errors import must, show
from tabular.numbers.arguments import count, positive
from tabular.numbers.balls import ball
from tabular.numbers.exact import Exact

_GUARD_BITS = 32


@dataclass(frozen=True)
class NormalMixture:
    """The law sum_i weights[i] N(means[i], sigma^2), with exact weights that sum to 1."""

    weights: Sequence[Fraction]
    means: Sequence[Fraction]
    sigma: Exact

    def __post_init__(self) -> None:
        positive("sigma", self.sigma)
        if len(self.weights) != len(self.means):
            raise must("weights", f"have one entry for each of the {len(self.means)} means", show(len(self.weights)))
        for i, weight in enumerate(self.weights):
            positive("weights", weight, f"at place {i}")
        if sum(self.weights) != 1:
            raise must("weights", "sum to 1", show(sum(self.weights)))

    @property
    def reach(self) -> Fraction:
        """Return the largest |mean|."""
        return max(abs(mean) for mean in self.means)

    def density(self, x: arb) -> arb:
        """Return the density at x, times sigma sqrt(2 pi)."""
        twice = 2 * ball(Fraction(self.sigma) ** 2)
        terms = (ball(w) * (-((x - ball(a)) ** 2) / twice).exp() for w, a in zip(self.weights, self.means, strict=True))
        return sum(terms, arb(0))


def mixture_of(means: Iterable[Exact], sigma: Exact) -> NormalMixture:
    """Return the law of a uniformly drawn mean plus N(0, sigma^2); equal means are put together."""
    values = [Fraction(mean) for mean in means]
    if not values:
        raise must("means", "hold at least one mean", "none")
    distinct = sorted(set(values))
    return NormalMixture([Fraction(values.count(mean), len(values)) for mean in distinct], distinct, sigma)


def mixture_log_moment_ball(P: NormalMixture, Q: NormalMixture, order: int, bits: int = 64) -> arb:
    """Return a ball that holds log E_P (P/Q)^order for an integer order."""
    power = count("order", order)
    if Fraction(P.sigma) != Fraction(Q.sigma):
        raise must("P and Q", "have the same sigma", f"{show(P.sigma)} and {show(Q.sigma)}")
    sigma, reach = Fraction(P.sigma), max(P.reach, Q.reach)
    size = 2 * power * (power + 1) * (reach / sigma) ** 2  # the integrand is at most e^size
    with ctx.workprec(count("bits", bits) + _GUARD_BITS + ceil(size).bit_length()):
        strip = _strip(sigma, reach, power, bits)
        growth = (ball((strip / sigma) ** 2 / 2)).exp() / ball(reach * strip / sigma**2).cos() ** power
        step = Fraction(2 * pi * float(strip) / (bits * log(2) + log(float(growth))))
        end = (2 * power + 1) * reach + sigma * Fraction(sqrt(2 * (bits * log(2) + float(size))))
        nodes = ceil(end / step)
        rest = (ball(nodes * step - (2 * power + 1) * reach) / ball(sigma) / arb(2).sqrt()).erfc()
        total = _sum(P, Q, power, step, nodes) + (ball(size).exp() * rest).union(arb(0))
        error = 2 * growth / (2 * arb.pi() * ball(strip / step)).expm1()
        return total.log() - error.union(-error).log1p()


def _strip(sigma: Fraction, reach: Fraction, order: int, bits: int) -> Fraction:
    """Return the half-width d of a strip without zeros of Q; only the number of nodes depends on its choice."""
    widest = sigma * Fraction(sqrt(2 * bits * log(2)))
    angle = min(Fraction(3), 4 / Fraction(sqrt(order)))
    return min(widest, angle * sigma**2 / (2 * reach)) if reach else widest


def _sum(P: NormalMixture, Q: NormalMixture, order: int, step: Fraction, nodes: int) -> arb:
    """Return h sum f(k h) over |k| <= nodes."""
    total = arb(0)
    for k in range(-nodes, nodes + 1):
        x = ball(k * step)
        total += P.density(x) ** (order + 1) / Q.density(x) ** order
    return ball(step) * total / (ball(Fraction(P.sigma)) * (2 * arb.pi()).sqrt())
