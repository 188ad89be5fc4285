"""Proposition 10, and Corollary 12 of the first version, with v' the optimal value for the noised rewards.

Here everything is divided by sigma/(1 - gamma). Let a_k = E |max(Z_1..Z_k)|. As gamma -> 1 the largest error of any MDP
tends to at least a_{n(m-1)+1}: on a cycle with m - 1 ways to stay in each state, where going on is slow in one state,
the n(m-1) stays and the slow step are policies with independent unit noise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from flint import arb

from tabular.gaussian import mean_abs_max, mean_abs_max_normal
from tabular.mdp import FiniteMDP
from tabular.mdp.instances import bandit, cycle_with_stay, identity_mdp
from tabular.mdp.noised_rewards.bounds import mean_folded_max
from theory_checks.core.certificate import Certificate
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.exhibits import Figure, Series, Table
from theory_checks.core.formula import Formula
from theory_checks.core.texts import texts_of
from theory_checks.papers.dpdqn.utility._bounds import (
    ERROR_BOUND,
    ERROR_FLOOR,
    MEAN_SIZE,
    PRINTED,
    at,
    gain,
    limit_of,
    means_in,
)
from theory_checks.papers.dpdqn.utility._cases import ERROR, Case, exceeding, judged
from theory_checks.papers.dpdqn.utility._noise_experiments import contradictions, monte_carlo_table, series
from theory_checks.papers.dpdqn.utility._noise_gains import NEAR_ONE, SLOW, limit_bounds, slow_cycle, walk_gain
from theory_checks.papers.dpdqn.utility._sizes import Size, counted, size

TEXTS = texts_of(__file__)


SOUND = {"Theorem U1 in place of the printed bound": {"bound": ERROR_BOUND}}


@claim("dpdqn-v1/cor12", sound=SOUND)
@claim("dpdqn/prop10", reading="reward-noise", sound=SOUND)
def value_error(trial: Trial, *, bound: Formula = PRINTED) -> Iterator[Finding]:
    """Compare the mean error per state with its bound on the cases that settle every pair (n, m)."""
    for case in cases():
        yield judged(case, bound, ERROR)
    yield from contradictions(trial, limit_of(bound))
    limits = {"printed bound": limit_of(PRINTED), "Theorem U1": limit_of(ERROR_BOUND)}
    yield monte_carlo_table(trial, "Simulated errors and the printed bound", limits)
    yield smallest_failures()
    yield errors_at_one_discount(trial)
    yield errors_in_the_limit()


def cases() -> Iterator[Case]:
    """Yield the cases on both sides of the border."""
    half = Fraction(1, 2)
    attained = r"$P = \mathbb{I}$ attains the largest error of any MDP with one action"
    yield Case("n = 4, m = 1: the worst MDP", 4, 1, half, size(MEAN_SIZE), attained)
    yield Case("n = 5, m = 1: P = I", 5, 1, half, size(MEAN_SIZE), attained, _never_left(5, 1))
    yield _cycle_case()
    yield _walk_case()
    three = Size(mean_folded_max(3))
    yield Case("n = 2, m = 2: every MDP", 2, 2, NEAR_ONE, three, r"no error exceeds $b_3$ (see the proof)")
    yield _slow_case()
    worst = r"no error exceeds $a_m$, which equal rewards attain (see the proof)"
    yield Case("n = 1, m = 11: the worst MDP", 1, 11, half, Size(mean_abs_max_normal(11)), worst)
    twelve = Size(mean_abs_max_normal(12))
    yield Case("n = 1, m = 12: equal rewards", 1, 12, half, twelve, worst, _never_left(1, 12))


def _cycle_case() -> Case:
    """Three states on a cycle, stay or go on: three stays and the mean of the going-on noises."""
    mdp = cycle_with_stay(3, Fraction(999, 1000))
    detail = r"stay or go on, $r = 0$, $\gamma = 999/1000$; an independent route to the table's entry for $m = 2$"
    return _limit_case("n = 3, m = 2: cycle with stay", mdp, [1, 1, 1], detail)


def _slow_case() -> Case:
    """Two states with two stays each; going on takes ten steps on average in state 0 and one in state 1."""
    mdp = slow_cycle(SLOW, NEAR_ONE)
    detail = r"two ways to stay, going on from state 0 succeeds with probability $1/10$, $r = 0$, $\gamma = 9999/10000$"
    return _limit_case("n = 2, m = 3: slow cycle", mdp, [10, 1], detail)


def _limit_case(name: str, mdp: FiniteMDP, times: list[int], detail: str) -> Case:
    """Return a lower bound of the error of a cycle by its limit as gamma -> 1; going on takes these mean times."""
    says = f"An MDP with {mdp.n_states} states and {mdp.n_actions} actions whose error exceeds the bound."
    error, make = Size(limit_bounds(mdp, times).error), exceeding(mdp, says, "slow-cycle-value-error", "error")
    return Case(name, mdp.n_states, mdp.n_actions, mdp.discount, error, detail, make)


def _walk_case() -> Case:
    """Four states on a cycle: the best of four stays, each reached by a walk, is enough."""
    mdp = cycle_with_stay(4, Fraction(99, 100))
    says = "On a cycle of four states with a stay the error exceeds the bound."
    error, make = Size(walk_gain(4, 2, mdp.discount)), exceeding(mdp, says, "walk-and-stay-value-error", "error")
    detail = r"stay or go on, $r = 0$, $\gamma = 99/100$; a lower bound that uses the stays alone"
    return Case("n = 4, m = 2: cycle with stay", 4, 2, mdp.discount, error, detail, make)


def _never_left(n: int, m: int) -> Certificate:
    mdp = identity_mdp(n, m, Fraction(1, 2)) if n > 1 else bandit([Fraction(0)] * m, Fraction(1, 2))
    says = f"{counted(n, 'state')} never left, {counted(m, 'action')}, rewards 0: the error exceeds the bound."
    return exceeding(mdp, says, "identity-value-error", "error")


def smallest_failures() -> Table:
    """Return for each number of actions the smallest number of states at which the printed bound fails."""
    bound = [float(at(PRINTED, n, 1, NEAR_ONE).value) for n in range(1, 6)]
    folded, eleven = float(mean_folded_max(3)), float(mean_abs_max_normal(11))
    one = _digits(size(MEAN_SIZE))
    rows = [
        ["1", "5", "P = I, any discount", one, bound[4], f"n <= 4: {one}, attained"],
        ["2", "3", "cycle with stay", _digits(_cycle_case().size), bound[2], f"n = 2: {folded:.6f}; n = 1: {one}"],
        ["3 to 11", "2", "slow cycle, m = 3", _digits(_slow_case().size), bound[1], f"n = 1: {eleven:.6f} (m = 11)"],
        ["12 and more", "1", "equal rewards", _digits(Size(mean_abs_max_normal(12))), bound[0], "no smaller n"],
    ]
    return Table(
        title="The smallest number of states at which the printed bound fails",
        columns=["actions m", "smallest n", "counterexample", "its error", "printed bound", "no error below exceeds"],
        rows=[[*row[:4], f"{row[4]:.6f}", row[5]] for row in rows],
        caption=TEXTS["smallest_failures_caption"],
    )


STATES = [2**k for k in range(8)]


def errors_at_one_discount(trial: Trial) -> Figure:
    """Return simulated errors per state of several families against n, with the bounds for the same discount."""
    nine = Fraction(9, 10)
    lines = {
        "printed bound": [at(PRINTED, n, 2, nine) for n in STATES],
        "Theorem U1, m = 2": [at(ERROR_BOUND, n, 2, nine) for n in STATES],
        "P = I, m = 1 or 2 (exact)": [size(MEAN_SIZE) for _ in STATES],
        "Theorem U3, m = 2": [at(ERROR_FLOOR, n, 2, nine) for n in STATES],
    }
    simulated = [series(trial, family) for family in ("cycle with stay", "de Bruijn graph with stay", "Garnet")]
    caption = "The printed bound falls like 1/sqrt(n). No family does."
    return _against_states(r"discount $\gamma = 9/10$", lines, simulated, caption)


def errors_in_the_limit() -> Figure:
    """Return errors per state of several families against n, with the bounds, all in the limit gamma -> 1."""
    lines = {
        "printed bound": [at(PRINTED, n, 2, NEAR_ONE) for n in STATES],
        "Theorem U1, m = 2": [_repaired_limit(n) for n in STATES],
        "P = I, m = 1 or 2 (exact)": [size(MEAN_SIZE) for _ in STATES],
        "cycle with stay, m = 2 (exact)": [Size(_cycle_limit(n)) for n in STATES],
        "slow cycle, m = 2, then pace -> 0 (exact)": [Size(mean_abs_max_normal(n + 1)) for n in STATES],
    }
    caption = "The printed bound falls like 1/sqrt(n), for every discount. Slow cycles rise like sqrt(2 ln n)."
    return _against_states(r"the limit $\gamma \to 1$", lines, [], caption)


def _against_states(where: str, lines: Mapping[str, Sequence[Size]], simulated: list[Series], caption: str) -> Figure:
    drawn = [
        Series(label=label, x=[float(n) for n in STATES], y=[float(item.value) for item in sizes])
        for label, sizes in lines.items()
    ]
    return Figure(
        title=f"Error per state against the number of states, {where}",
        x_label="number of states $n$",
        y_label=r"error in units of $\sigma/(1 - \gamma)$",
        x_scale="log",
        y_scale="log",
        series=[*drawn, *simulated],
        caption=caption,
    )


def _repaired_limit(n: int) -> Size:
    """Return Theorem U1 for two actions as gamma -> 1, where H tends to e_{2n}: all pairs are within reach."""
    means = {**means_in([ERROR_BOUND], n, 2, NEAR_ONE), "H": gain(2 * n)}
    return size(ERROR_BOUND, {"gamma": NEAR_ONE, "sigma": 1 - NEAR_ONE, **means})


def _cycle_limit(n: int) -> arb:
    """Return E |max(n stays, mean of n noises of going on)|, the limit for gamma -> 1."""
    return mean_abs_max([1, 1 / arb(n).sqrt()], [n, 1])


def _digits(number: Size) -> str:
    return f"{float(number.value):.6f}"
