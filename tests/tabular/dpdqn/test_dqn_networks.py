"""Networks: values and gradients against plain numpy, finite differences and automatic differentiation by autograd."""

import numpy as np
import pytest
from autograd import grad, jacobian
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_networks import plain_values
from refusals import refusals

from tabular.dpdqn._kernels_networks import backward, forward
from tabular.dpdqn._kernels_side_by_side import backward_each, forward_each
from tabular.dpdqn.networks import MLP
from tabular.numbers._kernels_lanes import LANES

WIDTHS = st.lists(st.integers(1, 6), min_size=2, max_size=5).map(tuple)


@settings(max_examples=60, deadline=None)
@given(WIDTHS, st.integers(0, 2**32))
def test_values_and_gradients_are_those_of_the_definition(widths, seed):
    network, rng = MLP(widths), np.random.default_rng(seed)
    thetas, states = network.initial(seed, 2), rng.normal(size=(3, widths[0]))
    action = int(rng.integers(widths[-1]))
    values, gradients = network.population_values(thetas, states), network.population_gradients(thetas, states, action)

    for run, theta in enumerate(thetas):
        expected = jacobian(lambda t: plain_values(widths, t, states)[:, action])(theta)
        # The sums are taken in another order: a few units in the last place of numbers below 100.
        np.testing.assert_allclose(values[run], plain_values(widths, theta, states), rtol=1e-12, atol=1e-13)
        np.testing.assert_allclose(gradients[run], expected, rtol=1e-12, atol=1e-13)
    single = grad(lambda t: plain_values(widths, t, states[0])[action])(thetas[0])
    np.testing.assert_allclose(network.gradient(thetas[0], states[0], action), single, rtol=1e-12, atol=1e-13)
    np.testing.assert_array_equal(network.values(thetas[0], states[0]), values[0, 0])


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


test_bad_input_gets_one_sentence = refusals(
    (lambda: MLP((3,)), "widths must have at least an input and an output"),
    (lambda: MLP((1, 0, 2)), "widths[1] must be an integer of at least 1"),
    (lambda: MLP((1, 2.5)), "widths[1] must be an integer"),
    (lambda: MLP(7), "widths must have at least"),
    (lambda: MLP().initial(-1), "seed must be an integer of at least 0"),
    (lambda: MLP().initial(0, 0), "runs must be an integer of at least 1"),
    (lambda: MLP().values(np.zeros(3), [0.5]), "parameters must have shape (runs, 338)"),
    (lambda: MLP().values(np.zeros(338), [0.5, 1]), "states must have shape (k, 1)"),
    (lambda: MLP().gradient(np.zeros(338), [0.5], 2), "action must be less than 2"),
    says="part",
)


@pytest.mark.parametrize("widths", [(1, 16, 16, 2), (1, 9, 24, 11, 2), (8, 17), (1, 3, 2)])
def test_eight_networks_side_by_side_have_the_bits_of_each_alone(widths):
    network, rng, count, most = MLP(widths), np.random.default_rng(len(widths)), 5, 7
    thetas, units, shape = network.initial(3, LANES), max(widths), network.kernel_widths
    rows, slopes = np.full((2, len(widths), most, units, LANES), np.nan)
    layers, expected = np.zeros((len(widths), units, LANES)), rng.normal(size=thetas.shape)
    together, theta = expected.T.ravel(), thetas.T.ravel()
    for k in range(count):
        alone, deltas = (np.zeros((LANES, *network.workspace.shape)) for _ in range(2))
        alone[:, 0, : widths[0]] = rng.normal(size=(LANES, widths[0]))
        deltas[:, -1, : widths[-1]] = rng.normal(size=(LANES, widths[-1]))
        layers[0] = alone[:, 0].T
        forward_each(shape, theta, layers.reshape(len(widths), -1))
        for r in range(LANES):
            forward(shape, thetas[r], alone[r])
            backward(shape, thetas[r], alone[r], deltas[r], expected[r])
        np.testing.assert_array_equal(layers, alone.transpose(1, 2, 0))
        rows[:, k], slopes[-1, k] = layers, deltas[:, -1].T
    backward_each(shape, theta, count, *(x.reshape(len(widths), most, -1) for x in (rows, slopes)), together)
    np.testing.assert_array_equal(together, expected.T.ravel())


def test_parameters_that_are_not_contiguous_are_refused_and_not_misread():
    network = MLP((1, 8, 2))
    theta = np.asfortranarray(network.initial(1, 2))[0]

    with pytest.raises(TypeError, match="an array must be contiguous to be read in lanes"):
        forward(network.kernel_widths, theta, network.workspace)
