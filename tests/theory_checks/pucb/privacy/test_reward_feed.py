"""The two probabilities of an action of user 2 against simulation of the printed rule, and of any epsilon."""

import math
from fractions import Fraction

import numpy as np
import pytest

from tabular.algorithms.episodic.protocol import TreeUser
from tabular.algorithms.episodic.pucb import Printed
from tabular.privacy.joint import joint_privacy
from tabular.privacy.joint.two_episodes import TwoEpisodePUCB
from theory_checks.enclosures import enclose
from theory_checks.pucb.privacy.reward_feed import BONUS, LIKELY, PRINTED, REPAIRED, UNLIKELY, _constants


def user(state):
    return TreeUser(1, 2, {(): state}, {(0,): 0, (1,): 0})


def test_the_bounds_hold_for_the_enclosed_law():
    constants = _constants(Fraction(1), 0)
    agent = TwoEpisodePUCB(2, 1.0, Printed(), releases_policy=False)
    audit = joint_privacy(agent, [user(0), user(1)], user(1), 0)
    never, often = (law.masses[((1,),), None] for law in (audit.first, audit.second))

    assert float(enclose(UNLIKELY, constants)) >= float(never.lower())
    assert float(enclose(LIKELY, constants)) <= float(often.upper())


def test_the_likely_event_by_simulation():
    rng, runs, constants = np.random.default_rng(3), 400_000, _constants(Fraction(1), 0)
    scale, E = 6.0, float(enclose(constants["E"], constants))
    n, other, r = (rng.laplace(0, scale, runs) for _ in range(3))
    share = np.mean((1 + n < 0) & (r > 0) & (other < 2 * E))
    expected = float(enclose(LIKELY, constants))

    assert abs(share - expected) < 5 * math.sqrt(expected / runs)  # five standard deviations


@pytest.mark.parametrize(
    "epsilon", [Fraction(1, 1000), Fraction(1, 3), Fraction(5), Fraction(6), Fraction(7), Fraction(50)]
)
def test_the_promise_is_broken_for_every_epsilon(epsilon):
    constants = _constants(epsilon, 0)

    assert enclose(BONUS, constants) >= 1
    assert enclose(LIKELY, constants) > (enclose(UNLIKELY, constants)) * enclose({"op": "exp", "args": [str(epsilon)]})


def test_the_loss_of_all_releases():
    assert PRINTED.loss() == math.inf
    assert REPAIRED.loss() == 1
