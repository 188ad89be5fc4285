r"""The mean of the gradient errors of tau transitions of one trajectory, and its expected square.

    E ||(1/tau) sum_t Delta_t||^2 = (1/tau^2) sum_(s,t) E <Delta_s, Delta_t>

is at most G^2/tau if different transitions are uncorrelated, but in general only at most G^2.

The cases are MDPs of two states with one feature, phi = 1, rewards 1 and -1 and a uniform, stationary start. At theta =
w = 0 the gradient error of a transition from S is Delta = (0, b - R(S)) with b = E R = 0, so that ||Delta||^2 = G^2 =
1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import reduce
from itertools import pairwise, product
from operator import mul

from tabular.mdp import FiniteMDP
from tabular.mdp.instances import identity_mdp
from theory_checks.core import formula as formulas
from theory_checks.core.certificate import Certificate, Fact
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, exact
from theory_checks.core.exhibits import Figure, Series
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula, equals, ref
from theory_checks.core.interpret import exact as value
from theory_checks.kit.cases import HALF, swap
from theory_checks.papers.gpope.common.one_state_loops import nine
from theory_checks.papers.gpope.convergence._certified import certified

PRINTED, CORRELATED = (
    formal_of(__file__, id_).right for id_ in ("gpope/minibatch-variance", "gpope/minibatch-variance/repaired")
)
Bound = Callable[[int, Fraction], Fraction]
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


def divided(tau: int, rho: Fraction) -> Fraction:
    """Return the printed bound for G^2 = 1."""
    return value(PRINTED, {"tau": tau, "G2": 1})


def correlated(tau: int, rho: Fraction) -> Fraction:
    """Return the bound of the repair for G^2 = 1."""
    return value(CORRELATED, {"tau": tau, "rho": rho, "G2": 1})


NEVER_LEFT = ("two states that are never left", with_signs(identity_mdp(2, 1, HALF)))
LAZY = (r"two states, each left with probability $1/4$", lazy(Fraction(3, 4)))
FRESH = ("the next state is drawn afresh", lazy(HALF))
ALTERNATING = ("two states that follow each other", with_signs(swap()))
QUANTITY = r"$E\|\frac{1}{\tau}\sum_t\Delta_t\|^2$ for $G^2 = 1$, and its bound"


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
            yield _compared(trial, name, mdp, tau, bound)
    yield _figure()


@claim(
    "gpope/minibatch-variance", reading="uncorrelated", broken={"two states that are never left": {"case": NEVER_LEFT}}
)
def uncorrelated(trial: Trial, *, case: tuple[str, FiniteMDP] | None = None) -> Iterator[Evidence]:
    """Compare the expected square with the printed bound on chains without positive correlation."""
    for name, mdp in [case or FRESH]:
        for tau in (1, 2, 3, 5, 7):
            yield _compared(trial, name, mdp, tau, divided)


def _compared(trial: Trial, name: str, mdp: FiniteMDP, tau: int, bound: Bound) -> Evidence:
    case = f"{name}, $\\tau = {tau}$"
    compared = exact(case, mean_square(mdp, tau), "<=", bound(tau, correlation(mdp)), quantity=QUANTITY)
    return certified(compared, _too_large, trial, name, mdp, tau)


def _square(mdp: FiniteMDP, tau: int) -> Formula:
    """Write out the expected square over the trajectories of positive probability."""
    P = mdp.transitions[0]
    terms: list[Formula] = []
    for path in paths(tau):
        moves = list(pairwise(path))
        if all(P[s, t] > 0 for s, t in moves):
            mean = formulas.total(ref("M.rewards", 0, s) for s in path) / tau
            steps = [ref("M.transitions", 0, s, t) for s, t in moves]
            terms.append(formulas.product([HALF, *steps, mean**2]))
    return formulas.total(terms)


def _mean_and_square() -> tuple[Formula, Formula]:
    first, second = ref("M.rewards", 0, 0), ref("M.rewards", 0, 1)
    return (first + second) / 2, (first**2 + second**2) / 2


def _too_large(trial: Trial, name: str, mdp: FiniteMDP, tau: int) -> Certificate:
    mean, square = _mean_and_square()
    return Certificate(
        says=f"{name[0].upper()}{name[1:]}: the mean over $\\tau = {tau}$ transitions has an expected square above "
        f"$G^2/\\tau$.",
        objects={"M": mdp},
        constants={"tau": tau, "G2": square},
        facts=[equals(mean, 0), *_stationary()],
        assumed=["At theta = w = 0 with phi = 1 the error of a transition from s is (0, b - r(s)), b = E r = 0."],
        conclusion=_square(mdp, tau) > PRINTED,
    )


def _stationary() -> list[Fact]:
    """State that the uniform law is stationary."""
    columns = [ref("M.transitions", 0, 0, t) + ref("M.transitions", 0, 1, t) for t in (0, 1)]
    return [equals(column, 1) for column in columns]


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
        yield certified(compared, _part_is_better, trial, case[1], fewer, all_of_them)


def _part_is_better(trial: Trial, mdp: FiniteMDP, fewer: int, all_of_them: int) -> Certificate:
    mean, _ = _mean_and_square()
    return Certificate(
        says=f"The errors of the two states cancel: {fewer} transitions have mean 0, {all_of_them} have not.",
        objects={"M": mdp},
        facts=[equals(mean, 0), *_stationary()],
        assumed=["At theta = w = 0 with phi = 1 the error of a transition from s is (0, b - r(s)), b = E r = 0."],
        conclusion=_square(mdp, all_of_them) > _square(mdp, fewer),
    )


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
