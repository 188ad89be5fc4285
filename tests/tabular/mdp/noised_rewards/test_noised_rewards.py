"""What one table of noise does: the inequalities between its parts, and the dual solutions."""

from fractions import Fraction

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tabular.mdp.instances import bandit, dyadic_random
from tabular.mdp.noised_rewards.effect import dual_solutions, noise_effect
from tabular.mdp.policies import policy_value


def exact(rows):
    table = np.empty((len(rows), len(rows[0])), dtype=object)
    for a, row in enumerate(rows):
        table[a] = [Fraction(x) for x in row]
    return table


def test_two_arms_by_hand():
    effect = noise_effect(bandit([Fraction(1), Fraction(0)], Fraction(1, 2)), exact([[0], [3]]))

    assert effect.v_star.tolist() == [2]
    assert effect.v_noised.tolist() == [6]
    assert effect.policy.tolist() == [0]
    assert effect.noised_policy.tolist() == [1]
    assert effect.best_noise.tolist() == [6]
    assert effect.kept_noise.tolist() == [0]
    assert effect.policy_loss.tolist() == [2]


@settings(max_examples=25)
@given(st.integers(1, 3), st.integers(1, 3), st.integers(0, 9), st.integers(0, 10**6))
def test_parts_are_ordered_as_the_bounds_need_them(n, m, tenths, seed):
    mdp = dyadic_random(n, m, Fraction(tenths, 10), 3, seed)
    noise = exact(np.random.default_rng(seed).integers(-8, 9, (m, n)).tolist())
    effect = noise_effect(mdp, noise)
    shift = effect.v_noised - effect.v_star

    assert (effect.kept_noise <= shift).all()
    assert (shift <= effect.best_noise).all()
    assert (effect.policy_loss >= 0).all()
    assert (effect.policy_loss <= effect.best_noise - effect.kept_noise).all()
    assert (effect.v_star == policy_value(mdp, effect.policy)).all()


def test_dual_solutions_pay_the_sum_of_the_values():
    mdp = dyadic_random(3, 2, Fraction(3, 4), 3, 5)
    noise = exact([[1, -1, 2], [Fraction(1, 2), 0, -3]])
    effect = noise_effect(mdp, noise)
    star, noised = dual_solutions(mdp, effect)

    assert (star * mdp.rewards).sum() == effect.v_star.sum()
    assert (noised * (mdp.rewards + noise)).sum() == effect.v_noised.sum()
    assert star.sum() == noised.sum() == 3 / (1 - Fraction(3, 4))
