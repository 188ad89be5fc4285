r"""The Cantor function, the example of Appendix C for a function without a weak derivative.

At level k the interval [0, 1] has lost its open middle thirds k times: 2^k intervals of length 3^-k are left. The
Cantor function C rises by 2^-k over each of them and is constant between them. So for every k

    lengths of the gaps     1 - (2/3)^k -> 1, and C' = 0 there
    sum (Delta C)^2/Delta x = 2^k (2^-k)^2 / 3^-k = (3/2)^k -> infinity,

while sum (Delta f)^2/Delta x <= integral f'^2 for every f of H^1 and every grid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise

from tabular.privacy import PiecewiseLinear
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import exact, exact_all
from theory_checks.core.exhibits import Figure, Series
from theory_checks.papers.dpdqn.hilbert._cantor_function import cantor
from theory_checks.papers.dpdqn.hilbert._chords import energy

Chords = Callable[[int], PiecewiseLinear]


def kept_intervals(level: int) -> list[tuple[Fraction, Fraction]]:
    """Return what is left of [0, 1] after its open middle thirds were taken away a number of times."""
    intervals = [(Fraction(0), Fraction(1))]
    for _ in range(level):
        intervals = [part for a, b in intervals for part in ((a, a + (b - a) / 3), (b - (b - a) / 3, b))]
    return intervals


@cache
def cantor_chords(level: int) -> PiecewiseLinear:
    """Return the broken line through the Cantor function at the ends of the gaps of a level."""
    knots = sorted({x for interval in kept_intervals(level) for x in interval})
    return PiecewiseLinear.through(knots, [cantor(x) for x in knots])


def diagonal_chords(level: int) -> PiecewiseLinear:
    """Return f(x) = x with the same knots."""
    knots = cantor_chords(level).knots
    return PiecewiseLinear.through(knots, knots)


def coarse_chords(level: int) -> PiecewiseLinear:
    """Return the broken line of the level before, with the knots of this one."""
    knots, coarse = cantor_chords(level).knots, cantor_chords(max(level - 1, 0))
    return PiecewiseLinear.through(knots, [coarse(x) for x in knots])


def tilted_chords(level: int) -> PiecewiseLinear:
    """Return nine tenths of the Cantor function and one of f(x) = x."""
    knots = cantor_chords(level).knots
    return PiecewiseLinear.through(knots, [Fraction(9, 10) * cantor(x) + x / 10 for x in knots])


@claim(
    "dpdqn/lemma6-cantor",
    broken={
        "$f(x) = x$ in place of the Cantor function": {"chords": diagonal_chords},
        "the last middle thirds are not taken away": {"chords": coarse_chords},
        "nine tenths of the Cantor function, one of $f(x) = x$": {"chords": tilted_chords},
    },
    near=("the last middle thirds are not taken away", "nine tenths of the Cantor function, one of $f(x) = x$"),
)
def lemma6_cantor(trial: Trial, *, chords: Chords = cantor_chords) -> Iterator[Finding]:
    """Measure gaps and rises level by level."""
    levels = range(12 if trial.full else 7)
    for level in levels:
        f, half, third = chords(level), Fraction(1, 2) ** level, Fraction(1, 3) ** level
        kept = set(kept_intervals(level))
        cells = list(zip(pairwise(f.knots), pairwise(f.values), strict=True))
        rises = {f"rise on $[{a}, {b}]$": (v - u, "==", half * ((a, b) in kept)) for (a, b), (u, v) in cells}
        gaps = sum((b - a for (a, b), _ in cells if (a, b) not in kept), start=Fraction(0))
        pairs = rises | {"length of the gaps": (gaps, "==", 1 - 2**level * third)}
        yield exact_all(f"level {level}", pairs, quantity="rises on the cells, and the length of the gaps")
        yield exact(
            f"level {level}",
            energy(f, Fraction(1)),
            "==",
            Fraction(3, 2) ** level,
            quantity=r"$\sum (\Delta f)^2/\Delta x$, a lower bound of $\int (\partial f)^2$ for $f \in H^1$",
        )
    yield _energies()


def _energies() -> Figure:
    levels = list(range(7))
    xs = [float(level) for level in levels]
    lines = {"Cantor function": cantor_chords, "$f(x) = x$": diagonal_chords}
    return Figure(
        title="The Cantor function has no square-integrable derivative",
        x_label="level $k$",
        y_label=r"$\sum (\Delta f)^2/\Delta x$",
        y_scale="log",
        series=[
            Series(label=name, x=xs, y=[float(energy(chords(level), Fraction(1))) for level in levels], kind="dots")
            for name, chords in lines.items()
        ],
        caption=r"For a function of $H^1$ the sums stay below $\int (\partial f)^2$; here they are $(3/2)^k$.",
    )
