"""LSTD: the solution of the data's own system, and the value where the data say enough."""

import numpy as np
import pytest

from tabular import FiniteMDP, InputError
from tabular.algorithms.evaluation import lstd
from tabular.evaluation import Table, Tabular, Trajectories, importance_ratios, mean_moments, sample
from tabular.mdp.instances import dyadic_random
from tabular.mdp.policies import policy_value

TARGET = np.array([[0.25, 0.75], [1.0, 0.0], [0.5, 0.5]])
BEHAVIOUR = np.full((3, 2), 0.5)


def off_policy(m):
    mdp = dyadic_random(3, 2, 0.5, 4, seed=1, exact=False)
    data = sample(mdp, BEHAVIOUR, m, max_length=20)
    return mdp, data, importance_ratios(data, TARGET, BEHAVIOUR)


def test_theta_solves_the_summed_outer_products():
    _, data, rho = off_policy(20)
    phi = Table([[1.0, 2.0], [0.0, 1.0], [3.0, -1.0]])
    rows, following = phi(data.states), phi(data.next_states)
    A = sum(p * np.outer(x, x - 0.5 * y) for p, x, y in zip(rho, rows, following, strict=True))
    b = (rho * data.rewards) @ rows

    np.testing.assert_allclose(lstd(data, rho, phi, 0.5).theta, np.linalg.solve(A, b), rtol=1e-11)
    ridge = lstd(data, rho, phi, 0.5, regularisation=0.1)
    np.testing.assert_allclose(ridge.theta, np.linalg.solve(A / 20 + 0.1 * np.eye(2), b / 20), rtol=1e-11)


def test_a_deterministic_process_gives_its_value_exactly():
    P = [[[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]]
    mdp = FiniteMDP(P, [[1.0, -2.0, 4.0]], 0.75)
    data = sample(mdp, np.ones((3, 1)), 5, max_length=4)

    np.testing.assert_allclose(lstd(data, None, Tabular(3), 0.75).theta, policy_value(mdp, [0, 0, 0]), rtol=1e-13)


def test_much_data_of_another_policy_comes_near_the_value():
    """Over thirty seeds the errors had deviations below 0.0006: six of them. Without ratios theta is off by 0.6."""
    mdp, data, rho = off_policy(20_000)
    value = policy_value(mdp, TARGET.T)

    assert np.abs(lstd(data, rho, Tabular(3), 0.5).theta - value).max() < 0.0036
    assert np.abs(lstd(data, None, Tabular(3), 0.5).theta - value).max() > 0.5


def test_the_printed_weighting_is_available():
    _, data, rho = off_policy(20)
    moments = mean_moments(data, rho, Tabular(3), 0.5)

    np.testing.assert_allclose(
        lstd(data, rho, Tabular(3), 0.5, weighting="1/length").theta, np.linalg.solve(moments.A, moments.b), rtol=1e-12
    )


def test_a_state_that_never_occurs_is_named():
    data = Trajectories([0], [0], [1.0], [2], [True], [0, 1])

    with pytest.raises(InputError, match=r"A must be invertible, .* got rank 1 \(feature 1 is 0 in all the data\)"):
        lstd(data, None, Tabular(2), 0.5)
    assert lstd(data, None, Tabular(2), 0.5, regularisation=1e-3).theta[1] == 0


@pytest.mark.parametrize("extra", [-1.0, np.nan, np.inf])
def test_a_regularisation_is_a_number(extra):
    data = Trajectories([0], [0], [1.0], [2], [True], [0, 1])

    with pytest.raises(InputError, match="regularisation must be finite and at least 0"):
        lstd(data, None, Tabular(1), 0.5, regularisation=extra)
