r"""The lower bounds, against what no agent can exceed.

No agent has a regret above H T, and for alpha >= H every policy is alpha-optimal. The printed lower bounds have no
range: whatever the constant c > 0 and the hidden logarithmic factor L, c/L times the bound of the regret exceeds H T
for epsilon -> 0, and that of the mistakes is positive for alpha >= H, where there are none. With T >= S A/epsilon and
T >= S A/H both terms of the first are at most H T, and alpha <= (H - 1)/4 leaves room for the second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from tabular.algorithms.episodic.pucb import PUCB
from tabular.numbers.balls import ball as ball_of
from theory_checks.core.certificate import instance
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball, exact, searched
from theory_checks.core.exhibits import Figure, Series
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula, Term, maximum, minimum, num, ref
from theory_checks.core.interpret import approximate, enclose
from theory_checks.core.interpret import exact as rational
from theory_checks.papers.pucb.learning._bad_arms import bad_arm_first
from theory_checks.papers.pucb.learning._rates import rate

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


Losses = Mapping[str, Callable[[int, int, int], Fraction]]  # largest regret over H T, from (S, A, H)

PLAYERS: Losses = {
    "uniform actions": lambda S, A, H: 1 - Fraction(1, A),
    "one fixed policy": lambda S, A, H: Fraction(1),
}
KNOWING: Losses = {"the optimal policy, known": lambda S, A, H: Fraction(0)}


@claim("pucb/lower-regret", reading="in-range", broken={"an agent that knows the MDP": {"players": KNOWING}})
def lower_regret_in_range(trial: Trial, *, players: Losses = PLAYERS) -> Iterator[Finding]:
    """Compare the losses of private agents with an eighth of the bound, up to the end of its range."""
    for S, A, H in ((1, 2, 1), (2, 2, 2), (10, 4, 5)):
        for epsilon in (Fraction(1, 100), Fraction(1), Fraction(20), Fraction(H)):
            T = max(-(-S * A // epsilon), -(-S * A // Fraction(H)))
            yield from _losses(trial, players, {"S": S, "A": A, "H": H, "T": T, "epsilon": epsilon})
    if players is PLAYERS:
        yield from _learners(trial)


def _losses(trial: Trial, players: Losses, sizes: dict[str, Any]) -> Iterator[Evidence]:
    S, A, H, T = (sizes[name] for name in ("S", "A", "H", "T"))
    where = ", ".join(f"{name} = {sizes[name]}" for name in ("S", "A", "H", "T"))
    for name, loss in players.items():
        yield ball(
            f"{name}: ${where}$, $\\varepsilon = {sizes['epsilon']}$",
            ball_of(loss(S, A, H) * H * T),
            ">=",
            enclose(trial.formal.right, sizes),
            quantity=r"largest regret, and $\frac14(\sqrt{HSAT} + SAH/\varepsilon)$",
            detail="on MDPs where one action in each state and step pays 1 and the others nothing",
        )


def _learners(trial: Trial) -> Iterator[Evidence]:
    T = 200_000 if trial.full else 5_000
    gaps = [0.5 / 2**k for k in range(7)]
    for epsilon in (0.01, 1.0):
        bound = float(approximate(trial.formal.right, {**TWO_ARMS, "T": T, "epsilon": epsilon}))
        for mode in ("repaired", "practical"):
            worst = max(
                PUCB(1, 2, 1, T, epsilon, mode).run(bad_arm_first(gap), trial.seed).total_regret for gap in gaps
            )
            yield searched(
                f"PUCB, {mode}: $S = H = 1$, $A = 2$, $T = {T}$, $\\varepsilon = {epsilon:g}$, {len(gaps)} gaps, one "
                f"run each",
                violation=worst < bound,
                quantity=r"largest regret, and $\frac14(\sqrt{2T} + 2/\varepsilon)$",
                left=worst,
                relation=">=",
                right=bound,
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


@claim("pucb/lower-pac", reading="small-alpha", broken={"an agent that knows the MDP": {"players": KNOWING}})
def lower_pac_small_alpha(trial: Trial, *, players: Losses = PLAYERS) -> Iterator[Finding]:
    """Count the mistakes of private agents in as many episodes as the bound, the fewest of which it speaks."""
    for H, alpha, epsilon in (
        (1, Fraction(1, 4), Fraction(1, 100)),
        (2, Fraction(1, 10), Fraction(1)),
        (400, Fraction(100), Fraction(1, 20)),
        (400, Fraction(100), Fraction(20)),
    ):
        S = A = 2
        values = {"S": S, "A": A, "H": H, "alpha": alpha, "epsilon": epsilon}
        episodes = rational(MISTAKES, values) / 8
        for name, loss in players.items():
            yield exact(
                f"{name}: $S = A = 2$, $H = {H}$, $\\alpha = {alpha}$, $\\varepsilon = {epsilon}$",
                episodes if loss(S, A, H) * H > alpha else Fraction(0),
                ">=",
                rational(trial.formal.right, values),
                quantity=r"mistakes in $\frac18(SAH^2/\alpha^2 + SAH/(\varepsilon\alpha))$ episodes, and that number",
                detail=r"the gap is the same in all episodes, so all are mistakes if it is above $\alpha$",
            )
    if players is PLAYERS:
        yield from _mistakes(trial)


def _mistakes(trial: Trial) -> Iterator[Finding]:
    """Count those of PUCB in runs, and draw them."""
    T, alpha = (400_000 if trial.full else 10_000), 0.1
    lines: list[Series] = []
    budgets = (0.1, 1.0, 10.0)
    for mode in ("repaired", "practical"):
        counts = [PUCB(1, 2, 1, T, x, mode).run(bad_arm_first(2 * alpha), trial.seed).mistakes(alpha) for x in budgets]
        lines.append(Series(label=mode, x=budgets, y=[float(count) for count in counts]))
        for epsilon, count in zip(budgets, counts, strict=True):
            yield searched(
                f"PUCB, {mode}: $S = H = 1$, $A = 2$, $\\alpha = 1/10$, $\\varepsilon = {epsilon:g}$, $T = {T}$, one "
                f"run",
                violation=count < _an_eighth(trial, alpha, epsilon),
                quantity=r"mistakes, and $\frac18(2/\alpha^2 + 2/(\varepsilon\alpha))$",
                left=float(count),
                relation=">=",
                right=_an_eighth(trial, alpha, epsilon),
            )
    lines.append(Series(label="an eighth of the bound", x=budgets, y=[_an_eighth(trial, alpha, x) for x in budgets]))
    yield Figure(
        title="Mistakes of private agents, and the lower bound",
        x_label=r"$\varepsilon$",
        y_label="mistakes",
        x_scale="log",
        y_scale="log",
        series=lines,
        caption=f"Two arms with a gap of 0.2, the worse one first, $\\alpha = 0.1$, $T = {T}$ episodes, one run each. "
        f"A count of $T$ says that nothing was learned.",
    )


def _an_eighth(trial: Trial, alpha: float, epsilon: float) -> float:
    return float(approximate(trial.formal.right, {**TWO_ARMS, "alpha": alpha, "epsilon": epsilon}))
