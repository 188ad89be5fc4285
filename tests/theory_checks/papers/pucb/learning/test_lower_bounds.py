"""The printed lower bounds as expressions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import exp, log, sqrt

import numpy as np
import pytest

from tabular.episodic import EpisodicMDP, every_policy, gap
from theory_checks.core.interpret import enclose
from theory_checks.engine.papers import load
from theory_checks.papers.pucb.learning.lower_bounds import (
    AGENT_REGRET,
    ALL_REGRET,
    AS_PRINTED,
    HIDDEN,
    MISTAKE_SCALES,
    MISTAKES,
    NAMED,
    REGRET,
    capped,
    mistake_sizes,
    regret_sizes,
    scaled,
    without_range,
)

SIZES = {"S": 3, "A": 4, "H": 5, "T": 7, "epsilon": Fraction(1, 2), "alpha": Fraction(1, 4), "k": 2}


def test_expressions_are_the_printed_bounds() -> None:
    assert float(enclose(REGRET, SIZES)) == pytest.approx(sqrt(3 * 4 * 5 * 7) + 120, rel=1e-12)
    assert float(enclose(MISTAKES, SIZES)) == pytest.approx(300 * 16 + 60 * 8, rel=1e-12)
    assert float(enclose(HIDDEN, SIZES)) == pytest.approx((1 + log(840)) ** 2, rel=1e-12)


@pytest.mark.parametrize("horizon", [1, 2])
def test_the_agent_of_the_lemmas_loses_all_that_there_is(horizon: int, lemma_value: Callable[..., float]) -> None:
    """Where its action pays nothing and another one always 1 the gap is the horizon, which no gap exceeds."""
    rewards = np.array([[[0.0], [1.0]]] * horizon)
    mdp = EpisodicMDP(np.ones((horizon, 2, 1, 1)), rewards, 0)
    gaps = [float(gap(mdp, policy)) for policy in every_policy(mdp)]
    sizes = {"actions": 2, "horizon": horizon, "episodes": 7}

    assert max(gaps) == gaps[0] == horizon
    assert lemma_value("largest-regret", **sizes) == 7 * gaps[0]
    for alpha in (Fraction(1, 2), horizon):
        assert lemma_value("most-mistakes", alpha=alpha, **sizes) == 7 * (gaps[0] > alpha)


def test_limits() -> None:
    assert without_range(REGRET, ALL_REGRET) is REGRET
    assert float(enclose(capped(REGRET, ALL_REGRET), SIZES)) == 35


@pytest.mark.parametrize("measure", NAMED)
def test_the_printed_bounds_have_the_hidden_factor_of_their_formula(measure: str) -> None:
    id_, reading = NAMED[measure]
    values = {**SIZES, "T": 77, "beta": Fraction(1, 5), "c": Fraction(1, 3)}

    assert enclose(scaled(measure, AS_PRINTED), values).overlaps(
        enclose(load()[id_].reading(reading).claims.right, values)
    )


@pytest.mark.parametrize("id_", ["pucb/lower-pac", "pucb/lower-regret"])
def test_no_constant_and_no_logarithm_decides_a_soft_bound(id_: str) -> None:
    """The soft reading is about each c > 0 and k: with a number that nobody printed it is another statement."""
    statement = load()[id_]
    soft = statement.reading(dict(NAMED.values())[id_])

    assert {"c", "k"} <= soft.claims.domain.symbols
    assert all(reading.because for reading in statement.readings)


def drawn(votes: np.ndarray, eta: float) -> np.ndarray:
    """The law of the policy that the agent draws."""
    weights = np.exp(eta * (votes - votes.max()))
    return weights / weights.sum()


@pytest.mark.parametrize("epsilon", [0.01, 0.1, 0.25])
@pytest.mark.parametrize("n_policies", [2, 3, 4])
def test_the_agent_is_private_as_nobody_else_sees_which_policy_a_user_tried(n_policies: int, epsilon: float) -> None:
    """All answers of one user against all others, for all votes of three users; it is less private if they see it."""
    eta, one = n_policies * epsilon / 3, np.eye(n_policies)
    hidden = shown = 1.0
    for others in product(range(4), repeat=n_policies):
        if sum(others) > 3:
            continue
        after = [
            [drawn(np.array(others) + answer[b] * one[b], eta) for b in range(n_policies)]
            for answer in product((0, 0.5, 1), repeat=n_policies)
        ]
        laws, seen = np.array([np.mean(x, axis=0) for x in after]), np.array(after)
        hidden = max(hidden, (laws.max(axis=0) / laws.min(axis=0)).max())
        shown = max(shown, (seen.max(axis=0) / seen.min(axis=0)).max())

    assert hidden <= exp(epsilon)
    assert n_policies == 2 or shown > hidden


@pytest.mark.parametrize(("n", "epsilon"), [(100, Fraction(1, 2)), (400, Fraction(1, 10)), (900, Fraction(1, 100))])
def test_the_regret_of_the_agent_on_two_arms_is_within_the_lemma(
    n: int, epsilon: Fraction, lemma_value: Callable[..., float]
) -> None:
    """Exact laws of both sums of votes, for arms that pay 1 with these probabilities."""
    T = 5 * n
    sizes = {"states": 1, "actions": 2, "horizon": 1, "epsilon": epsilon, "trials": n}
    limit = lemma_value("committing-regret", episodes=T, **sizes)
    mean_gap = (limit - n) / T
    for worse, better in ((0, 1), (0.4, 0.6), (0.45, 0.55), (0.9, 1), (0, 0.1)):
        d, mean = better - worse, _wrong(n, float(2 * epsilon / 3), worse / 2, better / 2)
        assert n * d / 2 + (T - n) * d * mean <= limit
        assert d * mean <= mean_gap

    alpha = Fraction(limit).limit_denominator(10**6)  # more than beta times the mean gap
    assert lemma_value("committing-mistakes", alpha=alpha, failure=Fraction(1, 4), **sizes) == n
    assert float(enclose(AGENT_REGRET, {"S": 1, "A": 2, "H": 1, "T": T, "epsilon": epsilon, "n": n})) == (
        pytest.approx(limit, rel=1e-12)
    )


def _wrong(n: int, eta: float, worse: float, better: float) -> float:
    """E 1/(1 + e^(eta (V - W))) for the votes V, W of the better and of the worse arm: a random walk with n steps."""
    law = np.array([1.0])
    for _ in range(n):
        law = np.convolve(law, [worse, 1 - worse - better, better])
    return float((law / (1 + np.exp(eta * np.arange(-n, n + 1)))).sum())


@pytest.mark.parametrize("scale", MISTAKE_SCALES, ids=str)
def test_the_share_of_the_agent_falls_below_every_power_of_the_logarithm(
    scale: tuple[Fraction, int, int, int, int],
) -> None:
    """As A grows tenfold the share of the bound that the agent reaches, times the hidden factor, falls to a fifth."""
    _, k, S, H, A = scale
    shares = []
    for actions in (A, 10 * A):
        regret = {**regret_sizes(S, H, actions), "c": 1, "k": k}
        mistakes = {**mistake_sizes(S, H, actions), "c": 1, "k": k}
        shares.append(
            [
                float(enclose(AGENT_REGRET / scaled("regret", AS_PRINTED), regret)),
                mistakes["n"] / float(enclose(scaled("sample complexity", AS_PRINTED), mistakes)),
            ]
        )

    assert shares[1][0] < shares[0][0] / 2
    assert shares[1][1] < shares[0][1] / 5
