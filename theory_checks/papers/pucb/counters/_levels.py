"""Levels that the error of a counter stays below, printed and corrected."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flint import arb

from theory_checks.core.formula import Formula, Term, exp, log, num, sqrt
from theory_checks.core.texts import texts_of

TEXTS = texts_of(__file__)

LOG2 = "log2"
LAW = "The error after t items is s N(t), N(t) = N(t - lowbit t) + xi_t, with independent Laplace xi_t of scale 1."


@dataclass(frozen=True)
class Bound:
    """A bound in units of s = K/epsilon, as a function of T and of y = ln(1/beta), and its least slope in y."""

    level: Callable[[int, arb], arb]
    slope: Callable[[int], arb]


def logarithm(T: int, base: str) -> arb:
    """Return log T in the base of a reading."""
    return arb(T).log() / arb(2).log() if base == LOG2 else arb(T).log()


def printed(base: str) -> Bound:
    """Return (4/K) y log(T)^{5/2}."""

    def slope(T: int) -> arb:
        return 4 * (logarithm(T, base) ** 5).sqrt() / T.bit_length() if T > 1 else arb(0)

    return Bound(lambda T, y: y * slope(T), slope)


def chernoff_level(T: int, y: arb) -> arb:
    """Return sqrt(8 L) max(sqrt K, sqrt L) with L = y + ln 2T, where y = ln(C/beta) for C counters."""
    L = y + arb(2 * T).log()
    return (8 * L * L.max(arb(T.bit_length()))).sqrt()


CORRECTED = Bound(chernoff_level, lambda T: arb(2).sqrt())  # d/dL is sqrt(2K/L) >= sqrt 2 for L <= K, then sqrt 8


def level_expression(T: int, y: Term, factor: int, base: str) -> Formula:
    """Return (factor/K) y log(T)^{5/2} for a certificate."""
    natural = log(T)
    log_T = natural / log(2) if base == LOG2 and T > 2 else 1 if base == LOG2 else natural
    power = sqrt(num(log_T) ** 5) if T > 1 else 0
    return num(factor) * y * power / T.bit_length()


STAYING_NOTE = TEXTS["staying_note"]


def staying(T: int, level: Term) -> Formula:
    """Return P(max_{t <= T} |N(t)| <= level) for T <= 4, for a certificate."""
    w = exp(-num(level))
    node = 1 - w
    cube = w * (1 - w * w) / 4
    pair = node - w * level / 2 - cube
    return (node, node**2, node * pair, node * node * pair)[T - 1]
