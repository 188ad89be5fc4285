"""Products with the kernel against quadrature, and the broken lines of the proof steps."""

from fractions import Fraction
from math import exp, tanh

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad

from tabular.privacy import PiecewiseLinear, Polynomial
from theory_checks.core.domain import holds
from theory_checks.core.interpret import exact
from theory_checks.core.parsing import relations
from theory_checks.engine.papers import load
from theory_checks.papers.dpdqn.hilbert._chords import Form, against_kernel, energy, kernel_chords, line, printed_form
from theory_checks.papers.dpdqn.hilbert.completeness import (
    BOUNDS,
    HAT,
    SWINGING,
    back_and_forth,
    cosh_chords,
    integral,
    settling,
    sobolev_norm,
)
from theory_checks.papers.dpdqn.hilbert.embedding import reach

eighths = st.integers(-16, 16).map(lambda k: Fraction(k, 8))


def value(sums, rate):
    return sum(float(c) * exp(-float(rate * d)) for d, c in sums.items())


@pytest.mark.parametrize("form", [printed_form(Fraction(2)), Form(Fraction(1), Fraction(3), Fraction(1, 7))])
@pytest.mark.parametrize("y", [Fraction(0), Fraction(1, 3), Fraction(1)])
def test_product_of_a_polynomial_with_the_kernel_agrees_with_quadrature(form, y):
    f, rate = Polynomial.of([1, -2, 0, 5]), Fraction(3, 2)

    def integrand(x):
        kernel = exp(-1.5 * abs(x - float(y)))
        slope = np.sign(float(y) - x) * 1.5 * kernel
        return float(form.slopes) * (-2 + 15 * x * x) * slope + float(form.values) * (1 - 2 * x + 5 * x**3) * kernel

    parts = [quad(integrand, 0, float(y))[0], quad(integrand, float(y), 1)[0]]
    ends = float(form.ends) * (exp(-1.5 * float(y)) + 4 * exp(-1.5 * (1 - float(y))))

    # quad's own error estimate for these smooth pieces is below 1e-12
    assert value(against_kernel(f, y, Fraction(2), form, rate), rate) == pytest.approx(sum(parts) + ends, abs=1e-10)


@given(st.lists(eighths, min_size=2, max_size=6), st.fractions(0, 1, max_denominator=12))
def test_broken_lines_are_reproduced(heights, y):
    f, beta = line(*heights), Fraction(5, 3)

    assert against_kernel(f, y, beta, printed_form(beta), beta) == ({Fraction(0): f(y)} if f(y) else {})


def test_product_of_two_broken_lines_is_that_of_the_library():
    beta, y, cells = Fraction(1), Fraction(1, 4), 512
    chords = PiecewiseLinear.through(
        [Fraction(i, cells) for i in range(cells + 1)], [exp(-abs(i / cells - 0.25)) for i in range(cells + 1)]
    )
    f = line(1, -1, 2)

    # chords of the kernel are within h^2 of it, h = 1/512
    assert float(f.inner(chords, beta)) == pytest.approx(float(f(y)), abs=1e-4)


def test_chords_of_the_kernel_have_a_norm_next_to_1():
    assert 1 < kernel_chords(Fraction(1, 2), 8).norm_squared(Fraction(1, 2)) < Fraction(1001, 1000)


def test_energy_and_norms_of_lines_by_hand():
    f = line(0, 1, 0)  # slopes 2 and -2

    assert energy(f, Fraction(1)) == 4
    assert energy(f, Fraction(3, 4)) == 3
    assert energy(f, Fraction(0)) == 0
    assert integral(f) == Fraction(1, 2)
    assert sobolev_norm(f) == 4 + Fraction(1, 3)


def test_blocks_of_constants():
    assert back_and_forth(2) == [0, Fraction(1, 2), 1, Fraction(1, 2), 0]
    assert max(settling(100)) - min(settling(100)) < Fraction(1, 100)


def test_reach_of_a_function_that_refutes_the_printed_constant():
    assert float(reach(line(1, 1))) == pytest.approx(2**0.5 - 1, rel=1e-12)
    f = line(1, Fraction(3, 5))
    beta = Fraction(float(reach(f)))

    assert float(2 * beta * f.norm_squared(beta)) == pytest.approx(1, rel=1e-12)


def test_the_ends_of_cosh_are_the_largest_for_their_norm():
    """At beta = 1 the constant in place of 2 must be at least coth(1/2)/2 > 1, which no other case comes near."""
    f = cosh_chords(8)
    ratio = f.norm_squared(Fraction(1)) / sobolev_norm(f)

    assert float(ratio) == pytest.approx(0.5 / tanh(0.5) + 0.5, rel=1e-2)  # chords of 8 cells
    assert exact(BOUNDS[1].right, {"beta": 1, "sobolev": 1}) - 1 < ratio < 0.5 / tanh(0.5) + 0.5


SHARPER = [
    ("dpdqn/lemma6-completeness/repaired", "printed"),
    ("dpdqn/lemma6-nondegenerate/repaired", "printed"),
    ("dpdqn/lemma6-embedding", "conclusion"),
]


@pytest.mark.parametrize("statement", SHARPER)
@given(
    heights=st.lists(eighths, min_size=2, max_size=7), beta=st.fractions(Fraction(1, 100), 100), place=st.integers(0, 6)
)
def test_no_broken_line_breaks_a_sharper_bound(statement, heights, beta, place):
    id_, reading = statement
    f = line(*heights)
    values = {"beta": beta, "norm": f.norm_squared(beta), "value": f(f.knots[place % len(f.knots)])}
    values |= {"sobolev": sobolev_norm(f), "mass": sobolev_norm(f) - energy(f, Fraction(1))}

    for text in load()[id_].reading(reading).sharper:
        for relation in relations(text):
            assert holds(relation, values)


@given(
    heights=st.lists(eighths, min_size=7, max_size=7), beta=st.sampled_from([Fraction(1, 10), Fraction(1), Fraction(7)])
)
def test_what_is_orthogonal_to_straight_lines_and_to_odd_functions(heights, beta):
    f = line(*heights)
    straight, odd = line(heights[0], heights[0] + heights[1]), f - line(*reversed(heights))

    assert line(*(straight(x) for x in SWINGING.knots)).inner(SWINGING, beta) == 0
    assert odd.inner(line(*(HAT(x) for x in odd.knots)), beta) == 0
