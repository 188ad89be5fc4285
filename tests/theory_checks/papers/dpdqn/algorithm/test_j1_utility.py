"""The private mathematics of one path against fresh ones: means after many iterations, by simulation."""

from dataclasses import replace
from fractions import Fraction
from math import pi, sqrt

import numpy as np
import pytest

from tabular.algorithms.private_value_iteration import bracketed
from tabular.gaussian import mean_abs_max_normal
from theory_checks.core.claim import Trial
from theory_checks.core.exhibits import Table
from theory_checks.core.formula import num
from theory_checks.papers.dpdqn.algorithm._noise_paths import TwoActions
from theory_checks.papers.dpdqn.algorithm.j1_literal import j1_literal
from theory_checks.papers.dpdqn.algorithm.j1_repaired import fresh_paths, one_path
from theory_checks.papers.dpdqn.algorithm.j1_utility import (
    fresh_path_error,
    fresh_path_floor,
    j1_bracketed,
    one_path_error,
)

HALF, GAMMA = Fraction(1, 2), Fraction(9, 10)
TRIAL = Trial(claim_id="dpdqn/j1-worst-utility")


def simulated_errors(paths, alpha=1.0, runs=20_000, gamma=0.9, seed=0):
    """|v'| on one state with two actions and r = 0, noise inside the maximum, by the definition of the update."""
    rng = np.random.default_rng(seed)
    noise = {path: rng.normal(size=(runs, 2)) for path in set(paths)}
    q = np.zeros((runs, 2))
    for path in paths:
        g = noise[path]
        q = q + alpha * (gamma * (q + g).max(axis=1, keepdims=True) - q - g)
    return np.abs(q.max(axis=1))


@pytest.mark.parametrize("alpha", [Fraction(3, 10_000), Fraction(1, 100), Fraction(1, 10), Fraction(1)])
def test_the_simulated_errors_lie_where_the_bounds_say(alpha):
    one = simulated_errors(one_path(78), float(alpha))
    fresh = simulated_errors(fresh_paths(78), float(alpha))
    least, most = fresh_path_error(alpha, GAMMA, 78)

    # five standard errors: a right value is missed with a probability below 1e-6
    assert one.mean() == pytest.approx(float(one_path_error(alpha, GAMMA, 78)), abs=5 * one.std() / 20_000**0.5)
    assert float(least) - 5 * fresh.std() / 20_000**0.5 < fresh.mean()
    assert fresh.mean() < float(most) + 5 * fresh.std() / 20_000**0.5


@pytest.mark.parametrize("alpha", [Fraction(1, 7), HALF, Fraction(1)])
def test_two_iterations_agree_with_the_means_over_the_plane(alpha):
    run = TwoActions(bracketed, GAMMA, alpha)
    least, most = fresh_path_error(alpha, GAMMA, 2)

    assert one_path_error(alpha, GAMMA, 2).overlaps(run.one_path().ball())
    assert least.overlaps(run.fresh_paths().ball())
    assert (most - least).overlaps(run.slack())


def test_after_many_iterations_one_path_costs_its_own_noise_and_fresh_paths_at_least_the_floor():
    for gamma in (HALF, GAMMA):
        least, _ = fresh_path_error(HALF, gamma, 600)

        # 0.95^600 < 1e-13 of the start is left
        assert float(one_path_error(HALF, gamma, 600)) == pytest.approx(float(mean_abs_max_normal(2)), abs=1e-12)
        assert float(least) > float(fresh_path_floor(gamma)) == pytest.approx(float(gamma / (1 - gamma)) / sqrt(pi))


def test_the_order_reverses_for_steps_that_are_small_against_one_over_the_iterations():
    tables = [x for x in j1_bracketed(TRIAL) if isinstance(x, Table)]
    steps = next(table for table in tables if "78" in table.title)
    orders = {row[0]: float(row[1]) > float(row[3]) for row in steps.rows}

    assert orders == {"3/10000": True, "1/100": True, "1/10": False, "1": False}


def test_the_printed_plus_sign_reverses_the_order_on_two_states():
    signs = [x for x in j1_bracketed(TRIAL) if isinstance(x, Table)][-1]
    variances = {(row[0], row[1]): tuple(map(Fraction, row[2:])) for row in signs.rows}

    assert variances == {
        ("bracketed", "minus sign"): (Fraction(9, 16), Fraction(25, 16)),
        ("bracketed", "printed plus sign"): (Fraction(233, 16), Fraction(137, 16)),
        ("literal", "minus sign"): (Fraction(1, 2), Fraction(5, 2)),
        ("literal", "printed plus sign"): (Fraction(49, 2), Fraction(29, 2)),
    }


READINGS = {"bracketed": j1_bracketed, "literal": j1_literal}


@pytest.mark.parametrize(("reading", "failures"), [("bracketed", 3), ("literal", 6)])
def test_every_failure_is_certified_under_its_own_reading(reading, failures, failing, answer):
    found = failing(READINGS[reading], TRIAL.claim_id, reading)

    assert len(found) == failures
    for item in found:
        accepted = {name for name in READINGS if answer(item.certificate, TRIAL.claim_id, name)["accepted"]}
        assert accepted == {reading}


def test_small_steps_with_the_noise_inside_the_maximum_are_no_counterexample(failing, answer):
    first = failing(j1_bracketed, TRIAL.claim_id, "bracketed")[0].certificate
    law = {"step": num(Fraction(3, 10_000)), "gamma": first.values["gamma"], "sigma": 1}
    given = [{**x, "parameters": {**x["parameters"], **{name: num(y) for name, y in law.items()}}} for x in first.given]
    made = replace(first, given=given, values={**first.values, **law})

    assert "conclusion must be true" in answer(made, TRIAL.claim_id, "bracketed")["sentence"]


@pytest.mark.parametrize("claim", [j1_bracketed, j1_literal])
def test_both_signs_of_line_22_are_among_the_counterexamples(claim):
    cases = [x.case for x in claim(TRIAL) if hasattr(x, "outcome")]

    assert {sign for sign in ("minus sign", "printed plus sign") if any(sign in case for case in cases)} == {
        "minus sign",
        "printed plus sign",
    }


def test_a_certificate_states_the_errors_that_the_evidence_found(failing, answer):
    for item in failing(j1_literal, TRIAL.claim_id, "literal"):
        larger = answer(item.certificate, TRIAL.claim_id, "literal")["sentence"].split()[1].rstrip(".")

        assert float(larger) == pytest.approx(float(item.right.strip("[]").split()[0]), rel=1e-5)  # the digits shown
