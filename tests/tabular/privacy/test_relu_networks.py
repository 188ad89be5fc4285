"""Tests for tabular/privacy/relu_networks.py: the network evaluated layer by layer, known shapes, bad input."""

from fractions import Fraction
from itertools import pairwise
from math import inf

from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals

from tabular.privacy import relu_network

RATIONAL = st.fractions(-3, 3, max_denominator=6)


@st.composite
def networks(draw):
    sizes = [1, *draw(st.lists(st.integers(1, 3), min_size=1, max_size=3))]
    layers = list(pairwise(sizes))
    return (
        [[[draw(RATIONAL) for _ in range(n)] for _ in range(m)] for n, m in layers],
        [[draw(RATIONAL) for _ in range(m)] for _, m in layers],
    )


def evaluated(weights, shifts, x):
    """The definition of the network, at one point."""
    values = [x]
    for i, (matrix, shift) in enumerate(zip(weights, shifts, strict=True)):
        inputs = values if i == 0 else [max(v, Fraction(0)) for v in values]
        values = [
            sum(w * v for w, v in zip(row, inputs, strict=True)) + b for row, b in zip(matrix, shift, strict=True)
        ]
    return values


@given(networks(), st.lists(st.fractions(0, 1, max_denominator=100), min_size=1, max_size=5))
def test_it_is_the_network_at_every_point_and_linear_between_the_knots(network, points):
    outputs = relu_network(*network)
    knots = outputs[0].knots
    between = [(2 * x + y) / 3 for x, y in pairwise(knots)]

    for x in [*points, *knots, *between]:
        assert [f(x) for f in outputs] == evaluated(*network, x)


def test_two_units_make_a_hat_with_the_norm_of_a_hat():
    """2 relu(x) - 4 relu(x - 1/2): slopes 2 and -2, and the integral of its square is 1/3."""
    (hat,) = relu_network([[[1], [1]], [[2, -4]]], [[0, Fraction(-1, 2)], [0]])

    assert hat.knots == (0, Fraction(1, 2), 1)
    assert hat.values == (0, 1, 0)
    assert hat.norm_squared(1) == Fraction(4 + Fraction(1, 3)) / 2


def test_a_layer_without_a_bend_is_a_line():
    (line,) = relu_network([[[3]]], [[-1]])

    assert line.values == (-1, 2)


test_bad_networks_get_one_sentence = refusals(
    (lambda: relu_network([], []), r"^shifts must have one entry for each layer, at least one, got 0 for 0 layers$"),
    (
        lambda: relu_network([[[1]]], []),
        r"^shifts must have one entry for each layer, at least one, got 0 for 1 layers$",
    ),
    (lambda: relu_network([[]], [[]]), r"^shifts\[0\] must have one entry for each unit, at least one, got 0 for 0$"),
    (
        lambda: relu_network([[[1]]], [[1, 2]]),
        r"^shifts\[0\] must have one entry for each unit, at least one, got 2 for 1$",
    ),
    (lambda: relu_network([[[1, 2]]], [[0]]), r"^weights\[0\] must have rows of length 1, got 2 in row 0$"),
    (lambda: relu_network([[[1]], [[1, 1]]], [[0], [0]]), r"^weights\[1\] must have rows of length 1, got 2 in row 0$"),
    (lambda: relu_network([[[inf]]], [[0]]), r"^weights\[0\] must be a finite number, got inf at \[0\]\[0\]$"),
    (lambda: relu_network([[[1]]], [["0"]]), r"^shifts\[0\] must be a finite number, got '0' at \[0\]$"),
)
