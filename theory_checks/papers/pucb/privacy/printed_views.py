r"""The actions and the policy of Algorithm 2 as printed: reward counters are fed only when they are visited.

S = A = 2, H = 1, T = 2, 0/0 = H in episode 1. Under U user 1 is in state 0, under U' in state 1 with reward 0; user 2
is in state 1, with rewards 0. Noise has the scale s = 6/epsilon. A reward counter that nobody visited is 0, and keeps
its noise until it is fed again. x is a level >= 2E with conf(x) >= 1, so conf >= 1 up to x.

Ties to the lowest index, the event a_2 = 1. N, N' are the releases n~(1, 0), n~(1, 1), R = r~(1, 0); r~(1, 1) = 0.

    Under U    R = 0, so Q~+(1, a) is 1 below 2E and min(1, conf(n~)) above. User 2 gets action 1 only if conf(N) < 1,
               that is N > x: probability at most exp(-x/s)/2.
    Under U'   if N < 0 < R and N' < 2E, then Q~+(1, 0) = 1 + R/N < 1 = Q~+(1, 1) and user 2 gets action 1. These are
               independent, with the probabilities exp(-1/s)/2, 1/2 and 1 - exp(-2E/s)/2.

For every epsilon > 0 the second probability is more than e^epsilon times the first: x = 9E works (conf >= 9E/x), and
x = 8 ln 20 if it is at least 2E (conf >= 2 sqrt(2 ln 20/x)), where E/s = ln(160) ln(2)^(5/2)/2 = 1.01...

Ties at random, the event pi(1) = a_2: the final policy takes in state 1 the action of user 2. Let b = exp(-1/s)/2 =
P(1 + noise < 0), c = exp(-(2E - 1)/s)/2 = P(1 + noise > 2E).

    Under U    the other counter r~ is 0, its action has Q~+ = 1 up to x; that of user 2 has Q~+ < 1 if n~ < 0 < r~ or
               r~ < 0 < n~ < 2E: probability (b + 1 - b - c)/2. So P(event) <= exp(-x/s)/2 + (1 - (1 - c)/2)/2.
    Under U'   a_2 differs from a_1 with at least (1 + min(b, 1 - b - c))/2 (1 - exp(-x/s)/2) whatever the noise of
               r~(1, a_1) is; then both actions were taken once with reward 0, all other noises are new, and by
               symmetry the final policy takes either with probability 1/2. And a_2 = a_1 if Q~+(1, a_1) = 1 and the
               coin says so, probability at least d/4 with d = 1 - exp(-(x - 2)/s)/2; then all noises of the action are
               new, and the final policy takes it again with at least d/4.

Ties at random in long runs, T = 2^k, the users 2..T in state 1 with rewards 1, the event a_2 = ... = a_T. Let y, m, m'
be numbers with 2 T e^(-0.7 y) m^(k-1) <= 1/2, m = 1/(1 - 0.7^2) = E e^(0.7 xi), m' = 1/(1 - 0.9^2), and x = 9E.

    Under U    the other action o has r~ = 0 and Q~+ = 1 unless n~ > x, so user t >= 3 gets a_2 by a coin. For t - 1 in
               2^j..2^(j+1) - 1 the noise of n~ is of its own: P(event) <= prod_(0<j<k) (2^-(2^j) + p_j), with
               Chernoff's bound p_j = 2^j m'^(j+1) exp(-0.9 x/s) of P(n~ > x at some time).
    Under U'   let r~(1, a_1) < 0, all noises at the nodes 2^j in (y s, (y + 1) s) for n~ of both actions, above
               (3y + 1) s for r~(1, o), and all others together in [-y s, y s] at each time, probability at least 1/2
               for a counter. Then 0 < n~(1, a_1) < 2E, so Q~+(1, a_1) < 1, and r~(1, o) > n~(1, o) > 0 from its first
               visit on, so Q~+(1, o) = 1: all users get o. P(event) >= 2^-4 ((1 - 1/e) e^-y/2)^(2k) (e^-(3y + 1)/2)^k.

E/s does not depend on epsilon and grows as k^(3/2). The logarithms of the bounds are of the orders -k^(5/2) and -k^2,
so that for every epsilon their difference exceeds epsilon for large T.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import exp, log, log1p

from tabular.noise.counters.designs import BinaryDesign
from tabular.privacy.joint import CounterFeeds, largest_transcript_loss
from tabular.privacy.joint.transcript import RewardFeed
from theory_checks.core import formula as formulas
from theory_checks.core.certificate import Certificate
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball, exact
from theory_checks.core.exhibits import Figure, Series
from theory_checks.core.formula import Formula, Term, maximum, minimum, num, ref, total
from theory_checks.core.interpret import approximate, enclose, substitute
from theory_checks.core.texts import texts_of
from theory_checks.papers.pucb.common.algorithm import CONF, LEVELS
from theory_checks.papers.pucb.common.parts import replaced
from theory_checks.papers.pucb.privacy._three_counters import PRINTED_BUDGET, REPAIRED_BUDGET, noise_scale

TEXTS = texts_of(__file__)

ONE = Fraction(1)
BETA, NATURAL = Fraction(1, 10), "natural-log"


@dataclass(frozen=True)
class Variant:
    """A way to run Algorithm 2: how reward counters are fed, and the budget of a counter."""

    feed: RewardFeed
    budget: Formula

    def loss(self) -> Fraction | float:
        """Return the largest log density ratio of all releases over epsilon, for S = A = 2, H = 1, T = 2."""
        scale = noise_scale(self.budget, 1, 2)
        return largest_transcript_loss(CounterFeeds(2, 2, 1, self.feed), BinaryDesign(2), scale).loss


PRINTED, REPAIRED = Variant("visited", PRINTED_BUDGET), Variant("all", REPAIRED_BUDGET)


@dataclass(frozen=True)
class Telling:
    """An event that is likely under U' and less so under U: its name, two bounds and why they are bounds."""

    name: str
    likely: Formula
    unlikely: Formula
    says: str
    notes: tuple[str, str]
    least: int  # the bounds hold for E of at least this
    cases: tuple[tuple[Fraction, str], ...]  # epsilon, base of the logarithms


