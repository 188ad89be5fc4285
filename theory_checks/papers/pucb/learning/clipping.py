r"""Clipping in Algorithm 3: min{H, .} bounds Q~+ from above only, so V~ may be far below 0.

S = A = H = 1, reward 1, episode 2: n~ = 1 + x, r~ = 1 + y with independent x, y ~ Lap(s), and in the else-branch

    V~ = min(1, 1 + r~/n~) < 0   exactly if   r~ < -n~ < 0   or   r~ > -n~ > 0.

With p = exp(-1/s)/2 the two cases have probability

    P(x > -1, y < -2 - x) + P(x < -1, y > -2 - x) = p^2 (1/s + 1/2) + p (1 - p) - p^2 (1/s + 1/2) = p (1 - p),

half of P(Q~+ < Q*): of -n~ and r~, given that n~ r~ < 0, either may be the larger one. There are three counters, each
of which has an error of E or more with probability exp(-E/s); this costs at most 3 exp(-E/s). E > 1 keeps n~ < 2 E. A
repaired V~ is max(0, min(H - h + 1, .)). With counts that start at 0 and never fall nothing is negative, and the cut
from above is enough: monotone_counters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import exp, expm1

from tabular.numbers.balls import ball as ball_of
from theory_checks.core import formula as formulas
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import ball, exact_all
from theory_checks.core.exhibits import Figure, Series
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula, num, ref, total
from theory_checks.core.interpret import enclose, exact
from theory_checks.core.texts import texts_of
from theory_checks.papers.pucb.learning._releases import (
    BETA,
    Release,
    certify_episode_two,
    from_zero,
    printed_constants,
    raw,
)

TEXTS = texts_of(__file__)

_P = formulas.exp(-(1 / ref("s"))) / 2
_INACCURATE = 3 * formulas.exp(-(ref("E") / ref("s")))
_UP = _P**2 * (1 / ref("s") + num(1) / 2)
# Where 1 + r/n < 0: noisy counts n and r of some sizes on each of the two pieces, and the probability of the piece.
_PIECES: list[tuple[list[tuple[Fraction, Fraction]], Formula]] = [
    ([(sign * x, -sign * x * y) for x, y in product((Fraction(1, 100), Fraction(1), Fraction(100)), (2, 50))], share)
    for sign, share in ((1, _UP), (-1, _P * (1 - _P) - _UP))
]
CUT = formal_of(__file__, "pucb/clipping/repaired").right
Clip = Callable[[Fraction, Fraction], Fraction]  # a value from its cap and Q + conf


def both_sides(cap: Fraction, q: Fraction) -> Fraction:
    """Return a value cut at 0 and at its cap."""
    return exact(CUT, {"H": cap + 1, "h": 2, "Q": q})


def a_step_more(cap: Fraction, q: Fraction) -> Fraction:
    """Return a value cut at 0 and at the number of steps left plus 1."""
    return both_sides(cap + 1, q)


def above_a_tenth(cap: Fraction, q: Fraction) -> Fraction:
    """Return a value cut at -1/10 and at its cap."""
    return max(Fraction(-1, 10), min(cap, q))


def negative(clip: Clip, release: Release = raw) -> Formula:
    """Return a lower bound of P(V~ < 0, all errors below E) in episode 2; a quotient by 0 is read as 0."""
    negative_pieces: list[Formula] = []
    for counts, share in _PIECES:
        releases = [(release(n), release(r)) for n, r in counts]
        if any(clip(Fraction(1), 1 + (r / n if n else Fraction(0))) < 0 for n, r in releases):
            negative_pieces.append(share)
    return total([0, *negative_pieces]) - _INACCURATE if negative_pieces else num(0) + 0


@claim(
    "pucb/clipping",
    reading="binary-mechanism",
    sound={
        "clipping on both sides": {"clip": both_sides},
        "counts that start at 0 and never fall": {"release": from_zero},
    },
)
def clipping(trial: Trial, *, clip: Clip = min, release: Release = raw) -> Iterator[Finding]:
    """Enclose the probability of a negative value."""
    for T, epsilon in ((16, Fraction(1)), (1024, Fraction(10)), (10**6, Fraction(1))):
        yield ball(
            f"$S = A = H = 1$, reward 1, episode 2 of $T = {T}$, $\\varepsilon = {epsilon}$",
            enclose(negative(clip, release), printed_constants(1, 1, 1, T, epsilon)),
            "<=",
            ball_of(BETA),
            quantity=r"probability (from below) that $\tilde V_1 < 0$ while all errors are below $E_\varepsilon$, and "
            r"$\beta$",
            certificate=certify_episode_two(trial, T, epsilon, "the value V is negative"),
        )
    yield _depth()


def below(level: float, s: float) -> float:
    """Return P(1 + r~/n~ < -level) for n~ = 1 + x and r~ = 1 + y: two integrals of exponentials, with w = 1 + level.

    For n~ > 0 it is p (e^(-1/s)/2 (1/s) int_0^1 e^(-level u/s) du + e^(-w/s)/(2 (1 + w))), for n~ < 0

        p (1 - e^(-1/(w s)) - e^(-1/s)/2 (1/s) int_0^(1/w) e^(level u/s) du + e^(-1/(w s))/(2 (1 + w))).
    """
    p, w = exp(-1 / s) / 2, 1 + level
    up = p * _mean_growth(-level, s, 1.0) + exp(-w / s) / (2 * (1 + w))
    down = -expm1(-1 / (w * s)) - p * _mean_growth(level, s, 1 / w) + exp(-1 / (w * s)) / (2 * (1 + w))
    return p * (up + down)


def _mean_growth(rate: float, s: float, end: float) -> float:
    """Return (1/s) times the integral of exp(rate u/s) over 0 < u < end."""
    return expm1(rate * end / s) / rate if rate else end / s


def _depth() -> Figure:
    levels = [0.0, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0, 1e4, 1e5]
    lines = [
        Series(label=f"$s = {s}$", x=[1 + x for x in levels], y=[float(f"{below(x, float(s)):.4g}") for x in levels])
        for s in (1, 15, 100)
    ]
    return Figure(
        title="How far below zero a value falls",
        x_label=r"$1 - v$",
        y_label=r"$P(\tilde V_1 < v)$",
        x_scale="log",
        y_scale="log",
        series=lines,
        caption=TEXTS["depth_caption"],
    )


@claim(
    "pucb/clipping/repaired",
    broken={
        "clipping from above only": {"clip": min},
        r"a cut at $H - h + 2$": {"clip": a_step_more},
        "a cut at $-1/10$": {"clip": above_a_tenth},
    },
    near=(r"a cut at $H - h + 2$", "a cut at $-1/10$"),
)
def clipping_repaired(trial: Trial, *, clip: Clip = both_sides) -> Iterator[Finding]:
    """Cut values on all sides of the ends."""
    grid = [Fraction(k, 2) for k in range(-12, 13)]
    pairs: dict[str, tuple[Fraction, str, Fraction]] = {}
    for cap, x in product((Fraction(1), Fraction(2), Fraction(5)), grid):
        value = clip(cap, x)
        pairs[f"from below: cap {cap}, {x}"] = (value, ">=", Fraction(0))
        pairs[f"from above: cap {cap}, {x}"] = (value, "<=", cap)
        pairs[f"nothing is added: cap {cap}, {x}"] = (value, "<=", max(x, Fraction(0)))
        for v in (y for y in grid if 0 <= y <= min(cap, x)):
            pairs[f"optimism: cap {cap}, {x}, optimal value {v}"] = (value, ">=", v)
    yield exact_all(r"caps 1, 2 and 5, values and $V^*$ in steps of 1/2", pairs, quantity="range, and optimism kept")
