r"""Mistakes of PUCB without end: they outgrow every bound in which the number of episodes T does not occur.

Two arms pay 0 and 1, the worse one first. After 2^j episodes the count of the worse arm, played n times so far, is
n plus one new noise of scale s = 3 (J + 1)/epsilon, T = 2^J. While n <= f <= E it has the sign of r~ and is below 2 E
with probability at least q = exp(-f/s) (1 - exp(-2 E/s))/2, whatever r~ is. Then Q~+ = 1 is the largest value, and the
arm is played, or with probability 1/2 if ties are broken by a coin. So E 2^-n falls by 1 - q/4 for each j < J, and

    P(at most f mistakes)  <=  2^f (1 - q/4)^J.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil

from tabular.algorithms.episodic.pucb import Sizes
from tabular.numbers.balls import ball as ball_of
from theory_checks.core.certificate import instance
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import ball
from theory_checks.core.exhibits import Figure, Series
from theory_checks.core.formula import Formula, Term, exp, log, num, ref
from theory_checks.core.interpret import approximate, enclose
from theory_checks.papers.pucb.learning._bad_arms import arms_of
from theory_checks.papers.pucb.learning._learners import BETA, count_above, printed, seeds_of

ONE = num(1)
LOGARITHMS = log(ref("T")) ** 3  # a factor above ln(T)^(5/2), which a bound with T may have


def more_mistakes(f: Formula, level: Formula) -> Formula:
    """Return a lower bound of P(more than f mistakes) in 2^J episodes."""
    scale = 3 * (ref("J") + 1) / ref("epsilon")
    q = exp(-(f / scale)) * (1 - exp(-(2 * level / scale))) / 2
    return 1 - exp(f * log(num(2)) + ref("J") * log(1 - q / 4))


def doublings(f: float, epsilon: Fraction) -> int:
    """Return a J for which more than f mistakes have a probability above 0.92."""
    return 20 + ceil(8 * f * max(1, epsilon))


@claim(
    "pucb/pac-upper",
    reading="arguments-of-definition-1",
    sound={r"the bound times $\ln(T)^3$": {"hidden": LOGARITHMS}},
)
def without_episodes(trial: Trial, *, hidden: Formula = ONE) -> Iterator[Finding]:
    """Enclose the probability of more mistakes than a bound, and count them in runs."""
    bound = trial.formal.let["mistakes"]
    for c, k, epsilon, beta in (
        (Fraction(1, 10), 0, Fraction(1), Fraction(1, 10)),
        (Fraction(18), 0, Fraction(1), Fraction(1, 2)),
        (Fraction(1), 1, Fraction(1, 10), Fraction(1, 10**6)),
        (Fraction(1), 1, Fraction(10), Fraction(1, 10)),
    ):
        values: dict[str, Term] = {"S": 1, "A": 2, "H": 1, "alpha": Fraction(1, 2), "epsilon": epsilon, "c": c, "k": k}
        values |= {"beta": beta, "beta_prime": beta}
        J = doublings(approximate(bound, values), epsilon)
        values |= {"J": J, "T": num(2) ** J}
        yield ball(
            f"rewards 0 and 1, $\\alpha = 1/2$, $\\varepsilon = {epsilon}$, $\\beta = {beta}$, $c = {c}$, $k = {k}$, "
            f"$T = 2^{{{J}}}$",
            enclose(more_mistakes(bound * hidden, trial.formal.let["level"]), values),
            "<=",
            ball_of(beta),
            quantity=r"lower bound of the probability of more than $f$ mistakes, and $\beta$",
            detail=f"$f = {float(enclose(bound * hidden, values)):.6g}$",
            certificate=instance(
                trial.formal,
                f"Two arms that pay 0 and 1, alpha = 1/2, epsilon = {epsilon}: of 2^{J} episodes more than the bound "
                f"with c = {c} and k = {k} are mistakes, with a probability above beta = {beta}.",
                values,
            ),
        )
    yield from _runs(trial, bound * hidden)


def _runs(trial: Trial, bound: Formula) -> Iterator[Finding]:
    """Count the mistakes in runs of PUCB, and draw them."""
    runs, times = 40, tuple(4**j for j in range(3, 8))
    values = {"S": 1, "A": 2, "H": 1, "alpha": 0.5, "epsilon": 1.0, "beta": BETA, "c": 18, "k": 0}
    mdp, seeds = arms_of(0, 1), seeds_of(trial, runs)
    counts = [[float(printed(Sizes(1, 2, 1, T), 1.0).run(mdp, seed).mistakes(0.5)) for seed in seeds] for T in times]
    T = times[-1]
    limit = approximate(bound, {**values, "T": T})
    yield count_above(f"$c = 18$, $k = 0$, $T = {T}$, $\\varepsilon = 1$, {runs} runs", counts[-1], limit, "mistakes")
    limits = [approximate(bound, {**values, "T": T}) for T in times]
    yield Figure(
        title="Mistakes against the number of episodes, and a bound without it",
        x_label="$T$",
        y_label="mistakes",
        x_scale="log",
        y_scale="log",
        series=[
            Series(label="fewest in a run", x=list(times), y=[min(x) for x in counts]),
            Series(label="$f$", x=list(times), y=limits),
        ],
        caption=f"Two arms that pay 0 and 1, $\\alpha = 1/2$, $\\varepsilon = 1$, {runs} runs as printed.",
    )
