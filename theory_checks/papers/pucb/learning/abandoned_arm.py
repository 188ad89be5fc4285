r"""PUCB gives the better arm up for long, with a probability that does not depend on the number of episodes.

Two arms pay 0 and 1, N = 2^m is at most T, L = ln(8 N), D = m L, and the noise of a partial sum has the scale s. In the
first N - 1 items all noises but those of the partial sums 1, 2, 4, ... are within L s with probability 1/2 or more. If
those of the two counts are in [2 D, 3 D] s and those of the rewards of the better arm below -10 D s, both counts are in
[D, 4 D] s, the worse arm has Q~+ > -1, and the better one, once played, Q~ <= -2, a bonus of 1 and Q~+ <= -1: it is not
played again in the first N episodes, and

    ln P(N - 1 mistakes at least)  >=  -14 m^2 ln(8 N) - (5 m + 1) ln 2.

T does not occur: at beta = 1/T there are N - 1 mistakes for an N that is larger than every power of ln T. A bound of
the regret contains the root of T, and is exceeded with N = T.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import count

from theory_checks.core.certificate import instance
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import ball
from theory_checks.core.exhibits import Figure, Series
from theory_checks.core.formula import Formula, Term, log, num
from theory_checks.core.interpret import approximate, enclose

EPSILON, ALPHA = Fraction(1), Fraction(1, 2)
BOUNDS = ((Fraction(18), 0), (Fraction(18), 1), (Fraction(1000), 2), (Fraction(10**6), 10))  # constant c, power k
FIXED = log(num(20))  # ln(1/beta) for beta = 1/20


def abandoned(m: int) -> Formula:
    """Return the lower bound of ln P(N - 1 mistakes), N = 2^m."""
    return -(14 * m**2 * log(8 * num(2) ** m) + (5 * m + 1) * log(num(2)))


def halvings(m: int) -> int:
    """Return the least number of halvings that lead from 1 to below P(N - 1 mistakes), as it is bounded."""
    return 14 * m**2 * (m + 3) + 5 * m + 2


def in_first_episodes(m: int) -> dict[str, Term]:
    """Return the sizes for N = 2^m of T = 1/beta episodes."""
    return {"alpha": ALPHA, "m": m, "J": halvings(m)}


def in_all_episodes(m: int) -> dict[str, Term]:
    """Return the sizes for N = T = 2^m."""
    return {"J": m, "T": num(2) ** m}


SIZES = {"mistakes": in_first_episodes, "regret": in_all_episodes}


def sizes_of(what: str, c: Fraction, k: int, m: int) -> dict[str, Term]:
    """Return the sizes for N = 2^m, at a beta a little below the probability of the event."""
    values: dict[str, Term] = {"S": 1, "A": 2, "H": 1, "epsilon": EPSILON, "c": c, "k": k}
    return values | SIZES[what](m) | {"b": halvings(m) * log(num(2))}


def limit_of(trial: Trial, what: str, c: Fraction, k: int, m: int) -> float:
    """Return the bound at these sizes."""
    return approximate(trial.formal.let["limit"], sizes_of(what, c, k, m))


def doublings(trial: Trial, what: str, c: Fraction, k: int) -> int:
    """Return the least m for which the bound is below N - 1, with room for the rounding of a float."""
    return next(m for m in count(1) if limit_of(trial, what, c, k, m) < 2**m - 2)


SOUND = {r"a failure probability of 1/20": {"exponent": FIXED}}


@claim("pucb/pac-upper", reading="logarithms-of-episodes", sound=SOUND, setting={"what": "mistakes"})
@claim("pucb/regret-upper", reading="with-probability", sound=SOUND, setting={"what": "regret"})
def abandoned_arm(trial: Trial, *, what: str, exponent: Formula | None = None) -> Iterator[Finding]:
    """Enclose the logarithm of the probability that the better arm is played once at most in N episodes."""
    for c, k in BOUNDS:
        m = doublings(trial, what, c, k)
        values = sizes_of(what, c, k, m)
        yield ball(
            f"rewards 0 and 1, $\\varepsilon = 1$, $c = {c}$, $k = {k}$, $T = 2^{{{values['J']}}}$",
            enclose(abandoned(m)),
            "<=",
            enclose(-(log(num(2)) * halvings(m) if exponent is None else exponent)),
            quantity=f"lower bound of the logarithm of the probability of more {what}, and $\\ln\\beta$",
            detail=f"the bound is {limit_of(trial, what, c, k, m):.6g}, and {2.0**m - 1:.6g} of the first $2^{{{m}}}$ "
            "episodes are mistakes",
            certificate=instance(
                trial.formal,
                f"Two arms that pay 0 and 1, epsilon = 1: of the first 2^{m} of 2^{values['J']} episodes all but one "
                f"are mistakes, more than the bound of the {what} with c = {c} and k = {k}, with a probability above "
                f"beta = 2^-{halvings(m)}.",
                values,
            ),
        )
    yield _figure(trial, what)


def _figure(trial: Trial, what: str) -> Figure:
    powers, (c, k) = range(10, 61, 5), BOUNDS[1]
    first = [2.0**m for m in powers]
    return Figure(
        title=f"A bound at a failure probability at which the {what} of the first $N$ episodes is $N - 1$",
        x_label="$N$",
        y_label=what,
        x_scale="log",
        y_scale="log",
        series=[
            Series(label="$N - 1$", x=first, y=[N - 1 for N in first]),
            Series(label="the bound", x=first, y=[limit_of(trial, what, c, k, m) for m in powers]),
        ],
        caption=f"$c = {c}$, $k = {k}$, $\\varepsilon = 1$, $N = 2^m$, $\\log_2(1/\\beta) = 14m^2(m + 3) + 5m + 2$; "
        + {"mistakes": r"$T = 1/\beta$.", "regret": "$T = N$."}[what],
    )
