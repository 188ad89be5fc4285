"""Bounds and closed forms for reward noise against quadrature, series, simulation and exact small cases."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from flint import arb
from refusals import refusals
from scipy.integrate import quad
from scipy.special import ndtr

from tabular.gaussian import bandit_regret, mean_abs_max_normal, mean_max_normal
from tabular.mdp.instances import cycle_with_stay, identity_mdp
from tabular.mdp.noised_rewards.bounds import (
    bandit_value_error,
    cycle_policy_loss,
    limit_distance,
    mean_folded_max,
    mean_positive_max,
    reach_bound,
    switch_probability,
)
from tabular.mdp.noised_rewards.sampling import sample_noise

QUADRATURE = 1e-8  # scipy's quad reports errors below 1e-9 on these integrands


def integral(f, low=0.0, high=12.0):
    return quad(f, low, high, limit=400)[0]


@pytest.mark.parametrize("k", [1, 2, 3, 5, 20, 400])
def test_folded_maximum_is_the_integral_of_its_tail(k):
    tail = integral(lambda x: 1 - (2 * ndtr(x) - 1) * ndtr(x) ** (k - 1))

    assert float(mean_folded_max(k)) == pytest.approx(tail, abs=QUADRATURE)


def test_folded_maximum_of_few_normals_in_closed_form():
    root = math.sqrt(math.pi)

    assert float(mean_folded_max(1)) == pytest.approx(math.sqrt(2 / math.pi), rel=1e-15)
    assert float(mean_positive_max(2)) == pytest.approx((1 + math.sqrt(2)) / (2 * root), rel=1e-15)
    assert float(mean_folded_max(2)) == pytest.approx((1 + math.sqrt(2)) / root - 1 / math.sqrt(2 * math.pi), rel=1e-15)


@pytest.mark.parametrize("k", [1, 2, 10, 10**5])
def test_folded_maximum_lies_between_its_neighbours(k):
    assert not mean_folded_max(k) < mean_abs_max_normal(k)
    assert mean_folded_max(k) < (2 * arb(2 * k).log()).sqrt()


@pytest.mark.parametrize(
    ("n", "m", "discount"), list(product((1, 2, 7, 50), (2, 3), (Fraction(0), Fraction(1, 2), Fraction(9, 10))))
)
def test_reach_bound_is_its_series(n, m, discount):
    gamma, terms = float(discount), 600  # 0.9^600 < 1e-27
    series = sum(gamma**t * float(mean_max_normal(min(n * m, m ** (t + 1) if t < 9 else n * m))) for t in range(terms))

    assert float(reach_bound(n, m, discount)) == pytest.approx((1 - gamma) * series, rel=1e-12)


def test_reach_bound_is_zero_without_a_choice():
    assert reach_bound(1000, 1, Fraction(99, 100)) == 0


@pytest.mark.parametrize(
    ("n", "m", "discount"), list(product((1, 3, 10**5), (2, 11), (Fraction(1, 9), Fraction(999, 1000))))
)
def test_reach_bound_is_below_its_closed_forms(n, m, discount):
    bound = reach_bound(n, m, discount)

    assert not bound > mean_max_normal(n * m)
    assert bound < (2 * arb(m).log() / arb(float(1 - discount))).sqrt()


@pytest.mark.parametrize("gaps", [(0,), (0, 0), (0, Fraction(1, 2)), (Fraction(3, 4), 0, 2), (0, 9)])
def test_bandit_error_is_the_integral_of_its_tails(gaps):
    def tails(x):
        return 1 - math.prod(ndtr(x + float(d)) for d in gaps) + math.prod(ndtr(float(d) - x) for d in gaps)

    assert float(bandit_value_error(gaps)) == pytest.approx(integral(tails), abs=QUADRATURE)


@pytest.mark.parametrize("k", [1, 2, 3, 12])
def test_equal_arms_are_the_worst_bandit(k):
    """The case n = 1 of Proposition 10: the error is largest when every gap is zero or infinite."""
    worst = mean_abs_max_normal(k)
    steps = (0, Fraction(1, 4), 1, Fraction(5, 2))
    gaps = [(0, *rest) for rest in product(steps, repeat=min(k - 1, 2)) if any(rest)]

    assert all(bandit_value_error((*g, *[g[-1]] * (k - len(g)))) < worst for g in gaps)


@pytest.mark.parametrize(
    ("arms", "gap", "scale"),
    [(1, Fraction(1), 1), (6, Fraction(5, 4), 1), (6, Fraction(0), arb(1) / 2), (271, Fraction(2), 1)],
)
def test_switch_probability_is_an_integral(arms, gap, scale):
    slope = float(scale)
    density = integral(
        lambda x: math.exp(-x * x / 2) / math.sqrt(2 * math.pi) * (1 - ndtr(float(gap) + slope * x) ** arms), -12, 12
    )

    assert float(switch_probability(arms, gap, scale)) == pytest.approx(density, abs=QUADRATURE)


@pytest.mark.parametrize("m", [2, 3, 272])
def test_switch_probability_gives_the_regret_of_a_bandit(m):
    gap = Fraction(9, 4)

    assert (arb(9) / 4 * switch_probability(m - 1, gap, 1)).overlaps(bandit_regret(m, gap))


@pytest.mark.parametrize(("n", "stays", "gap"), [(2, 1, Fraction(1)), (5, 1, Fraction(6, 5)), (3, 3, Fraction(3, 2))])
def test_cycle_loss_is_a_lower_bound_of_the_simulated_loss(n, stays, gap):
    rewards = np.zeros((stays + 1, n))
    rewards[-1] = float(gap)
    mdp = cycle_with_stay(n, 0.99, stays).with_rewards(rewards)
    losses = sample_noise(mdp, 1.0, 4000, np.random.default_rng(7)).losses
    slack = 6 * losses.std() / math.sqrt(losses.size)  # six standard errors

    assert float(cycle_policy_loss(n, stays, gap, Fraction(99, 100))) <= losses.mean() + slack
    # the two sides meet as the discount tends to 1; at 0.99 they are a few percent apart
    assert float(cycle_policy_loss(n, stays, gap, Fraction(99, 100))) >= 0.9 * losses.mean() - slack


def test_limit_distance_of_states_that_are_never_left_is_zero():
    mdp = identity_mdp(2, 1, Fraction(1, 3))
    units = [np.array([[Fraction(1), Fraction(0)]], dtype=object), np.array([[Fraction(0), Fraction(1)]], dtype=object)]

    assert limit_distance(mdp, units) == 2  # from each state only one of the two limits is reached
    assert limit_distance(identity_mdp(1, 1, Fraction(1, 3)), [np.array([[Fraction(1)]], dtype=object)]) == 0


def test_limit_distance_of_a_cycle_by_hand():
    """Two states, stay or go on: from 0, going on and staying in 1 leaves 1 - gamma of the occupancy behind."""
    gamma = Fraction(9, 10)
    limits = [_table(row) for row in ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, Fraction(1, 2), Fraction(1, 2)))]

    assert limit_distance(cycle_with_stay(2, gamma), limits) == 2 * (1 - gamma)


def _table(entries):
    result = np.empty((2, 2), dtype=object)
    result.reshape(-1)[:] = [Fraction(x) for x in entries]
    return result


test_broken_arguments_are_named = refusals(
    (lambda: reach_bound(0, 2, Fraction(1, 2)), "n must be an integer of at least 1, got 0"),
    (lambda: reach_bound(2, 0, Fraction(1, 2)), "m must be an integer of at least 1, got 0"),
    (lambda: reach_bound(2, 2, Fraction(1)), "discount must be at least 0 and less than 1, got 1"),
    (lambda: reach_bound(2, 2, Fraction(-1, 2)), "discount must be at least 0 and less than 1, got -1/2"),
    (lambda: bandit_value_error([]), "gaps must have the minimum 0, got None"),
    (lambda: bandit_value_error([1, 2]), "gaps must have the minimum 0, got 1"),
    (lambda: switch_probability(True, Fraction(1), 1), "arms must be an integer of at least 1, got True"),
    (lambda: mean_folded_max(0), "k must be an integer of at least 1, got 0"),
)
