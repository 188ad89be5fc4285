"""Problems, norms and starts of the repaired bounds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from tabular.evaluation.saddle import LyapunovNorm, identity_like, saddle_matrix
from tabular.numbers.arrays import Array
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


MakeNorm = Callable[[Array], LyapunovNorm]


def few_digits(x: Fraction) -> Fraction:
    """Round down to a multiple of a power of 2, at most by 1/64 of x: exact runs stay short."""
    scale = 64 * 2 ** max(0, (x.denominator // x.numerator).bit_length())
    return Fraction(int(x * scale), scale)
