"""The proof's four tests by another route: least noises by search, probabilities by integration; the short runs."""

from fractions import Fraction

import numpy as np
import pytest

from theory_checks.core.claim import Trial
from theory_checks.core.interpret import enclose
from theory_checks.core.lemmas import hypotheses_of, of_lemma
from theory_checks.papers.pucb.privacy._three_counters import REPAIRED_BUDGET
from theory_checks.papers.pucb.privacy.zero_feed import (
    DOUBLINGS,
    EPSILON,
    THEOREM,
    _audit,
    jdp_zero_feed,
)

SHORT, FULL = Trial(claim_id="pucb/jdp-zero-feed"), Trial(claim_id="pucb/jdp-zero-feed", profile="full")
LOW, HIGH, VALUE, BONUS, CAP = 0.05, 0.8, 0.96, 1.0, 2.0  # means that are compared, V of the next state, a, H


def bound(n, mean):
    """The total X at which min(H, X/n + conf) has this mean for a positive count n; conf has at most its value at 1."""
    return n * (mean - BONUS / np.sqrt(np.maximum(n, 1)))


@pytest.mark.parametrize(("episodes", "least", "most"), [(2, 2.6, 2.8), (1, 2.6, 4.3)])
def test_the_short_case_is_close_to_the_worst(episodes, least, most):
    (_, short), (_, worst) = (_audit(trial, episodes, Fraction(10)) for trial in (SHORT, FULL))

    assert least < float(short.epsilon_ball().lower()) <= float(worst.epsilon_ball().upper()) < most


def test_the_long_run_refutes_and_the_repaired_budget_passes():
    assert [x.outcome for x in list(jdp_zero_feed(SHORT))[:4]] == ["fails", "fails", "holds", "holds"]
    assert [x.outcome for x in jdp_zero_feed(SHORT, budget=REPAIRED_BUDGET)] == ["holds"]


def test_the_bound_of_the_lemma_as_written_in_the_proof():
    scale = Fraction(6 * DOUBLINGS, EPSILON)
    told = enclose(of_lemma(THEOREM), {"scale": scale}) / EPSILON

    assert float(told) == pytest.approx(6.4 * 2419 / (6 * 2560), abs=1e-9)
    assert {str(x.left) for x in hypotheses_of(THEOREM)} >= {"states", "actions", "horizon", "episodes", "failure"}


def test_the_sizes_of_the_proof_fit():
    """a, n0, the precision of means, N: firm arms cost more to move than all tests, and the exploration fits."""
    rate = float(18 * (2560 * np.log(2) + np.log(10)))  # a^2
    n0, precision, firm = 2.0**18 * 2560, 2.0**-46, 2.0**110

    assert np.sqrt(rate / n0) < 0.01
    assert np.sqrt(rate / firm) < precision
    assert 40 * precision * n0 < 0.001  # what rounding of means changes in a cost
    assert firm * precision / 4 > 2.0**60 > 2560 * 2 * n0
    assert n0 / 40 > 6000 * 2560
    assert 3 * 2 * 9 * 8 * firm < 2.0**139
    assert 128 * 128 * firm < 2.0**138
    assert 270 * 2.0**10 < 2.0**20  # counters times T, against 2^2570, over 2^2550
    assert (0.95 / 0.2) * (0.8 / 0.05) < 2**7  # visits that raise an arm from 1/20 to 4/5 and lower it again


def least_noise_of_both_readings(visits, total):
    """The least noise of the first test, by a grid over the noises of both counts; totals are moved as is best."""
    first = visits + np.arange(-visits - 5, 400.0)[:, None]
    second = first + np.arange(-200.0, visits + 405)[None, :]
    down = np.where(first > 0, np.minimum(0, bound(first, LOW) - total), np.maximum(0, (LOW - CAP) * -first - total))
    down = np.where(first > 0, down, np.maximum(0, (CAP - LOW) * -first - total))
    moved = total + down
    up = np.maximum(0, bound(second, HIGH) - moved)
    over = np.minimum(0, (CAP - HIGH) * -second - moved)
    change = np.where(second > 0, up, over)
    noise = np.abs(first - visits) + np.abs(second - first) + np.abs(down) + np.abs(change)
    return noise[(first != 0) & (second != 0)].min()


@pytest.mark.parametrize(("visits", "total"), [(1000, 100.0), (1001, 101.0), (1001, 101 + VALUE)])
def test_the_least_noise_of_the_first_test(visits, total):
    said = total + (HIGH - 2 * LOW) * visits + BONUS * np.sqrt(visits)

    assert said < 15 * visits / 16
    assert least_noise_of_both_readings(visits, total) == pytest.approx(said, abs=1e-6)


