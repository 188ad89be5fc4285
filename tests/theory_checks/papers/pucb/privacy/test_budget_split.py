"""The change of one user by going through trees of users, and the loss from densities written out."""

from fractions import Fraction
from itertools import product
from math import exp, log

import pytest

from tabular.noise.counters.designs import BinaryDesign
from tabular.privacy.joint import CounterFeeds, all_users, largest_transcript_loss, transcript_loss
from theory_checks.papers.pucb.privacy._three_counters import PRINTED_BUDGET, REPAIRED_BUDGET, noise_scale
from theory_checks.papers.pucb.privacy.budget_split import CumulativeFeeds

ONE = Fraction(1)


@pytest.mark.parametrize(("budget", "expected"), [(PRINTED_BUDGET, 2), (REPAIRED_BUDGET, 1)])
def test_loss_agrees_with_all_pairs_of_trees(budget, expected):
    feeds, scale = CounterFeeds(2, 1, 2), noise_scale(budget, 2, 3)
    users = all_users(2, 1, 2)
    worst = max(
        transcript_loss(feeds, BinaryDesign(3), scale, user, other, 1).loss for user, other in product(users, repeat=2)
    )

    assert worst == largest_transcript_loss(feeds, BinaryDesign(3), scale).loss == expected


@pytest.mark.parametrize("sizes", [(2, 1, 1, 1), (2, 2, 1, 2), (2, 1, 2, 7), (3, 1, 1, 64)])
@pytest.mark.parametrize("last_step", ["state", "nothing"])
def test_the_lemma_is_the_largest_loss_over_all_pairs_of_users(sizes, last_step, lemma_value):
    S, A, H, T = sizes
    worst = largest_transcript_loss(CounterFeeds(S, A, H, last_step=last_step), BinaryDesign(T), Fraction(3))
    moves = H if last_step == "state" else H - 1
    values = {"states": S, "horizon": H, "moves": moves, "sums": T.bit_length(), "scale": 3}

    assert lemma_value("episodic-counters-loss", **values) == pytest.approx(float(worst.loss), rel=1e-15)


def test_loss_is_the_log_ratio_of_the_product_of_densities():
    scale = float(noise_scale(PRINTED_BUDGET, 1, 1))
    here, there = (1, 0, 1, 0, 1, 0, 0, 0), (0, 1, 0, 1, 0, 0, 1, 0)  # n, r, m of two states and one action
    release = tuple(9 if a > b else -9 for a, b in zip(here, there, strict=True))

    def density(true):
        product_ = 1.0
        for y, x in zip(release, true, strict=True):
            product_ *= exp(-abs(y - x) / scale) / (2 * scale)
        return product_

    assert log(density(here) / density(there)) == pytest.approx(2.0, rel=1e-12)


def test_the_change_of_cumulative_counters_is_quadratic():
    changes = [largest_transcript_loss(CumulativeFeeds(2, 1, H), BinaryDesign(1), ONE).change for H in (1, 2, 3)]

    assert changes[0] == 6
    assert changes[1] > 12
    assert changes[2] - changes[1] > changes[1] - changes[0]
