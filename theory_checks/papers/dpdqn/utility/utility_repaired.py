r"""Proposition 10 repaired (Theorem U1): how far noise on the rewards moves the optimal value.

In units of sigma/(1 - gamma) and with N = n m, at every state s of every finite MDP

    E |v'(s) - v*(s)| <= min( b_N, sqrt(2/pi) + H ),     H = (1 - gamma) sum_t gamma^t e_{min(N, m^{t+1})},

e_k = E max(Z_1..Z_k), b_N = E max(|Z_1|, Z_2..Z_N) <= sqrt(2 ln(N+1)) and H <= sqrt(2 ln min(N, m^{1/(1 - gamma)})).
There is no 1/sqrt(n): the average over the states is at most the largest of them, and with P = I it is each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

import numpy as np
from flint import arb

from tabular.gaussian import mean_abs_max_normal, mean_max_normal
from tabular.mdp import FiniteMDP
from tabular.mdp.instances import cycle_with_stay, dyadic_random, identity_mdp
from tabular.mdp.noised_rewards.bounds import (
    bandit_value_error,
    half_normal_mean,
    mean_folded_max,
    reach_bound,
    simple_reach_bound,
    value_error_bound,
    value_error_floor,
)
from tabular.mdp.noised_rewards.effect import noise_effect
from tabular.numbers.arrays import Array
from tabular.numbers.balls import ball as enclosed
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball
from theory_checks.core.exhibits import Table
from theory_checks.kit.cases import Comparisons, compare_everywhere, random_table, sup_norm
from theory_checks.papers.dpdqn.utility._error_bounds import DISCOUNTS, Bound, one_action_variances, repaired_bound
from theory_checks.papers.dpdqn.utility._noise_experiments import Experiment, contradictions, monte_carlo_table
from theory_checks.papers.dpdqn.utility._noise_gains import known_gains
from theory_checks.papers.dpdqn.utility._sizes import Size, compare, half_normal

LARGEST = r"$\max_s \mathbb{E}|v'(s)-v^*(s)|$ in units of $\sigma/(1-\gamma)$"


def over_root_of_n(n: int, m: int, discount: Fraction) -> Size:
    """Return the repaired bound divided by sqrt(n), as if errors averaged out over the states."""
    return half_normal(Fraction(1, n)) if m == 1 else Size(value_error_bound(n, m, discount) / arb(n).sqrt())


def without_horizon(n: int, m: int, discount: Fraction) -> Size:
    """Return the repaired bound without the factor 1/(1 - gamma)."""
    whole = repaired_bound(n, m, discount)
    share = 1 - discount
    square = None if whole.square is None else whole.square * share**2
    return Size(whole.value * enclosed(share), square)


def without_growth(_n: int, m: int, _discount: Fraction) -> Size:
    """Return sqrt(2/pi) + e_m, as if the number of states did not matter."""
    return half_normal(1) if m == 1 else Size(half_normal_mean() + mean_max_normal(m))


def larger_of_n_and_m(n: int, m: int, _discount: Fraction) -> Size:
    """Return sqrt(2/pi) + e_{max(n, m)}: at least what H gives if max(n, m) takes the place of n m."""
    return half_normal(1) if m == 1 else Size(half_normal_mean() + mean_max_normal(max(n, m)))


@claim(
    "dpdqn/prop10/repaired",
    broken={
        "divided by the root of n": {"bound": over_root_of_n},
        "without the factor 1/(1 - gamma)": {"bound": without_horizon},
        "no growth with n": {"bound": without_growth},
        "the larger of n and m in place of n m": {"bound": larger_of_n_and_m},
    },
)
def value_error_repaired(trial: Trial, *, bound: Bound = repaired_bound) -> Iterator[Finding]:
    """Check the steps of the proof draw by draw, and the bound where the error is known."""
    for name, n, m, discount, error in known_errors():
        yield compare(name, error, "<=", bound(n, m, discount), quantity=LARGEST)
    if bound is repaired_bound:  # the steps do not depend on the bound
        yield from compare_everywhere(trial, _steps, "the steps of the proof, state by state")
        yield from _closed_forms()
        yield monte_carlo_table(trial, "Simulated errors and the bounds of Theorems U1 and U3", _limits(bound))
        yield tightness()
    yield from contradictions(trial, lambda run: float(bound(run.n, run.m, run.discount).value))


def _limits(bound: Bound) -> dict[str, Callable[[Experiment], float]]:
    return {
        "U3": lambda run: float(value_error_floor(run.m, run.discount)),
        "U1": lambda run: float(bound(run.n, run.m, run.discount).value),
    }


def tightness() -> Table:
    """Return the share of the bound that the best known MDPs use as gamma -> 1."""
    rows: list[list[str | int]] = []
    for n, m in ((1, 1), (100, 1), (1, 2), (2, 2), (2, 3), (12, 2), (128, 2), (128, 12)):
        best = float(mean_abs_max_normal(n * (m - 1) + 1))
        bound = float(half_normal(1).value) if m == 1 else float(mean_folded_max(n * m))
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
        variance = max(one_action_variances(mdp))
        yield (
            f"{name}, n = {mdp.n_states}, m = 1, discount {discount}",
            mdp.n_states,
            1,
            discount,
            half_normal(variance),
        )


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


def _closed_forms() -> Iterator[Evidence]:
    """Check b_N <= sqrt(2 ln(N+1)) and H <= min(sqrt(2 ln N), sqrt(2 ln m/(1 - gamma))), the simplified terms."""
    for pairs in (1, 2, 3, 10, 100, 10**4):
        simple = (2 * arb(pairs + 1).log()).sqrt()
        yield ball(f"N = {pairs}", mean_folded_max(pairs), "<=", simple, quantity=r"$b_N \leq \sqrt{2\ln(N+1)}$")
    for n, m, discount in product((2, 50, 10**6), (2, 12), DISCOUNTS):
        simple = simple_reach_bound(n, m, discount)
        name = f"n = {n}, m = {m}, discount {discount}"
        yield ball(name, reach_bound(n, m, discount), "<=", simple, quantity="$H$ and its closed form")
