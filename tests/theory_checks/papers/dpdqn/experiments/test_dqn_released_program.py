"""The released program's two paths: its fixed point by iterating floats, and by the formula for shifted rewards."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from theory_checks.core.claim import Trial
from theory_checks.core.evidence import Evidence, Outcome
from theory_checks.papers.dpdqn.experiments.released_program import released_program, repaired

TRIAL = Trial(claim_id="dpdqn/code-algorithm")


def iterate(P, r, discount, prediction, target):
    """Q <- r + gamma P max(Q + g_t) - g_p until nothing moves: the expected update with step 1."""
    q = np.zeros_like(r)
    for _ in range(2000):
        q = r + discount * P @ (q + target).max(axis=0) - prediction
    return q


def world(seed):
    rng = np.random.default_rng(seed)
    P = rng.random((2, 3, 3))
    return P / P.sum(axis=2, keepdims=True), *rng.normal(size=(3, 2, 3))


@pytest.mark.parametrize("seed", range(5))
def test_one_path_acts_on_the_optimal_values_and_two_paths_on_those_of_other_rewards(seed):
    P, r, g, h = world(seed)
    zero = np.zeros_like(r)
    optimal, shifted = (iterate(P, rewards, 0.8, zero, zero) for rewards in (r, r + h - g))

    np.testing.assert_allclose(iterate(P, r, 0.8, g, g) + g, optimal, atol=1e-12)
    np.testing.assert_allclose(iterate(P, r, 0.8, g, h) + h, shifted, atol=1e-12)
    assert abs(iterate(P, r, 0.8, g, h) + g - optimal).max() > 1e-3


def test_the_program_is_refuted_with_certificates_and_its_repair_holds(answer):
    found = [x for x in released_program(TRIAL) if isinstance(x, Evidence)]
    fixed = [x for x in repaired(TRIAL) if isinstance(x, Evidence)]

    assert all(x.outcome is Outcome.FAILS for x in found)
    assert all(answer(x.certificate, "dpdqn/code-algorithm")["accepted"] for x in found)
    assert all(x.outcome is Outcome.HOLDS for x in fixed)


@pytest.mark.parametrize(
    ("part", "other"), [(0, {"Q": 0}), (0, {"g_t": 0}), (0, {"q_star": 1}), (1, {"paths": 101}), (1, {"batches": 100})]
)
def test_another_fixed_point_or_number_of_paths_is_refused(part, other, answer):
    found = [x.certificate for x in released_program(TRIAL) if isinstance(x, Evidence) and x.certificate.part == part]
    wrong = replace(found[0], values={**found[0].values, **other})

    assert not answer(wrong, "dpdqn/code-algorithm")["accepted"]
