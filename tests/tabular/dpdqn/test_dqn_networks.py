"""Networks: values and gradients against plain numpy, finite differences and automatic differentiation."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabular.dpdqn.networks import MLP
from tabular.errors import InputError

WIDTHS = st.lists(st.integers(1, 6), min_size=2, max_size=5).map(tuple)


def plain_values(widths, theta, x):
    offset, y = 0, np.asarray(x, float)
    for layer, (a, b) in enumerate(itertools.pairwise(widths)):
        weights = theta[offset : offset + a * b].reshape(a, b)
        y = y @ weights + theta[offset + a * b : offset + (a + 1) * b]
        offset += (a + 1) * b
        if layer + 2 < len(widths):
            y = np.maximum(y, 0)
    return y


class Dual:
    """A number with the derivatives in all parameters: automatic differentiation, independent of the kernels."""

    def __init__(self, value, slope):
        self.value, self.slope = value, slope

    def __add__(self, other):
        return Dual(self.value + other.value, self.slope + other.slope)

    def __mul__(self, other):
        return Dual(self.value * other.value, self.value * other.slope + other.value * self.slope)

    def rectified(self):
        return self if self.value > 0 else Dual(0.0, 0 * self.slope)


def dual_gradient(widths, theta, x, action):
    n = theta.size
    parameters = [Dual(v, row) for v, row in zip(theta, np.eye(n), strict=True)]
    y, offset = [Dual(v, np.zeros(n)) for v in x], 0
    for layer, (a, b) in enumerate(itertools.pairwise(widths)):
        outputs = [parameters[offset + a * b + o] for o in range(b)]
        for i in range(a):
            outputs = [outputs[o] + y[i] * parameters[offset + i * b + o] for o in range(b)]
        y = [o.rectified() for o in outputs] if layer + 2 < len(widths) else outputs
        offset += (a + 1) * b
    return y[action].slope


@settings(max_examples=40, deadline=None)
@given(WIDTHS, st.integers(0, 2**32))
def test_values_and_gradients_are_those_of_the_definition(widths, seed):
    network, rng = MLP(widths), np.random.default_rng(seed)
    theta, x = network.initial(seed)[0], rng.normal(size=widths[0])
    action = int(rng.integers(widths[-1]))

    # The sums are taken in another order: a few units in the last place of numbers below 100.
    np.testing.assert_allclose(network.values(theta, x), plain_values(widths, theta, x), rtol=1e-12, atol=1e-13)
    np.testing.assert_allclose(
        network.gradient(theta, x, action), dual_gradient(widths, theta, x, action), rtol=1e-12, atol=1e-13
    )


def test_the_gradient_is_the_limit_of_differences():
    network = MLP()
    theta, x, h = network.initial(5)[0], np.array([0.37]), 1e-6
    for action in (0, 1):
        slopes = [
            (network.values(theta + h * e, x)[action] - network.values(theta - h * e, x)[action]) / (2 * h)
            for e in np.eye(theta.size)
        ]
        # Central differences of a piecewise quadratic map: rounding 1e-16/h is what remains.
        np.testing.assert_allclose(network.gradient(theta, x, action), slopes, atol=1e-8)


def test_a_population_is_its_members_and_a_run_does_not_depend_on_the_others():
    network = MLP((1, 8, 3))
    many, few = network.initial(3, 7), network.initial(3, 2)
    states = np.linspace(0, 1, 5)[:, None]

    np.testing.assert_array_equal(many[:2], few)
    together = network.population_values(many, states)
    assert together.shape == (7, 5, 3)
    for run in range(7):
        np.testing.assert_array_equal(together[run], network.population_values(many[run : run + 1], states)[0])


def test_initial_parameters_fill_their_interval():
    network = MLP((1, 16, 16, 2))
    draws = network.initial(0, 400)
    hidden = draws[:, 32 : 32 + 17 * 16]

    assert network.n_parameters == 32 + 17 * 16 + 17 * 2
    assert np.abs(hidden).max() < 0.25 < np.abs(draws[:, :32]).max() < 1
    # The variance of U[-1/4, 1/4] is 1/48; 108,800 draws leave a relative deviation of about 0.3 %: 6 of them.
    assert abs(hidden.var() * 48 - 1) < 0.02


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: MLP((3,)), "widths must have at least an input and an output"),
        (lambda: MLP((1, 0, 2)), "widths[1] must be an integer of at least 1"),
        (lambda: MLP((1, 2.5)), "widths[1] must be an integer"),
        (lambda: MLP(7), "widths must have at least"),
        (lambda: MLP().initial(-1), "seed must be an integer of at least 0"),
        (lambda: MLP().initial(0, 0), "runs must be an integer of at least 1"),
        (lambda: MLP().values(np.zeros(3), [0.5]), "parameters must have shape (runs, 338)"),
        (lambda: MLP().values(np.zeros(338), [0.5, 1]), "states must have shape (k, 1)"),
        (lambda: MLP().gradient(np.zeros(338), [0.5], 2), "action must be less than 2"),
    ],
)
def test_bad_input_gets_one_sentence(call, message):
    with pytest.raises(InputError) as caught:
        call()
    assert message in str(caught.value)
