"""The off-policy set-up: policies as rows, ratios, and fixed points."""

from fractions import Fraction

import numpy as np
import pytest

from tabular.evaluation import Tabular, exact_moments
from tabular.mdp.policies import policy_value
from theory_checks.papers.gpope.privacy.car_set_up import (
    exploring,
    instances,
    learned,
    of_exploring,
    of_nearly_uniform,
    of_taken_actions,
    ratios_of_exploring,
    ratios_of_taken_actions,
    uniform,
)

MDPS = list(instances().values())


@pytest.mark.parametrize("mdp", MDPS)
def test_rows_are_probabilities(mdp):
    for rows in (uniform(mdp), learned(mdp), exploring(mdp)):
        assert rows.shape == (mdp.n_states, mdp.n_actions)
        assert (rows.sum(axis=1) == 1).all()
    assert (exploring(mdp) > 0).all()


@pytest.mark.parametrize("mdp", MDPS)
def test_with_exploration_the_weights_are_the_target_policy(mdp):
    assert (of_exploring(mdp) == uniform(mdp)).all()
    assert not (of_nearly_uniform(mdp) == uniform(mdp)).all()


@pytest.mark.parametrize("mdp", MDPS)
def test_the_ratios_of_taken_actions_have_the_mean_one_over_their_number(mdp):
    assert of_taken_actions(mdp).sum(axis=1).tolist() == [Fraction(1, mdp.n_actions)] * mdp.n_states


@pytest.mark.parametrize("mdp", MDPS)
def test_constant_ratios_evaluate_the_behaviour_policy(mdp):
    assert (ratios_of_taken_actions(mdp) == policy_value(mdp, learned(mdp).T)).all()


@pytest.mark.parametrize("mdp", MDPS)
def test_exploring_data_evaluate_the_target_policy(mdp):
    assert (ratios_of_exploring(mdp) == policy_value(mdp, uniform(mdp).T)).all()


@pytest.mark.parametrize("mdp", MDPS)
def test_the_library_refuses_a_greedy_behaviour_policy(mdp):
    with pytest.raises(ValueError, match="behaviour must take every action that target takes"):
        exact_moments(mdp, uniform(mdp), learned(mdp), Tabular(mdp.n_states), 3, weighting="1/horizon")


def test_all_states_are_visited():
    for mdp in MDPS:
        C = exact_moments(mdp, uniform(mdp), exploring(mdp), Tabular(mdp.n_states), 3, weighting="1/horizon").C
        assert (np.diag(C) > Fraction(0)).all()
