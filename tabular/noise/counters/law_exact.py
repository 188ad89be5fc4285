r"""P(max_{t <= T} |N(t)| <= x) of the binary mechanism with standard Laplace noise, exactly, for T < 32 and rational x.

Let g_k(u) be the probability that the 2**k - 1 releases after a node with noise u stay within [-x, x]. Then

    g_0 = 1,   g_{k+1} = g_k I[g_k],   I[h](u) = int_{-x}^{x} exp(-|v - u|) h(v) dv / 2,

and T = 2**i + ... , read from its lowest bit up, gives F <- g_i I[F], F = 1 at first, and the probability is F(0). All
these are sums of terms q u**p exp(j u) exp(e x) with rational q: kept as such, nothing is rounded. The result is
sum_e q_e exp(e x), a polynomial in exp(x) and exp(-x) with rational coefficients.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import lru_cache

from flint import arb, ctx

from tabular.errors import must, show
from tabular.numbers.antiderivatives import antiderivative
from tabular.numbers.arguments import integer, positive
from tabular.numbers.balls import ball
from tabular.numbers.exact import Exact

MOST_STEPS = 31
# A sum of q u**p exp(j u) exp(e x): {(p, j, e): q}.
_Terms = dict[tuple[int, int, int], Fraction]
_ONE: _Terms = {(0, 0, 0): Fraction(1)}


def probability_terms(steps: int, level: Exact) -> dict[int, Fraction]:
    """Return {e: q_e} with P(max_{t <= steps} |N(t)| <= level) = sum_e q_e exp(e level); the noise has scale 1."""
    steps = integer("steps", steps, 1, MOST_STEPS)
    x = positive("level", level)
    stays = _ONE
    for bit in range(steps.bit_length()):
        if steps >> bit & 1:
            stays = _product(_stays(bit, x), _smoothed(stays, x))
    result: dict[int, Fraction] = defaultdict(Fraction)
    for (p, _, e), q in stays.items():
        if p == 0:  # at u = 0
            result[e] += q
    return {e: q for e, q in sorted(result.items()) if q}


def probability_ball(steps: int, level: Exact, bits: int = 64) -> arb:
    """Return a ball of relative radius about 2**-bits around the probability, at whatever precision that takes."""
    terms, x = probability_terms(steps, level), positive("level", level)
    bits = integer("bits", bits, 2, 1 << 16)
    precision = bits + 32
    while precision < 1 << 20:
        with ctx.workprec(precision):
            probability = sum((ball(q) * (e * ball(x)).exp() for e, q in terms.items()), start=arb(0))
            if probability.rel_accuracy_bits() >= bits:
                return probability
        precision *= 2
    raise must("level", "not be so small that no precision suffices", show(level))


def _product(left: _Terms, right: _Terms) -> _Terms:
    result: _Terms = defaultdict(Fraction)
    for (p, j, e), q in left.items():
        for (p2, j2, e2), q2 in right.items():
            result[p + p2, j + j2, e + e2] += q * q2
    return {key: q for key, q in result.items() if q}


@lru_cache(maxsize=64)
def _stays(k: int, x: Fraction) -> _Terms:
    """Return g_k: the probability, as a function of the noise at a node, that the releases after it stay."""
    if k == 0:
        return _ONE
    before = _stays(k - 1, x)
    return _product(before, _smoothed(before, x))


def _smoothed(h: _Terms, x: Fraction) -> _Terms:
    """Return I[h] = (exp(-u) int_{-x}^{u} exp(v) h(v) dv + exp(u) int_{u}^{x} exp(-v) h(v) dv) / 2."""
    result: _Terms = defaultdict(Fraction)
    for (p, j, e), q in h.items():
        for sign in (1, -1):  # the integral from -x, then the one up to x
            rate = j + sign
            for power, factor in antiderivative(p, rate):
                result[power, j, e] += sign * q * factor / 2
                result[0, -sign, e - sign * rate] -= sign * q * factor / 2 * (-sign * x) ** power
    return {key: q for key, q in result.items() if q}
