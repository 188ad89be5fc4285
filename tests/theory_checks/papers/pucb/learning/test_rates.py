"""Monomials of the printed rates, evaluated."""

from __future__ import annotations

from fractions import Fraction
from math import prod, sqrt

import pytest

from theory_checks.core.formula import Formula
from theory_checks.papers.pucb.learning._rates import LOWER, UPPER, power
from theory_checks.papers.pucb.learning.rates import enough_episodes, private_share

VALUES = {"S": 3.0, "A": 5.0, "H": 7.0, "1/alpha": 11.0, "T": 13.0, "1/epsilon": 17.0}


def _value(term: Formula) -> float:
    return prod(value ** float(power(term, name)) for name, value in VALUES.items())


def test_monomials_are_the_printed_rates() -> None:
    S, A, H, inverse_alpha, T, inverse_epsilon = VALUES.values()
    assert [_value(term) for term in UPPER["regret"]] == pytest.approx(
        [H**2 * sqrt(S * A * T), S**2 * A * H**3 * inverse_epsilon]
    )
    assert [_value(term) for term in LOWER["regret"]] == pytest.approx(
        [sqrt(H * S * A * T), S * A * H * inverse_epsilon]
    )
    assert [_value(term) for term in UPPER["sample complexity"]] == pytest.approx(
        [S * A * H**4 * inverse_alpha**2, S**2 * A * H**4 * inverse_alpha * inverse_epsilon]
    )
    assert [_value(term) for term in LOWER["sample complexity"]] == pytest.approx(
        [S * A * H**2 * inverse_alpha**2, S * A * H * inverse_alpha * inverse_epsilon]
    )


def test_share_of_the_private_term() -> None:
    share = (2 * 3 * 8 + 4 * 3 * 8) / 0.5 / (4 * sqrt(6 * 1000))
    assert float(private_share(2, 3, 2, Fraction(1000), Fraction(1, 2))) == pytest.approx(share**2, rel=1e-12)
    assert private_share(2, 3, 2, enough_episodes(2, 3, 2, Fraction(1), Fraction(1, 7)), Fraction(1)) == Fraction(1, 49)
