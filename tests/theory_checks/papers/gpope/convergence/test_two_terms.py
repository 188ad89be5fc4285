"""Terms III and IV: when the split is an equality, and that the wrong splits break."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from theory_checks.papers.gpope.convergence.two_terms import (
    Sizes,
    appendix_split,
    bound,
    cubed,
    section_split,
    without_start,
)

numbers = st.fractions(0, 100, max_denominator=20)
sizes = st.builds(
    Sizes,
    numbers,
    numbers,
    numbers,
    st.fractions(Fraction(1, 20), 10, max_denominator=20),
    st.integers(1, 50),
    st.integers(1, 50),
)


@given(sizes)
def test_both_splits_bound_and_the_one_of_the_appendix_is_weaker(z):
    assert bound(z) <= section_split(z) <= appendix_split(z)


@given(sizes)
def test_equality_holds_exactly_without_privacy_or_if_the_variance_dominates(z):
    assert (bound(z) == section_split(z)) == (z.privacy == 0 or z.x * z.variance >= z.start)


def test_wrong_splits_break():
    one = Fraction(1)

    assert without_start(Sizes(one * 100, one, one, one, 5, 10)) < bound(Sizes(one * 100, one, one, one, 5, 10))
    assert cubed(Sizes(one, one * 2, one, one, 5, 10)) < bound(Sizes(one, one * 2, one, one, 5, 10))
