"""The private mathematics of Lemma 16's steps: the border of (diamond), and walks in reach."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from tabular.gaussian import mean_max_normal
from tabular.mdp.instances import bandit, cycle_with_stay, de_bruijn
from tabular.mdp.noised_rewards.bounds import reach_bound
from tabular.mdp.noised_rewards.effect import dual_solutions, noise_effect
from tabular.mdp.noised_rewards.sampling import sample_noise, solve_rewards
from theory_checks.core.claim import Trial
from theory_checks.core.evidence import Method, Outcome
from theory_checks.core.formula import ref
from theory_checks.engine.papers import load
from theory_checks.papers.dpdqn.utility._bounds import LOSS_BOUND, SIMPLE_BOUND, at, gain, near
from theory_checks.papers.dpdqn.utility._noise_gains import many_walks
from theory_checks.papers.dpdqn.utility._sizes import size
from theory_checks.papers.dpdqn.utility.dual_noise import PER_STATE, diamond, lemma_h, regrouped, with_a_sum


def test_the_step_holds_up_to_eleven_noises_and_fails_from_twelve_on():
    bound = at(PER_STATE, 1, 1, Fraction(0)).value

    assert mean_max_normal(11) < bound < mean_max_normal(12)


def test_the_cycle_of_twelve_states_breaks_the_step_in_simulation_too():
    mdp = cycle_with_stay(12, 0.9999)
    noise = np.random.default_rng(2).standard_normal((20000, 2, 12))
    values, _, _ = solve_rewards(mdp, noise)
    gains = (1 - 0.9999) * values.mean(axis=1)
    standard_error = gains.std() / np.sqrt(gains.size)

    assert gains.mean() - 4 * standard_error > float(at(PER_STATE, 12, 2, Fraction(0)).value)


def test_every_failure_of_the_step_is_certified_for_its_own_number_of_actions(answer):
    failing = [item.certificate for item in diamond(Trial(claim_id="c")) if item.outcome is Outcome.FAILS]

    assert len(failing) == 2
    for certificate in failing:
        other = replace(certificate, values={**certificate.values, "m": 1})
        accepted = [answer(made, "dpdqn/lemma16-diamond")["accepted"] for made in (certificate, other)]
        assert accepted == [True, False]


def test_the_heart_regroups_its_terms():
    star, noised, rewards, noise = (np.array([[Fraction(x)]], dtype=object) for x in (2, 3, 5, 7))

    assert regrouped(star, noised, rewards, noise) == (2 * (5 + 7) - 3 * 7, 2 * 5 + (2 - 3) * 7)


def test_the_broken_step_is_false_in_expectation_too():
    """Two equal arms, noise +1 or -1: lambda'^T z has a positive mean, so a sum is no difference."""
    mdp = bandit([Fraction(0), Fraction(0)], Fraction(1, 2))
    means = np.array([Fraction(0), Fraction(0)])
    for signs in product((Fraction(1), Fraction(-1)), repeat=2):
        noise = np.array([[signs[0]], [signs[1]]], dtype=object)
        means += with_a_sum(*dual_solutions(mdp, noise_effect(mdp, noise)), mdp.rewards, noise)

    assert means[0] < means[1]


@pytest.mark.parametrize("m", [1, 2, 3, 4, 12])
def test_the_largest_gain_is_the_mean_of_the_largest_noise(m):
    largest = size("e", {"e": gain(m)})

    assert largest.value.overlaps(mean_max_normal(m))
    assert (largest.square is not None) == (m <= 3)


@pytest.mark.parametrize(("n", "m", "discount"), [(1, 3, Fraction(9, 10)), (6, 2, Fraction(0)), (1, 12, Fraction(0))])
def test_the_tight_cases_of_lemma_h_are_what_the_sum_gives(n, m, discount):
    assert at(LOSS_BOUND, n, m, discount).value.overlaps(reach_bound(n, m, discount))


def test_walks_of_a_de_bruijn_graph_reach_more_than_the_pairs_that_grow_with_time():
    line = near(LOSS_BOUND)["m (t + 1) pairs in reach"]["bound"]
    _, n, m, discount, gained = many_walks()

    assert gained.value > at(line, n, m, discount).value


def test_the_mean_number_of_pairs_makes_the_near_miss_no_smaller():
    n, m, discount = 40, 3, Fraction(9, 10)
    weights = [(1 - float(discount)) * float(discount) ** t for t in range(400)]
    exact = sum(w * float(mean_max_normal(min(n * m, m * (t + 1)))) for t, w in enumerate(weights))

    assert exact <= float(at(near(LOSS_BOUND)["m (t + 1) pairs in reach"]["bound"], n, m, discount).value)


def test_the_attained_cases_of_lemma_h_are_decided_exactly():
    id_ = "dpdqn/lemma16-diamond/repaired"
    trial = Trial(claim_id=id_, formal=load()[id_].reading("printed").claims)
    tight = [
        x for x in lemma_h(trial) if x.method is Method.EXACT and x.tightness == 1.0 and not x.case.endswith("claim 1")
    ]

    assert [item.outcome for item in tight] == [Outcome.HOLDS] * 4


def test_both_counterexamples_rest_on_a_lemma_of_the_checker():
    failing = [item.certificate for item in diamond(Trial(claim_id="c")) if item.certificate]

    assert [certificate.given[0]["theorem"] for certificate in failing] == [
        "identity-value-bias",
        "walk-and-stay-value-bias",
    ]


@pytest.mark.parametrize("discount", [Fraction(1, 2), Fraction(9, 10)])
def test_lemma_h_bounds_the_simulated_gain_on_a_graph_with_many_walks(discount):
    mdp = de_bruijn(4, float(discount))
    gains = sample_noise(mdp, 1.0, 4000, np.random.default_rng(5)).errors.mean()  # E |v'| >= E h, as r = 0

    assert gains < float(at(LOSS_BOUND, 16, 3, discount).value)
    assert float(at(LOSS_BOUND, 16, 3, discount).value) < float(at(SIMPLE_BOUND, 16, 3, discount).value)


def test_leaving_out_the_first_action_shrinks_the_bound_by_the_discount():
    whole, short = (at(bound, 5, 2, Fraction(1, 2)).value for bound in (LOSS_BOUND, LOSS_BOUND * ref("gamma")))

    assert (2 * short).overlaps(whole)