def test_a_reading_that_costs_more_than_the_counts_loses_them():
    """With a total that is too large it is cheaper to take the count away: then one visit costs no more than 1."""
    costs = [least_noise_of_both_readings(400 + k, 360.0 + k) for k in (0, 1)]

    assert costs == [400, 401] or costs == pytest.approx([401, 402], abs=2)


SCALE = 8.0


def laplace(x, scale=SCALE):
    return np.exp(-np.abs(x) / scale) / (2 * scale)


def density(x):
    """Of noise in r plus V times noise in m."""
    small = VALUE * SCALE
    return (SCALE**2 * laplace(x) - small**2 * laplace(x, small)) / (SCALE**2 - small**2)


def beyond(y):
    """The probability that such noise is at least y."""
    small = VALUE * SCALE
    far = (SCALE**2 * np.exp(-np.abs(y) / SCALE) - small**2 * np.exp(-np.abs(y) / small)) / (SCALE**2 - small**2) / 2
    return np.where(y > 0, far, 1 - far)


def log_probability_of_both_readings(visits, total):
    """Of the first test, by sums over noises of the counts and of the total; counts that are lost are bounded apart."""
    step, fall = SCALE / 2, np.arange(0, 25 * SCALE, SCALE / 10)
    fresh = np.arange(-30 * SCALE, 40 * SCALE, step)
    found = 0.0
    for noise in np.arange(-60 * SCALE, 30 * SCALE, step):
        n = visits + noise
        second = n + fresh[n + fresh > 0]
        down = bound(n, LOW) - total - fall
        inner = density(down) * beyond(bound(second, HIGH)[:, None] - total - down)
        found += laplace(noise) * (laplace(fresh[n + fresh > 0])[:, None] * inner).sum()
    return np.log(found * step**2 * SCALE / 10)


def test_the_first_test_is_as_much_rarer_by_integration():
    rare = log_probability_of_both_readings(2001, 201 + VALUE)
    likely = log_probability_of_both_readings(2000, 200)
    lost = -2000 / SCALE  # log of twice the probability that one count is lost

    assert lost < rare - 10
    assert (likely - rare) * SCALE == pytest.approx(1 + VALUE + HIGH - 2 * LOW, rel=0.05)


def log_probability_of_one_reading(visits, total, mean, wins, value):
    noise = np.arange(-600.0, 1200, 1.0)
    gap = bound(visits + noise, mean) - total
    if not wins:
        gap = -gap
    tail = (
        beyond(gap)
        if value
        else np.where(gap > 0, np.exp(-np.abs(gap) / SCALE) / 2, 1 - np.exp(-np.abs(gap) / SCALE) / 2)
    )
    return np.log((laplace(noise) * tail).sum())


@pytest.mark.parametrize(
    ("visits", "total", "mean", "wins", "value", "gain"),
    [
        (20_000, 0.0, LOW, True, VALUE, 1 + VALUE - LOW),  # (2): a visit saves it
        (20_000, 18_000.0, VALUE, True, 0, -VALUE),  # (3): a visit without reward costs it
        (20_000, 20_000.0, VALUE, False, 0, VALUE),  # (4): a visit without reward saves it
    ],
)
def test_the_other_tests_by_integration(visits, total, mean, wins, value, gain):
    added = (1 + value) if value else 0
    before, after = (
        log_probability_of_one_reading(n, x, mean, wins, value)
        for n, x in ((visits, total), (visits + 1, total + added))
    )

    assert (after - before) * SCALE == pytest.approx(gain, rel=0.05)


def test_levels_are_moved_at_no_cost_while_the_target_stays_below():
    """The arms of state 0 take their turns for a round without noise: none on top is below the target's level."""
    visits, total = np.full(8, 80.0), 0.05 * 80 + np.arange(8) * 0.01
    levels = lambda: (total + 0.001 * np.sqrt(visits)) / visits  # noqa: E731
    floor, sizes = [], []

    def visit(reward):
        top = np.argmax(levels())
        floor.append(levels()[top])
        visits[top], total[top] = visits[top] + 1, total[top] + reward

    for block in range(9):
        arm, before, old = block % 8, visits[block % 8], len(floor)
        while np.argmax(levels()) != arm:
            visit(0)
        target = levels()[arm]
        while levels()[arm] < HIGH:
            visit(1)
        while levels()[arm] > target + 2 / visits[arm]:
            visit(0)
        assert min(floor[old:]) >= target
        assert visits[arm] < 128 * before
        sizes.append(target)
    assert max(sizes) - min(sizes) < 0.005
