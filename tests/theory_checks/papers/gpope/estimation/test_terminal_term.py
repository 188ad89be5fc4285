"""The term of a terminal state: by hand, and what a feature there would change."""

from fractions import Fraction

from theory_checks.papers.gpope.estimation._off_policy_worlds import Path, early_or_late
from theory_checks.papers.gpope.estimation.terminal_term import (
    estimates,
    one_at_the_end,
    with_terminal_row,
    zero_at_the_end,
)

PATH = Path(((0, 0, 1), (1, 0, 2)))  # rewards 0 + 1 and 1 + 1, then the end


def test_two_transitions_by_hand():
    world = early_or_late()
    found = estimates(world, with_terminal_row(PATH), zero_at_the_end(world), 2)

    assert found.A.tolist() == [[Fraction(1, 2), Fraction(-1, 4)], [0, Fraction(1, 2)]]
    assert found.b.tolist() == [Fraction(1, 2), 1]
    assert found.C.tolist() == [[Fraction(1, 2), 0], [0, Fraction(1, 2)]]


def test_a_feature_of_the_end_adds_a_third_term():
    world = early_or_late()
    phi = one_at_the_end(world)
    printed, average = (estimates(world, path, phi, 2) for path in (with_terminal_row(PATH), PATH))

    assert (printed.C - average.C).tolist() == [[Fraction(1, 2)] * 2] * 2
    assert (printed.b - average.b).tolist() == [Fraction(1, 2)] * 2  # the reward 0, raised by 1


def test_the_terminal_row_stays_where_it_is():
    assert with_terminal_row(PATH).rows == (*PATH.rows, (2, 0, 2))
