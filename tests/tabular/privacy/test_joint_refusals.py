"""The audit of joint privacy: what is refused, and the one sentence that says why."""

import math
from dataclasses import dataclass
from fractions import Fraction

from flint import arb
from joint_worlds import Report, sends
from refusals import refusals

from tabular.episodic.protocol import FunctionUser
from tabular.privacy.joint import (
    Affine,
    all_users,
    cut_discrete_laplace,
    discrete_laplace,
    joint_privacy,
    surely,
    uniform,
    view_law,
    when,
    worst_pair,
)
from tabular.privacy.joint.reference_agents import RandomisedResponse

F = Fraction
HALF = F(1, 2)


@dataclass(frozen=True)
class Broken(Report):
    """An agent with one law replaced."""

    noise: tuple = ()
    laws: tuple = ()

    def __getattribute__(self, name):
        laws = dict(object.__getattribute__(self, "laws"))
        return (lambda *_: laws[name]) if name in laws else object.__getattribute__(self, name)

    def release(self, hidden):
        return surely(hidden)


def broken(name, law):
    return view_law(Broken(laws=((name, law),)), [sends(0, 0, 1)], [])


Z = Affine.noise("z")


test_broken_agents_get_one_sentence = refusals(
    ("start", [(0.5, 0), (0.5, 1)], r"start must return weights that are rational numbers .*, got 0.5"),
    ("start", [(F(-1, 2), 0), (F(3, 2), 1)], r"start must return weights .* of at least 0, .*, got .*"),
    ("start", [(True, 0)], r"start must return weights that are rational .*, got True"),
    ("start", [(F(2, 3), 0), (F(2, 3), 1)], "start must return weights that sum to at most 1, got 4/3"),
    ("start", [], "start must return at least one outcome with a positive weight, got .*"),
    ("start", None, r"start must return pairs \(weight, hashable outcome\), got None"),
    ("release", [(F(1), [])], r"release must return pairs \(weight, hashable outcome\), got .*"),
    ("release", [(F(1), 0, 0)], r"release must return pairs \(weight, hashable outcome\), got .*"),
    ("release", [(arb(1) / 3, 0)], r"release must return balls whose sum holds 1, got .*"),
    ("release", [(arb(-1), 0)], r"release must return weights of at least 0, got -1.*"),
    ("act", [(F(1), (1, 0))], "action must be an integer from 0 to 0, got 1 at step 0 of episode 0"),
    ("act", [(F(1), (False, 0))], "action must be an integer from 0 to 0, got False at step 0 of episode 0"),
    ("act", [(F(1), 0)], r"act must return outcomes \(action, hidden value\), got 0"),
    ("release", [(when(Z), 0)], "events must be disjoint and cover everything, got a total of 0.5.*"),
    ("release", [(when(Z), 0), (when(Z + 1), 1)], "events must be disjoint and cover everything, got .*"),
    ("release", [(when(Z), 0), (arb(1), 0)], "weights must be events or balls, got both in one law"),
    calling=broken,
    says="whole pattern",
)


RR = RandomisedResponse(F(3, 4))
TWO = [sends(0), sends(1)]


test_bad_input_gets_one_sentence = refusals(
    (lambda: joint_privacy(RR, TWO, sends(1), 2), "t must be a number of a user from 0 to 1, .*, got 2"),
    (lambda: joint_privacy(RR, TWO, sends(1), True), "t must be a number of a user .*, got True"),
    (lambda: joint_privacy(RR, TWO, sends(1), 0.0), "t must be a number of a user .*, got 0.0"),
    (lambda: joint_privacy(RR, TWO, [], []), "t must be a number of a user .*, got .*"),
    (lambda: joint_privacy(RR, TWO, TWO, [0, 0]), "t must name different users, as many as neighbour has, .*"),
    (lambda: joint_privacy(RR, TWO, TWO, [0]), "t must name different users, as many as neighbour has, .*"),
    (lambda: joint_privacy(RR, TWO, sends(1), 0, "future"), 'audience must be "others" or "later", got \'future\''),
    (lambda: joint_privacy(RR, TWO, 5, 0), "users must be users, or functions .*, got 5 in 0"),
    (lambda: joint_privacy(RR, TWO, sends(2), 0), "state must be an integer from 0 to 1, got 2 at step 0 of .*"),
    (
        lambda: joint_privacy(RR, TWO, FunctionUser(lambda _: 0, lambda _: 2), 0),
        r"reward must be a number in \[0, 1\], got 2 at step 0 of episode 0",
    ),
    (lambda: view_law(RR, TWO, [2]), r"audience must hold numbers of users from 0 to 1, got \[2\]"),
    (lambda: joint_privacy(RR, TWO, TWO[1], 0).delta_of(-1), "epsilon must be a number of at least 0, got -1"),
    (lambda: joint_privacy(RR, TWO, TWO[1], 0).delta_of(math.inf), "epsilon must be finite, got inf"),
    (lambda: joint_privacy(RR, TWO, TWO[1], 0).delta_of("1"), "epsilon must be a number of at least 0, got '1'"),
    (lambda: joint_privacy(RR, TWO, TWO[1], 0).delta_at_ratio(HALF), "ratio must be at least 1, .*, got 1/2"),
    (lambda: all_users(3, 3, 3), "the users must be at most 65536 trees, got .*"),
    (lambda: all_users(1, 1, 1, []), "rewards must have at least one entry, got none"),
    (lambda: all_users(0, 1, 1), "horizon must be an integer of at least 1, got 0"),
    (lambda: worst_pair(RR, 2, [sends(0)]), "users must hold at least two users, got 1"),
    (lambda: worst_pair(RR, 20, TWO), "episodes and users must need at most .*, got .*"),
    (lambda: worst_pair(RR, 2, TWO, t=2), "t must be a number of a user from 0 to 1, got 2"),
    (lambda: worst_pair(RR, 2, TWO, epsilon=-1), "epsilon must be a number of at least 0, got -1"),
    (lambda: RandomisedResponse(0.5), "keep must be a Fraction between 0 and 1, got 0.5"),
    (lambda: discrete_laplace(F(1), -1, 1), "decay must be a rational number or a ball strictly between 0 and 1, .*"),
    (lambda: discrete_laplace(0.5, -1, 1), "decay must be a rational number or a ball .*, got 0.5"),
    (lambda: discrete_laplace(arb(2), -1, 1), "decay must lie strictly between 0 and 1, got 2.*"),
    (lambda: discrete_laplace(HALF, 1, 2), "low and high must be different integers around 0, got 1 and 2"),
    (lambda: discrete_laplace(HALF, -1.5, 2), "low must be an integer, got -1.5"),
    (lambda: cut_discrete_laplace(arb("0.5"), 2), "decay must be a rational number if the noise is cut off, .*"),
    (lambda: uniform([]), "outcomes must have at least one entry, got none"),
    says="whole pattern",
)
