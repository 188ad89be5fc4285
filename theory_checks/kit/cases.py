"""Exact MDPs on which statements about all finite MDPs are tried: named, exhaustive and seeded ones.

The named ones are degenerate or tight on purpose: ties everywhere, absorbing states, discount 0. Random MDPs alone have
no power.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np

from tabular.mdp import FiniteMDP
from tabular.mdp.instances import bandit, chain, cycle_with_stay, de_bruijn, dyadic_random, identity_mdp, one_state_loop
from tabular.numbers.arrays import Array
from theory_checks.core.claim import Trial
from theory_checks.core.evidence import Evidence, Rational, exact_all

HALF = Fraction(1, 2)

Comparisons = Mapping[str, tuple[Rational, str, Rational]]
Comparing = Callable[[FiniteMDP, np.random.Generator], Comparisons]


class Case(NamedTuple):
    """An exact MDP with the name under which evidence speaks of it."""

    name: str
    mdp: FiniteMDP


@cache
def named_cases() -> tuple[Case, ...]:
    """Return small MDPs with closed forms, most of them with ties."""
    return (
        Case("one-state loop, $r = 1$", one_state_loop(HALF)),
        Case("bandit with two best arms", bandit([1, 1, 0], Fraction(2, 3))),
        Case("two states never left, all actions alike", identity_mdp(2, 2, HALF)),
        Case("stay or swap two states, $r = 0$", stay_or_swap()),
        Case("cycle of three states with stay, $r = 0$", cycle_with_stay(3, Fraction(9, 10))),
        Case("slippery chain of four states", chain(4, Fraction(9, 10), Fraction(1, 4))),
        Case("de Bruijn graph of four states", de_bruijn(2, HALF)),
        Case(r"two arms, $\gamma = 0$", bandit([0, 1], Fraction(0))),
    )


def stay_or_swap(discount: Fraction = HALF) -> FiniteMDP:
    """Return two states with the actions stay and swap, without rewards."""
    return FiniteMDP([[[1, 0], [0, 1]], [[0, 1], [1, 0]]], [[0, 0], [0, 0]], discount)


def swap(discount: Fraction = HALF) -> FiniteMDP:
    """Return two states that follow each other, one action, no rewards."""
    return FiniteMDP([[[0, 1], [1, 0]]], [[0, 0]], discount)


def deterministic_mdps(n: int, m: int, rewards: Sequence[int], discount: Fraction = HALF) -> Iterator[FiniteMDP]:
    """Yield every MDP with deterministic moves on n states, m actions and all rewards from a list."""
    identity = np.eye(n, dtype=np.int64)
    for targets in product(range(n), repeat=m * n):
        frame = FiniteMDP(identity[list(targets)].reshape(m, n, n), np.zeros((m, n), dtype=np.int64), discount)
        for values in product(rewards, repeat=m * n):
            yield frame.with_rewards(np.array(values, dtype=np.int64).reshape(m, n))


def exhaustive_family(trial: Trial) -> tuple[str, list[FiniteMDP]]:
    """Return all deterministic MDPs with two states and two actions, rewards 0 and 1 (full: -1, 0 and 1)."""
    rewards = (-1, 0, 1) if trial.full else (0, 1)
    family = list(deterministic_mdps(2, 2, rewards))
    values = ", ".join(map(str, rewards))
    return f"all {len(family)} deterministic MDPs with $n = m = 2$, $\\gamma = 1/2$, rewards in {values}", family


def seeded_cases(
    trial: Trial, quick: int = 6, full: int = 60, most_states: int = 4, most_actions: int = 3
) -> list[Case]:
    """Return random MDPs with at most 4 states and 3 actions and dyadic probabilities that sum to exactly 1."""
    cases: list[Case] = []
    for i in range(full if trial.full else quick):
        rng = trial.rng("dyadic MDP", str(i))
        n, m = int(rng.integers(1, 5)), int(rng.integers(1, 4))
        discount = Fraction(int(rng.integers(0, 20)), 20)
        mdp = dyadic_random(n, m, discount, bits=4, seed=int(rng.integers(2**32)))
        cases.append(Case(f"dyadic MDP {i} ($n = {n}$, $m = {m}$, $\\gamma = {discount}$)", mdp))
    return cases


def compare_everywhere(
    trial: Trial, comparing: Comparing, quantity: str, *, exhaustive: bool = True, myopic: bool = True
) -> Iterator[Evidence]:
    """Make the comparisons on every named case, on the exhaustive family and on the seeded cases: one row for each.

    A text that declares a discount above 0 says nothing of `myopic` cases.
    """
    named, seeded = ([x for x in cases if myopic or x.mdp.discount] for cases in (named_cases(), seeded_cases(trial)))
    for name, mdp in named:
        yield exact_all(name, comparing(mdp, trial.rng(quantity, name)), quantity=quantity)
    families = [(f"{len(seeded)} random dyadic MDPs, $n \\leq 4$, $m \\leq 3$", [case.mdp for case in seeded])]
    for family, mdps in [exhaustive_family(trial), *families] if exhaustive else families:
        rng = trial.rng(quantity, family)
        pairs = {f"MDP {i}, {key}": pair for i, mdp in enumerate(mdps) for key, pair in comparing(mdp, rng).items()}
        yield exact_all(family, pairs, quantity=quantity)


def random_table(rng: np.random.Generator, *shape: int) -> Array:
    """Return multiples of 1/8 between -2 and 2."""
    table = np.empty(shape, dtype=object)
    table.reshape(-1)[:] = [Fraction(int(k), 8) for k in rng.integers(-16, 17, table.size)]
    return table


def sup_norm(values: Array) -> Fraction:
    """Return the largest absolute value of an array of Fractions."""
    return Fraction(np.abs(values).max())


def constant(mdp: FiniteMDP, value: Fraction | int) -> Array:
    """Return the (m, n) table with the same number everywhere."""
    return np.full((mdp.n_actions, mdp.n_states), Fraction(value), dtype=object)
