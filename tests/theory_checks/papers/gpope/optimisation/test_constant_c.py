"""The printed c is proportional to N/m^2 at the smallest sigma; with the trace it is one number."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from theory_checks.core.interpret import exact
from theory_checks.papers.gpope.optimisation.constant_c import BY_TRACE, PRINTED

SIZES = st.integers(1, 10**6)


@given(m=SIZES, N=SIZES, n=st.integers(1, 50), h=st.fractions(Fraction(1, 10), 10, max_denominator=10))
def test_the_closed_forms(m, N, n, h):
    ell, c2, epsilon = Fraction(23, 2), 2, Fraction(1, 10)
    values = {"n": n, "m": m, "N": N, "h": h, "variance": c2**2 * N * ell / (m * epsilon) ** 2}

    assert exact(PRINTED, values) == 2 * n * h**4 * c2**4 * ell**2 / epsilon**4 * Fraction(N, m**2)
    assert exact(BY_TRACE, values) == 2 * n * h**2 * c2**2 * ell / epsilon**2
