"""The largest error of the private estimate, by enumeration, by hand and for random errors."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabular.algorithms.episodic.pucb import PUCB, Printed
from theory_checks.checker import checker
from theory_checks.core.interpret import enclose
from theory_checks.core.parsing import parse
from theory_checks.engine.papers import load
from theory_checks.papers.pucb.learning._bonuses import paid
from theory_checks.papers.pucb.learning._releases import from_zero
from theory_checks.papers.pucb.learning.bonus import forced_until, negative_value_run, worst_error

NEEDED = parse("(2 + H + S*H) * E/n")


@given(st.integers(1, 20), st.integers(1, 20), st.fractions(Fraction(1, 1000), Fraction(1, 2)))
def test_worst_error_has_its_closed_form_and_fits_the_bonus(S: int, H: int, e: Fraction) -> None:
    assert worst_error(S, e, H) == paid(S, H, e, NEEDED)
    assert worst_error(S, e, H) <= Fraction(2, 3) * paid(S, H, e)


@given(st.integers(1, 20), st.fractions(Fraction(1, 1000), Fraction(1, 2)))
def test_with_one_step_two_levels_are_enough(S: int, e: Fraction) -> None:
    """The repair must not say that its bonus is the smallest for H = 1, where no values follow."""
    assert worst_error(S, e, 0) == 2 * e < paid(S, 1, e, NEEDED)
    assert "H \\geq 2" in load()["pucb/bonus-sufficient/repaired"].says


def test_random_errors_stay_below_the_worst_one() -> None:
    rng, S, H, e = np.random.default_rng(2), 3, 4, 0.3
    needed = paid(S, H, Fraction(3, 10), NEEDED)
    for _ in range(2000):
        x, y = rng.uniform(-e, e, 2)
        z, V = rng.uniform(-e, e, S), rng.uniform(0, H, S)
        n, law, mean = 1 - x, rng.dirichlet(np.ones(S)), rng.uniform()
        estimate = mean * n + y + V @ (law * n + z)
        assert abs(estimate - mean - V @ law) <= float(needed)


def test_psi_is_that_of_the_library() -> None:
    constants = PUCB(2, 3, 4, 1000, 2.0, Printed()).constants
    E = constants.level[0]
    n = 5 * E
    ours = float(paid(2, 4, Fraction(1, 5)))
    assert (constants.linear[0] + constants.quadratic[0] / n) / n == pytest.approx(ours, rel=1e-12)


def test_end_of_forcing_solves_psi_equal_h() -> None:
    for S, H in ((1, 1), (2, 2), (10, 3)):
        e = 1 / forced_until(S, H)
        assert (1 + S * H) * (3 * e + 2 * e * e) == pytest.approx(H, rel=1e-12)


def test_the_negative_value_is_within_the_accuracy_event() -> None:
    constants = negative_value_run(cut=False)
    E = float(enclose(constants["E"], constants))
    assert 308 < E < 308.5
    assert float(enclose(constants["V2"], constants)) == -306
    assert float(enclose(negative_value_run(cut=True)["V2"], negative_value_run(cut=True))) == 0


def test_the_lemma_of_certificates_is_the_estimate_of_that_run(lemma_value: Callable[..., float]) -> None:
    n, r, m, V = (617, -308, 617, -306)
    sizes = {"states": 1, "horizon": 2, "count": n, "level": Fraction(617, 2)}
    assert lemma_value("negative-value-ahead", visits=309, error=308, **sizes) == pytest.approx(-(r + V * m) / n)
    with pytest.raises(checker.Refused, match="below level"):
        lemma_value("negative-value-ahead", visits=309, error=308, **sizes | {"level": 308})


def test_monotone_counts_leave_no_negative_value() -> None:
    constants = negative_value_run(release=from_zero)
    assert [constants[name] for name in ("n2", "r2", "n1", "r1", "m1")] == [1, 0, 617, 0, 617]
    assert float(enclose(constants["V2"], constants)) == 2
