"""The private mathematics of the policy losses: which sizes the two families reach, and their certificates."""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from flint import arb

from tabular.gaussian import bandit_regret
from tabular.mdp import FiniteMDP
from tabular.mdp.instances import dyadic_random
from tabular.mdp.noised_rewards.bounds import cycle_policy_loss, switch_probability
from tabular.mdp.noised_rewards.effect import noise_effect
from tabular.mdp.solvers import solve
from theory_checks.core.binding import Binding
from theory_checks.core.claim import Trial
from theory_checks.core.formula import ref, relation
from theory_checks.papers.dpdqn.utility._bounds import PRINTED, at
from theory_checks.papers.dpdqn.utility._policy_losses import one_good_arm, paying_cycle, paying_cycle_case
from theory_checks.papers.dpdqn.utility.lemma16 import OUTSIDE_ROOT, dual_loss, smallest_cycles
from theory_checks.papers.dpdqn.utility.policy_loss import policy_value_loss

TRIAL = Trial(claim_id="dpdqn/lemma16", reading="n-outside-root")
FLAT = at(OUTSIDE_ROOT, 1, 2, Fraction(0)).value


def never_reaches(level, probability, low=Fraction(0), high=Fraction(8)):
    """Prove gap * probability(gap) < level for all gaps up to 8, beyond which the probability is below 1e-4 / gap."""
    if arb(high.numerator) / high.denominator * probability(low) < level:
        return True
    middle = (low + high) / 2
    return high - low > Fraction(1, 10**6) and all(
        never_reaches(level, probability, *ends) for ends in ((low, middle), (middle, high))
    )


def test_two_arms_lose_the_gap_when_the_noise_beats_it():
    gap = Fraction(106, 100)

    assert float(bandit_regret(2, gap)) == pytest.approx(1.06 * (1 - math.erf(0.53)) / 2, rel=1e-14)


def test_forty_four_states_with_two_arms_do_not_break_the_bound_at_any_gap():
    level = at(PRINTED, 44, 2, Fraction(0)).value

    assert never_reaches(level, lambda gap: switch_probability(1, gap, 1))


def test_with_one_good_arm_the_lemma_fails_from_272_arms_on():
    assert bandit_regret(272, Fraction(2236, 1000)) > FLAT
    assert never_reaches(FLAT, lambda gap: switch_probability(270, gap, 1))


@pytest.mark.parametrize(("n", "m"), [(62, 2), (32, 3), (17, 5), (10, 9), (4, 25)])
def test_cycles_one_state_smaller_than_those_of_the_table_stay_below_the_lemma(n, m):
    slope = 1 / arb(n).sqrt()

    assert never_reaches(FLAT, lambda gap: switch_probability(n * (m - 1), gap, slope))


def test_every_row_of_the_table_breaks_the_lemma():
    assert all(float(row[-1]) > float(FLAT) for row in smallest_cycles().rows)


@pytest.mark.parametrize("n", range(7, 45))
def test_cycles_with_two_actions_break_the_bound_with_the_root_from_seven_states_on(n):
    gap = Fraction(9, 8) if n < 15 else Fraction(7, 5)

    assert cycle_policy_loss(n, 1, gap, Fraction(9999, 10000)) > at(PRINTED, n, 2, Fraction(0)).value


@pytest.mark.parametrize(
    ("n", "m", "gap"), [(6, 3, Fraction(4, 3)), (5, 4, Fraction(4, 3)), (6, 4, Fraction(4, 3)), (3, 8, Fraction(3, 2))]
)
def test_larger_sizes_of_the_table_fail_as_well(n, m, gap):
    assert cycle_policy_loss(n, m - 1, gap, Fraction(9999, 10000)) > at(PRINTED, n, m, Fraction(0)).value


