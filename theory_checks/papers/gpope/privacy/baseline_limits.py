r"""Section 7: limits of output perturbation, for continuous states or actions (DP-LSL) and off-policy (both methods).

Both baselines read, for each trajectory and state, the first-visit return F in [0, V], V = Rmax/(1 - gamma); they fit a
linear function and add N(0, s^2 I) with s = a V (smooth sensitivity), a free of the data. Privacy is a statement on all
data sets: it does not ask which policy made them. What can break it is

    * returns beyond V, that is importance ratios in the returns;
    * a noise level made of features of the *visited* states, which are private (with finitely many states: of all).

One state with phi = 1, visited by all m trajectories: theta is the mean of F (DP-LSW), and s lies between a V/m and aV.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from flint import arb, ctx

from tabular.algorithms.evaluation.dp_lsw import DPLSW
from tabular.numbers.balls import ball as ball_of
from tabular.numbers.balls import ends
from tabular.privacy import delta_ball
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball, exact, undefined
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Term
from theory_checks.core.interpret import enclose
from theory_checks.papers.gpope.privacy._certified import certified

BITS = 96
ROUNDING = arb(2) ** -40  # more than a few roundings of doubles
RETURNS, VISITS, RIDGE = Fraction(10), 20, Fraction(1000)  # V, m, and lambda of DP-LSL
ONE = Fraction(1)
LEVELS = ((Fraction(1, 10), Fraction(1, 10**5)), (Fraction(1), Fraction(1, 100)), (Fraction(1, 2), Fraction(1, 2)))
DISTANCE = formal_of(__file__, "gpope/baseline-limits/repaired").right


def calibration(epsilon: Fraction, delta: Fraction) -> arb:
    """Return a, the noise of both methods for each unit of the smooth sensitivity."""
    return 1 / enclose(DISTANCE, {"epsilon": epsilon, "delta": delta})


def noise_of_method(epsilon: Fraction, delta: Fraction) -> float:
    """Return what output perturbation multiplies the smooth sensitivity by, in doubles."""
    return DPLSW([[1.0]], 0.5, float(epsilon), float(delta)).setting.alpha


def one_state(epsilon: Fraction, delta: Fraction) -> dict[str, Term]:
    """Return the numbers of a case with one state."""
    return {"V": RETURNS, "m": VISITS, "lambda": RIDGE, "epsilon": epsilon, "delta": delta}


LESS_NOISE = {"a fiftieth of the noise": {"share": Fraction(1, 50)}}


def least_delta(epsilon: Fraction, mu: arb) -> arb:
    """Return the least delta of normal laws at a distance in the ball mu, in which it increases."""
    low, high = ends("mu", mu)
    return delta_ball(epsilon, low, BITS).union(delta_ball(epsilon, high, BITS))


def _where(epsilon: Fraction, delta: Fraction) -> str:
    return f"$\\epsilon = {epsilon}$, $\\delta = {delta}$"


@claim("gpope/baseline-limits", reading="off-policy-data", setting={"method": "DP-LSW"}, sound=LESS_NOISE)
@claim("gpope/baseline-limits", reading="continuous-actions", setting={"method": "DP-LSL"}, sound=LESS_NOISE)
def unchanged(trial: Trial, *, method: str, share: Fraction = ONE) -> Iterator[Finding]:
    """Compare delta(epsilon) of the worst neighbours, at the largest move over the least noise, with delta."""
    distance = trial.formal.let["distance"]
    for epsilon, delta in LEVELS:
        numbers = one_state(epsilon, delta)
        with ctx.workprec(BITS):
            value = least_delta(epsilon, enclose(distance, numbers) / ball_of(share))
            evidence = ball(
                _where(epsilon, delta),
                value,
                ">",
                ball_of(delta),
                quantity=r"$\delta(\epsilon)$ attained, and $\delta$",
            )
        says = f"{method}, one state, {_where(epsilon, delta)}, $V = {RETURNS}$, $m = {VISITS}$: the guarantee holds."
        yield certified(trial, evidence, says, numbers)


Ratio = Callable[[Fraction], Fraction]


def inverse_probability(p: Fraction) -> Fraction:
    """Return 1/p: the target policy always takes an action of probability p."""
    return 1 / p


def clipped_ratio(p: Fraction) -> Fraction:
    """Return min(1, 1/p)."""
    return min(Fraction(1), 1 / p)


def ratio_at_most_fifty(p: Fraction) -> Fraction:
    """Return min(50, 1/p): an action of probability 1/50 at least."""
    return min(Fraction(50), 1 / p)


@claim(
    "gpope/baseline-limits",
    reading="weighted-returns",
    broken={"ratios clipped to 1": {"ratio": clipped_ratio}, "ratios of at most 50": {"ratio": ratio_at_most_fifty}},
    near=("ratios of at most 50",),
)
def weighted(trial: Trial, *, ratio: Ratio = inverse_probability) -> Iterator[Evidence]:
    """Compare delta(epsilon) of two data sets, from below, with delta."""
    m, p = 10, Fraction(1, 10**6)
    for epsilon, delta in LEVELS:
        with ctx.workprec(BITS):
            mu = ball_of(ratio(p) / m) / calibration(epsilon, delta)
            yield ball(
                f"$p = 10^{{-6}}$, {_where(epsilon, delta)}",
                least_delta(epsilon, mu),
                ">",
                ball_of(delta),
                quantity=r"$\delta(\epsilon)$ at least, and $\delta$",
            )


NormOf = Callable[[tuple[Fraction, ...]], Fraction]


def visited_norm(features: tuple[Fraction, ...]) -> Fraction:
    """Return the largest |phi(s)| of the visited states: 0 exactly if ||Phi|| of these states is."""
    return max(abs(x) for x in features)


def public_norm(features: tuple[Fraction, ...]) -> Fraction:
    """Return 1, the bound of |phi| on the whole state space."""
    del features
    return Fraction(1)


def floored_norm(features: tuple[Fraction, ...]) -> Fraction:
    """Return the norm of the visited states, but at least 1/100."""
    return max(visited_norm(features), Fraction(1, 100))


@claim(
    "gpope/baseline-limits",
    reading="visited-states",
    broken={
        r"the norm over all states": {"norm": public_norm},
        "the norm of the visited states, at least 1/100": {"norm": floored_norm},
    },
    near=("the norm of the visited states, at least 1/100",),
)
def visited_states(trial: Trial, *, norm: NormOf = visited_norm) -> Iterator[Evidence]:
    """Compare P({0}) - e^epsilon P'({0}) for these two data sets with delta."""
    all_at_zero, one_at_end = (Fraction(0),) * 3, (Fraction(0), Fraction(0), Fraction(1))
    masses = [Fraction(int(norm(visits) == 0)) for visits in (all_at_zero, one_at_end)]
    yield exact("visits in $s = 1$: noise of positive variance", masses[1], "==", 0, quantity=r"$\Pr'(\{0\})$")
    for epsilon, delta in LEVELS:
        yield exact(
            f"three visits, {_where(epsilon, delta)}",
            masses[0] - masses[1],
            ">",
            delta,
            quantity=r"$\Pr(\{0\}) - e^\epsilon\Pr'(\{0\})$ and $\delta$",
        )


