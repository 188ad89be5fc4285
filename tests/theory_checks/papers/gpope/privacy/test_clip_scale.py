"""The clip on the line, and the step in units of the clip."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from theory_checks.papers.gpope.privacy._batch_pairs import clipped
from theory_checks.papers.gpope.privacy.clip_scale import fixed, in_proportion

numbers = st.fractions(min_value=-100, max_value=100, max_denominator=1000)
clips = st.fractions(min_value=Fraction(1, 100), max_value=100, max_denominator=1000)


@given(numbers, clips)
def test_a_number_is_cut_to_the_interval(x, h):
    assert clipped(x, h) == max(-h, min(h, x))


@given(numbers, clips)
def test_clip_and_scale_exchange(x, h):
    assert clipped(x, h) == h * clipped(x / h, Fraction(1))


@pytest.mark.parametrize("h", [Fraction(1, 2), Fraction(3)])
def test_the_two_deviations(h):
    assert in_proportion(h, Fraction(2)) == 2 * h
    assert fixed(h, Fraction(2)) == 2
