"""The noise of the baselines: E.2 by a search for lambda, curves by the normal law, privacy of the fit."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from tabular.dpdqn.options import BRACKETED
from tabular.privacy import calibrate_gaussian
from theory_checks.core.claim import Trial
from theory_checks.core.evidence import Evidence, Outcome
from theory_checks.core.exhibits import Figure, Table
from theory_checks.engine.papers import load
from theory_checks.papers.dpdqn.experiments import comparison, policy_evaluation
from theory_checks.papers.dpdqn.experiments._published import ours
from theory_checks.papers.dpdqn.experiments._training_runs import TUNED
from theory_checks.papers.dpdqn.experiments.comparison import others, outperforms
from theory_checks.papers.dpdqn.experiments.dp_sgd_constant import (
    by_the_proof,
    in_the_experiment,
    limit_of_many_steps,
    repaired,
)
from theory_checks.papers.dpdqn.experiments.policy_evaluation import (
    of_all_rewards,
    of_one_reward,
    privacy,
    similar,
)

TRIAL = Trial(claim_id="dpdqn/e2-dpsgd-constant")
LIMIT = replace(TRIAL, formal=load()[TRIAL.claim_id].reading("limit-of-many-steps").claims)
REPAIRED = replace(TRIAL, formal=load()["dpdqn/e2-dpsgd-constant/repaired"].reading("printed").claims)
TARGETS = [(0.9, 1e-4), (0.45, 1e-4)]


def outcomes(findings):
    return [x.outcome for x in findings if isinstance(x, Evidence)]


def delta_of_gaussian(epsilon, mu):
    return stats.norm.cdf(mu / 2 - epsilon / mu) - math.exp(epsilon) * stats.norm.cdf(-mu / 2 - epsilon / mu)


@pytest.mark.parametrize("squared", [Fraction(1), Fraction(2), Fraction(399, 100), Fraction(4), Fraction(9)])
def test_a_lambda_exists_exactly_from_two_on(squared):
    """Both conditions on a fine grid of lambda, with other q, T', epsilon and delta than the certificate has."""
    q, steps, epsilon, delta = 0.02, 1000, 0.7, 1e-5
    sigma = math.sqrt(float(squared) * steps * math.log(1 / delta)) * q / epsilon
    least = 2 * math.log(1 / delta) / epsilon
    grid = np.concatenate([[least], np.geomspace(1e-3, 1e3, 4000) * least])
    first = steps * q**2 * grid**2 / sigma**2 <= grid * epsilon / 2 * (1 + 1e-12)
    second = grid >= least
    (found,) = outcomes(by_the_proof(TRIAL, constant_squared=squared))

    assert (found is Outcome.HOLDS) == bool((first & second).any())


@pytest.mark.parametrize(("epsilon", "delta"), TARGETS)
def test_the_noise_of_the_experiment_spends_more_than_it_claims(epsilon, delta):
    sigma = others(BRACKETED, epsilon)["DP-SGD"].gradient_noise

    assert sigma == pytest.approx(math.sqrt(2 / 78 * math.log(1 / delta)) / epsilon, rel=1e-12)
    assert delta_of_gaussian(epsilon, 1 / sigma) > delta
    assert outcomes(in_the_experiment(TRIAL)) == [Outcome.FAILS, Outcome.FAILS]
    assert set(outcomes(repaired(REPAIRED))) == {Outcome.HOLDS}


@pytest.mark.parametrize(
    ("reading", "check", "other"),
    [
        ("by-the-proof", by_the_proof, {"square": 4, "variance": 4}),
        ("by-the-proof", by_the_proof, {"q": Fraction(1, 2)}),
        ("in-the-experiment", in_the_experiment, {"sigma": 1, "mu": 1, "T": 77}),
        ("in-the-experiment", in_the_experiment, {"sigma": 10, "mu": Fraction(1, 10)}),
        ("in-the-experiment", in_the_experiment, {"delta": Fraction(1, 10**5)}),
    ],
)
def test_the_constant_is_refuted_by_certificates_and_no_other_numbers(reading, check, other, answer):
    found = next(x.certificate for x in check(TRIAL) if isinstance(x, Evidence))
    wrong = replace(found, values={**found.values, **other})

    assert answer(found, "dpdqn/e2-dpsgd-constant", reading)["accepted"]
    assert not answer(wrong, "dpdqn/e2-dpsgd-constant", reading)["accepted"]


