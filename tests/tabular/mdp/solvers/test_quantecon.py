"""The solvers against another library: QuantEcon's DiscreteDP, to the tolerance that both promise."""

import warnings

import numpy as np
import pytest

from tabular.mdp.instances import dense_random, garnet, grid_lake
from tabular.mdp.solvers import METHODS, solve

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its import warns about its own dependencies
    import quantecon as qe

MDPS = {
    "dense": dense_random(30, 4, 0.95, 1),
    "garnet": garnet(40, 3, 3, 0.9, 2),
    "lake": grid_lake(6, 0.9, seed=1),
}


def optimum(mdp, method):
    P = np.stack([block.toarray() if mdp.is_sparse else block for block in mdp.transitions])
    problem = qe.markov.DiscreteDP(mdp.rewards.T.copy(), P.transpose(1, 0, 2).copy(), mdp.discount)
    return problem.solve(method=method, epsilon=1e-8).v


@pytest.mark.parametrize("name", MDPS)
@pytest.mark.parametrize("method", [m for m in METHODS if m != "exact"])
def test_every_method_agrees_with_policy_iteration_of_quantecon(name, method):
    mdp = MDPS[name]
    solution = solve(mdp, method)
    # quantecon's policy iteration solves its equations to rounding: 1e-12 covers it
    assert np.abs(solution.value - optimum(mdp, "policy_iteration")).max() <= solution.error_bound + 1e-12


@pytest.mark.parametrize("name", MDPS)
def test_its_value_iteration_is_within_its_epsilon(name):
    mdp = MDPS[name]
    solution = solve(mdp)
    assert np.abs(solution.value - optimum(mdp, "modified_policy_iteration")).max() <= solution.error_bound + 1e-8
