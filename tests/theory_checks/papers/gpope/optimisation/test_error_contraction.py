"""One step lengthens the error for every step size; the Lyapunov norm shrinks; both by floats."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabular.evaluation.saddle import lyapunov_norm
from theory_checks.core.claim import Trial
from theory_checks.core.exhibits import Figure
from theory_checks.papers.gpope.optimisation._spectra import SLOW
from theory_checks.papers.gpope.optimisation.contraction import (
    HALVES,
    ONE_STATE,
    as_described,
    largest,
    lemma2,
    smallest,
    spectral_norm,
    spectral_radius,
    step_matrix,
)
from theory_checks.papers.gpope.optimisation.contraction_repaired import named_matrices

steps = st.integers(1, 200).map(lambda k: Fraction(k, 100))


@given(steps, st.sampled_from([ONE_STATE, SLOW, HALVES]))
def test_the_spectral_norm_exceeds_one_for_every_step(beta, problem):
    by_svd = np.linalg.norm(step_matrix(problem, beta).astype(float), 2) ** 2
    singular = np.linalg.svd(problem.A.astype(float), compute_uv=False)

    assert float(spectral_norm(problem, beta).low) == pytest.approx(by_svd, rel=1e-11)
    assert by_svd >= (1 + float(beta) ** 2 * singular[0] ** 2) * (1 - 1e-12)


@pytest.mark.parametrize("problem", [ONE_STATE, SLOW], ids=lambda p: p.name)
def test_other_measures_are_those_of_the_eigenvalues(problem):
    beta = 1 / largest(problem)
    found = np.linalg.eigvals(step_matrix(problem, beta).astype(float))

    assert np.abs(found.imag).max() < 1e-7
    assert float(as_described(problem, beta).low) == pytest.approx(found.real.max(), abs=1e-9)
    assert float(spectral_radius(problem, beta).low) == pytest.approx(np.abs(found).max() ** 2, abs=1e-9)
    assert float(smallest(problem)) == pytest.approx(np.linalg.eigvals(problem.Q.astype(float)).real.min(), abs=1e-9)


def test_the_numbers_of_the_summary():
    """One state, gamma = 3/5, beta = 1/lmax: from 1 to 5/4, and 9/16 is claimed; two states: 2 to 17/8."""
    rows = [e for e in lemma2(Trial(claim_id="gpope/lemma2")) if not isinstance(e, Figure)]

    assert (rows[0].left, rows[0].right) == ("5/4", "9/16")
    assert any(e.left == "17/8" for e in rows)


def test_the_figure_shows_an_error_that_returns():
    figure = next(e for e in lemma2(Trial(claim_id="gpope/lemma2")) if isinstance(e, Figure))
    euclidean, claimed, lyapunov, bound = (series.y for series in figure.series)

    assert max(euclidean[12:]) >= 1 - 1e-9
    assert claimed[-1] < 1e-12
    assert all(x <= y * (1 + 1e-8) for x, y in zip(lyapunov, bound, strict=True))


@pytest.mark.parametrize(("name", "Q"), named_matrices(), ids=lambda x: x if isinstance(x, str) else "")
def test_random_vectors_shrink_in_the_lyapunov_norm(name, Q):
    norm, rng = lyapunov_norm(Q), np.random.default_rng(len(name))
    beta, P = float(norm.largest_step), norm.P.astype(float)
    for x in rng.normal(size=(50, Q.shape[0])):
        after = x - beta * (Q.astype(float) @ x)
        assert after @ P @ after <= (1 - beta * float(norm.mu.low) / 2) * (x @ P @ x) * (1 + 1e-12)
