"""The private mathematics of line 22: the two gradients and the terms of the sum."""

from dataclasses import replace
from fractions import Fraction

import pytest

from theory_checks.core.claim import Trial
from theory_checks.core.evidence import Outcome
from theory_checks.papers.dpdqn.algorithm.line22 import (
    ASCENT,
    DESCENT,
    last_of_batch,
    line22_sum,
    line22_update,
    printed_upper,
)

GAMMA, REWARD = 0.5, 1.0


def loss(q, fixed_target=None):
    target = REWARD + GAMMA * q if fixed_target is None else fixed_target
    return (q - target) ** 2 / 2


def derivative(f, q, h=1e-6):
    return (f(q + h) - f(q - h)) / (2 * h)


@pytest.mark.parametrize(("sign", "outcome"), [(ASCENT, Outcome.FAILS), (DESCENT, Outcome.HOLDS)])
def test_the_distances_are_those_of_gradient_steps(sign, outcome):
    """From Q = 0 with alpha = 1; the held target is r = 1 and Q* = 2. Central differences are exact for squares."""
    held = abs(sign * derivative(lambda q: loss(q, REWARD), 0.0) - 2)
    through = abs(sign * derivative(loss, 0.0) - 2)
    evidence = list(line22_update(Trial(claim_id="dpdqn/line22-update"), sign=sign))
    found = {item.case: item for item in evidence}

    assert float(Fraction(found[r"$\alpha = 1$, target held fixed, 1 step from $Q = 0$"].left)) == pytest.approx(held)
    assert float(
        Fraction(found[r"$\alpha = 1$, gradient through the target, one step from $Q = 0$"].left)
    ) == pytest.approx(through)
    assert {item.outcome for item in evidence} == {outcome}


def test_twenty_printed_steps_multiply_the_distance_by_three_halves_each():
    evidence = list(line22_update(Trial(claim_id="dpdqn/line22-update")))
    far = next(item for item in evidence if "20 steps" in item.case)

    assert Fraction(far.left) == 2 * Fraction(3, 2) ** 20


@pytest.mark.parametrize(("check", "id_"), [(line22_update, "dpdqn/line22-update"), (line22_sum, "dpdqn/line22-sum")])
def test_every_failure_is_certified(check, id_, failing, answer):
    failed = failing(check, id_)

    assert failed
    assert all(answer(item.certificate, id_)["accepted"] for item in failed)


def test_the_printed_sum_has_one_term_too_many():
    assert [len(range(j * 5, printed_upper(j, 5) + 1)) for j in range(3)] == [6, 6, 6]
    assert [len(range(j * 5, last_of_batch(j, 5) + 1)) for j in range(3)] == [5, 5, 5]


@pytest.mark.parametrize("other", [{"gamma": Fraction(1, 3)}, {"slope": 0}, {"after": 2}, {"Q_star": 0}, {"alpha": -1}])
def test_the_values_of_a_step_belong_together(other, failing, answer):
    certificate = failing(line22_update, "dpdqn/line22-update")[0].certificate
    changed = replace(certificate, values={**certificate.values, **other})

    assert "must satisfy the domain" in answer(changed, "dpdqn/line22-update")["sentence"]
