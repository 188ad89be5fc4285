"""Problems, norms and starts of the repaired bounds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from tabular.evaluation.saddle import LyapunovNorm, identity_like, saddle_matrix
from tabular.evaluation.second_moments import second_moments
from tabular.numbers.arrays import Array, fraction
from tabular.numbers.quadratic_forms import Bracket, largest_eigenvalue
from theory_checks.papers.gpope.common.one_state_loops import HALF, Loop, loop_matrix


def euclidean(Q: Array) -> LyapunovNorm:
    """Return the Euclidean norm with mu = 1, as if Q + Q' were I."""
    one = Bracket(Fraction(1), Fraction(1))
    return LyapunovNorm(identity_like(Q), one, largest_eigenvalue(Q.T @ Q), one)


@dataclass(frozen=True)
class Problem:
    """A saddle point problem with a name."""

    name: str
    Q: Array


def problems() -> list[Problem]:
    """Return loops with complex, equal and distinct eigenvalues, and a problem with two features."""
    quarter = Fraction(1, 8)
    A = [[3 * quarter, -quarter], [-quarter, 3 * quarter]]
    C = [[HALF, Fraction(0)], [Fraction(0), HALF]]
    loops = [Loop(Fraction(x)) for x in ("0", "1/3", "1/2", "5/8", "7/10")]
    return [
        *(Problem(f"loop, $\\gamma = {loop.discount}$", loop_matrix(loop)) for loop in loops),
        Problem(r"two states, $P$ all $1/2$, $\gamma = 1/2$, tabular", saddle_matrix(A, C)),
    ]


def starts(Q: Array) -> dict[str, Array]:
    """Return second moments of the start: a unit vector, none, and all directions."""
    one, none = identity_like(Q), identity_like(Q) * Fraction(0)
    return {r"$\xi_1 = e_1$": np.outer(one[0], one[0]), r"$\xi_1 = 0$": none, r"$E\xi_1\xi_1^\top = I$": one}


def turning(a: Fraction, share: Fraction = Fraction(1, 1000)) -> Problem:
    """Return A = a and C = share a: Q is nearly a rotation, so that no inequality of the repairs loses much.

    P is nearly I/C, so that every vector is one of the longest for mu = 1/lmax(P) and for L, and tr P nearly d/mu.
    """
    return Problem(f"$A = {a}$, $C = A/{1 / share}$", saddle_matrix([[a]], [[share * a]]))


@dataclass(frozen=True)
class Worst:
    """Errors in all directions that are as large as they may be: E||Delta_i||_P^2 = V + G1 E||xi_i||_P^2."""

    Q: Array
    P: Array
    start: Fraction  # E ||xi_1||_P^2
    V: Fraction
    G1: Fraction = Fraction(0)

    def moments(self, sizes: Iterable[Fraction]) -> Iterator[Array]:
        """Yield E xi xi' at the start and after each step."""
        every = identity_like(self.Q) / fraction(np.trace(self.P))
        moment = self.start * every
        yield moment
        for beta in sizes:
            noise = (self.V + self.G1 * self.error(moment)) * every
            *_, moment = second_moments(self.Q, [beta], moment, noise)
            yield moment

    def error(self, moment: Array) -> Fraction:
        """Return E ||xi||_P^2."""
        return fraction(np.trace(self.P @ moment))

    def errors(self, sizes: Iterable[Fraction]) -> list[Fraction]:
        """Return E ||xi||_P^2 at the start and after each step."""
        return [self.error(moment) for moment in self.moments(sizes)]

    @property
    def values(self) -> Mapping[str, Fraction]:
        """Return what the symbols of the repairs stand for."""
        return {"start": self.start, "V": self.V, "G1": self.G1}


MakeNorm = Callable[[Array], LyapunovNorm]


def few_digits(x: Fraction) -> Fraction:
    """Round down to a multiple of a power of 2, at most by 1/64 of x: exact runs stay short."""
    scale = 64 * 2 ** max(0, (x.denominator // x.numerator).bit_length())
    return Fraction(int(x * scale), scale)
