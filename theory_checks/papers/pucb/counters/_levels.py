"""Levels that the error of a counter stays below, printed and corrected, in units of the scale s of one partial sum."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flint import arb

from tabular.noise.counters.envelope import RATES, group_failure, largest_ratio
from tabular.numbers.balls import ball
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula, Term, log
from theory_checks.core.interpret import enclose, substitute
from theory_checks.papers.pucb.common.parts import replaced, under_logarithm

NATURAL, LOG2 = "natural-log", "log2"  # the base of the logarithm, as a reading


@dataclass(frozen=True)
class Bound:
    """A bound in units of s, as a function of T and of y = ln(1/beta), and its least slope in y."""

    level: Callable[[int, arb], arb]
    slope: Callable[[int], arb]


def level_of(bound: Formula, probability: str, **values: Term) -> Formula:
    """Return a bound with these values, and with y for the logarithm of the failure probability."""
    return substitute(replaced(bound, log(under_logarithm(bound, probability)), "y"), values)


def linear(level: Formula) -> Bound:
    """Return the bound that a multiple of y is for noise of scale K."""

    def slope(T: int) -> arb:
        return enclose(level, {"T": T, "y": 1}) / T.bit_length()

    return Bound(lambda T, y: y * slope(T), slope)


# The printed bound of one counter at epsilon = 1, where s is K, for each base of the logarithm.
ONE_COUNTER = {
    base: level_of(formal_of(__file__, "pucb/counter-accuracy", base).let["bound"], "beta", epsilon=1)
    for base in (NATURAL, LOG2)
}
PRINTED = {base: linear(level) for base, level in ONE_COUNTER.items()}
_CHERNOFF = level_of(formal_of(__file__, "pucb/counter-accuracy/repaired").let["bound"], "beta", s=1)


def chernoff_level(T: int, y: arb) -> arb:
    """Return the corrected bound, where y = ln(C/beta) for C counters."""
    return chernoff_level_of_one_time(T, y + arb(T).log())


def chernoff_level_of_one_time(T: int, y: arb) -> arb:
    """Return what bounds the error after T steps, but not the errors after all of 1..T."""
    return enclose(_CHERNOFF, {"K": T.bit_length(), "y": y + arb(2).log()})


def without_maximum(T: int, y: arb) -> arb:
    """Return the corrected level with sqrt(K) in place of the maximum of sqrt(K) and sqrt(L)."""
    return (8 * (y + arb(2 * T).log()) * T.bit_length()).sqrt()


CORRECTED = Bound(chernoff_level, lambda T: arb(2).sqrt())  # d/dL is sqrt(2K/L) >= sqrt 2 for L <= K, then sqrt 8


def ratio(bound: Bound, T: int, least: arb, share: arb) -> arb:
    """Return a bound of P(max |N| > level)/beta over all y >= least, at most a share if there is such a one."""
    return share * largest_ratio(T, lambda z: bound.level(T, z + share.log()), least - share.log(), bound.slope(T))


def decided(bound: arb, share: arb) -> arb:
    """Return a bound from above; where it is not small enough it decides nothing, and neither must the ball."""
    return bound if bound <= share else arb(0).union(bound)


def chernoff_ratio(bound: Bound, sums: int, least: arb) -> arb:
    """Return Chernoff's bound of it at the first T with so many partial sums, for y = least."""
    T = 2 ** (sums - 1)
    rates = [rate for rate in RATES if ball(rate) * bound.slope(T) > 1]
    return min((group_failure(sums, bound.level(T, least), rate) * least.exp() for rate in rates), key=float)
