"""Lower bounds of gains from noise, against simulation and against closed forms."""

from fractions import Fraction

import numpy as np
import pytest

from tabular.gaussian import mean_abs_max_normal, mean_max_normal
from tabular.mdp.instances import cycle_with_stay
from tabular.mdp.noised_rewards.sampling import solve_rewards
from theory_checks.papers.dpdqn.utility._noise_gains import NEAR_ONE, known_gains, limit_bounds, slow_cycle, walk_gain


def simulated(mdp, draws=20_000):
    """Return means over draws of (1 - gamma) h(s) and of its absolute value, both averaged over s, with one error."""
    noise = np.random.default_rng(11).standard_normal((draws, mdp.n_actions, mdp.n_states))
    values = (1 - float(mdp.discount)) * solve_rewards(mdp.to_float(), noise)[0]
    return values.mean(), abs(values).mean(), values.mean(axis=1).std() / np.sqrt(draws)


def test_a_walk_of_no_steps_earns_the_best_stay():
    assert walk_gain(1, 4, Fraction(1, 2)).overlaps(mean_max_normal(3))


def test_without_haste_a_walk_earns_the_best_of_all_stays():
    assert float(walk_gain(5, 3, 1 - Fraction(1, 10**12))) == pytest.approx(float(mean_max_normal(10)), rel=1e-10)


@pytest.mark.parametrize(("n", "m", "discount"), [(4, 2, Fraction(9, 10)), (3, 4, Fraction(99, 100))])
def test_walks_are_worth_at_most_what_is_simulated(n, m, discount):
    gain, _, error = simulated(cycle_with_stay(n, discount, stays=m - 1))

    assert 0.85 * gain <= float(walk_gain(n, m, discount)) <= gain + 5 * error


@pytest.mark.parametrize(
    ("mdp", "times"), [(slow_cycle(Fraction(1, 10), NEAR_ONE), [10, 1]), (cycle_with_stay(3, NEAR_ONE), [1, 1, 1])]
)
def test_limits_are_worth_at_most_what_is_simulated(mdp, times):
    gain, size, error = simulated(mdp)
    bounds = limit_bounds(mdp, times)

    assert 0.98 * gain <= float(bounds.gain) <= gain + 5 * error
    assert 0.98 * size <= float(bounds.error) <= size + 5 * error


def test_known_gains_grow_with_n_and_with_n_m():
    """What the controls of Lemma H need: more than e_m, and more than e_max(n, m)."""
    rows = list(known_gains())

    assert all(gain.value > mean_max_normal(m) for _, _, m, _, gain in rows)
    assert sum(bool(gain.value > mean_max_normal(max(n, m))) for _, n, m, _, gain in rows) == 2
    assert all(gain.value < mean_abs_max_normal(n * (m - 1) + 1) for _, n, m, _, gain in rows)
