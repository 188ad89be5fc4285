r"""PUCB gives the better arm up for good, with a probability whose logarithm is a power of that of T.

Two arms pay 0 and 1, T = 2^J, L = ln(8 T), D = J L, and the noise of a partial sum has the scale s. All noises but
those of the partial sums 1, 2, 4, ... are within L s with probability 1/2 or more. If those of the two counts are in
[2 D, 3 D] s and those of the rewards of the better arm below -10 D s, both counts are in [D, 4 D] s, the worse arm has
Q~+ > -1, and the better one, once played, Q~ <= -2, a bonus of 1 and Q~+ <= -1: it is never played again, and

    ln P(T - 1 mistakes at least)  >=  -14 J^2 ln(8 T) - (5 J + 1) ln 2.

A bound with logarithms of T and of 1/beta has room for far fewer than T - 1 mistakes at a beta of that size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import count
from math import ceil, log

from tabular.numbers.balls import ball as ball_of
from theory_checks.core.certificate import instance
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import ball
from theory_checks.core.exhibits import Figure, Series
from theory_checks.core.formula import Term, num
from theory_checks.core.formula import log as log_of
from theory_checks.core.interpret import approximate, enclose

EPSILON, ALPHA = Fraction(1), Fraction(1, 2)
BOUNDS = ((Fraction(18), 0), (Fraction(18), 1), (Fraction(1000), 2), (Fraction(10**6), 10))  # constant c, power k
Exponent = Callable[[int], int]  # ln(1/beta) for J


def just_above(J: int) -> int:
    """Return a number that is larger than -ln P(T - 1 mistakes)."""
    return ceil(14 * J**2 * (J + 3) * log(2) + (5 * J + 1) * log(2)) + 1


def fixed(J: int) -> int:
    """Return ln(1/beta) for a beta of about 1/20."""
    return 3


def abandoned(J: int) -> Term:
    """Return the lower bound of ln P(T - 1 mistakes), T = 2^J."""
    return -(14 * J**2 * log_of(8 * num(2) ** J) + (5 * J + 1) * log_of(num(2)))


def sizes_of(trial: Trial, c: Fraction, k: int, J: int) -> dict[str, Term]:
    """Return the sizes for T = 2^J, at a beta a little below the probability of the event."""
    values: dict[str, Term] = {"S": 1, "A": 2, "H": 1, "epsilon": EPSILON, "c": c, "k": k}
    values |= {"alpha": ALPHA} if "alpha" in trial.formal.domain.symbols else {}
    return values | {"J": J, "T": num(2) ** J, "b": just_above(J)}


def limit_of(trial: Trial, c: Fraction, k: int, J: int) -> float:
    """Return the bound at these sizes."""
    return approximate(trial.formal.let["limit"], sizes_of(trial, c, k, J))


def doublings(trial: Trial, c: Fraction, k: int) -> int:
    """Return the least J for which the bound is below T - 1, with room for the rounding of a float."""
    return next(J for J in count(1) if limit_of(trial, c, k, J) < 2**J - 2)


SOUND = {r"a failure probability of 1/20": {"exponent": fixed}}


@claim("pucb/pac-upper", reading="logarithms-of-episodes", sound=SOUND, setting={"what": "mistakes"})
@claim("pucb/regret-upper", reading="with-probability", sound=SOUND, setting={"what": "regret"})
def abandoned_arm(trial: Trial, *, what: str, exponent: Exponent = just_above) -> Iterator[Finding]:
    """Enclose the logarithm of the probability that the better arm is played once at most."""
    for c, k in BOUNDS:
        J = doublings(trial, c, k)
        yield ball(
            f"rewards 0 and 1, $\\varepsilon = 1$, $c = {c}$, $k = {k}$, $T = 2^{{{J}}}$",
            enclose(abandoned(J)),
            "<=",
            ball_of(-exponent(J)),
            quantity=f"lower bound of the logarithm of the probability of a larger {what}, and $\\ln\\beta$",
            detail=f"the bound is {limit_of(trial, c, k, J):.6g}, and $T - 1 = {2.0**J - 1:.6g}$",
            certificate=instance(
                trial.formal,
                f"Two arms that pay 0 and 1, epsilon = 1: of 2^{J} episodes all but one are mistakes, more than the "
                f"bound with c = {c} and k = {k}, with a probability above beta = exp(-{just_above(J)}).",
                sizes_of(trial, c, k, J),
            ),
        )
    yield _figure(trial, what)


def _figure(trial: Trial, what: str) -> Figure:
    powers, (c, k) = range(10, 61, 5), BOUNDS[1]
    limits = [limit_of(trial, c, k, J) for J in powers]
    return Figure(
        title=f"A bound at a failure probability at which the {what} is T - 1",
        x_label="$T$",
        y_label=what,
        x_scale="log",
        y_scale="log",
        series=[
            Series(label="$T - 1$", x=[2.0**J for J in powers], y=[2.0**J - 1 for J in powers]),
            Series(label="the bound", x=[2.0**J for J in powers], y=limits),
        ],
        caption=f"$c = {c}$, $k = {k}$, $\\varepsilon = 1$, $\\ln(1/\\beta) = 14J^2\\ln(8T) + (5J + 1)\\ln 2$.",
    )
