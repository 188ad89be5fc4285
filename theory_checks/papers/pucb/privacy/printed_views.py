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
from theory_checks.core.certificate import Certificate, instance, steps_of
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball, exact
from theory_checks.core.exhibits import Figure, Series
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula, Term, ref
from theory_checks.core.interpret import approximate, enclose, substitute
from theory_checks.papers.pucb.common.algorithm import CONF
from theory_checks.papers.pucb.privacy._three_counters import PRINTED_BUDGET, REPAIRED_BUDGET, noise_scale

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
    """An event that is likely under U' and less so under U: its name, the lemma with the two bounds, and cases."""

    name: str
    theorem: str
    says: str
    cases: tuple[tuple[Fraction, str], ...]  # epsilon, base of the logarithms

    @property
    def likely(self) -> Formula:
        """The lower bound under U'."""
        return self._step("likely")

    @property
    def unlikely(self) -> Formula:
        """The upper bound under U."""
        return self._step("unlikely")

    def _step(self, name: str) -> Formula:
        steps = steps_of(self.theorem)
        return substitute(steps[name], steps)


LOWEST = Telling(
    name="a_2 = 1",
    theorem="first-action-tells",
    says=r"User 2, in state 1, gets action 1 more than $e^\varepsilon$ times as often if user 1 was in state 1 as "
    "if it was in state 0.",
    cases=((Fraction(1, 10), NATURAL), (ONE, NATURAL), (Fraction(10), NATURAL), (ONE, "log2")),
)
RANDOM = Telling(
    name=r"\pi(1) = a_2",
    theorem="policy-repeats-action",
    says=r"The final policy takes in state 1 the action that user 2 got there more than $e^\varepsilon$ times as often "
    "if user 1 was in state 1 as if it was in state 0.",
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
        yield from (_long_run(trial, epsilon) for epsilon, _ in LONG_RUN.cases)
    if event is LOWEST:
        yield _view_figure()


def _views_tell(trial: Trial, event: Telling, case: str, epsilon: Fraction, base: str) -> Evidence:
    run = _run(epsilon, base)
    likely, unlikely = enclose(event.likely, run), enclose(event.unlikely, run)
    return ball(
        case,
        likely,
        "<=",
        enclose(formulas.exp(ref("epsilon")) * event.unlikely, run),
        quantity=f"$\\Pr[{event.name} \\mid U']$ (at least) and $e^\\varepsilon \\Pr[{event.name} \\mid U]$ (at most)",
        detail=f"the log ratio is at least {float((likely / unlikely).log()):.4g}",
        certificate=_certificate(trial, event, _values(2, epsilon, base), reach=run["reach"]),
    )


def _values(T: int, epsilon: Fraction, base: str) -> dict[str, Term]:
    """Return the values of the symbols of the statement for S = A = 2, H = 1."""
    sizes: dict[str, Term] = {"S": 2, "A": 2, "H": 1, "T": T, "K": T.bit_length()}
    return {**sizes, "epsilon": epsilon, "beta_prime": BETA, "b": int(base != NATURAL)}


def _certificate(trial: Trial, event: Telling, values: dict[str, Term], **own: Term) -> Certificate:
    return instance(
        trial.formal,
        event.says,
        values,
        by={"loss": event.theorem},
        own={"loss": own},
    )


HEIGHT = 33
LONG_RUN = Telling(
    name=r"a_2 = \dots = a_T",
    theorem="all-actions-agree",
    says=r"All users after the first, in state 1, get the same action more than $e^\varepsilon$ times as often "
    "if user 1 was in state 1 as if it was in state 0.",
    cases=tuple((Fraction(x), NATURAL) for x in ("1/10", "1", "10", "1000")),
)


def _long_run(trial: Trial, epsilon: Fraction) -> Evidence:
    """Bound the logarithms of the probabilities that all users after the first get the same action, T = 2^16."""
    values = _values(2**16, epsilon, NATURAL)
    own: dict[str, Term] = {"doublings": 16, "height": HEIGHT}
    run = {**own, "scale": 51 / epsilon, "level": substitute(LEVEL, values)}
    likely, unlikely = enclose(LONG_RUN.likely, run), enclose(LONG_RUN.unlikely, run)
    return ball(
        f"$S = A = 2$, $H = 1$, $T = 2^{{16}}$, $\\varepsilon = {epsilon}$, natural logarithms in $E_\\varepsilon$",
        likely,
        "<=",
        enclose(epsilon) + unlikely,
        quantity=r"$\ln\Pr[a_2 = \dots = a_T \mid U']$ (at least) and "
        r"$\varepsilon + \ln\Pr[a_2 = \dots = a_T \mid U]$ (at most)",
        detail=f"the log ratio is at least {float(likely - unlikely):.4g}",
        certificate=_certificate(trial, LONG_RUN, values, **own),
    )


LEVEL = formal_of(__file__, "pucb/jdp").let["level"]
BONUS = substitute(CONF, {"S": 2, "H": 1, "n": ref("reach"), "E": ref("level")})


def _run(epsilon: Fraction, base: str) -> dict[str, Term]:
    """Return scale and level for T = 2, and a count up to which the bonus is at least 1."""
    values = _values(2, epsilon, base)
    level = substitute(LEVEL, values)
    reach = _reach(float(enclose(level)), 2)
    return {"epsilon": epsilon, "T": 2, "beta_prime": BETA, "scale": 6 / epsilon, "level": level, "reach": reach}


def _reach(level: float, T: int) -> Fraction:
    """Return a count just below the one where the bonus falls below 1, as a multiple of 1/64."""
    low, high = 2 * level, 1e9 * (level + 1)
    for _ in range(100):
        middle = (low + high) / 2
        covered = approximate(BONUS, {"level": level, "reach": middle, "T": T, "beta_prime": BETA}) >= 1
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
    level = float(approximate(LEVEL, {**_values(T, Fraction(epsilon), NATURAL)}))
    return (float(_reach(level, T)) - 1) / scale - log(2) + log1p(-exp(-2 * level / scale) / 2)