def _tail(distance: Term) -> Formula:
    """Return P(noise > distance) for a distance >= 0."""
    return formulas.exp(-(distance / ref("scale"))) / 2


BELOW, BEYOND = _tail(1), _tail(2 * ref("E") - 1)  # b and c
REACHED = 1 - _tail(ref("x") - 2)  # d
LOWEST = Telling(
    name="a_2 = 1",
    likely=Fraction(1, 2) * _tail(1) * (1 - _tail(2 * ref("E"))),
    unlikely=_tail("x"),
    says=r"User 2, in state 1, gets action 1 more than $e^\varepsilon$ times as often if user 1 was in state 1 as "
    "if it was in state 0.",
    notes=(
        "User 1 in state 0: both reward counters of state 1 are exactly 0, Q+(1, 0) < 1 needs conf(n) < 1 and so a "
        "noise above x: probability at most exp(-x/scale)/2.",
        "User 1 in state 1, reward 0: action 1 is taken if n(1, 0) < 0 < r(1, 0) and n(1, 1) < 2 E, independent, "
        "with probabilities exp(-1/scale)/2, 1/2 and 1 - exp(-2 E/scale)/2.",
    ),
    least=0,
    cases=((Fraction(1, 10), NATURAL), (ONE, NATURAL), (Fraction(10), NATURAL), (ONE, "log2")),
)
RANDOM = Telling(
    name=r"\pi(1) = a_2",
    likely=(1 - _tail("x")) * (1 + minimum(BELOW, 1 - (BELOW + BEYOND))) / 4 + (REACHED / 4) ** 2,
    unlikely=_tail("x") + (1 - (1 - BEYOND) / 2) / 2,
    says=r"The final policy takes in state 1 the action that user 2 got there more than $e^\varepsilon$ times as often "
    "if user 1 was in state 1 as if it was in state 0.",
    notes=(
        "User 1 in state 0: the action that user 2 did not get has r = 0 and Q+ = 1 up to n = x; the one it got has "
        "Q+ < 1 if n < 0 < r or r < 0 < n < 2 E, and wins a tie with probability 1/2.",
        TEXTS["random"],
    ),
    least=1,
    cases=(
        (Fraction(1, 100), NATURAL),
        (Fraction(1, 10), NATURAL),
        (Fraction(2, 5), NATURAL),
        (Fraction(1, 10), "log2"),
    ),
)
SOUND = {r"zeros fed, $\varepsilon' = \varepsilon/(6H)$": {"variant": REPAIRED}}


