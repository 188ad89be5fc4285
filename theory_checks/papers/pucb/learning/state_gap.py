r"""The cost of privacy grows linearly with the number of states: in the printed bounds, on a family of MDPs, at worst.

On the family of MDPs of proved_lower_bounds m answers in a state exclude m actions at most: without privacy the mean of
P(wrong) is at least 1 - (m + 1)/A, attained by trying actions in random order, for every c. With privacy it is at least
F(m) = (A - 1)/(A - 1 + rho^m) as well. So from visit A on all of F is the cost of privacy, compared with the agent that
is best on this family without it.

On all MDPs one agent without privacy plays in each of the first n episodes a policy drawn from all K = A^(S H), then
for good the one with the largest votes V, sums of returns over H. V has the mean n rho/(K H), and with X = V - E V the
policy c that it keeps has V_c >= V_*, so its gap is in the mean at most (K H/n) E X_c <= (K H/n) (sum E X_b^2)^(1/2) <=
K H/sqrt(n): the regret is at most H n + T K H/sqrt(n), of the order of T^(2/3). What no private agent goes below is of
the order of 1/epsilon at T = 8 (S - 2)/epsilon, so that for small epsilon the difference is.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from flint import ctx

from tabular.numbers.balls import ball as ball_of
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import ball, exact
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula, log, ref, sqrt
from theory_checks.core.interpret import enclose, substitute
from theory_checks.papers.pucb.learning._commitment import (
    Commit,
    Play,
    by_visits,
    floor,
    long_run,
    not_yet,
    total,
    trying,
    untried,
)
from theory_checks.papers.pucb.learning._rates import LOWER, UPPER, Bounds, power


def private_and_untried(A: int, rho: Fraction, share: Fraction, T: int) -> list[Fraction]:
    """Return the mean of the larger one of the two lower bounds of P(wrong), by privacy and by lack of answers."""
    return by_visits(lambda m: max(floor(m, A, rho), untried(m, A)), share, T)


LOSSES: dict[str, Play] = {
    "what no private agent goes below": private_and_untried,
    "a private agent, committing after half of the episodes": Commit(Fraction(1, 2)),
}


def twice_the_budget(A: int, rho: Fraction, share: Fraction, T: int) -> list[Fraction]:
    """Return the larger lower bound for 2 epsilon in place of epsilon."""
    return private_and_untried(A, rho**2, share, T)


WITH_ROOT: Bounds = {name: (first, private * sqrt("S")) for name, (first, private) in LOWER.items()}
AS_LOW: Bounds = {name: (UPPER[name][0], LOWER[name][1]) for name in UPPER}


@claim(
    "pucb/state-gap",
    reading="printed-terms",
    broken={
        r"a factor $\sqrt S$ more in the lower bounds": {"lower": WITH_ROOT},
        "the private terms of the lower bounds in the upper ones": {"upper": AS_LOW},
    },
    near=(r"a factor $\sqrt S$ more in the lower bounds",),
)
def state_gap_of_terms(trial: Trial, *, lower: Bounds = LOWER, upper: Bounds = UPPER) -> Iterator[Finding]:
    """Compare the exponents of S in the private terms."""
    for name in UPPER:
        below, above = power(lower[name][1], "S"), power(upper[name][1], "S")
        yield exact(f"{name}, lower bound", below, "==", 1, quantity="exponent of $S$ in the private term")
        yield exact(f"{name}, upper bound", above, ">", below, quantity="exponents of $S$ in the private terms")


@claim(
    "pucb/state-gap",
    reading="same-mdps",
    broken={
        "an agent that tries actions without privacy": {"losses": {"trying": trying}},
        r"what no $2\varepsilon$-private agent goes below": {"losses": {"twice the budget": twice_the_budget}},
    },
    near=(r"what no $2\varepsilon$-private agent goes below",),
)
def state_gap(trial: Trial, *, losses: dict[str, Play] | None = None) -> Iterator[Finding]:
    """Compare the cost of privacy with its linear bound, for more and more states and all sizes of epsilon."""
    states = (1, 2, 4, 8, 16) if trial.full else (1, 2, 4)
    for (name, loss), A, rho in product(
        (losses or LOSSES).items(), (2, 3), (Fraction(9, 4), Fraction(4), Fraction(25))
    ):
        for k in states:
            T = enough(k, A, rho)
            yield ball(
                f"{name}: $S = {k + 2}$, $A = {A}$, $H = 2$, $e^\\varepsilon = {rho}$, $T = {T}$",
                ball_of(total(loss, k, A, rho, T) - total(trying, k, A, rho, T)),
                ">=",
                k * long_run(A - 1, A, rho) / 2,
                quantity=r"regret beyond that of trying actions without privacy, and $(S-2)\ell/2$",
            )


def enough(k: int, A: int, rho: Fraction) -> int:
    """Return T = k n with the least integer n for which (A - 1)/u exp(-n u) <= ell/2: n is tau, without k."""
    n, half = 1, long_run(A - 1, A, rho) / 2
    while not not_yet(1, A, rho, n) <= half:
        n += 1
    return n * k


BITS = 512  # epsilon is as small as 2^-240, and 1 - exp(-epsilon) loses as many bits
PRIVATE_FLOOR = formal_of(__file__, "pucb/lower-regret/repaired").right
FOR_TWICE_THE_BUDGET = substitute(PRIVATE_FLOOR, {"epsilon": 2 * ref("epsilon")})
FOR_ELEVEN_TENTHS = substitute(PRIVATE_FLOOR, {"epsilon": ref("epsilon") * 11 / 10})
POLICIES = ref("A") ** (ref("S") * ref("H"))
NOT_PRIVATE = ref("H") * ref("n") + ref("T") * ref("H") * POLICIES / sqrt("n")
LINEAR = (ref("S") - 2) * (ref("H") - 1) * log("A") / ref("epsilon") * Fraction(19, 20)


@claim(
    "pucb/state-gap",
    reading="worst-case",
    broken={
        r"what no $2\varepsilon$-private agent goes below": {"floor": FOR_TWICE_THE_BUDGET},
        r"what no $11\varepsilon/10$-private agent goes below": {"floor": FOR_ELEVEN_TENTHS},
    },
    near=(r"what no $11\varepsilon/10$-private agent goes below",),
)
def state_gap_at_worst(trial: Trial, *, floor: Formula = PRIVATE_FLOOR) -> Iterator[Finding]:
    """Subtract a regret that is possible on every MDP without privacy from one that is not with it."""
    sizes = product((3, 4, 6, 10) if trial.full else (3, 4, 6), (2, 3), (2, 3))
    for S, A, H in sizes:
        K = A ** (S * H)
        T = 8 * (S - 2) * K**8
        run = {"S": S, "A": A, "H": H, "T": T, "epsilon": Fraction(1, K**8), "n": round((K * T) ** (2 / 3))}
        with ctx.workprec(BITS):
            cost, linear = enclose(floor - NOT_PRIVATE, run), enclose(LINEAR, run)
        yield ball(
            f"$S = {S}$, $A = {A}$, $H = {H}$, $\\varepsilon = A^{{-8SH}}$, $T = 8(S-2)/\\varepsilon$",
            cost,
            ">=",
            linear,
            quantity=r"cost of privacy at worst, and $\frac{19}{20}(S-2)(H-1)\ln(A)/\varepsilon$",
        )