Sizes = Callable[[], tuple[int | None, ...]]


def growing() -> tuple[int | None, ...]:
    """Return numbers of states; None stands for infinitely many."""
    return (1, 10, 99, None)


def finite() -> tuple[int | None, ...]:
    """Return finite numbers of states."""
    return (1, 10, 99)


@claim("gpope/baseline-limits", reading="all-states", sound={"finitely many states": {"sizes": finite}})
def all_states(trial: Trial, *, sizes: Sizes = growing) -> Iterator[Evidence]:
    """Check the condition lambda > ||Phi||^2 max rho of the noise level."""
    for states in sizes():
        if states is None:
            yield undefined(
                "infinitely many states",
                quantity=r"the noise level of DP-LSL",
                detail=r"$\|\Phi\| = \infty$, and no $\lambda$ exceeds $\|\Phi\|^2\max\rho$: the method cannot be run",
            )
        else:
            yield exact(f"{states} states", states, "<", 100, quantity=r"$\|\Phi\|^2\max\rho$ and $\lambda$")


@claim(
    "gpope/baseline-limits/repaired",
    broken={**LESS_NOISE, "nine tenths of the noise": {"share": Fraction(9, 10)}},
    near=("nine tenths of the noise",),
)
def clipped_returns(trial: Trial, *, share: Fraction = ONE) -> Iterator[Evidence]:
    """Compare the distance of the worst neighbours with its bound, and their delta(epsilon) with delta."""
    for epsilon, delta in (*LEVELS, (Fraction(1), Fraction(99, 100)), (Fraction(1, 1000), Fraction(1, 10**9))):
        with ctx.workprec(BITS):
            distance = 1 / ball_of(share * Fraction(noise_of_method(epsilon, delta)))
            bound = enclose(trial.formal.right, {"epsilon": epsilon, "delta": delta})
            ratio, what = (
                distance / bound,
                "distance of the worst neighbours over its bound, up to rounding of the noise",
            )
            yield ball(_where(epsilon, delta), ratio, "<=", 1 + ROUNDING, quantity=what)
            value = least_delta(epsilon, distance)
            yield ball(
                _where(epsilon, delta),
                value,
                "<=",
                ball_of(delta),
                quantity=r"$\delta(\epsilon)$ attained, and $\delta$",
            )
