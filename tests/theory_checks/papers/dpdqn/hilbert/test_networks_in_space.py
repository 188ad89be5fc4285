"""The Cantor function, energies and slopes of networks, and zigzags, each by an independent route."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from theory_checks.core.claim import Trial
from theory_checks.core.domain import holds
from theory_checks.core.evidence import Region
from theory_checks.core.interpret import exact
from theory_checks.engine.papers import load
from theory_checks.papers.dpdqn.hilbert._cantor_function import cantor
from theory_checks.papers.dpdqn.hilbert._chords import zigzag
from theory_checks.papers.dpdqn.hilbert._networks import (
    DEEP,
    HAT,
    RELU,
    SINGLE,
    STEEP,
    chain,
    random_network,
    steepness,
)
from theory_checks.papers.dpdqn.hilbert.architecture import line_of
from theory_checks.papers.dpdqn.hilbert.cantor import cantor_chords, kept_intervals
from theory_checks.papers.dpdqn.hilbert.networks import ENCLOSED, softsign, step
from theory_checks.papers.dpdqn.hilbert.norm_bounds import (
    ONE_UPDATE,
    PRINTED,
    RIGHT,
    constant_case,
    difference,
    region_of,
)

HALF = Fraction(1, 2)
TRIAL = Trial(claim_id="dpdqn/cor7")


@pytest.mark.parametrize(
    ("x", "value"),
    [
        ("0", "0"),
        ("1", "1"),
        ("1/3", "1/2"),
        ("1/2", "1/2"),
        ("2/3", "1/2"),
        ("1/4", "1/3"),
        ("3/4", "2/3"),
        ("7/9", "3/4"),
    ],
)
def test_cantor_function_at_known_points(x, value):
    assert cantor(Fraction(x)) == Fraction(value)


@given(st.lists(st.sampled_from((0, 2)), min_size=1, max_size=12))
def test_cantor_function_halves_the_ternary_digits(digits):
    x = sum(Fraction(d, 3**k) for k, d in enumerate(digits, 1))

    assert cantor(x) == sum(Fraction(d // 2, 2**k) for k, d in enumerate(digits, 1))


@given(st.fractions(0, 1, max_denominator=50))
def test_cantor_function_is_symmetric_and_self_similar(x):
    assert cantor(1 - x) == 1 - cantor(x)
    assert cantor(x / 3) == cantor(x) / 2


def test_intervals_that_are_kept():
    assert kept_intervals(1) == [(0, Fraction(1, 3)), (Fraction(2, 3), 1)]
    assert sum(b - a for a, b in kept_intervals(5)) == Fraction(2, 3) ** 5
    assert cantor_chords(3).values == tuple(sorted(cantor_chords(3).values))


@pytest.mark.parametrize("net", [SINGLE, STEEP, HAT, *DEEP, *(random_network(TRIAL, i) for i in range(5))])
def test_networks_agree_with_matrix_products(net):
    x = np.linspace(0, 1, 9)
    layer = x[None, :]
    for i, (matrix, shift) in enumerate(zip(net.weights, net.shifts, strict=True)):
        inputs = np.maximum(layer, 0) if i else layer
        layer = np.array(matrix, dtype=float) @ inputs + np.array(shift, dtype=float)[:, None]

    values = [float(net.value(RELU, Fraction(i, 8))) for i in range(9)]
    assert values == pytest.approx(layer[0], abs=1e-12)  # sums of a few dyadic numbers
    assert [float(line_of(net)(Fraction(i, 8))) for i in range(9)] == pytest.approx(values, abs=1e-12)


def test_an_activation_after_the_last_layer_multiplies_the_constant_once_more():
    sigmoid = ENCLOSED[1]
    f = line_of(STEEP)
    values = [float(sigmoid.function(f(Fraction(i, 64)))) for i in range(65)]
    slope = max(abs(v - u) * 64 for u, v in pairwise(values))

    assert sigmoid.gradient == Fraction(1, 4)
    assert 0.9 * steepness(f) / 4 < slope <= steepness(f) / 4


def test_constants_need_a_lipschitz_constant_above_zero():
    """Next to the boundary of the first version, where constants no longer fail."""
    case = constant_case(Fraction(1), Fraction(1, 2))

    assert case.norm == Fraction(5, 4)
    assert exact(bound_of("dpdqn-v1/thm4-norm-bound"), case.constants) - case.norm == case.L**2 > 0


def test_hat_and_steepness():
    line = line_of(HAT)

    assert [line(Fraction(k, 4)) for k in range(5)] == [0, Fraction(1, 2), 1, Fraction(1, 2), 0]
    assert steepness(line) == 2
    assert line_of(chain([Fraction(2), Fraction(3)]))(Fraction(1)) == 6


def test_activations():
    assert softsign(Fraction(-1)) == Fraction(-1, 2)
    assert [step(Fraction(k, 2)) for k in (0, 1, 2)] == [0, 1, 1]


@pytest.mark.parametrize(("top", "cells"), [(Fraction(1), 2), (Fraction(1), 10), (Fraction(3), 10)])
def test_norms_of_zigzags_by_hand(top, cells):
    slope = Fraction(2)
    f, beta, low = zigzag(top, slope, cells), Fraction(3, 2), top - slope / cells
    square = (top * top + top * low + low * low) / 3  # the mean of f^2

    assert f.norm_squared(beta) == top**2 + beta / 2 * square + slope**2 / (2 * beta)


def test_one_update_of_theorem_5():
    theta = [Fraction(1, 2) * reward for reward in (Fraction(1, 2), Fraction(-1, 2))]

    assert ONE_UPDATE.f(Fraction(1)) == theta[0] - theta[1]
    assert max(map(abs, theta)) == ONE_UPDATE.L
    assert 4 * Fraction(1, 2) * ONE_UPDATE.L == ONE_UPDATE.M  # 4 alpha L (k + 1)/B with k = 0, B = 1
    assert ONE_UPDATE.norm == Fraction(19, 48) > exact(PRINTED, ONE_UPDATE.constants) == Fraction(3, 8)


def test_the_supremum_needs_a_height_above_zero():
    """For M = 0 the only difference is 0, although the bound is 2 L^2/beta: it would not be the supremum there."""
    domain = load()["dpdqn/thm5-norm-bound/repaired"].readings[0].claims.domain
    values = {"beta": Fraction(1), "L": Fraction(1), "v": Fraction(1)}

    assert exact(RIGHT, values | {"M": 0}) == 2
    assert domain.contains(values | {"M": Fraction(1, 100)})
    assert not domain.contains(values | {"M": 0})


@pytest.mark.parametrize("id_", ["dpdqn-v1/thm4-norm-bound", "dpdqn-v1/thm4-norm-bound-gamma"])
@pytest.mark.parametrize(
    ("slope", "beta"), [(4, 2), (Fraction(404, 100), 2), (2, Fraction(1, 10)), (2, HALF), (2, 3), (1, 1), (1, 2)]
)
def test_the_region_that_is_stated_is_that_of_the_cases(id_, slope, beta):
    case = difference("", zigzag(Fraction(1), Fraction(slope), 400), Fraction(beta))
    limit = one_limit(id_, "approximator")

    inside = holds(limit, case.constants | {"r0": case.M / 4, "gamma": HALF})
    assert inside == (region_of(case) is Region.INSIDE)


@pytest.mark.parametrize(
    ("id_", "name", "inside", "outside"),
    [
        ("dpdqn-v1/thm4-norm-bound", "difference", {"beta": HALF}, {"beta": Fraction(499, 1000)}),
        ("dpdqn-v1/thm4-norm-bound-gamma", "difference", {"beta": HALF}, {"beta": Fraction(499, 1000)}),
        ("dpdqn/lemma6-embedding", "conclusion", {"beta": HALF}, {"beta": Fraction(499, 1000)}),
        ("dpdqn-v1/lemma8-gradient", "printed", {"p": 1}, {"p": Fraction(1001, 1000)}),
    ],
)
def test_the_cases_next_to_a_border_are_on_their_sides(id_, name, inside, outside):
    limit = one_limit(id_, name)

    assert holds(limit, inside)
    assert not holds(limit, outside)


def one_limit(id_, name):
    (limit,) = load()[id_].reading(name).limits.claims
    return limit


def bound_of(id_):
    return load()[id_].readings[0].claims.right


def test_bounds_by_hand():
    beta, M, L = ONE_UPDATE.beta, ONE_UPDATE.M, ONE_UPDATE.L
    values = {**ONE_UPDATE.constants, "r0": M / 4, "gamma": Fraction(1, 2)}
    ids = ("dpdqn-v1/thm4-norm-bound", "dpdqn-v1/thm4-norm-bound-gamma", "dpdqn/cor7-norm-bound")
    first, with_rewards, halved = (exact(bound_of(id_), values) for id_ in ids)
    printed, right = exact(PRINTED, values), exact(RIGHT, values)

    assert printed == (1 + beta / 2) * M**2 + L**2 / (2 * beta)
    assert first == with_rewards == (1 + beta**2) * M**2 + L**2 / (2 * beta)
    assert right == (1 + beta / 2) * M**2 + (2 * L) ** 2 / (2 * beta)
    assert 2 * halved == right


def test_slopes_of_random_networks_are_those_between_knots():
    line = line_of(random_network(TRIAL, 0))
    fine = [Fraction(i, 997) for i in range(998)]

    assert max(abs(line(b) - line(a)) * 997 for a, b in pairwise(fine)) <= steepness(line)
