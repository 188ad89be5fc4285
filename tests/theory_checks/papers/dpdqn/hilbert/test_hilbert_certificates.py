"""Certificates of the room are about the chords, networks and paths that they name, and about nothing else."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2

from tabular.privacy import PiecewiseLinear
from tests.theory_checks.papers.dpdqn.near_misses import certificates, changed, of_lemma
from theory_checks.core.formula import ref, sqrt
from theory_checks.core.interpret import approximate
from theory_checks.papers.dpdqn.hilbert._chords import energy
from theory_checks.papers.dpdqn.hilbert._networks import chain
from theory_checks.papers.dpdqn.hilbert.architecture import line_of
from theory_checks.papers.dpdqn.hilbert.completeness import integral
from theory_checks.papers.dpdqn.hilbert.manhattan import diagonal_share, relu_of_sum
from theory_checks.papers.dpdqn.hilbert.networks import ENERGIES, SINGLE, _energy
from theory_checks.papers.dpdqn.hilbert.path_space import rough_chance

HALF = Fraction(1, 2)
UPDATE, CONSTANT = ("dpdqn/thm5-norm-bound", "approximator"), ("dpdqn-v1/thm4-norm-bound", "difference")
CHAIN, POINT = ("dpdqn/lemma6-embedding", "chain"), ("dpdqn/lemma6-embedding", "conclusion")
ORTHOGONAL, WALK, SWING = (
    ("dpdqn/lemma6-nondegenerate", "one-function"),
    ("dpdqn/lemma6-completeness", "consecutive-differences"),
    ("dpdqn/lemma6-completeness", "vanishing-integrals"),
)
CANTOR, SLOPES, GRADIENT = (
    ("dpdqn/cor7", "bounded-almost-everywhere"),
    ("dpdqn/cor7-architecture",),
    ("dpdqn-v1/lemma8-gradient",),
)
NOISED, PATH, PLANE = (
    ("dpdqn/intro-rkhs-norm", "noised-function"),
    ("dpdqn/lemma8-measure",),
    ("dpdqn/sec33-manhattan-kernel", "networks"),
)
THIRD = Fraction(1, 3)
NEAR_MISSES = [
    (UPDATE, {"values": {"beta": 1}}, "beta of norm must be that of the statement"),
    (UPDATE, {"values": {"alpha": 1}}, "the values must satisfy the domain"),
    (UPDATE, {"norm": {"slope": 1}}, "slope of norm must be that of the statement"),
    (UPDATE, {"norm": {"height": 1}}, "height of norm must be that of the statement"),
    (UPDATE, {"objects": {"points": [0, 2]}}, "points must end at 1"),
    (UPDATE, {"objects": {"points": [-1, 1]}}, "points must begin at 0"),
    (UPDATE, {"objects": {"values": [-1, HALF]}}, "values must be at most the height"),
    (UPDATE, {"objects": {"values": [-HALF, HALF]}}, "chords must be at most as steep as the slope"),
    (UPDATE, {"objects": {"values": [THIRD, HALF]}}, "the conclusion must be true"),
    (UPDATE, {"values": {"norm": 1}}, "norm must be what a lemma gives"),
    (CONSTANT, {"norm": {"slope": Fraction(1, 50)}}, "slope of norm must be that of the statement"),
    (CHAIN, {"values": {"x": 1}}, "place of energy_x must be that of the statement"),
    (CHAIN, {"energy": {"place": 0}}, "place of energy must be that of the statement"),
    (CHAIN, {"objects": {"values": [0, 1]}}, "the conclusion must be true"),
    (POINT, {"value": {"place": 1}}, "place of value must be that of the statement"),
    (POINT, {"objects": {"values": [0, 1]}}, "the conclusion must be true"),
    (ORTHOGONAL, {"objects": {"others": [0, 0]}}, "the values must satisfy the domain"),
    (ORTHOGONAL, {"objects": {"others": [0, 1]}}, "the conclusion must be true"),
    (WALK, {"values": {"N": 3}}, "the values must satisfy the domain"),
    (WALK, {"objects": {"values": [1, 1]}}, "the values must satisfy the domain"),
    (WALK, {"objects": {"values": [Fraction(1, 4)] * 2}}, "the conclusion must be true"),
    (SWING, {"objects": {"values": [1, 1]}}, "the values must satisfy the domain"),
    (SWING, {"objects": {"values": [HALF, -HALF]}}, "the conclusion must be true"),
    (CANTOR, {"values": {"gradient": 1}}, "gradient of energy must be that of the statement"),
    (CANTOR, {"values": {"gradient": 1}, "energy": {"gradient": 1}}, "the conclusion must be true"),
    (CANTOR, {"energy": {"level": HALF}}, "pow must have an integer exponent"),
    (SLOPES, {"L_other": {"layers": 2}}, "layers of L_other must be that of the statement"),
    (SLOPES, {"L_other": {"product": 1}}, "the conclusion must be true"),
    (GRADIENT, {"values": {"weights": 3}}, "the values must satisfy the domain"),
    (GRADIENT, {"values": {"p": 1, "weights": 1}}, "product of energy must be that of the statement"),
    (NOISED, {"excess": {"level": 3}}, "level of excess must be that of the statement"),
    (NOISED, {"excess": {"pairs": 1}}, "the conclusion must be true"),
    (PATH, {"excess": {"cells": Fraction(8401, 2)}}, "binomial must have integers"),
    (PATH, {"excess": {"cells": 100}}, "cells must be so many"),
    (PATH, {"values": {"sigma": 2}}, "sigma of excess must be that of the statement"),
    (PLANE, {"share": {"cells": 2}}, "cells of share must be that of the statement"),
    (PLANE, {"values": {"sigma": 2}}, "mu of delta must be that of the statement"),
    (PLANE, {"values": {"c": 100}}, "the conclusion must be true"),
    (PLANE, {"delta": {"mu": sqrt(ref("share")) / HALF}}, "mu of delta must be that of the statement"),
    (("dpdqn/thm5-kernel",), {"values": {"L": Fraction(1, 4)}}, "the conclusion must be true"),
]


@pytest.mark.parametrize(("claim", "parts", "rule"), NEAR_MISSES)
def test_a_near_miss_is_refused(claim, parts, rule, answer):
    certificate = certificates(*claim)[0]

    assert answer(certificate, *claim)["accepted"]
    assert rule in answer(changed(certificate, **parts), *claim)["sentence"]


def test_readings_do_not_lend_each_other_their_counterexamples(answer):
    steep = certificates("dpdqn-v1/thm4-norm-bound", "approximator")[0]

    assert "slope of norm" in answer(steep, *CONSTANT)["sentence"]
    assert not answer(certificates(*CHAIN)[0], *POINT)["accepted"]


EIGHTHS = st.integers(-16, 16).map(lambda k: Fraction(k, 8))
ROWS = st.lists(st.tuples(EIGHTHS, EIGHTHS), min_size=2, max_size=6)


@given(ROWS, st.fractions(0, 1, max_denominator=9))
def test_lemmas_on_chords_are_those_of_the_library(rows, x):
    points = [Fraction(i * i, (len(rows) - 1) ** 2) for i in range(len(rows))]
    f, g = (PiecewiseLinear.through(points, column) for column in zip(*rows, strict=True))
    chords = {"points": points, "values": list(f.values), "place": x}

    assert of_lemma("chord-product", **chords, others=list(g.values), beta=THIRD) == f.inner(g, THIRD)
    assert of_lemma("chord-value", **chords) == f(x)
    assert of_lemma("chord-rise", **chords) == f(x) - f(0)
    assert of_lemma("chord-energy", **chords) == energy(f, x)
    assert of_lemma("chord-integral", **chords) == integral(f)


@pytest.mark.parametrize("level", [0, 1, 4])
def test_energies_without_a_slope(level):
    for activation, theorem in ENERGIES.items():
        assert of_lemma(theorem, level=level) == _energy(SINGLE, activation, 3**level)


@pytest.mark.parametrize("weights", [(2,), (3, HALF), (4, HALF, 1)])
def test_chains_of_units(weights):
    f = line_of(chain([Fraction(w) for w in weights]))
    slopes = {(v - u) / (b - a) for (a, b), (u, v) in zip(pairwise(f.knots), pairwise(f.values), strict=True)}

    assert slopes == {of_lemma("chain-slope", product=f(Fraction(1)))}
    assert of_lemma("chain-energy", product=f(Fraction(1))) == energy(f, Fraction(1))


@pytest.mark.parametrize(("level", "pairs"), [(2, 8), (10, 24), (40, 84), (Fraction(1, 3), 1)])
def test_the_excess_of_a_noised_norm_is_a_tail_of_chi_squared(level, pairs):
    found = of_lemma("noised-norm-excess", approximate, level=level, pairs=pairs)

    assert found == pytest.approx(chi2.sf(float(level), 2 * pairs), rel=1e-9)


def test_the_excess_of_the_energy_of_a_path_is_chebyshevs():
    found = of_lemma("path-energy-excess", approximate, beta=THIRD, sigma=2, energy=100, cells=5000)

    assert found == pytest.approx(1 - float(rough_chance(5000, THIRD, Fraction(25))), rel=1e-9)


@pytest.mark.parametrize("cells", [1, 2, 8])
def test_the_share_of_the_diagonal(cells):
    found = of_lemma("relu-diagonal-share", approximate, cells=cells, beta=THIRD)

    assert found == pytest.approx(float(diagonal_share(relu_of_sum, cells, THIRD)), rel=1e-12)
