"""The bounds of the probabilities of views against simulation of the printed rule, and for any epsilon."""

import math
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from tabular.algorithms.episodic.pucb import Printed
from tabular.algorithms.episodic.pucb.short_pucb import ShortPUCB
from tabular.episodic.protocol import TreeUser
from tabular.privacy.joint import joint_privacy
from theory_checks.core.claim import Trial
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import exp
from theory_checks.core.interpret import enclose
from theory_checks.papers.pucb.privacy import printed_views
from theory_checks.papers.pucb.privacy.printed_views import (
    BONUS,
    LONG_RUN,
    LOWEST,
    PRINTED,
    RANDOM,
    REPAIRED,
    _long_run,
    _run,
)


def user(state):
    return TreeUser(1, 2, {(): state}, {(0,): 0, (1,): 0})


def test_the_bounds_hold_for_the_enclosed_law():
    constants = _run(Fraction(1), "natural-log")
    agent = ShortPUCB(2, 1.0, Printed(), releases_policy=False)
    audit = joint_privacy(agent, [user(0), user(1)], user(1), 0)
    never, often = (law.masses[((1,),), None] for law in (audit.first, audit.second))

    assert float(enclose(LOWEST.unlikely, constants)) >= float(never.lower())
    assert float(enclose(LOWEST.likely, constants)) <= float(often.upper())


def test_the_likely_event_by_simulation():
    rng, runs, constants = np.random.default_rng(3), 400_000, _run(Fraction(1), "natural-log")
    scale, level = 6.0, float(enclose(constants["level"], constants))
    n, other, r = (rng.laplace(0, scale, runs) for _ in range(3))
    share = np.mean((1 + n < 0) & (r > 0) & (other < 2 * level))
    expected = float(enclose(LOWEST.likely, constants))

    assert abs(share - expected) < 5 * math.sqrt(expected / runs)  # five standard deviations


BROKEN = {LOWEST: ("1/1000", "1/3", "5", "6", "7", "50"), RANDOM: ("1/1000", "1/20", "1/5", "3/10", "9/20")}


@pytest.mark.parametrize(("event", "epsilon"), [(event, Fraction(x)) for event in BROKEN for x in BROKEN[event]])
def test_the_promise_is_broken_for_every_epsilon_and_with_random_ties_for_small_ones(event, epsilon):
    constants = _run(epsilon, "natural-log")

    assert enclose(BONUS, constants) >= 1
    assert enclose(event.likely, constants) > enclose(event.unlikely, constants) * enclose(exp(epsilon))


def test_the_loss_of_all_releases():
    assert PRINTED.loss() == math.inf
    assert REPAIRED.loss() == 1


class Ties:
    """The printed rule for S = A = 2, H = 1, T = 2, ties at random, written out for many runs of state 1 at once."""

    def __init__(self, epsilon, runs, seed):
        self.rng, self.runs, self.every = np.random.default_rng(seed), runs, np.arange(runs)
        self.scale, self.E = 6 / epsilon, 3 / epsilon * math.log(160) * math.log(2) ** 2.5
        self.visits = np.zeros((2, runs), dtype=int)
        self.reward_noise = self.rng.laplace(0, self.scale, (3, 2, runs)) * np.array([0, 1, 1])[:, None, None]

    def visit(self, action):
        self.visits[action, self.every] += 1

    def action(self):
        n = self.visits + self.rng.laplace(0, self.scale, (2, self.runs))
        r = np.take_along_axis(self.reward_noise, self.visits[None], axis=0)[0]
        phi = np.sqrt(2 * math.log(20) / np.maximum(n - self.E, 1))
        psi = 3 * (3 * self.E / n + 2 * self.E**2 / n**2)
        first, second = np.minimum(1, r / n + np.where(n >= 2 * self.E, 2 * phi + psi, 1))
        return np.where(first == second, self.rng.integers(0, 2, self.runs), second > first).astype(int)


@pytest.mark.parametrize("epsilon", [Fraction(1, 10), Fraction(2, 5)])
def test_both_bounds_for_random_ties_by_simulation(epsilon):
    constants, shares = _run(epsilon, "natural-log"), []
    for is_there in (False, True):
        run = Ties(float(epsilon), 400_000, seed=11)
        if is_there:
            run.visit(run.rng.integers(0, 2, run.runs))
        told = run.action()
        run.visit(told)
        shares.append(np.mean(run.action() == told))
    room = 5 * math.sqrt(0.25 / 400_000)  # five standard deviations

    assert shares[0] <= float(enclose(RANDOM.unlikely, constants)) + room
    assert shares[1] >= float(enclose(RANDOM.likely, constants)) - room
    assert abs(math.log(shares[1] / shares[0]) - 0.495) < 0.03  # room/0.26 + room/0.43 is 0.025; 0.49 to 0.5


