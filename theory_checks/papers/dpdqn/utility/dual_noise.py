r"""The steps (heart) and (diamond) in the proof of Lemma 16, and Lemma H, which replaces (diamond).

lambda* is dual optimal for r, lambda' for r + z with z_a(s) ~ N(0, sigma^2).

* (heart): E [lambda*^T (r + z) - lambda'^T z] = lambda*^T r + E (lambda* - lambda')^T z: the terms are only regrouped.
* (diamond): E (lambda* - lambda')^T z >= -2/(m (1 - gamma)) E sum_i ||z_i||_1 = -2 sqrt(2/pi) n sigma/(1 - gamma).
  Now E lambda*^T z = 0 and, for r = 0, lambda'^T z = e^T h with h = sup_pi (I - gamma P_pi)^{-1} z_pi. So the step
  claims that the mean over the states of (1 - gamma) E h(s)/sigma is at most 2 sqrt(2/pi); for n = 1 the mean is e_m.
* Lemma H: E h(s) <= sigma sum_t gamma^t e_{min(nm, m^{t+1})}, e_k = E max(Z_1, ..., Z_k).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

import numpy as np

from tabular.gaussian import mean_max_normal
from tabular.mdp import FiniteMDP
from tabular.mdp.instances import bandit, cycle_with_stay
from tabular.mdp.noised_rewards.bounds import reach_bound
from tabular.mdp.noised_rewards.effect import dual_solutions, noise_effect
from tabular.numbers.arrays import Array
from tabular.numbers.balls import ball
from theory_checks.core.certificate import Certificate, fact, lemma
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Rational
from theory_checks.core.formula import pi, ref, sqrt
from theory_checks.kit.cases import Comparisons, compare_everywhere, random_table
from theory_checks.papers.dpdqn.utility._gain_bounds import BROKEN, Bound, largest_gain, repaired_bound, simple_bound
from theory_checks.papers.dpdqn.utility._noise_gains import known_gains, walk_gain
from theory_checks.papers.dpdqn.utility._sizes import Size, compare, half_normal

GAIN = r"$\mathbb{E}h(s)$ in units of $\sigma/(1-\gamma)$"
CORRELATION = r"$-\frac1n\mathbb{E}\sum_i(\lambda^*_i-\lambda'_i)^T z_i$ in units of $\sigma/(1-\gamma)$"

Sides = Callable[[Array, Array, Array, Array], tuple[Fraction, Fraction]]


def regrouped(star: Array, noised: Array, rewards: Array, noise: Array) -> tuple[Fraction, Fraction]:
    """Return lambda*^T (r + z) - lambda'^T z and lambda*^T r + (lambda* - lambda')^T z."""
    left = (star * (rewards + noise)).sum() - (noised * noise).sum()
    return left, (star * rewards).sum() + ((star - noised) * noise).sum()


def with_a_sum(star: Array, noised: Array, rewards: Array, noise: Array) -> tuple[Fraction, Fraction]:
    """Return the same left side and lambda*^T r + (lambda* + lambda')^T z, the difference turned into a sum."""
    left, _ = regrouped(star, noised, rewards, noise)
    return left, (star * rewards).sum() + ((star + noised) * noise).sum()


@claim("dpdqn/lemma16-heart", broken={"a sum in place of the difference": {"sides": with_a_sum}})
def heart(trial: Trial, *, sides: Sides = regrouped) -> Iterator[Finding]:
    """Check the equality marked with a heart, draw by draw."""

    def both_sides(mdp: FiniteMDP, rng: np.random.Generator) -> Comparisons:
        noise = random_table(rng, *mdp.rewards.shape)
        star, noised = dual_solutions(mdp, noise_effect(mdp, noise))
        left, right = sides(star, noised, mdp.rewards, noise)
        return {"the step": (left, "==", right)}

    yield from compare_everywhere(trial, both_sides, "the two sides of the step, draw by draw", exhaustive=trial.full)


def diamond_bound(_n: int, _m: int, _discount: Fraction) -> Size:
    """Return 2 sqrt(2/pi)."""
    return half_normal(4)


@claim("dpdqn/lemma16-diamond", sound={"Lemma H in place of the printed bound": {"bound": simple_bound}})
def diamond(trial: Trial, *, bound: Bound = diamond_bound) -> Iterator[Finding]:
    """Check -(1/n) E (lambda* - lambda')^T z <= bound(n, m, gamma)."""
    half = Fraction(1, 2)
    yield _compared("n = 1, m = 11: equal rewards", 1, 11, half, Size(mean_max_normal(11)), bound)
    arms = bandit([Fraction(0)] * 12, half)
    yield _compared(
        "n = 1, m = 12: equal rewards",
        1,
        12,
        half,
        Size(mean_max_normal(12)),
        bound,
        lambda: _arms_certificate(trial, arms),
    )
    cycle = cycle_with_stay(12, Fraction(9999, 10000))
    yield _compared(
        "n = 12, m = 2: cycle with stay",
        12,
        2,
        cycle.discount,
        Size(walk_gain(12, 2, cycle.discount)),
        bound,
        lambda: _cycle_certificate(trial, cycle),
    )


def _compared(
    name: str,
    n: int,
    m: int,
    discount: Fraction,
    size: Size,
    bound: Bound,
    make: Callable[[], Certificate] | None = None,
) -> Evidence:
    return compare(name, size, "<=", bound(n, m, discount), quantity=CORRELATION, certificate=make)


def _arms_certificate(trial: Trial, mdp: FiniteMDP) -> Certificate:
    says = "One state, 12 arms with equal rewards: the dual solution gains e_12 from the noise, more than allowed."
    return _certificate(trial, mdp, says, "identity-value-bias")


def _cycle_certificate(trial: Trial, mdp: FiniteMDP) -> Certificate:
    says = "A cycle of 12 states, stay or go on, rewards 0: the dual solution gains more from the noise than allowed."
    return _certificate(trial, mdp, says, "walk-and-stay-value-bias")


def _certificate(trial: Trial, mdp: FiniteMDP, says: str, theorem: str) -> Certificate:
    """Conclude that the gain per state exceeds 2/(m (1 - gamma)) times the mean of m normals' absolute values."""
    norm = mdp.n_actions * sqrt(2 / pi)
    bound = 2 / (mdp.n_actions * (1 - ref("M.discount"))) * norm
    return Certificate(
        says=says,
        objects={"M": mdp, "v": [0] * mdp.n_states},
        facts=[fact("optimal-value", value="v", mdp="M", policy=[0] * mdp.n_states)],
        given=[lemma("bias", theorem, mdp="M", sigma=1)],
        assumed=[
            "sigma = 1; both sides are divided by n.",
            "With r = 0 the left side is E sum_i lambda'_i^T z_i = E e^T v', and E sum_i lambda*_i^T z_i = 0.",
        ],
        conclusion=ref("bias") > bound,
    )


def reach_one_step_short(n: int, m: int, discount: Fraction) -> Size:
    """Return Lemma H with m^t in place of m^{t+1}, as if the first action were not counted: gamma H."""
    return Size(reach_bound(n, m, discount) * ball(discount))


@claim(
    "dpdqn/lemma16-diamond/repaired", broken=BROKEN | {"the first action not counted": {"bound": reach_one_step_short}}
)
def lemma_h(trial: Trial, *, bound: Bound = repaired_bound) -> Iterator[Finding]:
    """Check E h(s) <= H with the closed forms of both, and the steps of the proof draw by draw."""
    for name, n, m, discount, gain in [*_closed_forms(), *known_gains()]:
        yield compare(name, gain, "<=", bound(n, m, discount), quantity=GAIN)
    for n, m in ((2, 2), (12, 2), (128, 3), (10**6, 2)):
        for discount in (Fraction(0), Fraction(9, 10), Fraction(999, 1000)):
            name = f"closed form, n = {n}, m = {m}, discount {discount}"
            yield compare(
                name, bound(n, m, discount), "<=", simple_bound(n, m, discount), quantity="$H$ and its closed form"
            )
    if bound is repaired_bound:  # the steps do not depend on the bound
        yield from compare_everywhere(trial, _steps, "the steps of the proof, state by state")


def _closed_forms() -> Iterator[tuple[str, int, int, Fraction, Size]]:
    """Yield (name, n, m, gamma, E h(s)) where no state is left: the best of m noises; tight for n = 1 and gamma = 0."""
    tight = [(1, 2, Fraction(9, 10)), (1, 3, Fraction(1, 2)), (5, 2, Fraction(0)), (7, 3, Fraction(0))]
    loose = [(2, 2, "1/1000"), (5, 3, "1/2"), (45, 2, "9/10"), (2, 12, "99/100")]
    for n, m, discount in [*tight, *((n, m, Fraction(text)) for n, m, text in loose)]:
        yield f"P = I, r = 0, n = {n}, m = {m}, discount {discount}", n, m, discount, largest_gain(m)


def _steps(mdp: FiniteMDP, rng: np.random.Generator) -> Comparisons:
    """Check lambda'^T z <= e^T h, and in deterministic MDPs h(s) <= sum_t gamma^t (largest z in reach at time t)."""
    noise = random_table(rng, *mdp.rewards.shape)
    effect = noise_effect(mdp, noise)
    _, noised = dual_solutions(mdp, effect)
    pairs: dict[str, tuple[Rational, str, Rational]] = {
        "gain <= sum of h": ((noised * noise).sum(), "<=", effect.best_noise.sum()),
        "(1 - gamma) max h <= max z": ((1 - mdp.discount) * max(effect.best_noise), "<=", noise.max()),
    }
    if set(mdp.stacked.reshape(-1)) <= {Fraction(0), Fraction(1)}:
        for s in range(mdp.n_states):
            pairs |= _reach(mdp, noise, s, effect.best_noise[s])
    return pairs


def _reach(mdp: FiniteMDP, noise: Array, start: int, gain: Fraction) -> Comparisons:
    """Follow the states that can be met at time t = 0, 1, ... from the start in a deterministic MDP."""
    m, n = noise.shape
    states, weight, total = {start}, Fraction(1), Fraction(0)
    pairs: dict[str, tuple[Rational, str, Rational]] = {}
    for t in range(n):
        pairs[f"pairs met at time {t} from state {start}"] = (
            Fraction(len(states) * m),
            "<=",
            Fraction(min(n * m, m ** (t + 1))),
        )
        total += weight * max(noise[a, s] for a in range(m) for s in states)
        states = {int(s) for a in range(m) for i in states for s in mdp.transitions[a, i].nonzero()[0]}
        weight *= mdp.discount
    total += weight / (1 - mdp.discount) * noise.max()
    pairs[f"h <= best noise in reach, state {start}"] = (gain, "<=", total)
    return pairs
