"""The lemmas of the checker about updates and what estimates are worth: their hypotheses, and values by hand."""

import json
from fractions import Fraction

import pytest
from certificate_corpus import certificate, mdp
from raw import lemma, relation

from theory_checks.checker import checker

F = Fraction
RELEASE = {"epsilon": 1, "alpha": F(1, 2), "beta": 1, "variance": 1, "L": 0, "gradient": 1, "T": 1, "B": 1, "J": 1}
RELEASE |= {"gamma": 0, "c": 0, "move": 0, "difference": F(1, 2), "r0": F(1, 2), "direction": -1, "inner": 1}
RELEASE |= {"path": 0, "kept": 0}
SWAP = {"alpha": F(1, 2), "gamma": F(1, 2), "sigma": 1, "c": F(1, 2), "J": 1, "path": 0, "kept": 0}
TAIL = {"level": 4, "alpha": 1, "L": 1, "B": 1, "sigma": 1, "beta": 1, "c": 0}
DISTANCE = {"alpha": F(1, 10), "L": 1, "B": 4, "shift": 1}
STAYS = mdp([[[F(1), F(0)], [F(0), F(1)]]], [[F(1), F(2)]], F(1, 2))
ESTIMATES = {"mdp": "M", "value": "q", "vector": "V", "weights": "w"}
LISTS = {"M": STAYS, "q": [F(1), F(4)], "V": [F(2), F(4)], "w": [F(1, 4), F(3, 4)]}


def told(theorem, sign, right, parameters, objects=None):
    """Return the checker's sentence about a conclusion that rests on one lemma."""
    data = certificate(relation("x", sign, right), given=[lemma("x", theorem, **parameters)], objects=objects or {})
    return checker.check_bytes(json.dumps(data).encode())["sentence"]


BAD = [
    ("trained-bias-release", RELEASE | {"gamma": 1}, "gamma must be at least 0 and below 1"),
    ("trained-bias-release", RELEASE | {"difference": 2, "r0": 2}, "difference must be between 0 and 1"),
    ("trained-bias-release", RELEASE | {"variance": -1}, "variance must not be negative"),
    ("trained-bias-release", RELEASE | {"alpha": 0}, "alpha must be positive"),
    ("swap-noise-ratio", SWAP | {"J": 3}, "J must be 1 or 2"),
    ("swap-noise-ratio", SWAP | {"kept": F(1, 2)}, "kept must be 0 or 1"),
    ("update-tail", TAIL | {"level": 1}, "level must be 0 or at least 2 alpha"),
    ("update-tail", TAIL | {"level": -1}, "level must be 0 or at least 2 alpha"),
    ("update-tail", TAIL | {"c": F(1, 2)}, "c must be 0 or 1"),
    ("equal-steps-distance", DISTANCE | {"shift": 2}, "shift must be between -1 and 1"),
]


@pytest.mark.parametrize(("theorem", "parameters", "rule"), BAD)
def test_a_hypothesis_that_fails_is_named(theorem, parameters, rule):
    assert told(theorem, ">=", -(10**9), parameters) == f"refused: {rule}"


VALUES = [  # just below what the lemma gives, and just above
    ("trained-bias-release", RELEASE, F(12692, 10**5), F(12694, 10**5)),  # Phi(-1/2) - e Phi(-3/2)
    ("trained-bias-release", RELEASE | {"variance": 0}, F(999, 1000), 1),  # told apart with certainty
    ("swap-noise-ratio", SWAP, F(35355, 10**5), F(35356, 10**5)),  # (1 - gamma)/sqrt(2)
    ("swap-noise-ratio", SWAP | {"J": 2}, F(79056, 10**5), F(79057, 10**5)),  # sqrt((1 + gamma^2)/2)
    ("swap-noise-ratio", SWAP | {"c": 1}, -1, 0),  # the noise cancels
    ("update-tail", TAIL, F(-380032, 10**5), F(-380031, 10**5)),  # log(1 - Phi(2)) = -3.78319
    ("update-tail", TAIL | {"level": 0}, -1, 0),
    ("equal-steps-distance", DISTANCE, F(99, 1000), F(1, 10)),
]


@pytest.mark.parametrize(("theorem", "parameters", "below", "above"), VALUES)
def test_values_by_hand(theorem, parameters, below, above):
    assert told(theorem, ">", below, parameters).startswith("accepted: ")
    assert told(theorem, ">", above, parameters).startswith("refused: ")


def test_without_a_shift_nothing_is_told():
    """Two batches of which the second undoes the first: rest = -1."""
    still = RELEASE | {"T": 2, "J": 2, "alpha": 2, "direction": -1}

    assert told("trained-bias-release", ">=", 0, still | {"variance": 0}) == "accepted: 0 >= 0"


def test_estimates_by_hand():
    """Both states stay: the residuals are 1/2 and 0, the errors 1 and 0."""
    parameters = {key: x for key, x in ESTIMATES.items() if key != "vector"}
    lists = {key: x for key, x in LISTS.items() if key != "V"}

    assert told("tabular-bellman-error", "=", F(1, 16), parameters, lists) == "accepted: 1/16 = 1/16"
    assert told("squared-value-error", "=", F(1, 4), ESTIMATES, LISTS) == "accepted: 1/4 = 1/4"
    wrong = told("squared-value-error", ">=", 0, ESTIMATES, LISTS | {"V": [F(2), F(3)]})
    assert wrong == "refused: vector must hold the true values"
