"""The laws of tables whose entries are all updated at once, by running the updates on unit noises one at a time."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from tabular.algorithms.private_value_iteration import bracketed, update
from tabular.mdp import FiniteMDP
from theory_checks.core.claim import Trial
from theory_checks.core.evidence import Outcome
from theory_checks.core.formal import formal_of
from theory_checks.papers.dpdqn.theorem5 import best_privacy_repaired as module
from theory_checks.papers.dpdqn.theorem5.best_privacy_repaired import (
    Training,
    all_to_first,
    best_privacy_repaired,
    cycle,
    favoured,
    trajectory,
)

ID = "dpdqn/j1-best-privacy/repaired"
TRIAL = Trial(claim_id=ID, formal=formal_of(module.__file__, ID))
NINE, HALF = Fraction(9, 10), Fraction(1, 2)


def released(x, rewards, tables):
    """Run the updates one by one and return the table."""
    mdp = FiniteMDP([x.moves.tolist()], [list(rewards)], x.discount)
    q = np.array([[Fraction(0)] * len(x.moves)], dtype=object)
    for t in range(x.updates):
        q = update(mdp, bracketed(tables[t // (x.updates // len(tables))]), q, x.alpha)
    return q[0]


@pytest.mark.parametrize(("moves", "paths"), list(product((all_to_first(3), cycle(3)), (1, 2, 4))))
def test_the_law_is_that_of_the_updates_noise_by_noise(moves, paths):
    x, n = Training("", moves, NINE, HALF, 4), 3
    quiet = [np.array([[Fraction(0)] * n], dtype=object) for _ in range(paths)]
    columns = []
    for b, s in product(range(paths), range(n)):
        unit = [table.copy() for table in quiet]
        unit[b][0, s] = Fraction(1)
        columns.append(released(x, [Fraction(0)] * n, unit))
    shifts = [released(x, [Fraction(int(i == s)) for i in range(n)], quiet) for s in range(n)]

    matrix, covariance = x.law(paths)

    noise = np.array(columns, dtype=object).T
    assert (noise @ noise.T == covariance).all()
    assert (matrix == np.array(shifts, dtype=object).T).all()


@pytest.mark.parametrize("runs", [favoured, trajectory])
def test_neither_favoured_states_nor_trajectories_are_covered(runs):
    found = list(best_privacy_repaired(TRIAL, runs=runs))

    assert any(x.outcome is Outcome.FAILS for x in found)


def test_along_the_trajectory_the_value_for_one_path_is_right_and_the_comparison_fails():
    found = list(best_privacy_repaired(TRIAL, runs=trajectory))

    assert [x.outcome for x in found] == [Outcome.HOLDS, Outcome.FAILS] * 2  # for two noise levels
