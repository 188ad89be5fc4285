"""Where the printed eigenvalue bounds hold, by floats, and the repaired ones on many random matrices."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from theory_checks.papers.gpope.common.linear_evaluation import one_state, swapping
from theory_checks.papers.gpope.optimisation.rescaled import Moments, known_ends, rescaled
from theory_checks.papers.gpope.optimisation.spectrum import (
    LOWER_CASES,
    largest_modulus,
    least_modulus,
    least_real_part,
    printed_upper,
)

discounts = st.integers(0, 97).map(lambda k: Fraction(k, 98))


def printed_lower(problem):
    return Fraction(8, 9) * min(mode.h for mode in problem.modes)


def spectrum(a, c):
    return np.linalg.eigvals(np.array([[0.0, -a], [a, c]]))


@given(discounts)
def test_boundaries_of_one_state(discount):
    """Real part: gamma >= 1/4; modulus: always; largest: gamma <= 1 - sqrt(8)/9."""
    a, found = 1 - float(discount), spectrum(1 - float(discount), 1.0)
    slack = 1e-7  # at a double eigenvalue, gamma = 1/2, LAPACK is right to the root of the rounding

    assert (found.real.min() >= 8 / 9 * a * a - slack) == (discount >= Fraction(1, 4))
    assert np.abs(found).min() >= 8 / 9 * a * a - slack
    assert (np.abs(found).max() <= 9 * a * a + slack) == (float(discount) <= 1 - 8**0.5 / 9)


@pytest.mark.parametrize("problem", LOWER_CASES, ids=lambda p: p.name)
def test_closed_forms_agree_with_lapack(problem):
    found = np.linalg.eigvals(problem.Q.astype(float))
    H = problem.A.astype(float).T @ np.linalg.inv(problem.C.astype(float)) @ problem.A.astype(float)
    values, curvature = np.linalg.eigvalsh(H), np.linalg.eigvalsh(problem.C.astype(float))

    assert float(least_real_part(problem)) == pytest.approx(found.real.min(), abs=1e-12)
    assert float(least_modulus(problem)) == pytest.approx(np.abs(found).min(), abs=1e-12)
    assert float(largest_modulus(problem)) == pytest.approx(np.abs(found).max(), abs=1e-12)
    assert float(printed_lower(problem)) == pytest.approx(8 / 9 * values[0], abs=1e-12)
    kappa = curvature[-1] / curvature[0]
    assert float(printed_upper(problem)) == pytest.approx(9 * kappa * values[-1], rel=1e-12)


def test_both_sides_of_each_boundary_are_tried():
    at, below = one_state(Fraction(1, 4)), one_state(Fraction(157, 638))
    assert least_real_part(at) == printed_lower(at)
    assert least_real_part(below) < printed_lower(below)
    at, below = swapping(Fraction(1, 8)), swapping(Fraction(11, 78))
    assert least_modulus(at) == printed_lower(at)
    assert least_modulus(below) < printed_lower(below)


def random_pair(seed, n):
    rng = np.random.default_rng(seed)
    A, root = rng.normal(size=(n, n)), rng.normal(size=(n, n))
    return A, root @ root.T + 0.1 * np.eye(n)


@pytest.mark.parametrize("n", [1, 2, 5, 12])
def test_rescaled_matrix_has_the_cited_spectrum(n):
    for seed in range(60):
        A, C = random_pair(seed, n)
        rho = [0.0, 0.3, 10.0][seed % 3]
        shifted, curvature = np.linalg.eigvalsh(rho * np.eye(n) + A.T @ np.linalg.solve(C, A)), np.linalg.eigvalsh(C)
        k = 8 * shifted[-1] / curvature[0]
        G = np.block([[rho * np.eye(n), -(k**0.5) * A.T], [k**0.5 * A, k * C]])
        found = np.linalg.eigvals(G)

        assert np.abs(found.imag).max() <= 1e-6 * np.abs(found).max()  # LAPACK on a matrix that is not symmetric
        assert found.real.min() >= 8 / 9 * shifted[0] - 1e-9 * np.abs(found).max()
        assert found.real.max() <= 9 * curvature[-1] / curvature[0] * shifted[-1]


def test_the_ratio_of_steps_is_the_cited_one():
    one = Moments("A = 1, C = 4, rho = 1", np.array([[Fraction(1)]]), np.array([[Fraction(4)]]), Fraction(1))

    assert rescaled(one) == 8 * Fraction(5, 4) / 4


@pytest.mark.parametrize("n", [2, 3, 7])
def test_repaired_bounds_on_random_matrices(n):
    for seed in range(100):
        A, C = random_pair(seed, n)
        found = np.linalg.eigvals(np.block([[np.zeros((n, n)), -A.T], [A, C]]))
        h, c, s = (
            np.linalg.eigvalsh(A.T @ np.linalg.solve(C, A)),
            np.linalg.eigvalsh(C),
            np.linalg.svd(A, compute_uv=False),
        )
        for z in found:
            tiny = 1e-9 * np.abs(found).max()
            if abs(z.imag) < tiny:
                assert h[0] - tiny <= z.real <= c[-1] + tiny
            else:
                assert c[0] / 2 - tiny <= z.real <= c[-1] / 2 + tiny
                assert s[-1] - tiny <= abs(z) <= s[0] + tiny


def test_limits_enclose_the_closed_forms():
    A, C = np.array([[Fraction(3), Fraction(0)], [Fraction(0), Fraction(2)]]), np.diag([1, 4]) * Fraction(1)
    ends = known_ends(Moments("diagonal", A, C))

    for name, end in (("lmin_H", 1), ("lmin_C", 1), ("lmax_C", 4), ("smin_A", 2), ("smax_A", 3)):
        assert ends[name].contains(end)