@claim("pucb/jdp", reading="lowest-index", setting={"event": LOWEST}, sound=SOUND)
@claim("pucb/jdp", reading="random-ties", setting={"event": RANDOM}, sound=SOUND)
def jdp(trial: Trial, *, event: Telling, variant: Variant = PRINTED) -> Iterator[Finding]:
    """Bound the two probabilities of one event, unless the loss of all releases is within the budget."""
    loss = variant.loss()
    for epsilon, base in event.cases:
        logs = "natural logarithms" if base == NATURAL else "logarithms to base 2"
        case = f"$S = A = 2$, $H = 1$, $T = 2$, $\\varepsilon = {epsilon}$, {logs} in $E_\\varepsilon$"
        if loss <= 1:
            quantity = r"the largest log density ratio of all releases over $\varepsilon$, which bounds every view"
            yield exact(case, Fraction(loss), "<=", 1, quantity=quantity)
        else:
            yield _views_tell(trial, event, case, epsilon, base)
    if event is RANDOM and loss > 1:
        yield from (_long_run(trial, Fraction(epsilon)) for epsilon in (Fraction(1, 10), 1, 10, 1000))
    if event is LOWEST:
        yield _view_figure()


def _views_tell(trial: Trial, event: Telling, case: str, epsilon: Fraction, base: str) -> Evidence:
    constants = _constants(epsilon, base)
    likely, unlikely = enclose(event.likely, constants), enclose(event.unlikely, constants)
    return ball(
        case,
        likely,
        "<=",
        enclose(formulas.exp(ref("epsilon")) * event.unlikely, constants),
        quantity=f"$\\Pr[{event.name} \\mid U']$ (at least) and $e^\\varepsilon \\Pr[{event.name} \\mid U]$ (at most)",
        detail=f"the log ratio is at least {float((likely / unlikely).log()):.4g}",
        certificate=Certificate(
            says=event.says,
            constants=constants,
            facts=[
                ref("x") >= 2 * ref("E"),
                BONUS >= 1,
                ref("E") >= event.least,
            ],
            assumed=list(event.notes),
            conclusion=event.likely > formulas.exp(ref("epsilon")) * event.unlikely,
        ),
    )


LENGTH = 16  # k
LIKELY_LOG = ref("k") * (2 * formulas.log((1 - formulas.exp(-1)) / 2) - formulas.log(2)) - (
    ref("k") * (5 * ref("y") + 1) + 4 * formulas.log(2)
)


def _window(j: int) -> Formula:
    """Return log 2 + max(log 2^-(2^j), log p_j), which is at least log(2^-(2^j) + p_j)."""
    tail = j * formulas.log(2) + (j + 1) * -formulas.log(Fraction(19, 100))
    larger = maximum(-(2**j * formulas.log(2)), tail - Fraction(81, 10) * ref("level"))
    return formulas.log(2) + larger


UNLIKELY_LOG = total(_window(j) for j in range(1, LENGTH))


