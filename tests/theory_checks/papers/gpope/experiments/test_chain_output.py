"""The bound for DP-LSW against the library's own sensitivity and noise."""

import re
from fractions import Fraction

import numpy as np
import pytest

from tabular.algorithms.evaluation.dp_lsw import DPLSW
from tabular.evaluation import Tabular
from theory_checks.core.interpret import enclose
from theory_checks.engine.papers import load
from theory_checks.papers.gpope.experiments._chain_estimates import LONG, STEPS
from theory_checks.papers.gpope.experiments._chain_runs import SMALL_CLIP, fixed_moments
from theory_checks.papers.gpope.experiments._chain_values import DELTA, EPSILON, GAMMA, N, trivial_error
from theory_checks.papers.gpope.experiments.chain_output import MOST, RETURNS, least_error, square_of_alpha


@pytest.mark.parametrize("weights", [None, np.linspace(0.1, 3.0, N)])
@pytest.mark.parametrize("m", [1, 100, 5000])
def test_no_counts_have_a_smaller_sensitivity_than_the_bound(weights, m):
    mechanism = DPLSW(Tabular(N), float(GAMMA), float(EPSILON), float(DELTA), weights=weights)
    counts = np.random.default_rng(0).integers(0, m + 1, N)

    for visits in (counts, np.full(N, m)):
        assert mechanism.smooth_sensitivity(visits) ** 2 >= N * 100**2 / m**2 * (1 - 1e-12)  # rounding


def test_alpha_is_that_of_the_mechanism():
    alpha = DPLSW(Tabular(N), float(GAMMA), float(EPSILON), float(DELTA)).setting.alpha

    assert float(enclose(square_of_alpha())) == pytest.approx(alpha**2, rel=1e-12)


def test_the_trace_and_the_trivial_error_are_those_of_the_metric():
    moments = fixed_moments("transitions")
    inverse = np.linalg.inv(moments.C)

    assert float(np.trace(moments.A.T @ inverse @ moments.A)) >= float((1 - GAMMA / 2) ** 2)
    assert float(moments.b @ inverse @ moments.b) == pytest.approx(float(trivial_error()), rel=1e-12)
    assert trivial_error() > Fraction(1, 50)


def test_the_proof_stands_for_the_stated_bound_of_returns_and_not_for_returns_of_at_most_1():
    reading = load()["gpope/fig1a-accuracy"].reading("output-perturbation-v1")
    stated = re.search(r"returns lie within \$G = R_\{\\max\}/\(1 - \\gamma\) = (\d+)\$", reading.domain)

    assert stated
    assert Fraction(stated[1]) == RETURNS
    for returns, proved in ((RETURNS, True), (Fraction(1), False)):
        bound = enclose(least_error(MOST, square_of_alpha(), returns))
        assert bool(bound >= enclose(10 * trivial_error())) is proved


@pytest.mark.parametrize(("name", "runs"), [("small-data", {100: 1000, 1000: 3000}), ("large-data", {10_000: 30_000})])
def test_a_reading_of_the_figure_says_how_many_steps_and_which_clip(name, runs):
    domain = load()["gpope/fig1a-accuracy"].reading(name).domain
    powers = {10_000: "10^4", 30_000: r"3 \cdot 10^4"}

    assert f"$h = {SMALL_CLIP}$" in domain
    for m, steps in runs.items():
        assert steps == (LONG if m == 10_000 else STEPS[m])
        assert f"$m = {powers.get(m, m)}$ with $N = {powers.get(steps, steps)}$" in domain
