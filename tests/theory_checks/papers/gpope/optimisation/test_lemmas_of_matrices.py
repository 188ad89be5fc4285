"""The lemmas about Q, its steps and its solution against LAPACK, singular values and simulation."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from tabular.mdp import FiniteMDP
from theory_checks.checker import checker
from theory_checks.core.claim import Trial
from theory_checks.papers.gpope.common.linear_evaluation import HALF, Problem, one_state, swapping, two_states
from theory_checks.papers.gpope.optimisation._spectra import SLOW
from theory_checks.papers.gpope.optimisation.contraction import lemma2
from theory_checks.papers.gpope.optimisation.optimum import optimum_w

F = Fraction
ONE = F(1)
EQUAL_FEATURES = Problem("feature (1, 1)", two_states(F(1, 3), F(2, 5)).mdp, [HALF, HALF], [[ONE], [ONE]])
PROBLEMS = [
    one_state(F(0)),
    one_state(F(7, 10)),
    swapping(F(3, 10)),
    two_states(F(5, 16), F(1, 6)),
    two_states(HALF, HALF),
    SLOW,
    EQUAL_FEATURES,
]
NAMED = pytest.mark.parametrize("problem", PROBLEMS, ids=lambda p: p.name)


@NAMED
def test_the_numbers_of_q_are_those_of_lapack(problem, worth):
    A, C, spectrum = problem.A.astype(float), problem.C.astype(float), np.linalg.eigvals(problem.Q.astype(float))
    bends, curvatures = np.linalg.eigvalsh(A.T @ np.linalg.solve(C, A)), np.linalg.eigvalsh(C)
    sizes = [spectrum.real.min(), abs(spectrum).min(), abs(spectrum).max()]
    sizes += [bends.min(), bends.max(), curvatures.min(), curvatures.max()]

    for item, size in enumerate(sizes, 1):
        found = worth("saddle-spectrum", problem.objects(), mdp="M", features="phi", item=item)
        assert found == pytest.approx(size, abs=1e-7)  # LAPACK at the double eigenvalue of two states
    if abs(spectrum.imag).max() < 1e-7:
        ends = [worth("saddle-spectrum", problem.objects(), mdp="M", features="phi", item=item) for item in (8, 9)]
        assert ends == pytest.approx([spectrum.real.min(), spectrum.real.max()], abs=1e-7)
    for item in (10,) if abs(spectrum.imag).max() < 1e-7 else (8, 9, 10):
        with pytest.raises(checker.Refused, match="hypotheses"):
            worth("saddle-spectrum", problem.objects(), mdp="M", features="phi", item=item)


@NAMED
@pytest.mark.parametrize("beta", [F(1, 100), F(5, 4), F(9)])
def test_norms_and_errors_of_a_step_are_those_of_floats(problem, beta, worth):
    M = np.eye(2 * problem.size) - float(beta) * problem.Q.astype(float)
    theta = [F(k + 2) for k in range(problem.size)]
    step = {"mdp": "M", "features": "phi", "beta": beta}
    after = worth(
        "one-step-error", {**problem.objects(), "v": theta}, vector="v", before=sum(x * x for x in theta), **step
    )

    assert worth("step-norm", problem.objects(), **step) == pytest.approx(np.linalg.norm(M, 2) ** 2, rel=1e-12)
    assert after == pytest.approx(np.sum((M @ [*map(float, theta), *[0] * problem.size]) ** 2), rel=1e-12)
    with pytest.raises(checker.Refused, match="squared length"):
        worth("one-step-error", {**problem.objects(), "v": theta}, vector="v", before=1, **step)


UNEQUAL = FiniteMDP([[[F(1, 2), F(1, 2)], [F(1, 4), F(3, 4)]]], [[0, 0]], HALF)
THREE = FiniteMDP([[[0, 1, 0], [0, 0, 1], [1, 0, 0]]], [[0, 0, 0]], HALF)
EYE = [[1, 0], [0, 1]]


@pytest.mark.parametrize(
    ("mdp", "features"),
    [
        (UNEQUAL, EYE),
        (UNEQUAL, [[1, 1]]),
        (THREE, [[1, 1, 1]]),
        (SLOW.mdp, [[1, 2]]),
        (SLOW.mdp, [[1, 0]]),
        (SLOW.mdp, [[1, 1], [0, 1]]),
        (SLOW.mdp, [[1, 0], [1, 1]]),
        (SLOW.mdp, [[1, 0], [0, 1], [0, 1]]),
        (one_state(HALF).mdp, [[1], [1]]),
        (FiniteMDP([[[1]], [[1]]], [[0], [0]], HALF), [[1]]),
    ],
)
def test_other_chains_and_features_are_refused(mdp, features, worth):
    objects = {"M": mdp, "phi": features}
    with pytest.raises(checker.Refused):
        worth("saddle-spectrum", objects, mdp="M", features="phi", item=2)
    with pytest.raises(checker.Refused):
        worth("step-norm", objects, mdp="M", features="phi", beta=1)


def test_uniform_weights_must_be_stationary(worth):
    step = {"beta": 1, "before": 1, "vector": "v"}
    with pytest.raises(checker.Refused, match="stationary"):
        worth("one-step-error", {"M": UNEQUAL, "phi": EYE, "v": [1, 0]}, mdp="M", features="phi", **step)


def test_certificates_of_lemma_2_are_about_their_step_and_chain(answer):
    certificate = next(lemma2(Trial(claim_id="gpope/lemma2"))).certificate

    assert answer(certificate, "gpope/lemma2") == "accepted: 5/4 > 9/16"
    for change, rule in (
        ({"beta": 1}, "beta of after must be that of the statement"),
        ({"beta": 2}, "must satisfy the domain"),
        ({"before": 2}, "before of after must be that of the statement"),
        ({"G2": 1}, "the conclusion must be true"),
        ({"lmin": F(1, 5)}, "lmin must be what a lemma gives"),
    ):
        assert rule in answer(replace(certificate, values={**certificate.values, **change}), "gpope/lemma2"), change
    other = replace(certificate, objects={**certificate.objects, "phi": [[-1]]})
    assert "refused" in answer(other, "gpope/lemma2")
    assert "refused" in answer(certificate, "gpope/lemma2", "eigenbasis")


def test_the_printed_solution_is_checked_entry_by_entry(answer):
    found = [x.certificate for x in optimum_w(Trial(claim_id="gpope/optimum-w")) if x.certificate]
    assert len(found) == 3
    for certificate in found:
        assert answer(certificate, "gpope/optimum-w").startswith("accepted")
        objects = certificate.objects
        for name in objects.keys() - {"M"}:
            altered = np.array(objects[name], dtype=object).copy()
            altered.flat[-1] += 1
            assert "refused" in answer(replace(certificate, objects={**objects, name: altered}), "gpope/optimum-w")


@pytest.mark.parametrize("scale", [F(1), F(1, 2)])
def test_runs_are_clipped_at_least_as_often_as_stated(scale, worth):
    beta, h, sigma, s = F(3, 2), F(2), F(2), float(scale)
    bound = worth("long-gradient", scale=scale, h=h, beta=beta, sigma=sigma)
    first = -float(beta * h * sigma) * np.random.default_rng(0).standard_normal((200_000, 2))
    second = s * s * np.stack([-first[:, 1], first[:, 0] + first[:, 1]])
    clipped = np.mean(np.linalg.norm(second, axis=0) > float(h))

    assert 0.1 * clipped < bound < clipped - 0.005  # five standard errors


def test_the_mean_square_of_noise(worth):
    draws = 3 * np.sqrt(1 / 4) * np.random.default_rng(1).standard_normal((100_000, 4))

    found = worth("noise-mean-square", h=3, variance=F(1, 4), entries=4)
    assert found == 9
    assert np.mean(np.sum(draws**2, axis=1)) == pytest.approx(found, rel=0.02)  # five standard errors
