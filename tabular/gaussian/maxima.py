"""Rigorous enclosures of Gaussian expectations, as balls of python-flint (``arb``).

For independent standard normals Z_i and scales s_i > 0 let F be the distribution function of max_i s_i Z_i, that is
F(x) = prod_i Phi(x / s_i), and let F(-x) = prod_i Q(x / s_i) with Q = 1 - Phi. Integrating the tails,

    E max_i s_i Z_i   = integral_0^inf (1 - F(x) - F(-x)) dx,
    E |max_i s_i Z_i| = integral_0^inf (1 - F(x) + F(-x)) dx.

The integral to a finite T is enclosed by ``acb.integral``; beyond T both integrands lie between 0 (exactly 0 in the
first for a single normal) and 2 sum_i Q(x / s_i), whose integral 2 sum_i s_i (phi(t_i) - t_i Q(t_i)), t_i = T / s_i, is
at most 2 sum_i s_i phi(t_i) / t_i^2. A ball ``x`` is a proof that the number lies in it; ``float(x)`` is its midpoint.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from flint import acb, arb, ctx

from tabular.errors import must, show
from tabular.gaussian.normal import integral, normal_cut, normal_density, normal_tail
from tabular.numbers.arguments import count
from tabular.numbers.balls import Real, ball

_GUARD_BITS = 32


def mean_max_normal(k: int, bits: int = 96) -> arb:
    """Return e_k = E max(Z_1, ..., Z_k), within about 2**-bits: e_1 = 0, e_2 = 1/sqrt(pi), e_3 = 3/(2 sqrt(pi))."""
    return _normals(count("k", k), bits, -1)


def mean_abs_max_normal(k: int, bits: int = 96) -> arb:
    """Return a_k = E |max(Z_1, ..., Z_k)|, within about 2**-bits: a_1 = a_2 = sqrt(2/pi)."""
    return _normals(count("k", k), bits, 1)


def mean_max(scales: Sequence[Real], copies: Sequence[int] | None = None, bits: int = 96) -> arb:
    """Return E max_i s_i Z_i, with ``copies[i]`` independent normals of scale s_i (default: one of each)."""
    return _mean(scales, copies, bits, -1)


def mean_abs_max(scales: Sequence[Real], copies: Sequence[int] | None = None, bits: int = 96) -> arb:
    """Return E |max_i s_i Z_i|, with ``copies[i]`` independent normals of scale s_i (default: one of each)."""
    return _mean(scales, copies, bits, 1)


def bandit_regret(m: int, gap: Real, bits: int = 96) -> arb:
    """Return gap * Pr(max(Z_1, ..., Z_{m-1}) > N + gap): what a good arm among m loses to unit noise on all of them.

    Pr = integral phi(x) (1 - Phi(x + gap)^{m-1}) dx, of which |x| > T contributes at most 2 Q(T).
    """
    others = count("m", m) - 1
    with ctx.workprec(_precision(bits, m)):
        shift = _ball("gap", gap)
        if not shift >= 0:
            raise must("gap", "be at least 0", show(gap))
        end = normal_cut(bits, 2)
        inner = integral(lambda x: normal_density(x) * (1 - normal_tail(-x - shift) ** others), -end, end, bits)
        return shift * (inner + _up_to(2 * normal_tail(acb(end)).real))


@lru_cache(maxsize=1024)
def _normals(k: int, bits: int, sign: int) -> arb:
    return _mean([1], [k], bits, sign)


def _mean(scales: Sequence[Real], copies: Sequence[int] | None, bits: int, sign: int) -> arb:
    """Return the integral of 1 - F(x) + sign F(-x), the unit of length being the largest scale."""
    powers = [1] * len(scales) if copies is None else [count("copies", k) for k in copies]
    if len(scales) == 0 or len(powers) != len(scales):
        raise must("copies", "have one entry for each scale, at least one", f"{len(powers)} for {len(scales)}")
    with ctx.workprec(_precision(bits, sum(powers))):
        balls = [_scale(i, scale) for i, scale in enumerate(scales)]
        unit = max(balls, key=lambda scale: float(scale.mid()))
        relative = [scale / unit for scale in balls]
        end = normal_cut(bits, sum(powers))
        inner = integral(lambda x: _tails(x, relative, powers, sign), 0, end, bits)
        return unit * (inner + _up_to(_tail_bound(relative, powers, end)))


def _tails(x: acb, scales: Sequence[arb], powers: Sequence[int], sign: int) -> acb:
    below, above = acb(1), acb(1)
    for scale, power in zip(scales, powers, strict=True):
        q = normal_tail(x / scale)
        below, above = below * (1 - q) ** power, above * q**power
    return 1 - below + sign * above


def _tail_bound(scales: Sequence[arb], powers: Sequence[int], end: int) -> arb:
    """Return 2 sum_i k_i s_i phi(t_i) / t_i^2 at t_i = end / s_i."""
    pairs = [(k * s, end / s) for s, k in zip(scales, powers, strict=True)]
    return sum((2 * weight * normal_density(acb(t)).real / t**2 for weight, t in pairs), start=arb(0))


def _up_to(bound: arb) -> arb:
    """Return a ball around all of [0, bound]."""
    return arb(0).union(bound.upper())


def _precision(bits: int, total: int) -> int:
    return count("bits", bits) + _GUARD_BITS + total.bit_length()


def _scale(i: int, value: Real) -> arb:
    scale = _ball(f"scales[{i}]", value)
    if not scale > 0:
        raise must("scales", "be positive", show(value), f"at [{i}]")
    return scale


def _ball(name: str, value: Real) -> arb:
    if isinstance(value, bool) or not isinstance(value, (int, float, Fraction, arb)):
        raise must(name, "be an integer, a Fraction, a float or a ball", show(value))
    number = ball(value) if isinstance(value, Fraction) else arb(value)
    if not number.is_finite():
        raise must(name, "be finite", show(value))
    return number
