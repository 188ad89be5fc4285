"""How far the values of a policy are apart in two models that are near each other."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import theory_checks as tc
from tabular import FiniteMDP

from ..common.values import GAMMAS
from ._values import seen


class Models(NamedTuple):
    """Two models with rewards in [0, R], and the largest distances of rewards and of laws between them."""

    one: FiniteMDP
    other: FiniteMDP
    epsilon: Fraction
    nu: Fraction
    R: int


def leaving(gamma: Fraction, epsilon: Fraction, nu: Fraction, R: int) -> Models:
    """Return a state that pays and is never left, and one that pays less and is left with a small probability."""
    stays = FiniteMDP([[[1, 0], [0, 1]]], [[R, 0]], gamma)
    leaves = FiniteMDP([[[1 - nu, nu], [0, 1]]], [[R - epsilon, 0]], gamma)
    return Models(stays, leaves, epsilon, nu, R)


def leaving_oftener(gamma: Fraction, epsilon: Fraction, nu: Fraction, R: int) -> Models:
    """Return models a fifth further apart than stated."""
    scale = Fraction(6, 5)
    return leaving(gamma, scale * epsilon, scale * nu, R)._replace(epsilon=epsilon, nu=nu)


def returning(gamma: Fraction, epsilon: Fraction, nu: Fraction, R: int) -> Models:
    """Return models in which what is left is found again at once, so that half of the distance has no effect."""
    there = FiniteMDP([[[1 - nu, nu], [1, 0]]], [[R, R]], gamma)
    never = FiniteMDP([[[1, 0], [1, 0]]], [[R, R - epsilon]], gamma)
    return Models(there, never, epsilon, nu, R)


CONTROLS = {
    "broken": {"models a fifth further apart": {"models": leaving_oftener}},
    "sound": {"models in which one comes back": {"models": returning}},
}
NO, TINY, SMALL = Fraction(0), Fraction(1, 10**4), Fraction(1, 100)
CASES = ((TINY, TINY, 1), (TINY, NO, 1), (NO, TINY, 2), (Fraction(2), TINY, 3), (NO, SMALL, 1000))


@tc.claim("classics/simulation", "classics/simulation/misquoted", **CONTROLS)
def simulation(trial: tc.Trial, *, models=leaving) -> Iterator[tc.Finding]:
    """Let a model be left for good with a probability so small that the value falls in proportion to it."""
    for gamma, distances in product(GAMMAS, CASES):
        one, other, epsilon, nu, R = models(gamma, *distances)
        values = {"gap": tc.ref("first", 0) - tc.ref("second", 0), "epsilon": epsilon, "nu": nu, "R": R}
        about = seen(first=(one, [0, 0]), second=(other, [0, 0]))
        yield tc.decide(trial.formal, {**values, "gamma": gamma}, **about)
