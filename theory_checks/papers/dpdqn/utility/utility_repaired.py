"""Proposition 10 repaired (Theorem U1): how far noise on the rewards moves the optimal value.

There is no 1/sqrt(n): the average over the states is at most the largest of them, and with P = I it is each of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import numpy as np

from tabular.gaussian import mean_abs_max_normal
from tabular.mdp import FiniteMDP
from tabular.mdp.instances import cycle_with_stay, dyadic_random, identity_mdp
from tabular.mdp.noised_rewards.bounds import bandit_value_error, mean_folded_max, reach_bound
from tabular.mdp.noised_rewards.effect import noise_effect
from tabular.numbers.arrays import Array
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball
from theory_checks.core.exhibits import Table
from theory_checks.core.formula import Formula, sqrt
from theory_checks.kit.cases import Comparisons, compare_everywhere, random_table, sup_norm
from theory_checks.papers.dpdqn.common.claims import held
from theory_checks.papers.dpdqn.utility._bounds import (
    DISCOUNTS,
    ERROR_BOUND,
    ERROR_FLOOR,
    MEAN_SIZE,
    SIMPLE_BOUND,
    at,
    broken,
    limit_of,
)
from theory_checks.papers.dpdqn.utility._cases import SCALED, claimed
from theory_checks.papers.dpdqn.utility._noise_experiments import contradictions, monte_carlo_table
from theory_checks.papers.dpdqn.utility._noise_gains import known_gains
from theory_checks.papers.dpdqn.utility._occupancies import one_action_variances
from theory_checks.papers.dpdqn.utility._sizes import Size, compare, size

LARGEST = r"$\max_s \mathbb{E}|v'(s)-v^*(s)|$ in units of $\sigma/(1-\gamma)$"


@claim("dpdqn/prop10/repaired", broken=broken(ERROR_BOUND), near=["the larger of n and m in place of n m"])
def value_error_repaired(trial: Trial, *, bound: Formula = ERROR_BOUND) -> Iterator[Finding]:
    """Check the steps of the proof draw by draw, and the bound where the error is known."""
    for name, n, m, discount, error in known_errors():
        yield compare(name, error, "<=", at(bound, n, m, discount), quantity=LARGEST)
    if bound is ERROR_BOUND:  # the steps do not depend on the bound
        yield from claimed(trial, _one_action(Fraction(1, 2)), {"error": SCALED}, LARGEST)
        yield from compare_everywhere(trial, _steps, "the steps of the proof, state by state")
        yield from _closed_forms(trial)
        limits = {"U3": limit_of(ERROR_FLOOR), "U1": limit_of(bound)}
        yield monte_carlo_table(trial, "Simulated errors and the bounds of Theorems U1 and U3", limits)
        yield tightness()
    yield from contradictions(trial, limit_of(bound))


def tightness() -> Table:
    """Return the share of the bound that the best known MDPs use as gamma -> 1."""
    rows: list[list[str | int]] = []
    for n, m in ((1, 1), (100, 1), (1, 2), (2, 2), (2, 3), (12, 2), (128, 2), (128, 12)):
        best = float(mean_abs_max_normal(n * (m - 1) + 1))
        bound = float(size(MEAN_SIZE).value) if m == 1 else float(mean_folded_max(n * m))
        rows.append([n, m, f"{best:.6f}", f"{bound:.6f}", f"{best / bound:.4f}"])
    return Table(
        title="How much of Theorem U1 is used",
        columns=["n", "m", "best known error", "bound", "share"],
        rows=rows,
        caption=(
            "Limits for discount -> 1: slow cycles reach E |max of n (m - 1) + 1 normals|; P = I does for m = 1, "
            "exactly."
        ),
    )


def known_errors() -> Iterator[tuple[str, int, int, Fraction, Size]]:
    """Yield (name, n, m, gamma, largest error over the states) of MDPs whose error, or a bound from below, is known."""
    for discount in DISCOUNTS:
        yield from _one_action(discount)
        for n, m in ((2, 2), (5, 2), (50, 3), (3, 12)):
            yield f"P = I, n = {n}, m = {m}, discount {discount}", n, m, discount, Size(mean_abs_max_normal(m))
    half = Fraction(1, 2)
    for gaps in ((0, 0), (0, half), (0, 2), (0, 0, 1), (0, 1, 3), (0,) * 12):
        shown = ", ".join(map(str, gaps))
        yield f"one state with gaps {shown}", 1, len(gaps), half, Size(bandit_value_error(gaps))
    errors = [bandit_value_error(gaps) for gaps in ((0, half), (0, 0))]
    yield "discount 0, two states", 2, 2, Fraction(0), Size(errors[0].max(errors[1]))
    yield from known_gains()  # E |v' - v*| >= E (v' - v*) = E h, as r = 0


def _one_action(discount: Fraction) -> Iterator[tuple[str, int, int, Fraction, Size]]:
    """One action: v' - v* is Gaussian, with variance the sum of squares of the occupancy."""
    chains = {
        "P = I": identity_mdp(5, 1, discount),
        "cycle": _only_action(cycle_with_stay(4, discount, stays=0)),
        "random": dyadic_random(3, 1, discount, 4, seed=5),
    }
    for name, mdp in chains.items():
        error = size(MEAN_SIZE * sqrt(max(one_action_variances(mdp))))
        yield f"{name}, n = {mdp.n_states}, m = 1, discount {discount}", mdp.n_states, 1, discount, error


def _only_action(mdp: FiniteMDP) -> FiniteMDP:
    return FiniteMDP(mdp.transitions[-1:], mdp.rewards[-1:], mdp.discount)


def _steps(mdp: FiniteMDP, rng: np.random.Generator) -> Comparisons:
    """Check w <= v' - v* <= h, (1 - gamma) h <= max z and (1 - gamma) |v' - v*| <= max |z| for one table of noise."""
    noise = random_table(rng, *mdp.rewards.shape)
    effect, share = noise_effect(mdp, noise), 1 - mdp.discount
    shift = effect.v_noised - effect.v_star
    return {
        **_below("w <= v' - v*", effect.kept_noise, shift),
        **_below("v' - v* <= h", shift, effect.best_noise),
        "(1 - gamma) max h <= max z": (share * max(effect.best_noise), "<=", noise.max()),
        "(1 - gamma) max |v' - v*| <= max |z|": (share * sup_norm(shift), "<=", sup_norm(noise)),
    }


def _below(name: str, low: Array, high: Array) -> dict[str, tuple[Fraction, str, Fraction]]:
    return {f"{name} at state {s}": (x, "<=", y) for s, (x, y) in enumerate(zip(low, high, strict=True))}


def _closed_forms(trial: Trial) -> Iterator[Evidence]:
    """Compare both terms with the simplified ones."""
    for n, m in ((1, 1), (2, 1), (3, 1), (10, 1), (100, 1), (10**4, 1), (10**3, 10**3), (10**6, 10**6)):
        values = {"n": n, "m": m, "b": mean_folded_max(n * m)}
        yield held(f"N = {n * m}", trial.formal.claims[1], values, quantity=r"$b_N \leq \sqrt{2\ln(N+1)}$")
    for n, m, discount in product((2, 50, 10**6), (2, 12), DISCOUNTS):
        simple = at(SIMPLE_BOUND, n, m, discount).value
        name = f"n = {n}, m = {m}, discount {discount}"
        yield ball(name, reach_bound(n, m, discount), "<=", simple, quantity="$H$ and its closed form")
