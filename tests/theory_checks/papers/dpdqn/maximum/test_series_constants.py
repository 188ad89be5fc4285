"""The series of Lemma 8 and of Lemma 10 of the first version, by mpmath's extrapolation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mpmath
import pytest

from theory_checks.papers.dpdqn.maximum.series_constants import LEMMA8, LEMMA10, REPAIRED, Increments


def _lemma8(i: Any) -> Any:
    return (mpmath.sqrt(i) + 1 + mpmath.exp(-mpmath.sqrt(i) - 1)) / mpmath.sqrt(2) ** i


def _lemma10(i: Any) -> Any:
    return mpmath.sqrt(8 * i * mpmath.log(2)) / mpmath.sqrt(2) ** i


@pytest.mark.parametrize(("increments", "term"), [(LEMMA8, _lemma8), (REPAIRED, _lemma8), (LEMMA10, _lemma10)])
def test_the_sum_is_that_of_300_terms_in_30_digits(increments: Increments, term: Callable[[Any], Any]) -> None:
    with mpmath.workdps(30):
        total = mpmath.sqrt(1 / mpmath.pi) + sum(term(mpmath.mpf(i)) for i in range(300))
        assert float(increments.total()) == pytest.approx(float(total), rel=1e-13)


@pytest.mark.parametrize("increments", [LEMMA8, LEMMA10])
def test_the_remainder_covers_what_is_left_out(increments: Increments) -> None:
    total = increments.total(200)
    for terms in (1, 3, 10, 40):
        assert increments.total(terms).contains(total)
        assert increments.partial(terms) < total