def test_going_on_is_optimal_on_the_paying_cycle():
    mdp = paying_cycle(4, 3, Fraction(5, 4), Fraction(9, 10))
    solution = solve(mdp)

    assert solution.policy.tolist() == [2] * 4
    assert set(solution.value) == {Fraction(25, 2)}


@pytest.mark.parametrize(
    ("case", "refuted"),
    [
        (one_good_arm(272, Fraction(2236, 1000)), [True, True, True]),
        (paying_cycle_case(6, 2, Fraction(9, 8), Fraction(999, 1000)), [False, False, False]),
        (paying_cycle_case(7, 2, Fraction(9, 8), Fraction(999, 1000)), [True, True, False]),
        (paying_cycle_case(63, 2, Fraction(179, 100), 1 - Fraction(1, 10**6)), [True, True, True]),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_a_loss_contradicts_the_bounds_that_are_smaller_and_no_other(case, refuted, answer):
    about = (
        ("dpdqn/prop10-policy-value", "printed"),
        ("dpdqn/lemma16", "n-under-root"),
        ("dpdqn/lemma16", "n-outside-root"),
    )

    assert [answer(case.certificate, *statement)["accepted"] for statement in about] == refuted


@pytest.mark.parametrize("claim", [dual_loss, policy_value_loss])
def test_every_counterexample_ships_its_mdp_and_a_lemma_that_the_checker_applies(claim):
    """Nothing is left to a note."""
    certificates = [item.certificate for item in claim(TRIAL) if getattr(item, "certificate", None)]

    assert len(certificates) == {dual_loss: 3, policy_value_loss: 7}[claim]
    for certificate in certificates:
        assert 0 < certificate.objects["M"].discount < 1
        assert certificate.values["loss"] == ref("loss")
        assert not certificate.assumed


@pytest.mark.parametrize(("share", "accepted"), [(997, True), (1000, False)])
def test_the_lower_sum_of_the_checker_gives_little_away(share, accepted):
    near = 1 - Fraction(1, 10**6)
    loss = Fraction(float(cycle_policy_loss(18, 4, Fraction(183, 100), near).lower()))
    case = paying_cycle_case(18, 5, Fraction(183, 100), near)
    made = replace(case.certificate, values={"loss": ref("loss")})
    limit = relation("loss", "<=", loss * Fraction(share, 1000) / (1 - near))

    assert made.about(Binding("a/statement", formal=(limit,))).check()["accepted"] == accepted


def test_states_added_before_the_worst_one_lose_the_discount_times_what_it_loses():
    """The step from n to n + 1 states: all actions of the new state lead to the same state and pay the same."""
    gamma, rng = Fraction(9, 10), np.random.default_rng(4)
    small = dyadic_random(3, 2, gamma, 4, seed=1)
    one, zero = Fraction(1), Fraction(0)
    for _ in range(20):
        noise = np.array([[Fraction(int(x), 4) for x in row] for row in rng.integers(-12, 13, (2, 4))], dtype=object)
        worst = noise_effect(small, noise[:, :3]).policy_loss
        target = int(worst.argmax())
        new = [one if s == target else zero for s in range(4)]
        P = [[*([*row, zero] for row in matrix), new] for matrix in small.transitions.tolist()]
        large = FiniteMDP(P, [[*row, zero] for row in small.rewards.tolist()], gamma)
        losses = noise_effect(large, noise).policy_loss

        assert losses[3] == gamma * worst[target]
        assert losses.sum() / 4 >= gamma * worst.sum() / 3


def test_going_on_beats_staying_by_the_mean_of_all_its_noises():
    """The weighted means W_s of going on from the states of a cycle have the plain mean of the noises as their mean."""
    n, gamma = 5, 0.9
    noise = np.random.default_rng(1).standard_normal(n)
    weights = (1 - gamma) * gamma ** np.arange(n) / (1 - gamma**n)
    means = [weights @ np.roll(noise, -s) for s in range(n)]

    assert np.mean(means) == pytest.approx(noise.mean(), rel=1e-12)
