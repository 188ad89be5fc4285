r"""The lower bounds, against what no agent can exceed, and against an agent.

No agent has a regret above H T, and for alpha >= H every policy is alpha-optimal. The printed lower bounds have no
range: whatever the constant c > 0 and the hidden logarithmic factor L, c/L times the bound of the regret exceeds H T
for epsilon -> 0, and that of the mistakes is positive for alpha >= H, where there are none.

Where there is room for both terms (T >= S A/epsilon and T >= S A/H, alpha <= H/4) they fail for many actions. The other
users never see what a user was given to do (Definition 3 leaves the output of the own episode out), so that a policy
drawn at random hides whose answer it was: a vote for one of K = A^(S H) policies may weigh e^(K epsilon/3). An agent
that plays n random policies and then commits needs a number of episodes like ln K/epsilon, not A S H/epsilon. For
epsilon = K^-4 its regret at T = S A/epsilon is about 2 sqrt(3 H ln A/A) of the bound, the number of its mistakes at
alpha = 1/A about 28 H ln A/A, which no power of a logarithm makes up for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import ceil, isqrt
from math import log as log_of
from typing import Any

from tabular.numbers.balls import ball as ball_of
from theory_checks.core.certificate import Certificate, instance
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import ball
from theory_checks.core.exhibits import Figure, Series
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula, Term, log, maximum, minimum, num, ref, sqrt
from theory_checks.core.interpret import enclose
from theory_checks.core.texts import texts_of
from theory_checks.papers.pucb.learning._rates import LOWER, rate

TEXTS = texts_of(__file__)

HIDDEN = formal_of(__file__, "pucb/lower-regret", "all-parameters").let["hidden"]
REGRET, MISTAKES = rate("pucb/lower-regret"), rate("pucb/lower-pac")
TWO_ARMS = {"S": 1, "A": 2, "H": 1}
ALL_REGRET = ref("H") * ref("T")
ABOVE_ALL = "One state, two actions, one step, one episode: the bound exceeds H T, the largest regret that there is."


def without_range(bound: Formula, most: Formula) -> Formula:
    """Return a bound as printed."""
    return bound


def capped(bound: Formula, most: Formula) -> Formula:
    """Return min(bound, what is possible at all)."""
    return minimum(bound, most)


def ending_at_horizon(bound: Formula, most: Formula) -> Formula:
    """Return the bound times max(0, 1 - alpha/H), which ends where no episode can be a mistake."""
    return bound * maximum(0, 1 - ref("alpha") / ref("H"))


Range = Callable[[Formula, Formula], Formula]


@claim(
    "pucb/lower-regret", reading="all-parameters", sound={r"the smaller one of the bound and $HT$": {"limit": capped}}
)
def lower_regret(trial: Trial, *, limit: Range = without_range) -> Iterator[Finding]:
    """Compare the bound with H T."""
    for c, k, epsilon in (
        (1, 0, Fraction(1, 2)),
        (Fraction(1, 1000), 1, Fraction(1, 10**5)),
        (Fraction(1, 10**6), 10, Fraction(1, 10**30)),
    ):
        values: dict[str, Term] = {**TWO_ARMS, "T": 1, "c": Fraction(c), "k": k, "epsilon": epsilon}
        left = ref("c") * limit(REGRET, ALL_REGRET) / HIDDEN
        yield ball(
            f"$S = 1$, $A = 2$, $H = 1$, $T = 1$, $c = {c}$, $k = {k}$, $\\varepsilon = {float(epsilon):g}$",
            enclose(left, values),
            "<=",
            enclose(ALL_REGRET, values),
            quantity=r"$c(\sqrt{HSAT} + SAH/\varepsilon)/(1 + \ln(SAHT/\varepsilon))^k$, and $HT$",
            certificate=instance(trial.formal, ABOVE_ALL, values),
        )


@claim(
    "pucb/lower-pac",
    reading="all-parameters",
    sound={r"the bound times $\max(0, 1 - \alpha/H)$": {"limit": ending_at_horizon}},
)
def lower_pac(trial: Trial, *, limit: Range = without_range) -> Iterator[Finding]:
    """Compare the bound with the 0 mistakes that are possible."""
    for H in (1, 5):
        values: dict[str, Term] = {"S": 2, "A": 2, "H": H, "T": 1, "alpha": H, "epsilon": 1, "c": Fraction(1, 10**6)}
        bound = ref("c") * limit(MISTAKES, num(0))
        yield ball(
            f"$S = A = 2$, $H = {H}$, $\\alpha = {H}$, $\\varepsilon = 1$, $c = 10^{{-6}}$",
            enclose(bound, values),
            "<=",
            ball_of(0),
            quantity=r"$c(SAH^2/\alpha^2 + SAH/(\varepsilon\alpha))$, and the largest possible number of mistakes",
            certificate=instance(
                trial.formal,
                f"For alpha = H = {H} every policy is alpha-optimal, so that no agent makes a mistake; the bound is "
                "positive.",
                values,
            ),
        )


POLICIES = ref("A") ** (ref("S") * ref("H"))
LOG_POLICIES = ref("S") * ref("H") * log(ref("A"))
COMMITTED_GAP = ref("H") * (3 * LOG_POLICIES / (ref("epsilon") * ref("n")) + POLICIES / sqrt(ref("n")))
AGENT_REGRET = ref("H") * ref("n") + ref("T") * COMMITTED_GAP
LOG_ACTIONS = r"the bound with $\ln A$ in place of $A$ in its private term"
AS_PRINTED, IN_LOGARITHMS = num(1), log(ref("A")) / ref("A")
# Constant, power of the hidden logarithm, S, H, and A: each c and k has such an A.
REGRET_SCALES = (
    (Fraction(1, 4), 0, 1, 1, 10**4),
    (Fraction(1, 10), 0, 2, 2, 10**5),
    (Fraction(1, 1000), 1, 1, 1, 10**14),
    (Fraction(1, 10**6), 10, 1, 1, 10**100),
)
MISTAKE_SCALES = (
    (Fraction(1, 8), 0, 1, 1, 10**4),
    (Fraction(1, 10), 0, 2, 2, 10**5),
    (Fraction(1, 1000), 1, 1, 1, 10**10),
    (Fraction(1, 10**6), 10, 1, 1, 10**50),
)


def regret_sizes(S: int, H: int, A: int) -> dict[str, Any]:
    """Return epsilon = K^-4, T = S A/epsilon, and n = sqrt(3 T ln K/epsilon), to balance the parts of the regret."""
    level = A ** (4 * S * H)  # 1/epsilon
    T = S * A * level
    n = isqrt(3 * T * S * H * ceil(log_of(A)) * level) + 1
    return {"S": S, "A": A, "H": H, "T": T, "epsilon": Fraction(1, level), "n": n}


def mistake_sizes(S: int, H: int, A: int) -> dict[str, Any]:
    """Return epsilon = K^-4, alpha = 1/A, beta = 1/4, and an n after which the mean gap is at most alpha beta."""
    level = A ** (4 * S * H)
    n = 7 * S * H**2 * ceil(log_of(A)) * level * 4 * A
    parts = {"epsilon": Fraction(1, level), "alpha": Fraction(1, A), "beta": Fraction(1, 4)}
    return {"S": S, "A": A, "H": H, "n": n, **parts}


NAMED = {"regret": ("pucb/lower-regret", "in-range"), "sample complexity": ("pucb/lower-pac", "small-alpha")}


def scaled(measure: str, private: Formula) -> Formula:
    """Return c over the hidden factor times a bound whose private term is multiplied."""
    dominant, cost = LOWER[measure]
    return ref("c") / formal_of(__file__, *NAMED[measure]).let["hidden"] * (dominant + private * cost)


@claim("pucb/lower-regret", reading="in-range", sound={LOG_ACTIONS: {"private": IN_LOGARITHMS}})
def lower_regret_in_range(trial: Trial, *, private: Formula = AS_PRINTED) -> Iterator[Finding]:
    """Compare the bound with the regret of a private agent, at T = S A/epsilon."""
    for c, k, S, H, A in REGRET_SCALES:
        values = {**regret_sizes(S, H, A), "c": c, "k": k}
        yield ball(
            _case(values),
            enclose(AGENT_REGRET, values),
            ">=",
            enclose(scaled("regret", private), values),
            quantity=TEXTS["regret_and_bound"],
            detail=TEXTS["the_agent"],
            certificate=_refuted(trial, values, TEXTS["regret_refuted"]),
        )
    yield _figure()


@claim("pucb/lower-pac", reading="small-alpha", sound={LOG_ACTIONS: {"private": IN_LOGARITHMS}})
def lower_pac_small_alpha(trial: Trial, *, private: Formula = AS_PRINTED) -> Iterator[Finding]:
    """Compare the bound with the number of episodes after which a private agent makes no mistake."""
    for c, k, S, H, A in MISTAKE_SCALES:
        values = {**mistake_sizes(S, H, A), "c": c, "k": k}
        yield ball(
            f"{_case(values)}, $\\alpha = 1/A$, $\\beta = 1/4$",
            enclose(ref("n"), values),
            ">=",
            enclose(scaled("sample complexity", private), values),
            quantity=TEXTS["mistakes_and_bound"],
            detail=TEXTS["the_agent"],
            certificate=_refuted(trial, values, TEXTS["mistakes_refuted"]),
        )


def _case(values: dict[str, Any]) -> str:
    S, H, actions = values["S"], values["H"], len(str(values["A"])) - 1
    sizes = f"$S = {S}$, $H = {H}$, $A = 10^{{{actions}}}$, $1/\\varepsilon = A^{{{4 * S * H}}}$"
    return f"{sizes}: $c = {values['c']}$, $k = {values['k']}$"


def _refuted(trial: Trial, values: dict[str, Any], says: str) -> Certificate:
    stated = {name: x for name, x in values.items() if name != "n"}
    return instance(trial.formal, says, stated, own={"trials": values["n"]})


def _figure() -> Figure:
    x = [10.0**power for power in range(3, 13)]
    lines: list[Series] = []
    for S, H in ((1, 1), (2, 2)):
        sizes = [regret_sizes(S, H, int(A)) for A in x]
        shares = [float(enclose(AGENT_REGRET / REGRET, values)) for values in sizes]
        lines.append(Series(label=f"$S = H = {S}$", x=x, y=shares))
    return Figure(
        title="Regret of a private agent, over the printed lower bound",
        x_label="$A$",
        y_label="share",
        x_scale="log",
        y_scale="log",
        series=lines,
        caption=TEXTS["share_caption"],
    )
