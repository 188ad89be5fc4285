"""The lemmas about runs, limits and transitions against exact recursions and floats."""

from fractions import Fraction
from itertools import islice

import numpy as np
import pytest

from tabular.evaluation.saddle import identity_like
from tabular.evaluation.second_moments import second_moments, steady_state
from tabular.mdp.instances import one_state_loop
from theory_checks.checker import checker
from theory_checks.papers.gpope.common.one_state_loops import DEFECTIVE, Loop, diagonal, loop_matrix, squared_error
from theory_checks.papers.gpope.convergence.induction import worst_errors
from theory_checks.papers.gpope.convergence.transitions import ALTERNATING, LAZY, NEVER_LEFT, lazy, mean_square

F = Fraction
LOOPS = [Loop(F(x)) for x in ("0", "1/3", "1/2", "9/10")]


def entries(moments):
    return [[m[0, 0], m[0, 1], m[1, 1]] for m in moments]


@pytest.mark.parametrize("order", [0, 1])
@pytest.mark.parametrize("loop", LOOPS, ids=str)
def test_the_error_of_a_run_is_that_of_exact_second_moments(loop, order, worth):
    scale, variance, start = F(3, 4), F(2, 5), F(7)
    sizes = [scale / i**order for i in range(1, 5)]
    noise = variance * identity_like(loop_matrix(loop))
    moments = list(second_moments(loop_matrix(loop), sizes, diagonal(start, F(0)), noise))
    objects = {"M": one_state_loop(loop.discount, 0), "S": entries(moments)}
    run = {"mdp": "M", "sequence": "S", "steps": 4, "scale": scale, "order": order, "start": start}

    assert worth("loop-error", objects, variance=variance, **run) == float(squared_error(moments[-1]))
    for wrong in ({"variance": 1}, {"scale": 1}, {"order": 1 - order}, {"start": 1}, {"steps": 3}):
        with pytest.raises(checker.Refused):
            worth("loop-error", objects, **{"variance": variance, **run, **wrong})
    objects["S"][2][1] += F(1, 1000)
    with pytest.raises(checker.Refused, match="hypotheses"):
        worth("loop-error", objects, variance=variance, **run)


@pytest.mark.parametrize("loop", LOOPS, ids=str)
@pytest.mark.parametrize("scale", [F(1), F(1, 7)])
def test_the_level_is_that_of_the_steady_state(loop, scale, worth):
    beta, variance, Q = F(2, 3), F(5), loop_matrix(loop)
    found = worth(
        "loop-error-level",
        {"M": one_state_loop(loop.discount, 0)},
        mdp="M",
        scale=scale,
        beta=beta,
        variance=variance,
    )
    level = squared_error(steady_state(Q, beta, identity_like(Q) * variance / scale**2))

    assert found == pytest.approx(float(level), rel=1e-12)
    noise = identity_like(Q) * float(variance / scale**2)
    errors = [np.trace(m) for m in second_moments(Q.astype(float), [float(beta)] * 2000, 0 * noise, noise)]
    assert (np.diff(errors) > -1e-9 * found).all()
    assert errors[-1] == pytest.approx(found, rel=1e-2 if loop.discount == F(9, 10) else 1e-9)


def test_the_level_exists_only_for_short_steps_and_without_reward(worth):
    numbers = {"mdp": "M", "scale": 1, "variance": 1}
    for loop, beta in ((Loop(F(0)), F(1)), (DEFECTIVE, F(9, 4)), (DEFECTIVE, F(5)), (Loop(F(9, 10)), F(3))):
        eigenvalues = np.linalg.eigvals(np.eye(2) - float(beta) * loop_matrix(loop).astype(float))
        if abs(eigenvalues).max() < 1 - 1e-9:
            assert worth("loop-error-level", {"M": one_state_loop(loop.discount, 0)}, beta=beta, **numbers) > 0
        else:
            with pytest.raises(checker.Refused, match="short"):
                worth("loop-error-level", {"M": one_state_loop(loop.discount, 0)}, beta=beta, **numbers)
    with pytest.raises(checker.Refused, match="reward"):
        worth("loop-error-level", {"M": one_state_loop(F(0), 1)}, beta=F(1, 2), **numbers)


@pytest.mark.parametrize("case", [NEVER_LEFT, LAZY, ALTERNATING], ids=lambda x: x[0])
@pytest.mark.parametrize("tau", [1, 2, 5])
def test_the_mean_of_transitions_is_that_of_all_trajectories(case, tau, worth):
    found = worth("mean-transition-error", {"M": case[1]}, mdp="M", tau=tau)
    assert found == pytest.approx(float(mean_square(case[1], tau)), rel=1e-14)


def test_rewards_of_another_kind_are_refused(worth):
    with pytest.raises(checker.Refused, match="r and -r"):
        worth("mean-transition-error", {"M": lazy(F(1, 3)).with_rewards([[1, 0]])}, mdp="M", tau=2)


@pytest.mark.parametrize("eta", [F(3, 2), F(3)])
@pytest.mark.parametrize("noise", [True, False])
def test_the_largest_errors_are_the_worst(eta, noise, worth):
    errors = list(islice(worst_errors(eta, 0, noise), 6))
    data = {"eta": eta, "start": 1, "w": (eta - 1) / eta**2 if noise else 0, "values": "e"}

    for i in (1, 2, 6):
        assert worth("largest-allowed-error", {"e": errors[:i]}, i=i, **data) == float(errors[i - 1])
    with pytest.raises(checker.Refused):
        worth("largest-allowed-error", {"e": [*errors[:5], errors[5] + 1]}, i=6, **data)


@pytest.mark.parametrize("a", [F(1, 3), F(2)])
def test_the_limits_are_those_of_floats(a, worth):
    for k, ratio in ((F(1, 4), 0), (F(1, 2), np.exp(-(float(a) ** 2))), (F(3, 4), 1), (F(1), 1)):
        N = 10.0 ** (9 if k > F(1, 2) else 14)
        log_factor = 2 * N * np.log1p(-float(a) * N ** -float(k))
        found = np.exp(log_factor + 2 * float(a) * N ** (1 - float(k)))

        assert worth("geometric-ratio-limit", a=a, k=k) == pytest.approx(ratio, abs=1e-12)
        assert ratio == pytest.approx(found, abs=0.05)  # at k = 3/4 the next term falls like N^(-1/2)
        expected = 0 if k < 1 else np.exp(-2 * float(a))
        assert worth("geometric-limit", a=a, k=k) == pytest.approx(expected, abs=1e-12)
    assert worth("geometric-limit", a=a, k=F(3, 2)) == 1
    assert worth("recursion-level-limit", v=2, lmin=a, eta=1, k=F(1, 2)) == 0
