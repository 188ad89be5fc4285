"""The laws behind the runs of Theorem 5, by routes that know none of its formulas.

A path on a grid is one normal vector, one update is a linear map of it, and what a grid of queries reveals is then a
Mahalanobis distance: it stays below the closed form of the whole path and comes close to it.
"""

from dataclasses import replace
from fractions import Fraction
from math import exp, log, sqrt

import numpy as np
import pytest

from tabular.privacy import delta_of
from theory_checks.core.claim import Trial
from theory_checks.core.evidence import Outcome
from theory_checks.engine.papers import load
from theory_checks.papers.dpdqn.theorem5 import _first_version_runs as first_version
from theory_checks.papers.dpdqn.theorem5._bounded_gradient_runs import STILL, WIDE
from theory_checks.papers.dpdqn.theorem5._noise_variance import every_run
from theory_checks.papers.dpdqn.theorem5._private_runs import Run, examine, refutation
from theory_checks.papers.dpdqn.theorem5._releases import (
    AS_PRINTED,
    BRACKETED,
    DEGENERATE,
    DISCOUNTED,
    FRESH,
    LEVELS,
    NOISED,
    PLAIN,
    TAIL,
    THROUGH,
    UNNOISED,
    numbers,
    paper_runs,
    training_noise_run,
)
from theory_checks.papers.dpdqn.theorem5._transcripts import calibrated_transcripts
from theory_checks.papers.dpdqn.theorem5.guarantee import claimed_and_true

EVERY_RUN = [(reading, run) for reading, runs in every_run().items() for run in runs]
NAMES = [f"{reading}: {run.name}" for reading, run in EVERY_RUN]
FAILING = [(reading, run) for reading, run in EVERY_RUN if "promise is kept" not in run.name]
CELLS = 400
UPDATES = [(BRACKETED, 0, 1), (AS_PRINTED, 1, 1), (DISCOUNTED, 0.9, 1), (THROUGH, 0.9, 0.1)]


