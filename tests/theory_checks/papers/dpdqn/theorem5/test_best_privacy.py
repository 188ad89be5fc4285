"""The laws of released tables along a trajectory, drawn, and in closed form."""

from dataclasses import replace
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

from theory_checks.core.claim import Trial, registered
from theory_checks.core.evidence import Evidence, Outcome
from theory_checks.core.interpret import exact
from theory_checks.core.lemmas import steps_of
from theory_checks.papers.dpdqn.theorem5._cycles import FRESH, KEPT, PLAIN, Cycle, vertices
from theory_checks.papers.dpdqn.theorem5.best_privacy import best_privacy, one_state_table

NINE, HALF = Fraction(9, 10), Fraction(1, 2)
VALUES = {"alpha": HALF, "gamma": NINE}


@pytest.mark.parametrize("release", [PLAIN, FRESH, KEPT])
@pytest.mark.parametrize("paths", [1, 2])
@pytest.mark.parametrize("printed", [False, True])
def test_the_covariances_of_the_lemma_are_those_of_the_run(release, paths, printed):
    x = Cycle(release, printed=printed)
    shift, noise = x.law(paths)
    change = np.array([[1, 0], [-HALF * NINE, 1]], dtype=object)
    way = {"J": paths, "c": 1 if printed else NINE, "path": int(release != PLAIN), "kept": int(release == KEPT)}
    s00, s01, s11 = (exact(name, {**VALUES, **way, **steps_of("swap-noise-ratio")}) for name in ("s00", "s01", "s11"))

    assert (change @ shift == HALF * np.eye(2, dtype=int)).all()
    assert ((change @ noise) @ (change @ noise).T == np.array([[s00, s01], [s01, s11]])).all()


@pytest.mark.parametrize("paths", [1, 2])
def test_the_law_of_the_release_by_running_the_lines_with_drawn_noise(paths):
    """2 10^5 runs of lines 6 to 24 with Q in a table: covariance within 5 standard errors (seeded)."""
    rng, count, alpha, gamma = np.random.default_rng(3), 2 * 10**5, 0.5, 0.9
    Q, reward = np.zeros((2, count)), (0.3, -0.7)
    for j in range(2):
        if j % (2 // paths) == 0:
            g = rng.standard_normal((2, count))
        s, after = j, 1 - j
        y = reward[s] + gamma * (Q[after] + g[after])
        Q[s] -= alpha * (Q[s] + g[s] - y)
    shift, noise = (part.astype(float) for part in Cycle(PLAIN).law(paths))
    covariance = noise @ noise.T
    sizes = np.sqrt(np.outer(np.diag(covariance), np.diag(covariance)))

    assert (abs(np.cov(Q) - covariance) < 5 * sqrt(2 / count) * sizes).all()
    assert (abs(Q.mean(axis=1) - shift @ reward) < 5 * np.sqrt(np.diag(covariance) / count)).all()


def test_the_swap_in_closed_form():
    plain, printed = Cycle(PLAIN), Cycle(PLAIN, printed=True)

    assert (plain.worst(1), plain.worst(2)) == (2 / (1 - NINE) ** 2, 2 / (1 + NINE**2))
    assert (printed.inverse(1, 1), printed.inverse(2, 1), printed.inverse(2, -1)) == (0, 1, 1)
    assert [1 / max(1 / x.inverse(2, sign) for sign in (1, -1)) for x in (plain,)] == [1 / plain.worst(2)]


@pytest.mark.parametrize("discount", [Fraction(0), HALF, NINE])
def test_one_state_has_the_closed_forms(discount):
    alpha, T = Fraction(3, 10), 6
    x = Cycle(PLAIN, 1, T, alpha, discount)
    a = float(1 - alpha * (1 - discount))
    fresh = (1 - a**T) / (1 - a) / sqrt((1 - a ** (2 * T)) / (1 - a * a))

    assert x.worst(1) == 1 / (1 - discount) ** 2
    assert sqrt(x.worst(T)) == pytest.approx(fresh / float(1 - discount), rel=1e-12)


def test_the_loss_is_convex_so_that_no_random_change_of_rewards_beats_the_vertices():
    x = Cycle(KEPT)
    for paths in (1, 2):
        shift, noise = (part.astype(float) for part in x.law(paths))
        changes = np.random.default_rng(1).uniform(-1, 1, (2000, 2)) @ shift.T
        losses = np.einsum("ij,jk,ik->i", changes, np.linalg.inv(noise @ noise.T), changes)

        assert losses.max() <= float(x.worst(paths))


def test_the_vertices_are_all_signs_up_to_the_first():
    assert sorted(tuple(map(int, d)) for d in vertices(3)) == [(1, -1, -1), (1, -1, 1), (1, 1, -1), (1, 1, 1)]


@pytest.mark.parametrize(
    "claim", [x for x in registered.values() if x.function is best_privacy], ids=lambda x: "-".join(x.key)
)
def test_each_reading_is_refuted_by_an_accepted_certificate(claim, answer):
    trial = Trial(claim_id=claim.id, reading=claim.reading)
    found = [x for x in best_privacy(trial, **claim.setting) if isinstance(x, Evidence)]

    assert sum("line 19 as printed" in x.case for x in found) == 1
    assert len(found) == 2
    for x in found:
        assert x.outcome is Outcome.FAILS
        told = answer(x.certificate, claim.id, claim.reading)
        assert told["accepted"], told


def test_the_table_of_one_state_has_the_closed_form_for_one_path():
    assert [float(row[1]) for row in one_state_table().rows] == pytest.approx([3.125, 6.25, 31.25, 3125])


@pytest.mark.parametrize("name", ["alpha", "gamma", "c", "sigma", "J"])
def test_both_runs_have_the_constants_of_the_statement(name, answer):
    found, *_ = best_privacy(Trial(claim_id="dpdqn/j1-best-privacy"), run=Cycle(PLAIN))
    other = replace(found.certificate, values={**found.certificate.values, name: Fraction(7, 8)})

    assert not answer(other, "dpdqn/j1-best-privacy", "released-without-noise")["accepted"]


@pytest.mark.parametrize("release", [FRESH, KEPT])
def test_one_path_loses_more_under_the_plus_of_line_22_as_well(release):
    x = Cycle(release, alpha=Fraction(-5), gamma=Fraction(0), printed=True)

    assert x.worst(1) > x.worst(2)


def test_without_noise_in_the_release_the_sign_of_line_22_does_not_matter():
    assert [Cycle(PLAIN, alpha=-HALF).worst(paths) for paths in (1, 2)] == [
        Cycle(PLAIN).worst(paths) for paths in (1, 2)
    ]
