"""The formulas that rooms share, against the library's planner."""

from math import log, log2, sqrt

import pytest

from tabular.algorithms.episodic.pucb import PUCB, Printed
from theory_checks.core.interpret import approximate
from theory_checks.papers.pucb.common.algorithm import CONF, LEVELS, PSI

LEARNER = PUCB(2, 3, 4, 1000, 2.0, Printed())
VALUES = {"S": 2, "A": 3, "H": 4, "T": 1000, "epsilon": 2.0, "beta": 0.1, "beta_prime": 0.1, "C": 96}


def test_the_level_is_that_of_the_library():
    assert approximate(LEVELS["natural-log"], VALUES) == pytest.approx(LEARNER.constants.level[0], rel=1e-12)


def test_the_base_of_the_logarithms_changes_both():
    expected = 3 / 2.0 * 4 * log2(960) * log2(1000) ** 2.5

    assert approximate(LEVELS["log2"], VALUES) == pytest.approx(expected, rel=1e-12)


def test_the_bonus_is_that_of_the_library():
    c, E = LEARNER.constants, LEARNER.constants.level[0]
    n = 5 * E
    psi = (c.linear[0] + c.quadratic[0] / n) / n

    assert approximate(PSI, {**VALUES, "E": E, "n": n}) == pytest.approx(psi, rel=1e-12)
    assert approximate(CONF, {**VALUES, "E": E, "n": n}) == pytest.approx(
        5 * sqrt(2 * log(1000 / 0.1) / (n - E)) + psi, rel=1e-12
    )