def log_bounds(k):
    """The bounds of long runs, T = 2^k, written out in doubles, with the least y; E/s is that of the printed level."""
    y = (math.log(4 * 2**k) - (k - 1) * math.log(0.51)) / 0.7
    level = math.log(160) * (k * math.log(2)) ** 2.5 / (k + 1)
    tails = [j * math.log(2) - (j + 1) * math.log(0.19) - 8.1 * level for j in range(1, k)]
    unlikely = sum(np.logaddexp(-(2**j) * math.log(2), tail) for j, tail in enumerate(tails, 1))
    likely = k * (2 * math.log((1 - math.exp(-1)) / 2) - math.log(2) - 5 * y - 1) - 4 * math.log(2)
    return likely, unlikely, 2 * level - 2 * y - 1


def test_the_bounds_of_long_runs_as_written_in_the_proof():
    likely, unlikely, room = log_bounds(16)

    values = {"doublings": 16, "height": 33, "scale": 1, "level": Fraction(math.log(160) * math.log(2**16) ** 2.5 / 17)}
    assert float(enclose(LONG_RUN.likely, values)) == pytest.approx(likely, rel=0.03)  # 33 is y rounded up
    assert 0 <= float(enclose(LONG_RUN.unlikely, values)) - unlikely < 16  # log 2 for each of 15 windows
    assert likely - unlikely > 1000
    assert room > 0


def test_longer_runs_tell_more():
    differences = [likely - unlikely for likely, unlikely, _ in map(log_bounds, (16, 32, 64, 128, 256))]

    assert all(later > 3 * earlier for earlier, later in pairwise(differences))


@pytest.mark.parametrize("epsilon", [Fraction(1, 100), Fraction(5), Fraction(3000)])
def test_long_runs_break_the_promise(epsilon):
    formal = formal_of(printed_views.__file__, "pucb/jdp", "random-ties")
    assert _long_run(Trial(claim_id="pucb/jdp", reading="random-ties", formal=formal), epsilon).outcome == "fails"


def noise_at(nodes, t):
    """The noise of a binary counter after t items, t an integer or one for each run."""
    total, t = np.zeros(nodes.shape[-1]), np.array(t) + np.zeros(nodes.shape[-1], dtype=int)
    while t.any():
        total += np.where(t > 0, np.take_along_axis(nodes, t[None], axis=0)[0], 0)
        t = t & (t - 1)
    return total


def test_users_agree_more_often_after_a_visit_by_simulation():
    """The event of the proof in a run of T = 8 with the printed rule: far from its bounds, but in their direction."""
    runs, epsilon, shares = 100_000, 0.1, []
    s, E = 4 * 3 / epsilon, 3 / epsilon * math.log(160) * math.log(8) ** 2.5
    for is_there in (False, True):
        rng = np.random.default_rng(5)
        n_noise, r_noise = rng.laplace(0, s, (2, 2, 8, runs))
        visits, rewards, told_to = np.zeros((2, runs), int), np.zeros((2, runs)), []
        if is_there:
            visits[rng.integers(0, 2, runs), np.arange(runs)] += 1
        for t in range(1, 8):
            n = visits + np.array([noise_at(n_noise[a], t) for a in (0, 1)])
            r = rewards + np.array([noise_at(r_noise[a], visits[a]) for a in (0, 1)])
            phi, psi = np.sqrt(2 * math.log(80) / np.maximum(n - E, 1)), 3 * (3 * E / n + 2 * E**2 / n**2)
            score = np.minimum(1, r / n + np.where(n >= 2 * E, 2 * phi + psi, 1))
            told = np.where(score[0] == score[1], rng.integers(0, 2, runs), score[1] > score[0]).astype(int)
            told_to.append(told)
            visits[told, np.arange(runs)] += 1
            rewards[told, np.arange(runs)] += 1
        shares.append(np.mean(np.ptp(told_to, axis=0) == 0))

    assert shares[0] <= 2.0**-6 + 5 * math.sqrt(2.0**-6 / runs)  # coins at best; five standard deviations
    assert math.log(shares[1] / shares[0]) > 1
