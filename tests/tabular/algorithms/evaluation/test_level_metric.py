"""The level metric against dense matrices, and what is refused."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals

from tabular.algorithms.evaluation.level import Level, level_basis

vectors = st.lists(st.floats(-4, 4).map(lambda x: round(x, 3)), min_size=3, max_size=3)


@given(vectors.filter(lambda c: np.linalg.norm(c) > 0.1), st.floats(0, 1e4), vectors)
def test_basis_is_the_root_of_the_metric(c, strength, x):
    level = Level(c, strength)
    unit = np.array(c) / np.linalg.norm(c)
    S, K = level.basis(), np.eye(3) + strength * np.outer(unit, unit)
    assert pytest.approx(K, rel=1e-12, abs=1e-12) == S.T @ S
    assert pytest.approx(S) == S.T
    u = np.array(x)
    theta = level.to_theta(u)
    assert theta == pytest.approx(S @ u, rel=1e-12, abs=1e-12)
    # S^{-1} loses digits in proportion to the condition number of S, at most 100
    assert level.to_coordinates(theta) == pytest.approx(u, rel=1e-11, abs=1e-11)


def test_metric_of_a_constant_vector():
    """K = I + c c'/(1 - gamma)."""
    S = level_basis(np.ones(4), 0.75)
    assert pytest.approx(np.eye(4) + 4 * np.ones((4, 4))) == S @ S
    assert Level.of([0.0, 2.0], 0.5).strength == 8.0
    assert Level([1.0, 1.0], 0.0).basis() == pytest.approx(np.eye(2))


test_bad_input_is_refused_in_one_sentence = refusals(
    (lambda: Level([0.0, 0.0], 1.0), "direction must be finite and not 0"),
    (lambda: Level([np.nan, 1.0], 1.0), "direction must be finite and not 0"),
    (lambda: Level([[1.0]], 1.0), "direction"),
    (lambda: Level([1.0], -1.0), "strength must be finite and at least 0"),
    (lambda: Level([1.0], np.inf), "strength must be finite and at least 0"),
    (lambda discount: Level.of([1.0], discount), "discount must lie in", [1.0, -0.1, np.nan]),
)
