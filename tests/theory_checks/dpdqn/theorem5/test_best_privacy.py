"""The laws of released tables, by running the algorithm on unit noises one at a time."""

from fractions import Fraction
from itertools import product
from math import sqrt

import numpy as np
import pytest

from tabular.algorithms.private_value_iteration import bracketed, update
from tabular.mdp import FiniteMDP
from theory_checks.claim import Trial
from theory_checks.dpdqn.theorem5.best_privacy import (
    FRESH,
    KEPT,
    PLAIN,
    Training,
    all_to_first,
    best_privacy,
    cycle,
    vertices,
)
from theory_checks.evidence import Outcome

NINE, HALF = Fraction(9, 10), Fraction(1, 2)


def released(x, rewards, tables):
    """Run the updates one by one and return what is released; the last of ``tables`` is for a fresh release."""
    mdp = FiniteMDP([x.moves.tolist()], [list(rewards)], x.discount)
    q = np.array([[Fraction(0)] * len(x.moves)], dtype=object)
    paths = len(tables) - 1
    for t in range(x.updates):
        q = update(mdp, bracketed(tables[t // (x.updates // paths)]), q, x.alpha)
    added = {PLAIN: 0 * q, FRESH: tables[-1], KEPT: tables[-2]}[x.release]
    return (q + added)[0]


@pytest.mark.parametrize(
    ("moves", "release", "paths"), list(product((all_to_first(3), cycle(3)), (PLAIN, FRESH, KEPT), (1, 2, 4)))
)
def test_the_law_is_that_of_the_algorithm_noise_by_noise(moves, release, paths):
    x, n = Training("", moves, NINE, HALF, 4, release), 3
    quiet = [np.array([[Fraction(0)] * n], dtype=object) for _ in range(paths + 1)]
    columns = []
    for b, s in product(range(paths + 1), range(n)):
        unit = [table.copy() for table in quiet]
        unit[b][0, s] = Fraction(1)
        columns.append(released(x, [Fraction(0)] * n, unit))
    shifts = [released(x, [Fraction(int(i == s)) for i in range(n)], quiet) for s in range(n)]

    matrix, covariance = x.law(paths)

    noise = np.array(columns, dtype=object).T
    assert (noise @ noise.T == covariance).all()
    assert (matrix == np.array(shifts, dtype=object).T).all()


@pytest.mark.parametrize("discount", [Fraction(0), HALF, NINE])
def test_one_state_has_the_closed_forms(discount):
    alpha, T = Fraction(3, 10), 6
    x = Training("", cycle(1), discount, alpha, T, PLAIN)
    a = float(1 - alpha * (1 - discount))
    fresh = (1 - a**T) / (1 - a) / sqrt((1 - a ** (2 * T)) / (1 - a * a))

    assert x.worst(1) == 1 / (1 - discount) ** 2
    assert sqrt(x.worst(T)) == pytest.approx(fresh / float(1 - discount), rel=1e-12)


def test_the_loss_is_convex_so_that_no_random_change_of_rewards_beats_the_vertices():
    x = Training("", all_to_first(4), NINE, Fraction(1), 2, PLAIN)
    shift, covariance = (np.array(part, dtype=float) for part in x.law(2))
    changes = np.random.default_rng(1).uniform(-1, 1, (2000, 4)) @ shift.T
    losses = np.einsum("ij,jk,ik->i", changes, np.linalg.inv(covariance), changes)

    assert losses.max() <= float(x.worst(2))


def test_the_vertices_are_all_signs_up_to_the_first():
    assert sorted(tuple(map(int, d)) for d in vertices(3)) == [(1, -1, -1), (1, -1, 1), (1, 1, -1), (1, 1, 1)]


@pytest.mark.parametrize(
    "reading", ["released-without-noise", "released-with-fresh-noise", "released-with-training-noise"]
)
def test_each_reading_is_refuted_by_an_accepted_certificate(reading):
    found = next(iter(best_privacy(Trial(claim_id="dpdqn/j1-best-privacy", reading=reading))))

    assert found.outcome is Outcome.FAILS
    assert found.certificate.check()["accepted"], found.certificate.check()


def test_the_smallest_refutation_has_one_state():
    x = Training("", cycle(1), Fraction(0), HALF, 2, KEPT)

    assert (x.worst(1), x.worst(2)) == (9, Fraction(9, 5))
