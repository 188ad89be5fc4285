"""Terms III and IV: when the split is an equality, and that the wrong splits break."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from theory_checks.core.interpret import exact
from theory_checks.papers.gpope.convergence._theorems import TERMS
from theory_checks.papers.gpope.convergence.two_terms import APPENDIX, Sizes, cubed, without_start

numbers = st.fractions(0, 100, max_denominator=20)
counts = st.integers(1, 50)
eta, lmin = (st.fractions(low + Fraction(1, 20), 10, max_denominator=20) for low in (1, 0))
sizes = st.builds(Sizes, numbers, numbers, numbers, counts, counts, eta, lmin)


def bound(z):
    return exact(TERMS.left, z.values)


def split(z):
    return exact(TERMS.right, z.values)


@given(sizes)
def test_both_splits_bound_and_the_one_of_the_appendix_is_weaker(z):
    assert bound(z) <= split(z) <= exact(APPENDIX, z.values)


@given(sizes)
def test_equality_holds_exactly_without_privacy_or_if_the_variance_dominates(z):
    x = z.eta**2 / ((z.eta - 1) * z.lmin**2)

    assert (bound(z) == split(z)) == (z.privacy == 0 or x * z.variance >= z.start)


def test_wrong_splits_break():
    one = Fraction(1)
    large_start, large_variance = Sizes(one * 100, one, one, 5, 10), Sizes(one, one * 2, one, 5, 10)

    assert split(without_start(large_start)) < bound(large_start)
    assert split(cubed(large_variance)) < bound(large_variance)
