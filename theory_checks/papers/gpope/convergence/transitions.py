r"""The mean of the gradient errors of tau transitions of one trajectory, and its expected square.

    E ||(1/tau) sum_t Delta_t||^2 = (1/tau^2) sum_(s,t) E <Delta_s, Delta_t>

is at most G^2/tau if different transitions are uncorrelated, but in general only at most G^2.

The cases are MDPs of two states with one feature, phi = 1, rewards 1 and -1 and a uniform, stationary start. At theta =
w = 0 the gradient error of a transition from S is Delta = (0, b - R(S)) with b = E R = 0, so that ||Delta||^2 = G^2 =
1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import reduce
from itertools import pairwise, product
from operator import mul

from tabular.mdp import FiniteMDP
from tabular.mdp.instances import identity_mdp
from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, exact, exact_all
from theory_checks.core.exhibits import Figure, Series
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import ref
from theory_checks.core.interpret import exact as value
from theory_checks.kit.cases import HALF, swap
from theory_checks.papers.gpope.common.one_state_loops import nine
from theory_checks.papers.gpope.convergence._certified import Comparisons, certified

PRINTED = formal_of(__file__, "gpope/minibatch-variance").right
CORRELATED, SIMPLER = formal_of(__file__, "gpope/minibatch-variance/repaired").claims
ONE = Fraction(1)
Bound = Callable[[int, Fraction, Fraction], Fraction]
Paths = list[tuple[int, ...]]


def lazy(stay: Fraction) -> FiniteMDP:
    """Return two states, each left with probability 1 - stay: correlation (2 stay - 1)^|s-t| of the rewards 1, -1."""
    return FiniteMDP([[[stay, 1 - stay], [1 - stay, stay]]], [[1, -1]], HALF)


def with_signs(mdp: FiniteMDP) -> FiniteMDP:
    """Return the MDP with the rewards 1 and -1."""
    return mdp.with_rewards([[1, -1]])


def paths(tau: int) -> Paths:
    """Return all sequences of tau states."""
    return list(product((0, 1), repeat=tau))


def mean_square(mdp: FiniteMDP, tau: int) -> Fraction:
    """Return E ((1/tau) sum_t R(S_t))^2 over all trajectories from a uniform start."""
    P, r = mdp.transitions[0], mdp.rewards[0]
    total = Fraction(0)
    for path in paths(tau):
        weight = reduce(mul, (P[s, t] for s, t in pairwise(path)), HALF)
        total += weight * (sum(r[s] for s in path) / Fraction(tau)) ** 2
    return total


def correlation(mdp: FiniteMDP) -> Fraction:
    """Return the correlation of the rewards of two successive transitions."""
    return Fraction(2 * mdp.transitions[0][0, 0] - 1)


def divided(tau: int, rho: Fraction, square: Fraction = ONE) -> Fraction:
    """Return the printed bound for this G^2."""
    return value(PRINTED, {"tau": tau, "G2": square})


def correlated(tau: int, rho: Fraction, square: Fraction = ONE) -> Fraction:
    """Return the bound of the repair for this G^2."""
    return value(CORRELATED.right, {"tau": tau, "rho": rho, "G2": square})


NEVER_LEFT = ("two states that are never left", with_signs(identity_mdp(2, 1, HALF)))
LAZY = (r"two states, each left with probability $1/4$", lazy(Fraction(3, 4)))
FRESH = ("the next state is drawn afresh", lazy(HALF))
ALTERNATING = ("two states that follow each other", with_signs(swap()))
STRONGER = ("the next state is drawn afresh, rewards $3$ and $-3$", lazy(HALF).with_rewards([[3, -3]]))
LONGER = (r"two states, each left with probability $1/4$, rewards $3$ and $-3$", LAZY[1].with_rewards([[3, -3]]))
QUANTITY = r"$E\|\frac{1}{\tau}\sum_t\Delta_t\|^2$, $G^2 = E\|\Delta_t\|^2$, and its bound"


@claim(
    "gpope/minibatch-variance",
    reading="of-one-trajectory",
    sound={r"the bound with correlations": {"bound": correlated}},
)
@claim(
    "gpope/minibatch-variance/repaired",
    setting={"bound": correlated, "longer": True},
    broken={r"$G^2/\tau$": {"bound": divided}},
)
def of_one_trajectory(trial: Trial, *, bound: Bound = divided, longer: bool = False) -> Iterator[Finding]:
    """Compare the expected square, enumerated over all trajectories, with its bound."""
    for name, mdp in (NEVER_LEFT, LAZY):
        for tau in (1, 2, 3, *((5, 10 if trial.full else 7) if longer else ())):
            yield _compared(name, mdp, tau, bound)
    if longer:
        yield _compared(*LONGER, 3, bound)
        yield _simpler()
    yield _figure()


def _simpler() -> Evidence:
    """Compare both bounds: equal without correlation or for one transition, close to each other for many."""
    pairs = Comparisons()
    for tau, rho, G2 in product((1, 2, 3, 200), (0 * ONE, HALF, Fraction(95, 100), Fraction(99, 100)), (HALF, 3 * ONE)):
        values = {"tau": tau, "rho": rho, "G2": G2}
        pairs[f"{tau}, {rho}, {G2}"] = value(SIMPLER.left, values), "<=", value(SIMPLER.right, values)
    case = r"$\tau \leq 200$, $\rho \leq 99/100$, $G^2 = 1/2$ or $3$"
    return exact_all(case, pairs, quantity="both bounds of the repair")


@claim(
    "gpope/minibatch-variance", reading="uncorrelated", broken={"two states that are never left": {"case": NEVER_LEFT}}
)
def uncorrelated(trial: Trial, *, case: tuple[str, FiniteMDP] | None = None) -> Iterator[Evidence]:
    """Compare the expected square with the printed bound on chains without positive correlation."""
    for name, mdp in [case or FRESH]:
        for tau in (1, 2, 3, 5, 7):
            yield _compared(name, mdp, tau, divided)
    yield _compared(*STRONGER, 3, divided)


def _compared(name: str, mdp: FiniteMDP, tau: int, bound: Bound) -> Evidence:
    case = f"{name}, $\\tau = {tau}$"
    limit = bound(tau, correlation(mdp), mean_square(mdp, 1))
    compared = exact(case, mean_square(mdp, tau), "<=", limit, quantity=QUANTITY)
    return certified(compared, _too_large, name, mdp, tau)


def _squares(mdp: FiniteMDP, says: str, counts: Mapping[str, int], **others: Fraction | int) -> Certificate:
    """Certify expected squares of the mean error of so many transitions."""
    return Certificate(
        says=says,
        objects={"M": mdp},
        given=[lemma(name, "mean-transition-error", mdp="M", tau=tau) for name, tau in counts.items()],
        values={**{name: ref(name) for name in counts}, **others},
    )


def _too_large(name: str, mdp: FiniteMDP, tau: int) -> Certificate:
    says = f"{name[0].upper()}{name[1:]}: over $\\tau = {tau}$ transitions the expected square is above $G^2/\\tau$."
    return _squares(mdp, says, {"square": tau, "one": 1}, tau=tau, G2=mean_square(mdp, 1))


def fewer_is_no_better(mdp: FiniteMDP, fewer: int, all_of_them: int) -> Evidence:
    """Compare the expected square of the mean over all transitions with that over fewer."""
    return exact(
        f"$\\tau = {all_of_them}$ transitions, and the first {fewer} of them",
        mean_square(mdp, all_of_them),
        "<=",
        mean_square(mdp, fewer),
        quantity="expected square of the mean over all transitions, and over fewer",
    )


@claim("gpope/minibatch-variance", reading="best-choice", sound={"the next state is drawn afresh": {"case": FRESH}})
def best_choice(trial: Trial, *, case: tuple[str, FiniteMDP] = ALTERNATING) -> Iterator[Evidence]:
    """Compare all transitions with fewer of them."""
    for fewer, all_of_them in ((1, 2), (2, 3), (4, 5)):
        compared = fewer_is_no_better(case[1], fewer, all_of_them)
        yield certified(compared, _part_is_better, case[1], fewer, all_of_them)


def _part_is_better(mdp: FiniteMDP, fewer: int, all_of_them: int) -> Certificate:
    says = f"The errors of the two states cancel: those of {fewer} transitions more than those of {all_of_them}."
    return _squares(mdp, says, {"square": all_of_them, "part": fewer}, tau=all_of_them, s=fewer)


def _figure() -> Figure:
    lengths = [1, 2, 4, 8, 16, 32, 64, 128]
    series = [
        Series(label=label, x=[float(t) for t in lengths], y=[nine(float(correlated(t, rho))) for t in lengths])
        for label, rho in (
            (r"uncorrelated, $G^2/\tau$", Fraction(0)),
            (r"$\rho = 1/2$", HALF),
            (r"$\rho = 19/20$", Fraction(19, 20)),
            (r"never left, $\rho = 1$", Fraction(1)),
        )
    ]
    return Figure(
        title="Expected square of the mean error",
        x_label=r"transitions $\tau$",
        y_label=r"$E\|\Delta_i\|^2/G^2$",
        x_scale="log",
        y_scale="log",
        series=series,
        caption=r"Two states, each left with probability $(1-\rho)/2$. The more slowly the states change, the less "
        r"the length of a trajectory helps.",
    )
