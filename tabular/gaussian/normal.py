"""The standard normal law in balls: Phi, the upper tail and the density, and integrals of entire functions of it."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, log, sqrt
from typing import TypeVar

from flint import acb, arb

from tabular.numbers import integrals

Ball = TypeVar("Ball", arb, acb)


def normal_tail(x: Ball) -> Ball:
    """Return Q(x) = 1 - Phi(x) = erfc(x / sqrt 2) / 2."""
    return (x / arb(2).sqrt()).erfc() / 2


def normal_cdf(x: Ball) -> Ball:
    """Return Phi(x)."""
    return normal_tail(-x)


def normal_density(x: Ball) -> Ball:
    """Return phi(x) = exp(-x^2/2) / sqrt(2 pi)."""
    return (-x * x / 2).exp() / (2 * arb.pi()).sqrt()


def normal_cut(bits: int, terms: int = 1) -> int:
    """Return T >= 1 with terms * exp(-T^2/2) <= 2**-bits: where integrals against the density may end."""
    return ceil(sqrt(2 * (bits * log(2) + log(terms)))) + 1


def integral(f: Callable[[acb], acb], low: int, high: int, bits: int) -> arb:
    """Return the integral of an entire function, within about 2**-bits where the context is finer than that.

    There is nothing to check on the path: such a function is analytic everywhere.
    """
    return integrals.integral(lambda x, _analytic: f(x), low, high, abs_tol=arb(2) ** -bits)
