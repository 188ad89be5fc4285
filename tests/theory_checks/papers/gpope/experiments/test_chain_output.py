"""The bound for DP-LSW against the library's own sensitivity and noise."""

from fractions import Fraction

import numpy as np
import pytest

from tabular.algorithms.evaluation.dp_lsw import DPLSW
from tabular.evaluation import Tabular
from theory_checks.core.interpret import enclose
from theory_checks.papers.gpope.experiments._chain_runs import fixed_moments
from theory_checks.papers.gpope.experiments._chain_values import DELTA, EPSILON, GAMMA, N, trivial_error
from theory_checks.papers.gpope.experiments.chain_output import square_of_alpha


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
