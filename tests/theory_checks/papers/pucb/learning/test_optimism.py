"""The probability that episode 2 is not optimistic, against sampling; the planner's steps."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import exp

import numpy as np
import pytest
from scipy.integrate import quad

from tabular.algorithms.episodic.pucb import PUCB, Printed, Repaired, Sizes
from tabular.episodic.instances import random_episodic, single_state_bandit
from theory_checks.core.interpret import enclose
from theory_checks.papers.pucb.learning._releases import from_zero, optimism_of_run, printed_constants
from theory_checks.papers.pucb.learning.clipping import negative
from theory_checks.papers.pucb.learning.optimism import bonus, forced, misses


@pytest.mark.parametrize(("T", "epsilon"), [(16, 1), (16, 10), (2, 1), (1024, 50)])
def test_closed_form_is_the_share_of_sampled_releases(T: int, epsilon: int) -> None:
    constants = printed_constants(1, 1, 1, T, Fraction(epsilon))
    s, E = (float(enclose(constants[name], constants)) for name in ("s", "E"))
    n, r, m = 1 + np.random.default_rng(T).laplace(0, s, (3, 400_000))
    accurate = (abs(n - 1) < E) & (abs(r - 1) < E) & (abs(m - 1) < E)
    missed = accurate & (np.minimum(1, 1 + r / n) < 1)
    p = float(enclose(misses(bonus), constants))
    assert abs(missed.mean() - p) < 6 * np.sqrt(p * (1 - p) / 400_000)  # six standard deviations, fixed seed


def test_closed_form_is_an_integral_over_the_errors_of_all_three_counters() -> None:
    constants = printed_constants(1, 1, 1, 3, Fraction(1))
    s, E = (float(enclose(constants[name], constants)) for name in ("s", "E"))

    def density(x: float) -> float:
        return exp(-abs(x) / s) / (2 * s)

    low, high, near = (quad(density, *ends)[0] for ends in ((-E, -1), (-1, E), (0, E)))
    assert 2 * low * high * 2 * near == pytest.approx(float(enclose(misses(bonus), constants)), rel=1e-9)


LEMMAS = {"noisy-quotient-too-small": misses(bonus), "noisy-quotient-negative": negative(min)}


@pytest.mark.parametrize("theorem", LEMMAS)
@pytest.mark.parametrize(("T", "epsilon"), [(16, 1), (16, 10), (1024, 10)])
def test_lemmas_are_the_probabilities(theorem: str, T: int, epsilon: int, lemma_value: Callable[..., float]) -> None:
    constants = printed_constants(1, 1, 1, T, Fraction(epsilon))
    s, E = (Fraction(float(enclose(constants[name], constants))) for name in ("s", "E"))
    sizes = {"states": 1, "actions": 1, "horizon": 1}
    found = lemma_value(theorem, scale=s, level=E, **sizes)
    assert found == pytest.approx(float(enclose(LEMMAS[theorem], constants)), rel=1e-12)


def test_the_instance_has_three_counters() -> None:
    assert Sizes(1, 1, 1, 16).counters == 3


def test_constants_are_those_of_the_library() -> None:
    ours = printed_constants(2, 3, 4, 1000, Fraction(2))
    theirs = PUCB(2, 3, 4, 1000, 2.0, Printed()).constants
    assert float(enclose(ours["E"], ours)) == pytest.approx(theirs.level[0], rel=1e-12)
    assert float(enclose(ours["s"], ours)) == pytest.approx(theirs.scales[0], rel=1e-12)


def test_values_of_the_else_branch() -> None:
    assert bonus(Fraction(-3), Fraction(1)) == -2
    assert bonus(Fraction(3), Fraction(1)) == 1
    assert forced(Fraction(-3), Fraction(1)) == 1


def test_the_probability_is_computed_from_the_rule() -> None:
    constants = printed_constants(1, 1, 1, 16, Fraction(1))
    assert float(enclose(misses(forced), constants)) == 0
    assert float(enclose(misses(bonus, from_zero), constants)) == 0
    assert float(enclose(misses(lambda _, cap: cap / 2), constants)) > 0.99  # a forced value that is too small


def test_printed_runs_miss_and_repaired_ones_do_not() -> None:
    for mdp in (single_state_bandit(2, 0.5), random_episodic(2, 2, 2, 3)):
        sizes = (mdp.n_states, mdp.n_actions, mdp.horizon, 60)
        assert optimism_of_run(mdp, PUCB(*sizes, 1.0, Printed()), 5)[0] > 5
        assert optimism_of_run(mdp, PUCB(*sizes, 1.0, Repaired()), 5) == (0, 0.0)


def test_a_repaired_run_stays_optimistic_where_values_left_their_caps() -> None:
    missed, share = optimism_of_run(random_episodic(2, 2, 2, 1), PUCB(2, 2, 2, 1500, 1e5, Repaired()), 0)
    assert missed == 0
    assert share > 0.1
