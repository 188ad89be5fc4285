"""The bounds of the probabilities of views against simulation of the printed rule, and for any epsilon."""

import math
from fractions import Fraction

import numpy as np
import pytest

from tabular.algorithms.episodic.protocol import TreeUser
from tabular.algorithms.episodic.pucb import Printed
from tabular.privacy.joint import joint_privacy
from tabular.privacy.joint.short_pucb import ShortPUCB
from theory_checks.certificate import op
from theory_checks.enclosures import enclose
from theory_checks.pucb.privacy.printed_views import BONUS, LOWEST, PRINTED, RANDOM, REPAIRED, _constants


def user(state):
    return TreeUser(1, 2, {(): state}, {(0,): 0, (1,): 0})


def test_the_bounds_hold_for_the_enclosed_law():
    constants = _constants(Fraction(1), 0)
    agent = ShortPUCB(2, 1.0, Printed(), releases_policy=False)
    audit = joint_privacy(agent, [user(0), user(1)], user(1), 0)
    never, often = (law.masses[((1,),), None] for law in (audit.first, audit.second))

    assert float(enclose(LOWEST.unlikely, constants)) >= float(never.lower())
    assert float(enclose(LOWEST.likely, constants)) <= float(often.upper())


def test_the_likely_event_by_simulation():
    rng, runs, constants = np.random.default_rng(3), 400_000, _constants(Fraction(1), 0)
    scale, E = 6.0, float(enclose(constants["E"], constants))
    n, other, r = (rng.laplace(0, scale, runs) for _ in range(3))
    share = np.mean((1 + n < 0) & (r > 0) & (other < 2 * E))
    expected = float(enclose(LOWEST.likely, constants))

    assert abs(share - expected) < 5 * math.sqrt(expected / runs)  # five standard deviations


@pytest.mark.parametrize(
    "epsilon", [Fraction(1, 1000), Fraction(1, 3), Fraction(5), Fraction(6), Fraction(7), Fraction(50)]
)
def test_the_promise_is_broken_for_every_epsilon(epsilon):
    constants = _constants(epsilon, 0)

    assert enclose(BONUS, constants) >= 1
    assert enclose(LOWEST.likely, constants) > enclose(LOWEST.unlikely, constants) * enclose(op("exp", epsilon))


def test_the_loss_of_all_releases():
    assert PRINTED.loss() == math.inf
    assert REPAIRED.loss() == 1


@pytest.mark.parametrize(
    "epsilon", [Fraction(1, 1000), Fraction(1, 20), Fraction(1, 5), Fraction(3, 10), Fraction(9, 20)]
)
def test_with_random_ties_it_is_broken_for_small_epsilons(epsilon):
    constants = _constants(epsilon, 0)

    assert enclose(BONUS, constants) >= 1
    assert enclose(RANDOM.likely, constants) > enclose(RANDOM.unlikely, constants) * enclose(op("exp", epsilon))


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
    constants, shares = _constants(epsilon, 0), []
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
