"""How far the visits of two policies are apart."""

from collections.abc import Iterator
from fractions import Fraction

import theory_checks as tc
from tabular import FiniteMDP
from tabular.mdp.policies import occupancy
from tabular.numbers.arrays import Array

from ..common.values import GAMMAS
from ._values import door


def back_and_forth(gamma: Fraction) -> FiniteMDP:
    """Return two states of which the second is left at once."""
    return FiniteMDP([[[1, 0], [1, 0]], [[0, 1], [1, 0]]], [[0, 0], [0, 0]], gamma)


def visits(mdp: FiniteMDP, leaving: Fraction) -> Array:
    """Return the average visits of the states from the first, if its second action has this probability."""
    policy = [[1 - leaving, 1], [leaving, 0]]
    return (1 - mdp.discount) * occupancy(mdp, policy, [1, 0]).sum(axis=0)


def apart(mdp: FiniteMDP, leaving: Fraction) -> tuple[Fraction, Fraction]:
    """Return the distance of the visits from those of staying, and the mean divergence of the actions."""
    stay = visits(mdp, Fraction(0))
    return abs(visits(mdp, leaving) - stay).sum(), stay[0] * leaving


def further_apart(mdp: FiniteMDP, leaving: Fraction) -> tuple[Fraction, Fraction]:
    """Return the distance of visits if one leaves a fifth more often than the divergence says."""
    return apart(mdp, leaving * Fraction(6, 5))[0], apart(mdp, leaving)[1]


def of_one_step(mdp: FiniteMDP, leaving: Fraction) -> tuple[Fraction, Fraction]:
    """Return the distance if one comes back after each step."""
    return apart(back_and_forth(mdp.discount), leaving)


CONTROLS = {
    "broken": {"leaving a fifth more often": {"compared": further_apart}},
    "sound": {"coming back after each step": {"compared": of_one_step}},
}


@tc.claim("classics/visits", "classics/visits/misquoted", **CONTROLS)
def distance_of_visits(trial: tc.Trial, *, compared=apart) -> Iterator[tc.Finding]:
    """Let a policy leave a state for good with a small probability, which is felt in all later steps."""
    for gamma in GAMMAS:
        for leaving in (Fraction(1, 10**4), Fraction(1, 100), Fraction(1)):
            distance, divergence = compared(door(gamma), leaving)
            yield tc.decide(trial.formal, {"distance": distance, "divergence": divergence, "gamma": gamma})