SIXTEEN_COUNTERS = replaced(LEVELS[NATURAL], ref("C") / "beta", 160)  # at beta' = 1/10


def _long_run(trial: Trial, epsilon: Fraction) -> Evidence:
    """Bound the probabilities that all users after the first get the same action, T = 2^16."""
    constants: dict[str, Term] = {
        "epsilon": epsilon,
        "k": LENGTH,
        "T": 2**LENGTH,
        "y": 33,
        "scale": 3 * (LENGTH + 1) / ref("epsilon"),
        "level": substitute(SIXTEEN_COUNTERS, {"H": 1, "epsilon": 3})
        / (LENGTH + 1),  # E/scale, in which epsilon cancels
    }
    likely, unlikely = enclose(LIKELY_LOG, constants), enclose(UNLIKELY_LOG, constants)
    return ball(
        f"$S = A = 2$, $H = 1$, $T = 2^{{16}}$, $\\varepsilon = {epsilon}$, natural logarithms in $E_\\varepsilon$",
        likely,
        "<=",
        enclose(epsilon) + unlikely,
        quantity=r"$\ln\Pr[a_2 = \dots = a_T \mid U']$ (at least) and "
        r"$\varepsilon + \ln\Pr[a_2 = \dots = a_T \mid U]$ (at most)",
        detail=f"the log ratio is at least {float(likely - unlikely):.4g}",
        certificate=_long_certificate(trial, constants),
    )


def _long_certificate(trial: Trial, constants: dict[str, Term]) -> Certificate:
    rest = formulas.log(4 * ref("T")) + (LENGTH - 1) * -formulas.log(Fraction(51, 100))
    reached = 1 / ref("scale") + 2 * ref("y") + 1
    return Certificate(
        says=r"All users after the first, in state 1, get the same action more than $e^\varepsilon$ times as often "
        "if user 1 was in state 1 as if it was in state 0.",
        constants=constants,
        facts=[
            rest <= Fraction(7, 10) * ref("y"),
            reached < 2 * ref("level"),
        ],
        assumed=[
            TEXTS["long_certificate_notes"],
            TEXTS["long_certificate_notes_2"],
        ],
        conclusion=ref("epsilon") + UNLIKELY_LOG < LIKELY_LOG,
    )


BONUS = substitute(CONF, {"S": 2, "H": 1, "n": ref("x"), "beta_prime": ref("beta")})


def _constants(epsilon: Fraction, base: str) -> dict[str, Term]:
    """Return the constants of the run: E of Algorithm 3 for S = A = 2, H = 1, T = 2, and x with conf(x) >= 1."""
    level = substitute(LEVELS[base], {"H": 1})
    constants: dict[str, Term] = {
        "epsilon": epsilon,
        "T": 2,
        "C": 16,
        "beta": BETA,
        "scale": num(2) * 3 / ref("epsilon"),
        "E": level,
    }
    return constants | {"x": _level(float(enclose(level, constants)), 2)}


def _level(E: float, T: int) -> Fraction:
    """Return a level just below the one where conf falls below 1, as a multiple of 1/64."""
    low, high = 2 * E, 1e9 * (E + 1)
    for _ in range(100):
        middle = (low + high) / 2
        covered = approximate(BONUS, {"E": E, "x": middle, "T": T, "beta": BETA}) >= 1
        low, high = (middle, high) if covered else (low, middle)
    return Fraction(int(low * 64), 64)


def _view_figure() -> Figure:
    episodes = [2**k for k in range(1, 21)]
    names = {0.1: "1/10", 1.0: "1", 10.0: "10"}
    actions = [
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
            *actions,
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
    E = float(approximate(LEVELS[NATURAL], {"H": 1, "C": 16, "T": T, "beta": BETA, "epsilon": epsilon}))
    return (float(_level(E, T)) - 1) / scale - log(2) + log1p(-exp(-2 * E / scale) / 2)
