r"""Two more steps in the proof of Lemma 6: non-degeneracy, and completeness of H^1.

    non-degeneracy   <f, g> = 0 for one f != 0 says only that g is orthogonal to f: f = 1 and g = x - 1/2. It forces
                     g = 0 if it holds for all f (take f = g).
    completeness     the proof lets <f_n - f_{n+1}, f_n - f_{n+1}> -> 0. The constants 0, 1/N, 2/N, ..., 1, ..., 1/N, 0
                     for N = 1, 2, 3, ..., one block after the other, have differences that tend to 0, and no limit.
                     Nor does int (f_n - f_m) -> 0 suffice: f_n = (-1)^n (x - 1/2) has all these integrals 0 and
                     converges at x = 1/2 only.

True is that the norm lies between multiples of |f|_W, |f|_W^2 = int f^2 + int f'^2, as f(x)^2 <= (int |f| + int |f'|)^2
<= 2 |f|_W^2; so the Cauchy sequences are those of W^{1,2}, which is complete.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import pairwise, product

from tabular.privacy import PiecewiseLinear
from theory_checks.core.certificate import Certificate
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, exact
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Relation, ref
from theory_checks.papers.dpdqn.common.certified import certified
from theory_checks.papers.dpdqn.common.comparisons import Pair, all_decided, sides
from theory_checks.papers.dpdqn.common.rational_first import value_of
from theory_checks.papers.dpdqn.hilbert._chords import (
    BETAS,
    HALF,
    LINES,
    about_chords,
    energy,
    kernel_chords,
    line,
    product_of,
    random_lines,
)

Pairs = Mapping[str, tuple[PiecewiseLinear, PiecewiseLinear]]
Walk = Callable[[int], list[Fraction]]

ORTHOGONAL: Pairs = {
    r"$f = 1$, $g = x - \frac12$": (line(1, 1), line(-HALF, HALF)),
    r"$f = x - \frac12$, $g = 1$": (line(-HALF, HALF), line(1, 1)),
    "$f = 1$, $g = 0$": (line(1, 1), line(0, 0)),
}
SAME: Pairs = {
    "$f = g = 1$": (line(1, 1), line(1, 1)),
    r"$f = g = x - \frac12$": (line(-HALF, HALF), line(-HALF, HALF)),
    "$f = g = $ a hat": (line(0, 1, 0), line(0, 1, 0)),
    "$f = 1$, $g = 0$": (line(1, 1), line(0, 0)),
}


SINGLE = {"a single $f$ in place of all": {"pairs": ORTHOGONAL}}


# orthogonal to all straight lines, and to all functions that are odd about 1/2
SWINGING, HAT = line(0, 1, -2, 0, 2, -1, 0), line(0, 1, 2, 1, 0)
SOME: dict[str, dict[str, Pairs]] = {
    "straight lines $f$ in place of all": {
        "pairs": {"$f = 1$": (line(*[1] * 7), SWINGING), "$f = 6x$": (line(*range(7)), SWINGING)}
    },
    r"$f$ that are odd about $\frac12$ in place of all": {
        "pairs": {r"$f = 4x - 2$": (line(-2, -1, 0, 1, 2), HAT), "a wave $f$": (line(0, 1, 0, -1, 0), HAT)}
    },
}


@claim(
    "dpdqn/lemma6-nondegenerate", reading="all-functions", setting={"pairs": SAME}, broken=SINGLE | SOME, near=[*SOME]
)
@claim(
    "dpdqn/lemma6-nondegenerate",
    reading="one-function",
    setting={"pairs": ORTHOGONAL},
    sound={"$f = g$": {"pairs": SAME}},
)
def vanishes_only_at_zero(trial: Trial, *, pairs: Pairs) -> Iterator[Evidence]:
    """Compare whether <f, g> = 0 with whether g = 0: for single pairs, or for f = g, the decisive one of all f."""
    for beta in BETAS:
        for name, (f, g) in pairs.items():
            evidence = exact(
                f"{name}, $\\beta = {beta}$",
                int(f.inner(g, beta) == 0),
                "==",
                int(not any(g.values)),
                quantity=r"whether $\langle f, g \rangle = 0$, and whether $g = 0$ (1: yes)",
            )
            yield certified(evidence, partial(_orthogonal, beta, name, f, g))


def _orthogonal(beta: Fraction, name: str, f: PiecewiseLinear, g: PiecewiseLinear) -> Certificate:
    return about_chords(
        f"For {name} and $\\beta = {beta}$, $\\langle f, g \\rangle = 0$ although $g \\neq 0$.",
        {"values": f, "others": g},
        {
            "product": product_of("values", "others", beta),
            "norm_f": product_of("values", "values", beta),
            "norm_g": product_of("others", "others", beta),
        },
        beta=beta,
    )


@claim("dpdqn/lemma6-nondegenerate/repaired", setting={"pairs": SAME}, broken=SINGLE | SOME)
def positive_definite(trial: Trial, *, pairs: Pairs) -> Iterator[Evidence]:
    """Compare the same, and <g, g> with what is claimed of it: for large beta little but the integral of g^2 counts."""
    yield from vanishes_only_at_zero(trial, pairs=pairs)
    lines = {"$1$": line(1, 1), "a hat": HAT, "a small hat": line(0, Fraction(1, 10), 0)}
    for beta, (name, g) in product((*BETAS, Fraction(50)), lines.items()):
        values = {"beta": beta, "norm": g.norm_squared(beta), "mass": sobolev_norm(g) - energy(g, Fraction(1))}
        case, bounds = f"$g = $ {name}, $\\beta = {beta}$", sides(trial.formal.claims, values)
        yield from all_decided(case, bounds, quantity=r"$\langle g, g \rangle$ and its bounds")


# ---- Completeness ----


def back_and_forth(steps: int) -> list[Fraction]:
    """Return the constants 0, 1/N, ..., 1, ..., 1/N, 0."""
    return [Fraction(min(i, 2 * steps - i), steps) for i in range(2 * steps + 1)]


def settling(steps: int) -> list[Fraction]:
    """Return a part of 1/n, n = 1, 2, ..., which is Cauchy."""
    return [Fraction(1, n) for n in range(steps, 3 * steps)]


@claim(
    "dpdqn/lemma6-completeness",
    reading="consecutive-differences",
    sound={"a sequence that is Cauchy": {"walk": settling}},
)
def consecutive_differences(trial: Trial, *, walk: Walk = back_and_forth) -> Iterator[Evidence]:
    """Look how far the constants move within a block: convergence would bring it below any bound."""
    beta = Fraction(1)
    for N in (2, 100, 10000):
        heights = walk(N)
        steps = [line(b - a, b - a).norm_squared(beta) for a, b in pairwise(heights[:4])]
        yield exact(
            f"block {N}: steps of squared norm at most {max(steps)}",
            max(heights) - min(heights),
            "<=",
            HALF,
            quantity=r"how far $f_n(x)$ still moves from here on, which a limit would make small",
            certificate=_long_walk(beta, N),
        )


def _long_walk(beta: Fraction, N: int) -> Certificate:
    return about_chords(
        f"The constants $0, 1/{N}, 2/{N}, \\dots, 1, \\dots, 1/{N}, 0$ differ from one to the next by a function "
        f"of squared norm below $2/{N}^2$, yet they move by 1.",
        {"values": line(Fraction(1, N), Fraction(1, N))},
        {
            "step": product_of("values", "values", beta),
            "height": ("chord-value", {"place": 0}),
        },
        beta=beta,
        N=N,
    )


def swinging(n: int) -> PiecewiseLinear:
    """Return (-1)^n (x - 1/2)."""
    return line(-HALF, HALF) if n % 2 == 0 else line(HALF, -HALF)


def shrinking(n: int) -> PiecewiseLinear:
    """Return (-1/2)^n (x - 1/2)."""
    return line(-HALF * Fraction(-1, 2) ** n, HALF * Fraction(-1, 2) ** n)


def integral(f: PiecewiseLinear) -> Fraction:
    """Return the integral of f over [0, 1]."""
    cells = zip(pairwise(f.knots), pairwise(f.values), strict=True)
    return sum(((b - a) * (u + v) / 2 for (a, b), (u, v) in cells), start=Fraction(0))


@claim(
    "dpdqn/lemma6-completeness",
    reading="vanishing-integrals",
    sound={r"$f_n = (-1/2)^n(x - \frac12)$": {"sequence": shrinking}},
)
def vanishing_integrals(trial: Trial, *, sequence: Callable[[int], PiecewiseLinear] = swinging) -> Iterator[Evidence]:
    """Look how far f_n(0) moves from n to n + 1, for sequences whose integrals do not move."""
    for n in (1, 8, 64):
        f, g = sequence(n), sequence(n + 1)
        yield exact(
            f"$n = {n}$: the integral of $f_n - f_{{n+1}}$ is {integral(f - g)}",
            abs(f(0) - g(0)),
            "<=",
            HALF,
            quantity=r"$|f_n(0) - f_{n+1}(0)|$, which a limit would make small",
            certificate=_swing(n),
        )


def _swing(n: int) -> Certificate:
    return about_chords(
        f"$f_n = (-1)^n(x - 1/2)$, $n = {n}$: the integral of $f_n - f_{{n+1}}$ is 0, but the values at 0 differ by 1.",
        {"values": swinging(n) - swinging(n + 1)},
        {
            "integral": ("chord-integral", {}),
            "shift": ("chord-value", {"place": 0}),
        },
        x=0,
    )


BOUNDS = formal_of(__file__, "dpdqn/lemma6-completeness/repaired").claims  # from below and from above


def exchanged() -> Sequence[Relation]:
    """Return the two bounds in the wrong order."""
    below, above = BOUNDS
    return replace(below, right=above.right), replace(above, right=below.right)


def with_less_room(less: int) -> Sequence[Relation]:
    """Return the bounds with 2 - less in place of 2: only functions next to cosh(x - 1/2) tell 1 from 2."""
    below, above = BOUNDS
    return below, replace(above, right=above.right - less * ref("sobolev"))


@claim(
    "dpdqn/lemma6-completeness/repaired",
    broken={
        "the constants exchanged": {"bounds": exchanged()},
        "no room for the end values": {"bounds": with_less_room(2)},
        "1 in place of 2": {"bounds": with_less_room(1)},
    },
)
def completeness_repaired(trial: Trial, *, bounds: Sequence[Relation] = BOUNDS) -> Iterator[Finding]:
    """Compare the norm of broken lines with their norm in W^{1,2}."""
    named = {"$1$": line(1, 1), "$x$": line(0, 1), r"the chords of $\cosh(x - \frac12)$": cosh_chords(8)}
    drawn = random_lines(trial, 20 if trial.full else 5)
    functions = {**LINES, **named, "fine teeth": line(*[0, 1] * 10, 0), "half of $x$": line(0, HALF), **drawn}
    for beta in (*BETAS, Fraction(1, 100), Fraction(19, 20), Fraction(100)):
        pairs: dict[str, Pair] = {}
        for name, f in functions.items():
            if isinstance(f, PiecewiseLinear):
                values = {"beta": beta, "norm": f.norm_squared(beta), "sobolev": sobolev_norm(f)}
                for side, claimed in zip(("below", "above"), bounds, strict=True):
                    left, right = (value_of(x, values) for x in (claimed.left, claimed.right))
                    pairs[f"{name}, from {side}"] = (left, claimed.sign, right)
                pairs[f"{name}, the integral"] = (integral(f) ** 2, "<=", 2 * values["norm"] / beta)
        quantity = r"$\langle f, f \rangle$ between multiples of $|f|_W^2$, and $(\int f)^2$ below one of it"
        yield from all_decided(f"{len(functions)} broken lines, $\\beta = {beta}$", pairs, quantity=quantity)


def cosh_chords(cells: int) -> PiecewiseLinear:
    """Return a broken line next to a multiple of cosh(x - 1/2), whose ends are largest for its norm in W^{1,2}."""
    falling = kernel_chords(Fraction(1), cells).values
    return line(*(u + v for u, v in zip(falling, reversed(falling), strict=True)))


def sobolev_norm(f: PiecewiseLinear) -> Fraction:
    """Return int f^2 + int f'^2, from the norm of the lemma with beta = 1 less the ends."""
    return 2 * f.norm_squared(Fraction(1)) - f(0) ** 2 - f(1) ** 2