def grid_law(run, sign, c, h, release, first=1):
    """Return mu of Q + g (or of Q) on a grid, s_0 = 1/4 and s_1 = 3/4, from the covariance of all that is normal.

    The update reads the path at s_0 ``first`` times: 0 is the list that does not hold s_0.
    """
    alpha, sigma, beta = (float(run.enclose(x)) for x in ("alpha", "sigma", "beta"))
    s = np.linspace(0, 1, CELLS + 1)
    K = sigma**2 * np.exp(-beta * abs(s[:, None] - s[None, :]))
    training = np.zeros(CELLS + 1)
    training[CELLS // 4], training[3 * CELLS // 4] = first * sign * alpha * h, -sign * alpha * h * c
    ones = np.ones(CELLS + 1)
    if release == "kept":
        moved = np.eye(CELLS + 1) + np.outer(ones, training)
        covariance = moved @ K @ moved.T
    else:
        covariance = K + training @ K @ training * np.outer(ones, ones)
    shift = alpha * h * ones
    return sqrt(shift @ np.linalg.solve(covariance, shift))


@pytest.mark.parametrize(("update", "c", "h"), UPDATES)
@pytest.mark.parametrize("sign", [1, -1])
def test_a_fresh_path_reveals_on_a_grid_almost_the_closed_form(sign, update, c, h):
    run = update.run(NOISED, FRESH)
    seen, whole = grid_law(run, sign, c, h, "fresh"), float(run.mu())

    assert 0.99 * whole < seen < whole


@pytest.mark.parametrize(("update", "c", "h"), UPDATES)
@pytest.mark.parametrize("sign", [1, -1])
def test_the_path_of_training_reveals_at_least_the_statistic(sign, update, c, h):
    run = training_noise_run(update, NOISED, sign)
    seen, most = grid_law(run, sign, c, h, "kept"), float(run.enclose(run.most))

    assert 0.99 * most < seen < most
    assert float(run.mu()) <= most


@pytest.mark.parametrize(("update", "c"), [(first_version.BRACKETED, 0.5), (first_version.AS_PRINTED, 1)])
@pytest.mark.parametrize(("release", "sign"), [("fresh", 1), ("kept", 1), ("kept", -1)])
def test_in_the_first_version_little_hinges_on_the_noise_at_the_first_state(update, c, release, sign):
    constants = first_version.numbers(sigma=first_version.runs("$C$ under the root")[0].constants["sigma"])
    run = update.run(constants, FRESH)
    with_path, with_zero = (grid_law(run, sign, c, 1, release, first) for first in (1, 0))

    assert abs(with_zero / with_path - 1) < 0.25


@pytest.mark.parametrize("sign", [1, -1])
def test_the_statistic_has_the_stated_variance_whatever_the_first_state_was(sign):
    """<X, 1> = (X(0) + X(1))/2 + (beta/2) int X, here by the trapezoid rule on the covariance of X."""
    run = training_noise_run(STILL, WIDE, sign)
    alpha, sigma, beta = (float(run.enclose(x)) for x in ("alpha", "sigma", "beta"))
    s = np.linspace(0, 1, 2 * CELLS + 1)
    K = sigma**2 * np.exp(-beta * abs(s[:, None] - s[None, :]))
    weights = np.full(len(s), beta / 2 / (len(s) - 1))
    weights[[0, -1]] = weights[1] / 2 + 0.5
    for place in (0, 100, 400, 777):
        moved = np.eye(len(s))
        moved[:, place] += sign * alpha
        deviation = sqrt((weights @ moved) @ K @ (weights @ moved))
        assert alpha * (1 + beta / 2) / deviation == pytest.approx(
            float(run.mu()), rel=2e-3
        )  # trapezoids of step 1/800


@pytest.mark.parametrize("kept", [0, 1])
@pytest.mark.parametrize(
    ("sign", "update", "c"),
    [(1, first_version.BRACKETED, 0.5), (-1, first_version.BRACKETED, 0.5), (-1, first_version.AS_PRINTED, 1)],
)
def test_several_batches_batch_by_batch(sign, update, c, kept):
    """Three batches of one step at gamma = 1/2: theta and its shift by running the lines, statistics by trapezoids."""
    constants = numbers(T=3, B=1, J=3, alpha=Fraction(1, 5), k=5, L=1, sigma=2)
    run = update.run(constants, {"path": 1, "kept": kept}, sign=sign)
    beta = float(run.enclose("beta"))
    s = np.linspace(0, 1, 2 * CELLS + 1)
    K = 4 * np.exp(-beta * abs(s[:, None] - s[None, :]))
    weights = np.full(len(s), beta / 2 / (len(s) - 1))
    weights[[0, -1]] = weights[1] / 2 + 0.5
    read = np.zeros(len(s))
    read[CELLS // 2], read[3 * CELLS // 2] = 1, -c
    noises, shift = [], 0.0
    for _ in range(3):
        noises = [x + sign * 0.2 * x / 2 for x in noises] + [sign * 0.2 * read]
        shift += sign * 0.2 * (shift / 2 + 1)
    rows = [(1 + beta / 2) * x for x in noises]
    rows = [*rows[:-1], rows[-1] + weights] if kept else [*rows, weights]

    assert abs(shift) * (1 + beta / 2) / sqrt(sum(x @ K @ x for x in rows)) == pytest.approx(float(run.mu()), rel=2e-3)


def test_the_published_values_by_adding_up_the_updates():
    spread, one = paper_runs()
    beta, sigma, alpha = float(spread.enclose("beta")), 21.0, 3e-4
    states = np.arange(64) / 64
    mean = np.exp(-beta * abs(states[:, None] - states[None, :])).mean()
    weights = alpha * (1 - alpha) ** np.arange(78)

    assert float(one.mu()) == pytest.approx(weights.sum() / sigma / sqrt((weights**2).sum()), rel=1e-12)
    assert float(spread.mu()) == pytest.approx(float(one.mu()) / sqrt(mean), rel=1e-12)


def test_simulated_training_separates_the_rewards_as_stated():
    """The un-noised release at gamma = 9/10, drawn: 10^5 runs, mu within 5 standard errors (seeded)."""
    rng, gamma, alpha = np.random.default_rng(7), 0.9, 1e-6
    sigma, beta = 0.05, 1 / (4 * alpha * 25)
    rho, count = exp(-beta / 2), 10**5
    theta = {}
    for name, b in (("r", -0.5), ("r'", 0.5)):
        g0 = sigma * rng.standard_normal(count)
        g1 = rho * g0 + sigma * sqrt(1 - rho**2) * rng.standard_normal(count)
        s0 = rng.random(count)
        s1 = (s0 + 0.5) % 1
        reward = s0 - gamma * s1 + b
        difference = s0 + g0 - (reward + gamma * (s1 + g1))
        theta[name] = -alpha * difference
    seen = (theta["r'"].mean() - theta["r"].mean()) / theta["r"].std()
    run = DISCOUNTED.run(UNNOISED, PLAIN)

    assert abs(seen - float(run.mu())) < 5 * sqrt(2 + seen**2 / 2) / sqrt(count)


@pytest.mark.parametrize(("reading", "run"), EVERY_RUN, ids=NAMES)
def test_every_run_satisfies_every_condition(reading, run):
    """All forms of the bound, or those that the run names."""
    assert run.enclose(TAIL.left - TAIL.right) > 0
    levels = [level for name, level in LEVELS.items() if name in run.name] or list(LEVELS.values())
    assert all(run.enclose("sigma") >= run.enclose(level) for level in levels)


def test_one_run_alone_keeps_to_the_promise():
    (found,) = [run for _, run in EVERY_RUN if "promise is kept" in run.name]
    weights = 3e-4 * (1 - 3e-4) ** np.arange(78)
    q, sigma = 1 + 1 / (2 * float(found.enclose("v"))), 21.0
    deviation = sigma * sqrt((weights**2).sum() + 1 / q)

    assert float(found.mu()) == pytest.approx(weights.sum() / deviation, rel=1e-12)
    assert delta_of(0.9, float(found.mu())) < 1e-300
    assert len(FAILING) == len(EVERY_RUN) - 1


def certificate(reading, run):
    return refutation(Trial(claim_id="dpdqn/thm5", formal=load()["dpdqn/thm5"].reading(reading).claims), run)


@pytest.mark.parametrize(("reading", "run"), FAILING)
def test_every_certificate_is_accepted_and_none_with_a_large_noise(reading, run, answer):
    loud = replace(run, constants={**run.constants, "sigma": 10**6, "k": 10**9, "L": 0})

    assert answer(certificate(reading, run), "dpdqn/thm5", reading)["accepted"]
    assert not answer(certificate(reading, loud), "dpdqn/thm5", reading)["accepted"]


FIRST = dict(reversed(EVERY_RUN))
RELEASES = ["released-without-noise", "released-with-fresh-noise", "released-with-training-noise"]


@pytest.mark.parametrize("stated", RELEASES)
@pytest.mark.parametrize("reading", RELEASES)
def test_a_certificate_is_about_one_way_of_release(reading, stated, answer):
    told = answer(certificate(reading, FIRST[reading]), "dpdqn/thm5", stated)

    assert told["accepted"] == (reading == stated)
    assert told["accepted"] or "of spent must be that of the statement" in told["sentence"]


NEAR_MISSES = {
    "less noise": ({"sigma": Fraction(1, 10**15)}, "the values must satisfy the domain"),
    "a reward that is too large": ({"r0": 1}, "r0 must be the largest size of a reward"),
    "two batches": ({"J": 2}, "J must be the number of whole batches"),
    "half of the next noise": ({"c": Fraction(1, 2)}, "c must be gamma or 1"),
    "a step of another size": ({"direction": 5}, "direction must be 1 or 1 - gamma"),
    "another move": ({"move": Fraction(1, 3)}, "move must be 0, or 1/2"),
    "a long batch that moves": ({"B": 4, "T": 4, "move": Fraction(1, 4), "c": 1}, "steps of a longer batch"),
    "half a path": ({"path": Fraction(1, 2)}, "path must be 0 or 1"),
    "no noise at all": ({"path": 0, "inner": 0}, "some noise must act"),
}


@pytest.mark.parametrize("name", NEAR_MISSES)
def test_a_near_miss_is_refused(name, answer):
    change, rule = NEAR_MISSES[name]
    run = BRACKETED.run(NOISED, FRESH)
    constants = {**run.constants, **{key: x for key, x in change.items() if key in run.constants}}
    other = replace(run, constants=constants, release={**run.release, **change})

    assert rule in answer(certificate("line-16-variance", other), "dpdqn/thm5", "line-16-variance")["sentence"]


@pytest.mark.parametrize("name", ["alpha", "beta", "sigma", "epsilon", "L", "T", "B", "J", "delta", "k", "C", "v"])
def test_each_constant_is_that_of_the_run(name, answer):
    found = certificate("released-with-fresh-noise", FIRST["released-with-fresh-noise"])
    other = replace(found, values={**found.values, name: found.values[name] + 1})

    assert not answer(other, "dpdqn/thm5", "released-with-fresh-noise")["accepted"]


def test_a_network_with_a_small_slope_is_none_with_a_bounded_gradient(answer):
    found = certificate("gradient-bounded", FIRST["released-with-fresh-noise"])

    assert "the values must satisfy the domain" in answer(found, "dpdqn/thm5", "gradient-bounded")["sentence"]


def test_the_conditions_are_the_printed_ones():
    """C and the three forms of the bound, recomputed for L = 4, B = 64, T = 5000, k = 764, alpha = 3e-4."""
    run = paper_runs()[0]
    v = 4 * 3e-4 * 765 / 64
    C, factor = (v * v + v) * 16, 2 * 5000 / 64 * log(exp(1) + 0.9 / 5e-5)
    bounds = (sqrt(factor * C) / 0.9, sqrt(factor) * C / 0.9, sqrt(factor * C / 0.9))

    assert [float(run.enclose(level)) for level in LEVELS.values()] == pytest.approx(bounds, rel=1e-12)
    assert float(run.enclose(TAIL.left - TAIL.right)) == pytest.approx(2 * 764 - 8.68 * sqrt(1 / v) * 21, rel=1e-12)


def test_the_degenerate_run_asks_for_no_noise():
    assert all(Run("", DEGENERATE, "").enclose(level) == 0 for level in LEVELS.values())


@pytest.mark.parametrize("place", first_version.LEVELS)
def test_the_runs_of_the_first_version_satisfy_its_conditions(place):
    for run in first_version.runs(place):
        assert run.enclose(first_version.TAIL.left) > run.enclose(first_version.TAIL.right)
        assert run.enclose("sigma") < 5


def test_in_the_first_version_the_largest_reward_is_attained():
    s = np.linspace(0, 1, 1001)
    r = 1e-3 * (s - 0.5 * ((s + 0.5) % 1)) - 0.5
    wide = s / 2 - 0.75

    assert max(abs(r).max(), abs(r + 1).max()) == pytest.approx(2003 / 4000, rel=1e-12)
    assert max(abs(wide).max(), abs(wide + 1).max()) == 0.75


def test_the_figure_shows_a_violation():
    figure = claimed_and_true()
    promised, true = figure.series[0], figure.series[1]

    assert all(promised.y[i] < true.y[i] for i, x in enumerate(promised.x) if x >= 0.9)
    assert true.y[0] == pytest.approx(delta_of(true.x[0], float(paper_runs()[0].mu())))


def test_the_calibrated_transcripts_pass_and_little_less_noise_does_not():
    theorem, runs = calibrated_transcripts()
    less = [replace(run, constants={**run.constants, "sigma": run.constants["sigma"] * 999 / 1000}) for run in runs]
    outcomes = [[found.outcome for found in examine(Trial(claim_id="x"), theorem, some)] for some in (runs, less)]

    assert outcomes == [[Outcome.HOLDS] * 3, [Outcome.FAILS] * 3]
