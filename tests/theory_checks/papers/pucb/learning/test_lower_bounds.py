"""The printed lower bounds as expressions."""

from __future__ import annotations

from fractions import Fraction
from math import log, sqrt

import pytest

from theory_checks.core.interpret import enclose
from theory_checks.papers.pucb.learning.lower_bounds import ALL_REGRET, HIDDEN, MISTAKES, REGRET, capped, without_range

SIZES = {"S": 3, "A": 4, "H": 5, "T": 7, "epsilon": Fraction(1, 2), "alpha": Fraction(1, 4), "k": 2}


def test_expressions_are_the_printed_bounds() -> None:
    assert float(enclose(REGRET, SIZES)) == pytest.approx(sqrt(3 * 4 * 5 * 7) + 120, rel=1e-12)
    assert float(enclose(MISTAKES, SIZES)) == pytest.approx(300 * 16 + 60 * 8, rel=1e-12)
    assert float(enclose(HIDDEN, SIZES)) == pytest.approx((1 + log(840)) ** 2, rel=1e-12)


def test_limits() -> None:
    assert without_range(REGRET, ALL_REGRET) is REGRET
    assert float(enclose(capped(REGRET, ALL_REGRET), SIZES)) == 35
