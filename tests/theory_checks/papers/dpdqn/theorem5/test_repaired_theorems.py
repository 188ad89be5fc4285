"""Transcripts of private updates, run noise by noise, and what two reward functions do to them."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from tabular.algorithms.private_value_iteration import bracketed, update
from tabular.mdp import FiniteMDP
from tabular.mdp.instances import dyadic_random
from tabular.privacy import PiecewiseLinear, delta_of
from theory_checks.core.claim import Trial
from theory_checks.core.evidence import Outcome
from theory_checks.core.formal import formal_of
from theory_checks.engine.papers import load
from theory_checks.papers.dpdqn.theorem5 import repaired
from theory_checks.papers.dpdqn.theorem5._transcripts import one_action_mdps, transcript_mu_squared
from theory_checks.papers.dpdqn.theorem5.repaired import differences, hilbert_norm, noise_fed_through, supremum

HALF = Fraction(1, 2)


def transcript(mdp, a, noises):
    """Run Y <- (1-a) Y + a (r + gamma P max Y) + noise from 0 and return all tables in one vector."""
    quiet = bracketed(np.zeros((mdp.n_actions, mdp.n_states), dtype=int))
    y, tables = np.full((mdp.n_actions, mdp.n_states), Fraction(0), dtype=object), []
    for g in noises:
        y = update(mdp, quiet, y, a) + g
        tables.append(y.ravel())
    return np.concatenate(tables)


@pytest.mark.parametrize(("name", "mdp"), one_action_mdps())
@pytest.mark.parametrize(("a", "T"), [(HALF, 3), (Fraction(1), 2), (Fraction(3, 2), 2)])
def test_the_exact_mu_is_that_of_the_run_noise_by_noise(name, mdp, a, T):
    n, d = mdp.n_states, np.array([Fraction(1), *[Fraction(-1, 2)] * (mdp.n_states - 1)], dtype=object)
    silent = FiniteMDP(mdp.transitions, mdp.rewards * 0, mdp.discount)
    zero = [np.full((1, n), Fraction(0), dtype=object) for _ in range(T)]
    columns = []
    for j, s in product(range(T), range(n)):
        unit = [g.copy() for g in zero]
        unit[j][0, s] = Fraction(1)
        columns.append(transcript(silent, a, unit))
    noise = np.array(columns, dtype=float).T
    shift = np.array(transcript(silent.with_rewards(d.reshape(1, n)), a, zero), dtype=float)

    whole = shift @ np.linalg.solve(noise @ noise.T, shift)
    last = shift[-n:] @ np.linalg.solve((noise @ noise.T)[-n:, -n:], shift[-n:])

    assert float(transcript_mu_squared(mdp, d, a, T)) == pytest.approx(whole, rel=1e-9)
    assert float(transcript_mu_squared(mdp, d, a, T, last_only=True)) == pytest.approx(last, rel=1e-9)
    assert whole == pytest.approx(float(a**2 * T * sum(x * x for x in d)), rel=1e-9)


def test_with_two_actions_the_log_likelihood_ratio_has_the_law_of_one_gaussian_mechanism():
    """Drawn under r and read against r' = r + 1: mean mu^2/2, variance mu^2, delta_G as the excess of the event."""
    mdp, a, T, sigma, count = dyadic_random(3, 2, Fraction(1, 2), 3, 5).to_float(), 0.5, 4, 2.0, 4000
    rng, other = np.random.default_rng(11), mdp.with_rewards(mdp.rewards + 1)
    quiet, ratios = bracketed(np.zeros((2, 3))), np.zeros(count)
    for i in range(count):
        y = np.zeros((2, 3))
        for _ in range(T):
            mean, alternative = update(mdp, quiet, y, a), update(other, quiet, y, a)
            y = mean + sigma * rng.standard_normal((2, 3))
            ratios[i] += (((y - alternative) ** 2).sum() - ((y - mean) ** 2).sum()) / (2 * sigma**2)
    mu = a * (6 * T) ** 0.5 / sigma

    assert abs(ratios.mean() - mu**2 / 2) < 5 * mu / count**0.5
    assert abs(ratios.var() - mu**2) < 5 * mu**2 * (2 / count) ** 0.5
    excess = np.maximum(1 - np.exp(0.5 - ratios), 0)
    assert abs(excess.mean() - delta_of(0.5, mu)) < 5 * excess.std() / count**0.5


def test_a_larger_change_of_rewards_is_not_hidden():
    """The bound is for changes of at most 1: twice the change has twice the mu."""
    (_, mdp), *_ = one_action_mdps()
    ones = np.full(2, Fraction(1), dtype=object)

    assert transcript_mu_squared(mdp, 2 * ones, HALF, 3) == 4 * transcript_mu_squared(mdp, ones, HALF, 3)


def test_the_norm_sees_more_than_the_supremum():
    for f in differences().values():
        assert hilbert_norm(f, HALF) > supremum(f, HALF)
    assert hilbert_norm(PiecewiseLinear.through([0, 1], [1, 1]), Fraction(4)) == 3


def test_the_full_profile_searches_three_states():
    printed = formal_of(repaired.__file__, "dpdqn/thm5/repaired")
    (found,) = [
        e
        for e in noise_fed_through(Trial(claim_id="dpdqn/thm5/repaired", profile="full", formal=printed))
        if getattr(e, "case", "").startswith("all deterministic moves of 3 states")
    ]

    assert found.outcome is Outcome.HOLDS


def test_rewards_that_are_neighbours_move_a_function_by_any_norm_of_the_kernel():
    """U(y, r) = r on [0, 1], r - r' a saw of height 1: only a bound of its slopes bounds Delta; a table needs none."""
    saws = [
        PiecewiseLinear.through([Fraction(i, n) for i in range(n + 1)], [i % 2 for i in range(n + 1)])
        for n in (1, 8, 64)
    ]
    norms = [hilbert_norm(saw, Fraction(1)) for saw in saws]

    assert [supremum(saw, Fraction(1)) for saw in saws] == [1, 1, 1]
    assert norms[1] > 10 * norms[0]
    assert norms[2] > 10 * norms[1]
    said = " ".join(load()["dpdqn/thm5/repaired"].says.split())
    assert "Nor is a Lipschitz constant in $s$ for tables" in said
    assert r"for functions of a continuous state $\Delta$ must bound slopes as well" in said
