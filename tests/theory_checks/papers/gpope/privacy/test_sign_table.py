"""Table 1: the matrix of signs, the exact delta and the mixture identity of its proof."""

from fractions import Fraction

import pytest

from tabular.privacy.subsampled import Adjacency, delta_interval
from theory_checks.papers.gpope.privacy.table1 import SETTINGS, SIGNS, Setting, formula_table, smallest_delta, table_of


def test_matrix_is_symmetric_and_only_n_is_positive():
    table = table_of(SIGNS)

    for i in range(5):
        for j in range(5):
            assert table[i][j] == table[j][i] == (0 if i == j else 1 if 2 in (i, j) else -1)


def test_formula_of_the_theorem_has_the_same_matrix():
    assert formula_table(SETTINGS[-1]) == table_of(SIGNS)


@pytest.mark.parametrize("m", [1, 2, 5])
def test_a_step_with_one_record_more_is_a_mixture(m):
    """With weight 1/(m + 1) the others alone, otherwise a set of m that misses one of the others."""
    more = Fraction(1, m + 1)
    others = [more * Fraction(1, m) + (1 - more) * Fraction(m - 1, m) * Fraction(1, m)] * m
    record = (1 - more) * Fraction(1, m)

    assert [*others, record] == [more] * (m + 1)


@pytest.mark.parametrize("steps", [1, 3])
def test_one_record_more_lowers_delta_by_the_factor_of_the_proof(steps):
    few = smallest_delta(Setting(Fraction(1, 2), steps, Fraction(2), 4))
    more = smallest_delta(Setting(Fraction(1, 2), steps, Fraction(2), 5))

    assert float(more.upper()) < float(few.lower()) * (1 - 5.0**-steps)


def test_one_step_is_the_same_for_both_relations():
    start = Setting(Fraction(1, 2), 1, Fraction(2), 4)
    replaced, removed = (smallest_delta(start, relation) for relation in (Adjacency.REPLACE, Adjacency.ADD_REMOVE))
    interval = delta_interval(3, start.sigma, 1, start.epsilon, Adjacency.ADD_REMOVE)

    assert float(replaced) == float(removed)
    # the ends are floats, rounded outwards
    assert interval.lower <= float(removed) * (1 + 1e-12)
    assert float(removed) <= interval.upper * (1 + 1e-12)


def test_several_steps_are_not_known_as_well_under_replacement():
    start = Setting(Fraction(1, 2), 20, Fraction(2), 4)
    replaced, removed = (smallest_delta(start, relation) for relation in (Adjacency.REPLACE, Adjacency.ADD_REMOVE))

    assert float(replaced.rad()) > float(removed.rad())


def test_moves_increase_one_quantity():
    start = SETTINGS[-1]
    for name, moved in start.moved().items():
        old = [start.epsilon, start.steps, start.sigma, start.m]
        new = [moved.epsilon, moved.steps, moved.sigma, moved.m]
        changed = [a != b for a, b in zip(old, new, strict=True)]
        assert sum(changed) == 1, name
        assert sum(new) > sum(old), name
