r"""The steps (heart) and (diamond) in the proof of Lemma 16, and Lemma H, which replaces (diamond).

lambda* is dual optimal for r, lambda' for r + z with z_a(s) ~ N(0, sigma^2).

* (heart): E [lambda*^T (r + z) - lambda'^T z] = lambda*^T r + E (lambda* - lambda')^T z: the terms are only regrouped.
* (diamond): E lambda*^T z = 0 and, for r = 0, lambda'^T z = e^T h with h = sup_pi (I - gamma P_pi)^{-1} z_pi. So the
  step claims that the mean over the states of E h(s) is at most its right side over -n; for n = 1 the mean is e_m.
* Lemma H bounds E h(s) at every state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

import numpy as np

from tabular.gaussian import mean_max_normal
from tabular.mdp import FiniteMDP
from tabular.mdp.instances import bandit, cycle_with_stay
from tabular.mdp.noised_rewards.effect import dual_solutions, noise_effect
from tabular.numbers.arrays import Array
from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Rational
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import Formula, ref
from theory_checks.core.interpret import substitute
from theory_checks.kit.cases import Comparisons, compare_everywhere, random_table
from theory_checks.papers.dpdqn.common.claims import held
from theory_checks.papers.dpdqn.utility._bounds import (
    LOSS_BOUND,
    NOISE_NORM,
    SIMPLE_BOUND,
    at,
    broken,
    gain,
    means_in,
    near,
)
from theory_checks.papers.dpdqn.utility._cases import SCALED, Case, claimed, closed_forms, exceeding, judged
from theory_checks.papers.dpdqn.utility._noise_gains import known_gains, many_walks, walk_gain
from theory_checks.papers.dpdqn.utility._sizes import Size, compare, size

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


def without_first_noise(star: Array, noised: Array, rewards: Array, noise: Array) -> tuple[Fraction, Fraction]:
    """Return the same left side and lambda*^T r - lambda'^T z, the noise that lambda* collects left out."""
    left, right = regrouped(star, noised, rewards, noise)
    return left, right - (star * noise).sum()


SLIPS: dict[str, dict[str, Sides]] = {
    "a sum in place of the difference": {"sides": with_a_sum},
    r"without $\lambda^{*T} z$": {"sides": without_first_noise},
}


@claim("dpdqn/lemma16-heart", broken=SLIPS, near=list(SLIPS))
def heart(trial: Trial, *, sides: Sides = regrouped) -> Iterator[Finding]:
    """Check the equality marked with a heart, draw by draw."""

    def both_sides(mdp: FiniteMDP, rng: np.random.Generator) -> Comparisons:
        noise = random_table(rng, *mdp.rewards.shape)
        star, noised = dual_solutions(mdp, noise_effect(mdp, noise))
        left, right = sides(star, noised, mdp.rewards, noise)
        return {"the step": (left, "==", right)}

    yield from compare_everywhere(trial, both_sides, "the two sides of the step, draw by draw", exhaustive=trial.full)


PER_STATE = substitute(formal_of(__file__, "dpdqn/lemma16-diamond").right, {"norm": NOISE_NORM})


@claim("dpdqn/lemma16-diamond", sound={"Lemma H in place of the printed bound": {"bound": SIMPLE_BOUND}})
def diamond(_trial: Trial, *, bound: Formula = PER_STATE) -> Iterator[Finding]:
    """Compare what the dual solution gains from the noise, per state, with the bound."""
    for case in _equal_rewards():
        yield judged(case, bound, CORRELATION)


def _equal_rewards() -> Iterator[Case]:
    """Yield cases with r = 0, in which the gain is the bias of the optimal value."""
    half, cycle = Fraction(1, 2), cycle_with_stay(12, Fraction(9999, 10000))
    yield Case("n = 1, m = 11: equal rewards", 1, 11, half, Size(mean_max_normal(11)))
    says = "One state, 12 arms with equal rewards: the dual solution gains e_12 from the noise, more than allowed."
    make = _gaining(bandit([Fraction(0)] * 12, half), says, "identity-value-bias")
    yield Case("n = 1, m = 12: equal rewards", 1, 12, half, Size(mean_max_normal(12)), certificate=make)
    says = "A cycle of 12 states, stay or go on, rewards 0: the dual solution gains more from the noise than allowed."
    make = _gaining(cycle, says, "walk-and-stay-value-bias")
    walk = Size(walk_gain(12, 2, cycle.discount))
    yield Case("n = 12, m = 2: cycle with stay", 12, 2, cycle.discount, walk, certificate=make)


def _gaining(mdp: FiniteMDP, says: str, theorem: str) -> Certificate:
    made = exceeding(mdp, says, theorem, "gain", norm="norm")
    norm = lemma("norm", "mean-absolute-sum", count=ref("M.actions") * "M.states", sigma=1)
    return replace(made, given=[*made.given, norm])


NEAR = near(LOSS_BOUND)
GAINED = {"gain": ref("n") * SCALED, "correlation": -ref("gain")}  # as r = 0


@claim("dpdqn/lemma16-diamond/repaired", broken=broken(LOSS_BOUND) | NEAR, near=list(NEAR))
def lemma_h(trial: Trial, *, bound: Formula = LOSS_BOUND) -> Iterator[Finding]:
    """Compare E h(s) with its bound and that with its closed form, and check the steps of the proof draw by draw."""
    for name, n, m, discount, gained in [*_closed_forms(), *known_gains()]:
        yield compare(name, gained, "<=", at(bound, n, m, discount), quantity=GAIN)
    yield from closed_forms(bound, ((2, 2), (12, 2), (128, 3), (10**6, 2)))
    if bound is LOSS_BOUND:  # the steps do not depend on the bound
        known = [case for case in _closed_forms() if case[-1].square is not None]
        yield from claimed(trial, known, GAINED, GAIN)
        yield from claimed(trial, [many_walks()], GAINED, GAIN, slice(1, 2))
        yield from _many_noises(trial)
        yield from compare_everywhere(trial, _steps, "the steps of the proof, state by state")


def _closed_forms() -> Iterator[tuple[str, int, int, Fraction, Size]]:
    """Yield (name, n, m, gamma, E h(s)) where no state is left: the best of m noises; tight for n = 1 and gamma = 0."""
    tight = [(1, 2, Fraction(9, 10)), (1, 3, Fraction(1, 2)), (5, 2, Fraction(0)), (7, 3, Fraction(0))]
    loose = [(2, 2, "1/1000"), (5, 3, "1/2"), (45, 2, "9/10"), (2, 12, "99/100")]
    for n, m, discount in [*tight, *((n, m, Fraction(text)) for n, m, text in loose)]:
        yield f"P = I, r = 0, n = {n}, m = {m}, discount {discount}", n, m, discount, size("e", {"e": gain(m)})


def _many_noises(trial: Trial) -> Iterator[Evidence]:
    """Compare H with its closed form, to which it is near where e_k with a large k is nearly sqrt(2 ln k)."""
    many, claimed_of_h = 10**12, trial.formal.claims[-1]
    for n, m, discount in ((2, 12, Fraction(99, 100)), (2, many, Fraction(0)), (many, 2, 1 - Fraction(1, 10**15))):
        values = {"n": n, "m": m, "gamma": discount, **means_in([claimed_of_h.left], n, m, discount)}
        yield held(f"n = {n}, m = {m}, discount {discount}", claimed_of_h, values, quantity="$H$ and its closed form")


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
