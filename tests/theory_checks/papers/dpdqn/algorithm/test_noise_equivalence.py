"""The private mathematics of noise in value and reward: what is learned, and the reward noise that it implies."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.stats import norm

from tabular.gaussian import mean_max_normal
from tabular.mdp.instances import bandit, dyadic_random
from theory_checks.core.claim import Trial
from theory_checks.engine.papers import load
from theory_checks.papers.dpdqn.algorithm.noise_equivalence import (
    BRACKETED,
    IN_TARGET,
    LITERAL,
    _biased,
    implied_noise,
    learned_table,
    mean_in_units,
    value_noise_bracketed,
    value_noise_literal,
)

LEARNED = {f"{item.rule.__name__}, {item.name}": item for item in (*BRACKETED, *LITERAL, *IN_TARGET)}
NOISE = st.lists(st.fractions(-3, 3, max_denominator=20), min_size=3, max_size=3, unique=True)


@pytest.mark.parametrize("name", LEARNED)
@given(noise=NOISE, discount=st.fractions(0, Fraction(9, 10), max_denominator=10))
def test_the_implied_noise_on_one_state_is_its_formula_for_three_actions_too(name, noise, discount):
    learned = LEARNED[name]
    mdp, g = bandit([0, 0, 0], discount), np.array(noise, dtype=object)[:, None]

    z = implied_noise(mdp, learned_table(mdp, learned, g))

    assert (z == learned.own * g + learned.least(discount) * min(noise)).all()


@given(st.integers(0, 10**6))
def test_rewards_changed_by_the_implied_noise_make_the_table_optimal(seed):
    mdp = dyadic_random(3, 2, Fraction(3, 4), 3, seed)
    table = np.array(
        [[Fraction(int(x), 4) for x in row] for row in np.random.default_rng(seed).integers(-9, 9, (2, 3))]
    )
    changed = mdp.with_rewards(mdp.rewards + implied_noise(mdp, table))

    best = table.max(axis=0)
    for a in range(2):
        assert (table[a] == changed.rewards[a] + changed.discount * (changed.transitions[a] @ best)).all()


@pytest.mark.parametrize("name", LEARNED)
@given(st.lists(st.fractions(-3, 3, max_denominator=20), min_size=2, max_size=2, unique=True))
def test_opposite_noises_imply_rewards_that_sum_to_their_distance(name, noise):
    learned, g = LEARNED[name], np.array(noise, dtype=object)[:, None]
    mdp = bandit([0, 0], Fraction(1, 2))
    pair = sum(implied_noise(mdp, learned_table(mdp, learned, sign * g)) for sign in (1, -1))

    assert (pair == mean_in_units(learned) * abs(noise[0] - noise[1])).all()


def test_the_means_in_units_of_the_mean_of_a_maximum():
    half = Fraction(1, 2)

    assert {name: mean_in_units(learned) for name, learned in LEARNED.items()} == {
        "bracketed, Q": -half,
        "bracketed, Q + g": 0,
        "literal, Q": -1,
        "literal, Q + g": -half,
        "in_target, Q + g": 0,
    }


ID = "dpdqn/value-noise-is-reward-noise"


def test_a_certificate_of_a_bias_that_is_not_there_is_refused(answer):
    trial = Trial(claim_id=ID, reading="bracketed", formal=load()[ID].reading("bracketed").claims)
    made = {item.name: _biased(trial.formal, item) for item in BRACKETED}

    assert {name: answer(x, ID, "bracketed")["accepted"] for name, x in made.items()} == {"Q": True, "Q + g": False}


def test_with_one_action_the_table_is_optimal_for_a_centred_noise():
    """Q* - g is optimal for r - (I - gamma P) g, whose noise has mean 0: two actions are needed for a bias."""
    mdp = dyadic_random(3, 1, Fraction(3, 4), 3, seed=4)
    g = np.array([[Fraction(1), Fraction(-2), Fraction(5, 3)]])
    z = implied_noise(mdp, learned_table(mdp, BRACKETED[0], g))

    assert (z == mdp.discount * (mdp.transitions[0] @ g[0]) - g[0]).all()


def test_the_mean_of_the_smaller_of_two_normals():
    """E min(g) = -e_2, the number behind the bias, from its density 2 phi (1 - Phi)."""
    mean, _ = quad(lambda x: 2 * x * norm.pdf(x) * norm.sf(x), -40, 40, points=[0])

    assert mean == pytest.approx(-float(mean_max_normal(2)))


@pytest.mark.parametrize(
    ("check", "reading", "failures"), [(value_noise_bracketed, "bracketed", 3), (value_noise_literal, "literal", 4)]
)
def test_every_failure_is_certified(check, reading, failures, failing, answer):
    failed = failing(check, ID, reading)

    assert len(failed) == failures
    assert all(answer(item.certificate, ID, reading)["accepted"] for item in failed)
