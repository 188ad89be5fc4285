"""Tests for tabular/privacy/bisection.py."""

from math import inf, nextafter
from sys import float_info

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabular.privacy.bisection import first_double, last_double

POSITIVE = st.floats(min_value=5e-324, allow_infinity=False)


@given(POSITIVE)
def test_both_ends_are_found_exactly(threshold):
    assert first_double(lambda x: x >= threshold) == threshold
    assert last_double(lambda x: x < threshold) == nextafter(threshold, 0)


def test_rules_without_a_change():
    assert first_double(lambda _: False) == inf
    assert first_double(lambda _: True) == 5e-324
    assert last_double(lambda _: True) == float_info.max
    assert last_double(lambda _: False) == 0


@pytest.mark.parametrize("threshold", [5e-324, 1e-300, 1.0, 1e300])
def test_at_most_64_questions(threshold):
    asked: list[float] = []

    first_double(lambda x: asked.append(x) is None and x >= threshold)

    assert len(asked) <= 64
