"""Counted steps of sorted stores against closed forms, all orders of a few points, and bisection by the library."""

import math
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabular.noise.stores import balanced_tree, linked_list, sorted_array, tree_levels

STORES = (linked_list, sorted_array, balanced_tree)


def total(store, points):
    steps = list(store(points))
    return sum(s.comparisons for s in steps), sum(s.changes for s in steps)


@pytest.mark.parametrize("n", [1, 2, 5, 40])
def test_the_worst_and_the_best_order_of_a_list(n):
    assert total(linked_list, range(n)) == (n * (n - 1) // 2, n)
    assert total(linked_list, range(n, 0, -1)) == (n - 1, n)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6])
def test_the_mean_over_all_orders(n):
    orders = list(permutations(range(n)))
    harmonic = sum(Fraction(1, k) for k in range(1, n + 1))

    listed = Fraction(sum(total(linked_list, order)[0] for order in orders), len(orders))
    moved = Fraction(sum(total(sorted_array, order)[1] for order in orders), len(orders))

    assert listed == Fraction(n * (n - 1), 4) + n - harmonic
    assert moved == Fraction(n * (n - 1), 4) + n


@given(st.lists(st.integers(), unique=True, max_size=60))
def test_bisection_takes_the_logarithm_rounded_up(points):
    for n, steps in enumerate(sorted_array(points), start=1):
        assert n.bit_length() - 1 <= steps.comparisons <= (n - 1).bit_length()


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6, 7])
def test_a_tree_stays_within_its_levels_in_every_order(n):
    for order in permutations(range(n)):
        for k, steps in enumerate(balanced_tree(order), start=1):
            assert steps.comparisons <= tree_levels(k)
            assert steps.changes <= tree_levels(k) + 5


@given(st.lists(st.integers(), unique=True, max_size=200))
def test_a_tree_stays_within_its_levels(points):
    for k, steps in enumerate(balanced_tree(points), start=1):
        assert steps.comparisons <= tree_levels(k)
        assert steps.changes <= tree_levels(k) + 5


def test_the_levels_of_a_tree_are_a_logarithm():
    golden = (1 + math.sqrt(5)) / 2

    assert [tree_levels(n) for n in (1, 2, 3, 5, 8, 13)] == [0, 1, 2, 3, 4, 5]
    for n in range(1, 3000):
        assert tree_levels(n) <= math.log(n) / math.log(golden) + 1e-12


@pytest.mark.parametrize("store", STORES)
def test_no_points_no_steps(store):
    assert list(store([])) == []
