"""The private mathematics of the neighbours: bridge weights by other routes."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabular.noise.conditional import bridge
from theory_checks.papers.dpdqn.density.neighbours import neighbour_weights, new_points, non_zero

POINTS = st.lists(st.integers(-20, 20), min_size=1, max_size=6, unique=True).map(sorted)


@given(POINTS, st.fractions(Fraction(1, 10), Fraction(9, 10), max_denominator=10))
def test_weights_are_those_of_the_sampler(stored, q):
    beta = -math.log(q)
    for x in new_points(stored):
        weights = neighbour_weights(stored, x, q)
        below, above = [y for y in stored if y < x], [y for y in stored if y > x]
        if below and above:
            left, right, _ = bridge(beta, x - below[-1], above[0] - x)
            expected = {below[-1]: left, above[0]: right}
        else:
            nearest = below[-1] if below else above[0]
            expected = {nearest: math.exp(-beta * abs(x - nearest))}
        assert {y: float(w) for y, w in zip(stored, weights, strict=True) if w} == pytest.approx(expected)


@given(POINTS, st.fractions(Fraction(1, 10), Fraction(9, 10), max_denominator=10))
def test_weights_solve_the_equations(stored, q):
    for x in new_points(stored):
        weights = neighbour_weights(stored, x, q)
        for y in stored:
            assert sum(w * q ** abs(y - z) for w, z in zip(weights, stored, strict=True)) == q ** abs(x - y)


def test_the_number_of_neighbours():
    q = Fraction(1, 3)

    assert [non_zero((0, 2, 5), x, q) for x in (-1, 0, 1, 2, 4, 5, 6)] == [1, 1, 2, 1, 2, 1, 1]