def test_the_limit_holds_for_the_normal_law_on_random_points_of_its_domain():
    rng = np.random.default_rng(0)
    for epsilon, log in zip(
        rng.uniform(0.01, 2 * math.log(2), 300), rng.uniform(math.log(2) / 2, 30, 300), strict=True
    ):
        assert delta_of_gaussian(epsilon, epsilon / math.sqrt(2 * log)) <= math.exp(-log) / math.sqrt(2)
    assert set(outcomes(limit_of_many_steps(LIMIT))) == {Outcome.HOLDS}


@pytest.mark.parametrize(("epsilon", "delta"), TARGETS)
def test_the_fit_protects_one_reward_and_not_the_reward_function(epsilon, delta):
    one, everything = (float(f(Fraction(str(epsilon)), Fraction(1, 10**4))) for f in (of_one_reward, of_all_rewards))

    assert delta_of_gaussian(epsilon, 16 / 5000 / one) == pytest.approx(delta, rel=1e-6)
    assert delta_of_gaussian(epsilon, 4 / one) > 0.99
    assert delta_of_gaussian(epsilon, 4 / everything) == pytest.approx(delta, rel=1e-6)
    assert set(outcomes(privacy(TRIAL))) == {Outcome.HOLDS}
    assert Outcome.FAILS in outcomes(privacy(TRIAL, noise=of_all_rewards))


@pytest.mark.parametrize(("epsilon", "sigma"), [(0.9, 0.32), (0.45, 0.74)])
def test_the_published_settings_are_compared(epsilon, sigma):
    mine, theirs = ours(BRACKETED, epsilon), others(BRACKETED, epsilon)["input perturbation"]

    assert mine.noise_level == sigma
    assert mine.kernel_rate == pytest.approx(64 / (4 * 3e-4 * 3.3), rel=1e-12)
    assert theirs.reward_noise == pytest.approx(
        math.sqrt(2 * 4992 * math.log(math.e + epsilon * 1e4)) / epsilon, rel=1e-12
    )
    assert (theirs.target, theirs.prediction_noise, theirs.noise_level) == ("none", False, 0.0)


def test_policy_evaluation_stands_beside_the_others_by_its_greedy_policies(monkeypatch):
    monkeypatch.setitem(comparison._RUNS, "quick", 3)
    found = list(outperforms(Trial(claim_id="x", seed=0), base=TUNED))
    (greedy,) = [x for x in found if isinstance(x, Figure) and x.title.startswith("Greedy policies")]
    (table,) = [x for x in found if isinstance(x, Table)]
    labels = ["Algorithm 1", "input perturbation", "DP-SGD", "no privacy", "policy evaluation"]

    assert [s.label for s in greedy.series] == [*labels, "best policy"]
    assert [row[0] for row in table.rows] == labels
    assert table.rows[-1][1:3] == ["", ""]
    assert float(str(table.rows[-1][3]).split()[0]) > 20  # one reward needs so little noise that the fit is optimal


def test_the_page_of_policy_evaluation_has_bars_and_a_table(monkeypatch):
    monkeypatch.setitem(policy_evaluation._RUNS, "quick", 3)
    monkeypatch.setitem(policy_evaluation._WITHOUT_NOISE, "quick", 2)
    found = list(similar(Trial(claim_id="x", seed=0), base=TUNED))
    labels = ["Algorithm 1", "policy evaluation", "no privacy"]
    (table,) = [x for x in found if isinstance(x, Table)]

    assert [[s.label for s in x.series] for x in found if isinstance(x, Figure)] == [labels] * 2
    assert [row[:2] for row in table.rows] == [[e, name] for e in ("0.9", "0.45") for name in labels]


@pytest.mark.parametrize(("epsilon", "delta"), TARGETS)
def test_less_noise_is_enough_for_shorter_gradients_so_that_the_condition_is_not_always_necessary(epsilon, delta):
    less = 0.6 * calibrate_gaussian(epsilon, delta, 1).sigma

    assert delta_of_gaussian(epsilon, 1 / less) > delta > delta_of_gaussian(epsilon, 0.5 / less)
    assert any("a clipped gradient has norm 1" in x for x in load()["dpdqn/e2-dpsgd-constant/repaired"].assumes)
