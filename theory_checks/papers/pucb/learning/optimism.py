r"""Optimism of Algorithm 3: Q~+ >= Q* in all episodes with probability 1 - beta.

The else-branch adds the bonus H to Q~ = (r~ + ...)/n~, but n~ is small there and may be negative. With S = A = H = 1
and reward 1 there are C = 3 counters, one of each kind. In episode 2 their errors x of n~, y of r~ and z of m~ are
independent Lap(s), s = 3 K/epsilon, K = floor(log2 T) + 1, because a counter's first release contains one draw. So
n~ = 1 + x and r~ = 1 + y, while m~ is multiplied by V~_2 = 0. Q* = 1, and in the else-branch

    Q~+ = min(1, 1 + r~/n~) < 1   exactly if r~ and n~ have different signs.

While |x| < E and E > 1, n~ < 1 + E < 2 E is in the else-branch. With p = exp(-1/s)/2 = P(x < -1) and
q = exp(-E/s)/2 = P(x >= E) = P(x <= -E), all errors are below E and Q~+ < Q* with probability

    2 (p - q)(1 - p - q)(1 - 2 q).

The failure needs a negative count. With counts that start at 0 and never fall it cannot happen: monotone_counters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

from flint import arb

from tabular.algorithms.episodic.pucb import PUCB, Printed, Repaired, Sizes
from tabular.episodic.instances import random_episodic
from tabular.noise.counters.law_enclosure import enclose_failure
from tabular.numbers.balls import ball as ball_of
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball, exact_all
from theory_checks.core.exhibits import Figure, Series, Table
from theory_checks.core.formula import Formula, exp, num, ref, total
from theory_checks.core.interpret import enclose
from theory_checks.core.texts import texts_of
from theory_checks.papers.pucb.learning._bonuses import paid
from theory_checks.papers.pucb.learning._releases import (
    BETA,
    Release,
    certify_episode_two,
    from_zero,
    optimism_of_run,
    printed_constants,
    raw,
)

TEXTS = texts_of(__file__)

Rule = Callable[[Fraction, Fraction], Fraction]  # Q~+ in the else-branch from Q~ and its cap


def bonus(estimate: Fraction, cap: Fraction) -> Fraction:
    """Return min(H, Q~ + H), as printed; the cap is H."""
    return min(cap, estimate + cap)


def forced(estimate: Fraction, cap: Fraction) -> Fraction:
    """Return the cap, whatever the estimate."""
    return cap


def nine_tenths(estimate: Fraction, cap: Fraction) -> Fraction:
    """Return 9/10 of the cap, whatever the estimate."""
    return 9 * cap / 10


_P, _Q = exp(-(1 / ref("s"))) / 2, exp(-(ref("E") / ref("s"))) / 2
_SIGNS = {1: 1 - (_P + _Q), -1: _P - _Q}  # P(1 + x has this sign, |x| < E)
_SIZES = (Fraction(1, 100), Fraction(1), Fraction(100))


def misses(rule: Rule, release: Release = raw) -> Formula:
    """Return P(all errors below E, Q~+ < Q* = 1) in episode 2: the probability of the signs of n and r with a miss.

    A pair of signs counts if the rule misses at noisy counts of some sizes with these signs; a quotient by 0 is read
    as 0.
    """
    missed: list[Formula] = []
    for n, r in product((1, -1), repeat=2):
        releases = [(release(n * x), release(r * y)) for x, y in product(_SIZES, repeat=2)]
        if any(rule(b / a if a else Fraction(0), Fraction(1)) < 1 for a, b in releases):
            missed.append(num(_SIGNS[n]) * _SIGNS[r] * (1 - 2 * _Q))
    return total([*missed, 0])


@claim(
    "pucb/optimism",
    reading="binary-mechanism",
    sound={
        r"$\tilde Q^+ := H$ in the else-branch": {"rule": forced},
        "counts that start at 0 and never fall": {"release": from_zero},
    },
)
def optimism(trial: Trial, *, rule: Rule = bonus, release: Release = raw) -> Iterator[Finding]:
    """Enclose the probability that episode 2 is not optimistic although all counters are accurate."""
    for T, epsilon in ((16, Fraction(1)), (16, Fraction(1, 10)), (16, Fraction(10)), (10**6, Fraction(1))):
        constants = printed_constants(1, 1, 1, T, epsilon)
        yield ball(
            f"$S = A = H = 1$, reward 1, episode 2 of $T = {T}$, $\\varepsilon = {epsilon}$",
            enclose(misses(rule, release), constants),
            "<=",
            ball_of(BETA),
            quantity=r"probability that $\tilde Q^+ < Q^*$ while the errors of all three counters are below "
            r"$E_\varepsilon$, and $\beta$",
            detail=r"$\tilde Q^+ = \min(1, 1 + \tilde r/\tilde n)$ is below $Q^* = 1$ whenever the signs of $\tilde r$ "
            r"and $\tilde n$ differ; both are 1 plus a Laplace variable of scale $3K/\varepsilon$",
            certificate=certify_episode_two(trial, T, epsilon, "the value is below the optimal one"),
        )
    yield _episode_two()


def _episode_two() -> Figure:
    budgets = [Fraction(10) ** k * d for k in range(-2, 3) for d in (1, 2, 5)]
    lines: list[Series] = []
    for T in (16, 1024, 10**6):
        y = [float(enclose(misses(bonus), printed_constants(1, 1, 1, T, x))) for x in budgets]
        lines.append(Series(label=f"$T = {T}$", x=[float(x) for x in budgets], y=[float(f"{v:.9g}") for v in y]))
    lines.append(Series(label=r"allowed: $\beta = 1/10$", x=[float(budgets[0]), float(budgets[-1])], y=[0.1, 0.1]))
    return Figure(
        title="How likely the second episode is not optimistic",
        x_label=r"$\varepsilon$",
        y_label=r"$P(\tilde Q^+ < Q^*$, all counters accurate)",
        x_scale="log",
        series=lines,
        caption="One state, one action, one step, reward 1, as printed. The probability tends to one half: a sign is "
        "as good as a coin. With the forced value $H$ in the else-branch it is 0.",
    )


@claim(
    "pucb/optimism/repaired",
    broken={
        r"the bonus $H$ in the else-branch": {"rule": bonus},
        "9/10 of the cap in the else-branch": {"rule": nine_tenths},
    },
    near=(r"the bonus $H$ in the else-branch", "9/10 of the cap in the else-branch"),
)
def optimism_repaired(trial: Trial, *, rule: Rule = forced) -> Iterator[Finding]:
    """Decide the steps of the proof, and count episodes that are not optimistic."""
    for S, A, H, T, epsilon in ((1, 1, 1, 16, 1), (2, 2, 2, 16, 1), (2, 2, 2, 1000, 10)):
        yield from _failures(Sizes(S, A, H, T), epsilon)
    yield from (_extreme_errors(rule, *sizes) for sizes in ((1, 1), (1, 2), (2, 2), (3, 2)))
    yield _counted(trial)


def _failures(sizes: Sizes, epsilon: int) -> Iterator[Evidence]:
    """Enclose what the counters and sampling contribute to the failure probability."""
    constants = Repaired().constants(sizes, epsilon, float(BETA))
    level = constants.level[0] / constants.scales[0] * (1 - 2.0**-50)  # below the quotient of the two doubles
    _, high = enclose_failure(sizes.episodes, level, counters=sizes.counters)
    case = f"$S = {sizes.states}$, $A = {sizes.actions}$, $H = {sizes.horizon}$, $T = {sizes.episodes}$, "
    case += f"$\\varepsilon = {epsilon}$"
    yield ball(
        case,
        ball_of(Fraction(high)) + ball_of(BETA / 2),
        "<=",
        ball_of(BETA),
        quantity=r"probability that an error exceeds $E$ (upper end of a proved enclosure), plus $\beta/2$ for "
        r"sampling",
    )
    needed = (sizes.horizon + 1) ** 2 * (ball_of(Fraction(4 * sizes.pairs * sizes.episodes) / BETA)).log() / 2
    yield ball(
        case,
        arb(constants.spread[0]) ** 2,
        ">=",
        needed,
        quantity=r"$\hat n$ times the squared bonus for sampling, and $(H+1)^2 \ln(4SAHT/\beta)/2$",
    )


def _extreme_errors(rule: Rule, S: int, H: int) -> Evidence:
    """Plan step 1 with errors at their ends, V~ = V* at its ends, means as expected."""
    E = Fraction(3)
    ends = (-E * Fraction(7, 8), E * Fraction(7, 8))
    pairs: dict[str, tuple[Fraction, str, Fraction]] = {}
    for n, V, x, y, z in product((1, 4, 9, 40), (Fraction(0), Fraction(H - 1)), ends, ends, ends):
        for r in (Fraction(0), Fraction(n)):
            Q = (r + V * n) / n  # one successor is seen n times, the others never
            planned = _upper(rule, (n + x, r + y, V * (n + S * z)), E, S, H)
            pairs[f"n = {n}, r = {r}, V = {V}, errors {x}, {y}, {z}"] = (planned, ">=", Q)
    return exact_all(
        f"$S = {S}$, $H = {H}$, $E = 3$, errors $\\pm 21/8$, means 0 and 1, $V^* \\in \\{{0, {H - 1}\\}}$",
        pairs,
        quantity=r"$\tilde Q^+$ without the bonus for sampling, and $Q^*$ of the empirical model",
    )


def _upper(rule: Rule, releases: tuple[Fraction, Fraction, Fraction], E: Fraction, S: int, H: int) -> Fraction:
    """Return Q~+ at step 1 from n~, r~ and sum_s' V~ m~, leaving out the bonus for sampling."""
    n, r, future = releases
    cap = Fraction(H)
    estimate = (r + future) / n if n else cap
    if n < 2 * E:
        return rule(estimate, cap)
    return min(cap, estimate + paid(S, H, E / n))


def _counted(trial: Trial) -> Table:
    """Count the episodes of runs in which some Q~+ is below Q*, and how often it could be: where it left its cap."""
    T, budgets = (4000, (100.0, 1000.0, 1e5)) if trial.full else (1500, (100.0, 1000.0, 1e5))
    mdp = random_episodic(2, 2, 2, 1)
    rows: list[list[str | int | float]] = []
    for epsilon in budgets:
        printed, repaired = (
            optimism_of_run(mdp, PUCB(2, 2, 2, T, epsilon, mode), trial.seed) for mode in (Printed(), Repaired())
        )
        rows.append([epsilon, printed[0], repaired[0], f"{repaired[1]:.1%}"])
    return Table(
        title=f"Episodes that are not optimistic, of {T}",
        columns=[r"$\varepsilon$", "as printed", "repaired", "repaired: values below their cap"],
        rows=rows,
        caption=TEXTS["counted_caption"],
    )
