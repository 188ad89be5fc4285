"""Sums q_1 exp(e_1) + q_2 exp(e_2) + ... with rational q and e: the numbers that Laplace noise leads to, exactly.

Exponentials of different rationals are linearly independent over the rationals (Lindemann and Weierstrass), so that
such a sum is 0 only if it is empty, and two of them are equal only if their terms are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from flint import arb, ctx

from tabular.errors import must, show
from tabular.numbers.balls import ball

_MOST_PRECISION = 1 << 16


@dataclass(frozen=True)
class ExponentialSum:
    """The number sum of q exp(e) over ``terms`` = {(e, q)}; build it by ``of`` so that equal sums have equal terms."""

    terms: frozenset[tuple[Fraction, Fraction]]

    @classmethod
    def of(cls, terms: Iterable[tuple[Fraction | int, Fraction | int]]) -> ExponentialSum:
        """Return the sum of terms (e, q), like exponents added up and zeros dropped."""
        total: dict[Fraction, Fraction] = defaultdict(Fraction)
        for exponent, factor in terms:
            total[Fraction(exponent)] += factor
        return cls(frozenset((e, q) for e, q in total.items() if q))

    @classmethod
    def rational(cls, value: Fraction | int) -> ExponentialSum:
        """Return a rational number."""
        return cls.of([(0, value)])

    @property
    def is_zero(self) -> bool:
        """Whether the number is 0."""
        return not self.terms

    def __add__(self, other: ExponentialSum) -> ExponentialSum:
        return ExponentialSum.of([*self.terms, *other.terms])

    def __sub__(self, other: ExponentialSum) -> ExponentialSum:
        return self + other * Fraction(-1)

    def __mul__(self, other: ExponentialSum | Fraction | int) -> ExponentialSum:
        factors = other.terms if isinstance(other, ExponentialSum) else [(Fraction(0), Fraction(other))]
        return ExponentialSum.of((e + e2, q * q2) for e, q in self.terms for e2, q2 in factors)

    def ball(self, bits: int = 96) -> arb:
        """Return a ball of relative radius about 2**-bits around the number, at whatever precision that takes."""
        precision = bits + 32
        while precision < _MOST_PRECISION:
            with ctx.workprec(precision):
                total = sum((ball(q) * ball(e).exp() for e, q in sorted(self.terms)), start=arb(0))
                if self.is_zero or total.rel_accuracy_bits() >= bits:
                    return total
            precision *= 2
        raise must("an exponential sum", "not cancel beyond every precision", show(sorted(self.terms)))
