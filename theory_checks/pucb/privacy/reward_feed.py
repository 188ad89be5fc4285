r"""Algorithm 2: reward counters that are fed only when they are visited, seen in the releases and in the actions.

    releases   r~(s, a, h) is exactly 0 as long as nobody has visited (s, a, h), and has a density afterwards: two users
               of episode 1 in different states are told apart with certainty
    actions    S = A = 2, H = 1, T = 2, ties to the lowest index, 0/0 = H in episode 1. Under U user 1 is in state 0,
               under U' in state 1 with reward 0; user 2 is in state 1. Noise has the scale s = 6/epsilon, and N, N' are
               the releases n~(1, 0), n~(1, 1), R = r~(1, 0); r~(1, 1) = 0 under both.

    Under U    R = 0, so Q~+(1, a) is 1 below 2E and min(1, conf(n~)) above, where conf falls. User 2 gets action 1 only
               if conf(N) < 1, that is N > x for every x >= 2E with conf(x) >= 1: probability at most exp(-x/s)/2.
    Under U'   if N < 0 < R and N' < 2E, then Q~+(1, 0) = 1 + R/N < 1 = Q~+(1, 1) and user 2 gets action 1. These are
               independent, with the probabilities exp(-1/s)/2, 1/2 and 1 - exp(-2E/s)/2.

For every epsilon > 0 the second probability is more than e^epsilon times the first: x = 9E works (conf >= 9E/x), and
x = 8 ln 20 if it is at least 2E (conf >= 2 sqrt(2 ln 20/x)), where E/s = ln(160) ln(2)^(5/2)/2 = 1.01...
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import exp, inf, log, log1p, sqrt

from tabular.noise.counters.designs import BinaryDesign
from tabular.privacy.joint import CounterFeeds, largest_transcript_loss
from tabular.privacy.joint.transcript import RewardFeed
from theory_checks.certificate import Certificate, Expression, Term, op, ref, relation, relation_fact
from theory_checks.claim import Finding, Trial, claim
from theory_checks.enclosures import enclose
from theory_checks.evidence import Evidence, ball, exact
from theory_checks.exhibits import Figure, Series
from theory_checks.pucb.privacy.budget_split import changes_of_three_counters, noise_scale, three_counters

ONE, TWO = Fraction(1), Fraction(2)
SIZES = ((2, 1, 1, 1), (2, 2, 1, 2), (2, 1, 2, 7))


@claim(
    "pucb/reward-feed",
    reading="visited-only",
    domain=r"all $S \geq 2$, $A$, $H$, $T$ and any noise with a density, of any scale; all counters are released, and "
    "one that was never fed releases 0",
    refuted_by=r"an event of the releases that is possible under one user and impossible under another: then no "
    r"$\varepsilon$ and no $\delta < 1$ will do",
    sound={"zeros fed to all other reward counters": {"feed": "all"}},
)
@claim(
    "pucb/reward-feed",
    reading="zero-fed",
    domain=r"all $S, A, H, T$ and $\varepsilon > 0$, Laplace noise of the printed scale $3HK/\varepsilon$, all "
    "counters released; the question is whether there is any finite bound (that it is the promised one: "
    "`pucb/budget-split`)",
    refuted_by=r"two users with an infinite loss, or with one above $2\varepsilon$",
    covers=r"""
