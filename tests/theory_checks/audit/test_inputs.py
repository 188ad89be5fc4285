"""Audits over inputs: the pair that tells is found, and agents are audited by what all others see."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from refusals import refusals

from tabular.episodic.protocol import TreeUser
from tabular.privacy.joint import joint_privacy
from tabular.privacy.joint.reference_agents import RandomisedResponse
from theory_checks.audit import Budget, Data, Gaussian, audit_agent, audit_data
from theory_checks.audit.document import document
from theory_checks.audit.neighbours import Pair
from theory_checks.core.judge import Verdict

PLAN = Budget(seconds=None, runs=4000, bits=False)
TENTHS = [i / 10 for i in range(11)]


def total(data, rng):
    return sum(data) + rng.laplace()


def local_median(data, rng):
    """Noise for the sensitivity at this dataset: most neighbours are told apart by nothing, some by everything."""
    ordered = sorted(data)
    middle = len(ordered) // 2
    local = max(ordered[middle] - ordered[middle - 1], ordered[middle + 1] - ordered[middle])
    return ordered[middle] + local * rng.laplace()


def test_a_sum_is_as_private_as_its_entries_are_small():
    right, wrong = (audit_data(total, Data([0.0, 0.5, top], [3]), epsilon=1.0, plan=PLAN) for top in (1.0, 2.0))

    assert (right.verdict, wrong.verdict) == (Verdict.CONSISTENT, Verdict.REFUTED)
    assert wrong.inputs is not None
    assert abs(sum(wrong.inputs[0]) - sum(wrong.inputs[1])) == 2.0
    assert wrong.notes[-1].startswith("the worst of ")
    assert document(wrong)["inputs"] == [repr(data) for data in wrong.inputs]


def test_a_pair_that_only_a_search_finds_is_found():
    actual = audit_data(local_median, Data(TENTHS, [5]), epsilon=1.0, plan=PLAN)

    assert actual.verdict is Verdict.REFUTED


def test_one_who_is_missing_is_a_neighbour_too():
    actual = audit_data(lambda data, rng: len(data), Data([0, 1], [2, 4], "remove"), Gaussian(1.0), plan=PLAN)

    assert actual.verdict is Verdict.REFUTED
    assert actual.inputs is not None
    assert len(actual.inputs[0]) == len(actual.inputs[1]) + 1


@pytest.mark.parametrize("relation", ["replace", "remove"])
def test_neighbours_differ_in_one_entry(relation):
    data, rng = Data(TENTHS, [2, 5], relation), np.random.default_rng(0)
    far = list(itertools.islice(data.pairs(rng), 60))
    near = [pair for first in far[-3:] for pair in itertools.islice(data.near(first, rng), 20)]

    for zero, one in far + near:
        differ = [i for i, (a, b) in enumerate(zip(zero, one, strict=False)) if a != b]
        if relation == "replace":
            assert len(zero) == len(one)
            assert len(differ) <= 1
        else:
            assert any((*zero[:i], *zero[i + 1 :]) == one for i in range(len(zero)))
    assert {len(pair.zero) for pair in far} == {2, 5}
    assert Pair((1, 2, 3), (1, 5, 3)).place == 1


class Teller:
    """Tell each user the state of the one before, flipped with probability 1 - keep: `RandomisedResponse`, drawn."""

    horizon, n_actions, n_states = 1, 2, 2

    def __init__(self, keep, rng):
        self.keep, self.rng, self.last = keep, rng, None

    def act(self, step, state):
        self.seen = state
        return 0 if self.last is None else self.told()

    def told(self):
        return self.last if self.rng.random() < self.keep else 1 - self.last

    def observe(self, step, state, action, reward, next_state):
        self.last = state

    def end_episode(self):
        pass

    def policy(self):
        return np.array([[self.told()]])


def test_agents_are_audited_by_what_all_others_see():
    """The exact audit of the same agent says log 3, towards the user who is followed by another."""
    users = [TreeUser.constant([bit], [0], 2) for bit in (0, 1)]
    exact = joint_privacy(RandomisedResponse(Fraction(3, 4)), [users[0], users[0]], users[1], 0)

    def make(rng):
        return Teller(0.75, rng)

    right, wrong = (
        audit_agent(make, users, 2, epsilon=epsilon, plan=PLAN) for epsilon in (math.log(3), math.log(3) / 2)
    )
    own = audit_agent(lambda rng: Teller(1.0, rng), users, 3, epsilon=1.0, plan=PLAN)

    assert exact.epsilon == pytest.approx(math.log(3))
    assert (right.verdict, wrong.verdict) == (Verdict.CONSISTENT, Verdict.REFUTED)
    assert right.bound <= exact.epsilon
    assert wrong.mechanism == "make"
    assert own.verdict is Verdict.REFUTED


test_bad_data_gets_one_sentence = refusals(
    (lambda: Data([1], [2]), "values must hold at least two values, got [1]"),
    (lambda: Data([1, 2], []), "sizes must hold integers of at least 1, got []"),
    (lambda: Data([1, 2], [0]), "sizes must hold integers of at least 1, got [0]"),
    (lambda: Data([1, 2], [1], "swap"), "relation must be 'replace' or 'remove', got 'swap'"),
    (lambda: audit_data(3, Data([1, 2], [1]), epsilon=1), "mechanism must be a function (dataset, rng), got 3"),
    (lambda: audit_data(total, Data([1, 2], [1])), "audit must get either epsilon or a claim, got neither"),
    says="part",
)
