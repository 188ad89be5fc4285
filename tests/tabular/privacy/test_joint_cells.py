"""Exact probabilities of cells of Laplace noises: closed forms, partitions, and another exact recursion."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import dblquad

from tabular.errors import InputError
from tabular.noise.counters.law_exact import probability_terms
from tabular.privacy.joint import Affine, ExponentialSum, cell_probability

Z = [Affine.noise(i) for i in range(6)]
F = Fraction


def value(*forms):
    return float(cell_probability(forms).ball())


def test_one_noise_has_exponential_tails():
    assert cell_probability([Z[0] - F(3, 2)]) == ExponentialSum.of([(F(-3, 2), F(1, 2))])
    assert cell_probability([Z[0] + F(3, 2)]) == ExponentialSum.of([(0, 1), (F(-3, 2), F(-1, 2))])
    assert cell_probability([Affine.noise("x", 4) - 1]) == ExponentialSum.of([(F(-1, 4), F(1, 2))])
    assert cell_probability([Z[0] * -2 - 3]) == ExponentialSum.of([(F(-3, 2), F(1, 2))])


def test_the_difference_of_two_noises():
    """P(z - z' > x) = exp(-x) (1 + x/2) / 2 for x >= 0."""
    for x in (F(0), F(1, 3), F(7)):
        assert cell_probability([Z[0] - Z[1] - x]) == ExponentialSum.of([(-x, (1 + x / 2) / 2)])


@pytest.mark.parametrize("k", [2, 3, 4])
def test_every_order_is_equally_likely(k):
    chain = [Z[i] - Z[i + 1] for i in range(k - 1)]

    assert cell_probability(chain) == ExponentialSum.rational(F(1, math.factorial(k)))


def test_forms_without_noise_decide_and_separate_groups_multiply():
    assert cell_probability([]) == ExponentialSum.rational(1)
    assert cell_probability([Affine.of(2)]) == ExponentialSum.rational(1)
    assert cell_probability([Affine.of(0), Z[0]]).is_zero
    both = cell_probability([Z[0] - 1, Z[1] - Z[2]])
    assert both == cell_probability([Z[0] - 1]) * cell_probability([Z[1] - Z[2]])


def test_empty_cells_have_no_terms():
    assert cell_probability([Z[0] - 1, Z[0] * -1]).is_zero
    assert cell_probability([Z[0] - Z[1], Z[1] - Z[2], Z[2] - Z[0]]).is_zero
    assert cell_probability([Z[0] - Z[1] - 2, Z[1] - Z[0] + 2]).is_zero
    assert cell_probability([Z[0] * 3 - 3, Z[0] * -2 + 4]) == cell_probability([Z[0] - 1, Z[0] * -1 + 2])


@pytest.mark.parametrize("steps", [1, 2, 3, 5, 6])
@pytest.mark.parametrize("level", [F(1, 2), F(3)])
def test_the_largest_error_of_the_binary_mechanism_by_its_own_recursion(steps, level):
    """P(max_t |N(t)| <= x), N(t) = N(t - lowbit(t)) + z_t, is a cell with two sides for every t."""
    sums = {0: Affine.of(0)}
    for t in range(1, steps + 1):
        sums[t] = sums[t - (t & -t)] + Affine.noise(t)
    sides = [form for t in range(1, steps + 1) for form in (sums[t] + level, sums[t] * -1 + level)]
    other = ExponentialSum.of((e * level, q) for e, q in probability_terms(steps, level).items())

    assert cell_probability(sides) == other


@pytest.mark.parametrize("slope", [F(1, 2), F(3)])
@pytest.mark.parametrize("shift", [F(-1), F(2, 3)])
def test_a_wedge_by_quadrature(slope, shift):
    """P(z_0 > shift, z_1 < slope z_0): the inner integral is the distribution function, the outer one is numeric."""
    exact = value(Z[0] - shift, Z[0] * slope - Z[1])
    a, b = float(slope), float(shift)
    pieces = [(b, 0.0), (0.0, 40.0)] if b < 0 else [(b, 40.0)]

    def below(x):
        return math.exp(x) / 2 if x < 0 else 1 - math.exp(-x) / 2

    total = sum(
        dblquad(lambda u, x: math.exp(-abs(x)) / 2 * below(a * x), low, high, 0, 1, epsabs=1e-11)[0]
        for low, high in pieces
    )
    assert exact == pytest.approx(total, abs=1e-9)  # the tail beyond 40 is below 1e-17, the quadrature asks for 1e-11


FORMS = st.tuples(*[st.integers(-2, 2)] * 3, st.integers(-3, 3)).filter(lambda c: any(c[:3]))


def form(c):
    return Z[0] * c[0] + Z[1] * c[1] + Z[2] * c[2] + F(c[3], 2)


@settings(max_examples=60)
@given(st.lists(FORMS, min_size=1, max_size=3), FORMS)
def test_a_hyperplane_cuts_a_cell_in_two_exactly(cell, cut):
    forms = [form(c) for c in cell]
    parts = [cell_probability([*forms, form(cut) * sign]) for sign in (1, -1)]

    assert parts[0] + parts[1] == cell_probability(forms)


@settings(max_examples=40)
@given(st.lists(FORMS, min_size=1, max_size=3))
def test_cells_are_symmetric_and_probabilities(cell):
    forms = [form(c) for c in cell]
    mirrored = [form((-c[0], -c[1], -c[2], c[3])) for c in cell]
    actual = cell_probability(forms)

    assert actual == cell_probability(mirrored)
    assert float(actual.ball().upper()) >= 0
    assert float(actual.ball().lower()) <= 1


def test_samples_agree():
    rng = np.random.default_rng(5)
    z = rng.laplace(size=(4, 400_000))
    hits = (z[0] + z[1] - z[2] - z[3] + 1 > 0) & (z[0] - z[2] + 1 / 3 > 0) & (z[2] + z[3] - z[0] + 2 > 0)
    exact = value(Z[0] + Z[1] - Z[2] - Z[3] + 1, Z[0] - Z[2] + F(1, 3), Z[2] + Z[3] - Z[0] + 2)

    assert abs(hits.mean() - exact) < 5 * math.sqrt(0.25 / 400_000)  # five standard deviations at most


def test_sums_of_exponentials_are_exact_numbers():
    a, b = ExponentialSum.of([(1, 2), (0, -1)]), ExponentialSum.of([(-1, 1)])

    assert a * b == ExponentialSum.of([(0, 2), (-1, -1)])
    assert (a - a).is_zero
    assert a * 0 == ExponentialSum.rational(0)
    assert ExponentialSum.of([(1, 1), (1, -1)]).is_zero
    assert float(a.ball()) == pytest.approx(2 * math.e - 1, rel=1e-15)
    assert ExponentialSum.rational(0).ball() == 0


def test_cancellation_is_seen_through():
    """exp(x) - 1 - x - x^2/2 at x = 1e-9 is 1.67e-28, far below the digits of doubles."""
    x = F(1, 10**9)
    tiny = ExponentialSum.of([(x, 1), (0, -1 - x - x * x / 2)])

    assert float(tiny.ball()) == pytest.approx(1e-27 / 6, rel=1e-8)
    assert tiny.ball(200).rel_accuracy_bits() >= 200


def test_forms_are_arithmetic():
    assert Z[0] + Z[1] - Z[0] == Z[1]
    assert Z[0] * 0 == Affine.of(0)
    assert (Z[0] + 1) * 2 - 2 == Z[0] * 2
    assert Affine.noise("a", 0) == Affine.of(0)


@pytest.mark.parametrize("scale", [math.inf, math.nan, "1", None])
def test_bad_scales_get_one_sentence(scale):
    with pytest.raises(InputError, match=r"^scale must be a finite number, got "):
        Affine.noise("a", scale)