Every counter has a release in every episode, with the same noise whether it is visited or not: the density of all
partial sums is positive everywhere. One user changes the increments by at most $6H$ in absolute sum (one number in
$[0, 1]$ for each of three counters at each step, at an old and at a new place), and is in at most $K$ partial sums: the
log density ratio is at most $K \cdot 6H/s = 2\varepsilon$ for $s = 3HK/\varepsilon$, whatever the others do. The cases
compute the largest ratio over all pairs of users.""",
    not_covered=r"that the releases are $\varepsilon$-private, which they are not: `pucb/budget-split`",
    broken={"reward counters fed on visits only": {"feed": "visited"}},
)
def reward_feed(trial: Trial, *, feed: RewardFeed | None = None) -> Iterator[Finding]:
    """Look at the atom of an unvisited reward counter; if there is none, compute the exact loss."""
    used: RewardFeed = feed or ("visited" if trial.reading == "visited-only" else "all")
    for S, A, H, T in SIZES:
        found = largest_transcript_loss(
            CounterFeeds(S, A, H, used), BinaryDesign(T), noise_scale(three_counters, H, T, ONE)
        )
        case = f"$S = {S}$, $A = {A}$, $H = {H}$, $T = {T}$"
        atom = Fraction(found.loss == inf)
        yield exact(
            f"{case}: a reward counter that user 1 visits and its neighbour does not",
            atom,
            "<=",
            0,
            quantity=r"$\Pr[\tilde r = 0]$ after episode 1 without a visit, and $e^\varepsilon$ times the same with "
            r"one, for every $\varepsilon$",
            certificate=_atom(trial) if atom else None,
        )
        if not atom:
            yield exact(
                case, Fraction(found.loss), "<=", 2, quantity=r"the largest log density ratio over $\varepsilon$"
            )


def _atom(trial: Trial) -> Certificate:
    return Certificate(
        claim=trial.claim_id,
        reading=trial.reading,
        says=r"The event $\tilde r(s, a, 1) = 0$ has probability 1 if nobody visits $(s, a, 1)$ in episode 1, and 0 if "
        r"user 1 does: no $\varepsilon$ is large enough.",
        constants={"unvisited": 1, "visited": 0, "factor": op("exp", 1000)},
        notes=[
            "Without an input the counter releases 0; with one it releases the input plus noise that has a density.",
            "The factor exp(1000) may be replaced by any other: it is multiplied by 0.",
        ],
        conclusion=relation(ref("unvisited"), ">", op("*", "factor", "visited")),
    )


@dataclass(frozen=True)
class Variant:
    """A way to run Algorithm 2: how reward counters are fed, and whether the budget is split into 6 H parts or 3 H."""

    feed: RewardFeed
    is_repaired: bool

    def loss(self) -> Fraction | float:
        """Return the largest log density ratio of all releases over epsilon, for S = A = 2, H = 1, T = 2."""
        parts = changes_of_three_counters if self.is_repaired else three_counters
        scale = noise_scale(parts, 1, 2, ONE)
        return largest_transcript_loss(CounterFeeds(2, 2, 1, self.feed), BinaryDesign(2), scale).loss


PRINTED, REPAIRED = Variant("visited", False), Variant("all", True)
VIEW_CASES = tuple((Fraction(e), base) for e, base in (("1/10", 0), ("1", 0), ("10", 0), ("1", 2)))


@claim(
    "pucb/jdp",
    domain=r"Algorithm 2 with the planner of Algorithm 3, all $\varepsilon > 0$; pinned down where the text is silent: "
    r"ties to the lowest index, $0/0 = H$ in episode 1, $\beta' = 1/10$, the scale of the binary mechanism",
    refuted_by=r"two neighbouring sequences of users and an event of the actions of the others that is more than "
    r"$e^\varepsilon$ times as probable under one as under the other",
    not_covered=r"ties decided at random: then the action of user 1 is hidden, and by symmetry this event has "
    r"probability $1/2$ under both; the releases are told apart for certain there, too (`pucb/reward-feed`); of "
    "the action together with the final policy nothing is shown here",
    sound={r"zeros fed, $\varepsilon' = \varepsilon/(6H)$": {"variant": REPAIRED}},
)
def jdp(trial: Trial, *, variant: Variant = PRINTED) -> Iterator[Finding]:
    """Bound the two probabilities of one action of user 2, unless the loss of all releases is within the budget."""
    loss = variant.loss()
    for epsilon, base in VIEW_CASES:
        logs = "natural logarithms" if base == 0 else "logarithms to base 2"
        case = f"$S = A = 2$, $H = 1$, $T = 2$, $\\varepsilon = {epsilon}$, {logs} in $E_\\varepsilon$"
        if loss <= 1:
            quantity = r"the largest log density ratio of all releases over $\varepsilon$, which bounds every view"
            yield exact(case, Fraction(loss), "<=", 1, quantity=quantity)
        else:
            yield _actions_tell(trial, case, epsilon, base)
    yield _view_figure()


def _actions_tell(trial: Trial, case: str, epsilon: Fraction, base: int) -> Evidence:
    constants = _constants(epsilon, base)
    likely, unlikely = enclose(LIKELY, constants), enclose(UNLIKELY, constants)
    return ball(
        case,
        likely,
        "<=",
        enclose(op("*", op("exp", "epsilon"), UNLIKELY), constants),
        quantity=r"$\Pr[a_2 = 1 \mid U']$ (at least) and $e^\varepsilon \Pr[a_2 = 1 \mid U]$ (at most)",
        detail=f"the log ratio is at least {float((likely / unlikely).log()):.4g}",
        certificate=_view_certificate(trial, epsilon, base),
    )


# The two probabilities, in the constants of the certificate.
UNLIKELY = op("/", op("exp", op("neg", op("/", "x", "scale"))), 2)
LIKELY = op(
    "*",
    Fraction(1, 4),
    op("exp", op("neg", op("/", 1, "scale"))),
    op("-", 1, op("/", op("exp", op("neg", op("/", op("*", 2, "E"), "scale"))), 2)),
)
PSI = op("*", 3, op("+", op("/", op("*", 3, "E"), "x"), op("/", op("*", 2, "E", "E"), op("*", "x", "x"))))
PHI = op("sqrt", op("/", op("*", 2, op("log", op("/", "T", "beta"))), op("max", op("-", "x", "E"), 1)))
BONUS = op("+", op("*", 2, PHI), PSI)


def _constants(epsilon: Fraction, base: int) -> dict[str, Term]:
    """Return the constants of the run: E of Algorithm 3 for S = A = 2, H = 1, T = 2, and x with conf(x) >= 1."""
    unit: Expression = op("log", 2) if base else "1"
    inside, outside = (op("/", op("log", y), unit) for y in (op("/", "counters", "beta"), "T"))
    level = op("*", op("/", 3, "epsilon"), inside, op("sqrt", op("pow", outside, 5)))
    found: dict[str, Term] = {
        "epsilon": epsilon,
        "T": 2,
        "counters": 16,
        "beta": Fraction(1, 10),
        "scale": op("/", op("*", 2, 3), "epsilon"),
        "E": level,
    }
    return found | {"x": _level(float(enclose(level, found)), 2, 0.1)}


def _level(E: float, T: float, beta: float) -> Fraction:
    """Return a level just below the one where conf falls below 1, as a multiple of 1/64."""

    def bonus(n: float) -> float:
        return 2 * sqrt(2 * log(T / beta) / max(n - E, 1.0)) + 3 * (3 * E / n + 2 * E * E / n**2)

    low, high = 2 * E, 1e9 * (E + 1)
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if bonus(middle) >= 1 else (low, middle)
    return Fraction(int(low * 64), 64)


def _view_certificate(trial: Trial, epsilon: Fraction, base: int) -> Certificate:
    return Certificate(
        claim=trial.claim_id,
        reading=trial.reading,
        says=r"User 2, in state 1, gets action 1 more than $e^\varepsilon$ times as often if user 1 was in state 1 as "
        "if it was in state 0.",
        constants=_constants(epsilon, base),
        facts=[relation_fact(ref("x"), ">=", op("*", 2, "E")), relation_fact(BONUS, ">=", 1)],
        notes=[
            "User 1 in state 0: both reward counters of state 1 are exactly 0, Q+(1, 0) < 1 needs conf(n) < 1 and so a "
            "noise above x: probability at most exp(-x/scale)/2.",
            "User 1 in state 1, reward 0: action 1 is taken if n(1, 0) < 0 < r(1, 0) and n(1, 1) < 2 E, independent, "
            "with probabilities exp(-1/scale)/2, 1/2 and 1 - exp(-2 E/scale)/2.",
        ],
        conclusion=relation(LIKELY, ">", op("*", op("exp", "epsilon"), UNLIKELY)),
    )


def _view_figure() -> Figure:
    episodes = [2**k for k in range(1, 21)]
    names = {0.1: "1/10", 1.0: "1", 10.0: "10"}
    told = [
        Series(
            label=f"actions as printed, $\\varepsilon = {name}$ (lower bound)",
            x=episodes,
            y=[float(f"{_log_ratio(epsilon, T) / epsilon:.9g}") for T in episodes],
        )
        for epsilon, name in names.items()
    ]
    return Figure(
        title="What the action of user 2 tells about user 1",
        x_label="$T$",
        y_label=r"log ratio of probabilities over $\varepsilon$",
        x_scale="log",
        y_scale="log",
        series=[
            *told,
            Series(label="all releases, zeros fed", x=episodes, y=[2.0] * len(episodes)),
            Series(
                label=r"all releases, zeros fed, $\varepsilon' = \varepsilon/(6H)$", x=episodes, y=[1.0] * len(episodes)
            ),
        ],
        caption=r"$S = A = 2$, $H = 1$, $\beta' = 1/10$, natural logarithms. The promise is 1; the two horizontal "
        "lines are upper bounds for every view.",
    )


def _log_ratio(epsilon: float, T: int) -> float:
    """Return the lower bound of the log ratio for T episodes, in doubles."""
    scale = 3 * T.bit_length() / epsilon
    E = 3 / epsilon * log(160) * log(T) ** 2.5
    return (float(_level(E, T, 0.1)) - 1) / scale - log(2) + log1p(-exp(-2 * E / scale) / 2)
