r"""What is true of one noise path against fresh ones, with the noise inside the maximum (bracketed line 19).

One path     Q -> Q*_r - g, so |max_a Q(s, a) - v*(s)| <= max_a |g_a(s)| in every state of every MDP, whatever gamma.
Fresh paths  on one state with m actions and r = 0, from Q_0 = 0, for noise tables with independent and identically
             distributed entries of mean 0: E max_a Q_k(a) >= E mean_a Q_k(a), which is at least the bound.

For N(0, sigma^2) entries e = e_m sigma. The cases enumerate laws on a few points exactly; a law on points is as good an
instance of the statement as the normal one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product

import numpy as np

from tabular.algorithms.private_value_iteration import (
    NoisyRule,
    bracketed,
    fixed_point,
    iterate,
    optimal_action_values,
    outside,
)
from tabular.mdp import FiniteMDP
from tabular.mdp.instances import bandit, one_state_loop
from tabular.numbers.arrays import Array
from theory_checks.core.claim import Trial, claim
from theory_checks.core.evidence import Evidence, exact
from theory_checks.core.formal import formal_of
from theory_checks.core.interpret import exact as exactly
from theory_checks.kit.cases import HALF, Comparisons, compare_everywhere, constant, random_table

Rule = Callable[[object], NoisyRule]
Law = Sequence[int]  # equally likely values with sum 0
Schedule = Callable[[int], Sequence[int]]  # iterations -> the number of the path that each of them uses


BOUND = formal_of(__file__, "dpdqn/j1-worst-utility/repaired").right


def fresh_paths(iterations: int) -> Sequence[int]:
    """Return a path of its own for each iteration: J = T/B."""
    return range(iterations)


def one_path(iterations: int) -> Sequence[int]:
    """Return the same path for every iteration: J = 1."""
    return [0] * iterations


@claim(
    "dpdqn/j1-worst-utility/repaired",
    broken={
        "one maximum over the whole sum, with one path": {"rule": outside},
        "one path in the place of fresh ones": {"schedule": one_path},
    },
)
def j1_repaired(trial: Trial, *, rule: Rule = bracketed, schedule: Schedule = fresh_paths) -> Iterator[Evidence]:
    """Bound the error of one path in every state, then average over all fresh paths."""
    yield from _one_path_errors(trial, rule)
    for law, actions, iterations, discount in _laws(trial):
        for alpha in (HALF, Fraction(1)):
            yield _mean_comparison(law, actions, iterations, alpha, discount, schedule)


def _one_path_errors(trial: Trial, rule: Rule) -> Iterator[Evidence]:
    quantity = r"$|\max_i Q_i - v^*| \leq \max_i |g_i|$ in every state, with one path"

    def errors(mdp: FiniteMDP, rng: np.random.Generator) -> Comparisons:
        g = random_table(rng, *mdp.rewards.shape)
        v, v_star = fixed_point(mdp, rule(g)).max(axis=0), optimal_action_values(mdp).max(axis=0)
        largest = np.abs(g).max(axis=0)
        return {f"state {s}": (abs(v[s] - v_star[s]), "<=", largest[s]) for s in range(mdp.n_states)}

    loop = one_state_loop(HALF)
    v = fixed_point(loop, rule(constant(loop, 3)))[0, 0]
    yield exact("one-state loop, $g = 3$", abs(Fraction(v - 2)), "<=", 3, quantity=quantity)
    yield from compare_everywhere(trial, errors, quantity)


def _laws(trial: Trial) -> Iterator[tuple[Law, int, int, Fraction]]:
    """Yield laws of an entry with the numbers of actions and iterations and a discount; all paths are enumerated."""
    yield (-1, 1), 2, 1, Fraction(1, 3)
    laws: list[tuple[Law, int, int]] = [((-1, 1), 2, 1), ((-1, 1), 2, 3), ((-1, 1), 3, 2), ((-1, -1, 2), 2, 2)]
    if trial.full:
        laws += [((-1, 1), 2, 5), ((-1, 1), 3, 3), ((-3, 1, 2), 2, 3)]
    yield from ((*law, Fraction(9, 10)) for law in laws)


def _mean_comparison(
    law: Law, actions: int, iterations: int, alpha: Fraction, discount: Fraction, schedule: Schedule
) -> Evidence:
    e = _mean([Fraction(max(values)) for values in product(law, repeat=actions)])
    values = {"alpha": alpha, "gamma": discount, "k": iterations, "largest": e}
    return exact(
        f"one state, {actions} actions, noise uniform on {law}, $\\alpha = {alpha}$, $k = {iterations}$",
        exactly(BOUND, values),
        "<=",
        _mean([Fraction(q.mean()) for q in _final_tables(law, actions, iterations, alpha, discount, schedule)]),
        quantity=r"$(1-\rho^k)\gamma e/(1-\gamma) \leq \mathbb{E}\bar Q_k$, "
        rf"$\gamma = {discount}$",
    )


def _final_tables(
    law: Law, actions: int, iterations: int, alpha: Fraction, discount: Fraction, schedule: Schedule
) -> Iterator[Array]:
    """Yield Q_k for every outcome of the noise, all equally likely."""
    mdp, paths = bandit([0] * actions, discount), schedule(iterations)
    for outcome in product(product(law, repeat=actions), repeat=len(set(paths))):
        tables = [np.array(outcome[path], dtype=np.int64)[:, None] for path in paths]
        *_, last = iterate(mdp, map(bracketed, tables), constant(mdp, 0), alpha)
        yield last


def _mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, start=Fraction(0)) / len(values)
