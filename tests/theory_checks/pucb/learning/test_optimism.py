"""The probability that episode 2 is not optimistic, against sampling; the planner's steps."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from tabular.algorithms.episodic.pucb import PUCB, Printed, Repaired
from tabular.instances.episodic import random_episodic, single_state_bandit
from theory_checks.enclosures import enclose
from theory_checks.pucb.learning.optimism import BONUS, FORCED, printed_constants, violations


@pytest.mark.parametrize(("T", "epsilon"), [(16, 1), (16, 10), (1024, 50)])
def test_closed_form_is_the_share_of_sampled_releases(T: int, epsilon: int) -> None:
    constants = printed_constants(1, 1, 1, T, Fraction(epsilon))
    s, E = (float(enclose(constants[name], constants)) for name in ("s", "E"))
    n, r = 1 + np.random.default_rng(T).laplace(0, s, (2, 400_000))
    accurate = (abs(n - 1) < E) & (abs(r - 1) < E)
    missed = accurate & (np.minimum(1, 1 + r / n) < 1)
    p = float(enclose(BONUS.misses, constants))
    assert abs(missed.mean() - p) < 6 * np.sqrt(p * (1 - p) / 400_000)  # six standard deviations, fixed seed


def test_constants_are_those_of_the_library() -> None:
    ours = printed_constants(2, 3, 4, 1000, Fraction(2))
    theirs = PUCB(2, 3, 4, 1000, 2.0, Printed()).constants
    assert float(enclose(ours["E"], ours)) == pytest.approx(theirs.level[0], rel=1e-12)
    assert float(enclose(ours["s"], ours)) == pytest.approx(theirs.scales[0], rel=1e-12)


def test_values_of_the_else_branch() -> None:
    assert BONUS.value(Fraction(-3), Fraction(1)) == -2
    assert BONUS.value(Fraction(3), Fraction(1)) == 1
    assert FORCED.value(Fraction(-3), Fraction(1)) == 1


def test_printed_runs_miss_and_repaired_ones_do_not() -> None:
    for mdp in (single_state_bandit(2, 0.5), random_episodic(2, 2, 2, 3)):
        sizes = (mdp.n_states, mdp.n_actions, mdp.horizon, 60)
        assert violations(mdp, PUCB(*sizes, 1.0, Printed()), 5) > 5
        assert violations(mdp, PUCB(*sizes, 1.0, Repaired()), 5) == 0
