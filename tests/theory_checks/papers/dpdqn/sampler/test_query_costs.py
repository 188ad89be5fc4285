"""Closed forms of the step counts, by brute force over places and orders."""

import math
from fractions import Fraction
from itertools import accumulate, permutations

import numpy as np
import pytest

from tabular.noise.stores import balanced_tree, linked_list, tree_levels
from theory_checks.core.interpret import approximate, exact
from theory_checks.papers.dpdqn.sampler._sparse_trees import LEVELS, sparse_order
from theory_checks.papers.dpdqn.sampler.query_costs import (
    ANSWERS,
    GOLDEN,
    LAST,
    LIST,
    ORDERS,
    mean_comparisons,
    worst_walk,
)


def walked(order):
    """Return the fewest links from both ends or from the last state, over all states put in this order."""
    line, last, total = [], None, 0
    for x in order:
        gap = sum(y < x for y in line)
        if line:
            p = line.index(last)
            total += min(gap, len(line) - gap, p - gap if gap <= p else gap - p - 1)
        line.insert(gap, x)
        last = x
    return total


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6, 7])
def test_no_order_walks_farther_than_one_greedy_in_each_step_promises(n):
    worst = max(walked(order) for order in permutations(range(n)))

    assert Fraction(n * (n - 7), 8) <= worst_walk(n) <= worst


@pytest.mark.parametrize("n", [1, 3, 6])
def test_the_mean_of_a_list(n):
    orders = list(permutations(range(n)))
    total = sum(s.comparisons for order in orders for s in linked_list(order))

    assert mean_comparisons(n) == Fraction(total, len(orders))


@pytest.mark.parametrize(("costs", "each"), [(LIST, False), (LAST, True), (ANSWERS, True)])
def test_a_cost_that_is_too_large_is_so_for_every_constant(costs, each):
    for cost in costs:
        for C in (1, 2, 7, 10**4):
            n = (cost.scale * C) ** 2
            bound = C * math.log(n) * (1 if each else n)

            assert exact(cost.value, {"N": n}) > bound


@pytest.mark.parametrize("n", [2, 3, 5])
def test_lemmas_count_the_steps_in_a_list(n):
    orders = list(permutations(range(n)))
    ascending = [steps.comparisons for steps in linked_list(range(n))]
    worst, mean, entered, last = (exact(cost.value, {"N": n}) for cost in (*LIST, *LAST))

    assert (worst, last) == (sum(ascending), ascending[-1])
    assert mean <= mean_comparisons(n)
    assert entered <= max(walked(order) for order in orders)


def test_the_golden_logarithm():
    assert approximate(GOLDEN, {"n": 2}) == pytest.approx(1.4404200904125567, rel=1e-14)


@pytest.mark.parametrize("levels", LEVELS)
def test_the_last_query_of_a_sparse_tree_meets_every_level_and_turns_twice(levels):
    order = sparse_order(levels)
    *_, last = balanced_tree(order)

    assert sorted(order) == list(range(len(order)))
    assert tree_levels(len(order) - 1) < tree_levels(len(order)) == levels == last.comparisons
    assert last.changes == levels + 4


def test_what_the_levels_allow_in_total_is_below_nine_halves_of_n_ln_n():
    allowed = [1, 3, *(2 * tree_levels(n) + 4 for n in range(3, 2001))]

    assert all(total <= 4.5 * n * math.log(n) for n, total in enumerate(accumulate(allowed), start=1) if n > 1)
    for n in (15, 30, 10**9):
        assert 4.157 * ((n + 1) * math.log(n) + 1) - 0.156 * n <= 4.5 * n * math.log(n)
    assert 2 / math.log((1 + 5**0.5) / 2) < 4.157


def test_no_order_of_few_states_makes_more_steps_than_claimed():
    for n in range(2, 7):
        kept = [list(balanced_tree(order)) for order in permutations(range(n))]

        assert max(sum(map(sum, steps)) for steps in kept) <= 4.5 * n * math.log(n)
        assert max(sum(steps[-1]) for steps in kept) <= 8 * math.log(n)


@pytest.mark.parametrize("name", ORDERS)
def test_orders_hold_every_state_once(name):
    points = ORDERS[name](20, np.random.default_rng(0))

    assert len(set(points)) == len(points) == 20
