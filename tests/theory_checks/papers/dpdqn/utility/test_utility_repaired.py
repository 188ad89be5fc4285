"""The private mathematics of the repaired bound: one action in closed form, shares of the bound, and its controls."""

from fractions import Fraction

import numpy as np
import pytest

from tabular.mdp.instances import cycle_with_stay, dyadic_random, identity_mdp
from tabular.mdp.noised_rewards.bounds import mean_folded_max
from tabular.mdp.noised_rewards.sampling import sample_noise
from theory_checks.papers.dpdqn.utility._bounds import ERROR_BOUND, at, broken
from theory_checks.papers.dpdqn.utility._occupancies import one_action_variances
from theory_checks.papers.dpdqn.utility.utility_repaired import known_errors, tightness


def test_a_state_that_is_never_left_keeps_all_of_its_noise():
    assert one_action_variances(identity_mdp(3, 1, Fraction(4, 5))) == [1, 1, 1]


def test_a_cycle_spreads_its_noise_geometrically():
    gamma = Fraction(1, 2)
    expected = (1 - gamma) ** 2 * (1 + gamma**2) / (1 - gamma**2) ** 2

    assert one_action_variances(cycle_with_stay(2, gamma, stays=0)) == [expected, expected]


def test_variances_agree_with_the_simulated_error():
    mdp = dyadic_random(3, 1, Fraction(3, 4), 4, 5)
    deviations = [float(variance) ** 0.5 for variance in one_action_variances(mdp)]
    errors = sample_noise(mdp.to_float(), 1.0, 20000, np.random.default_rng(1)).errors
    expected = np.mean(deviations) * np.sqrt(2 / np.pi)

    assert errors.mean() == pytest.approx(expected, abs=6 * errors.std() / np.sqrt(errors.size))


def test_the_known_errors_contain_an_attained_bound():
    attained = [
        name
        for name, n, m, discount, error in known_errors()
        if error.square is not None and error.square == at(ERROR_BOUND, n, m, discount).square
    ]

    assert any("P = I" in name for name in attained)


@pytest.mark.parametrize(("n", "m"), [(1, 1), (4, 1), (4, 3)])
def test_controls_change_the_bound_by_their_factor(n, m):
    discount = Fraction(3, 4)
    whole = at(ERROR_BOUND, n, m, discount).value
    over_root, no_horizon, *_ = (at(item["bound"], n, m, discount).value for item in broken(ERROR_BOUND).values())

    assert (over_root**2 * n).overlaps(whole**2)
    assert (no_horizon * 4).overlaps(whole)


@pytest.mark.parametrize("k", [1, 2, 5, 40])
def test_the_folded_maximum_is_a_maximum_of_one_more_normal(k):
    """The mean of max(Z_1, -Z_1, Z_2..Z_k), by Monte Carlo, is b_k; k + 1 normals have a mean below sqrt(2 ln(k+1))."""
    Z = np.random.default_rng(9).standard_normal((100_000, k))
    largest = np.maximum(Z.max(axis=1), -Z[:, 0])
    folded = float(mean_folded_max(k))

    assert folded == pytest.approx(largest.mean(), abs=5 * largest.std() / np.sqrt(largest.size))
    assert folded <= np.sqrt(2 * np.log(k + 1))


@pytest.mark.parametrize(("n", "m"), [(1, 2), (3, 2), (2, 5)])
def test_the_controls_of_growth_lie_below_the_bounds_that_they_stand_for(n, m):
    none = Fraction(0)

    *_, without_growth, larger = (item["bound"] for item in broken(ERROR_BOUND).values())

    assert not at(without_growth, n, m, none).value > at(larger, n, m, none).value
    assert at(larger, n, 1, none).square == 1


def test_no_share_of_the_bound_exceeds_one():
    shares = [float(row[-1]) for row in tightness().rows]

    assert max(shares) == 1.0
    assert min(shares) > 0.7
