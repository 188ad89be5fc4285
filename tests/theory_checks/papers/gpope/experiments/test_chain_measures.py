"""The exact measures of the chain against matrices of floats, and the numbers of the texts."""

import re
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from tabular.evaluation import mspbe
from theory_checks.core.claim import Trial
from theory_checks.engine.papers import load
from theory_checks.papers.gpope.experiments._chain_runs import Estimate, fixed_moments, true_values
from theory_checks.papers.gpope.experiments._chain_values import (
    N,
    best_constant,
    constant,
    mean_value,
    measures,
    trivial_error,
)
from theory_checks.papers.gpope.experiments.chain_measures import level, mspbe_as_accuracy, waves


@pytest.mark.parametrize("make", [constant, waves, level])
def test_measures_are_those_of_the_matrices(make):
    theta = make(Fraction(3, 10))
    floats = np.array([float(x) for x in theta])
    found = measures(theta)

    assert float(found.mspbe) == pytest.approx(float(mspbe(fixed_moments("transitions"), floats)), rel=1e-9)
    assert float(found.squared) == pytest.approx(Estimate(floats).error(fixed_moments("values")), rel=1e-9)
    assert float(found.largest) == pytest.approx(float(np.max(np.abs(floats - true_values()))), rel=1e-12)


def test_zero_has_the_trivial_error():
    assert measures(constant(Fraction(0))).mspbe == trivial_error()


@pytest.mark.parametrize("step", [Fraction(1, 1000), Fraction(-1, 1000)])
def test_no_constant_is_better_than_the_best_ones(step):
    flat, mean = best_constant(), mean_value()

    assert measures(constant(flat)).mspbe < measures(constant(flat + step)).mspbe
    assert measures(constant(mean)).squared < measures(constant(mean + step)).squared


def test_the_numbers_of_the_texts():
    """Constants have a 300 times smaller MSPBE than 0, a quarter of its error of values, and are off by a half."""
    flat, nothing = measures(constant(best_constant())), measures(constant(Fraction(0)))

    assert nothing.mspbe > 300 * flat.mspbe
    assert flat.largest > Fraction(1, 2)
    assert 16 * flat.squared < nothing.squared < 17 * flat.squared
    assert round(mean_value(), 2) == Fraction(83, 100)
    assert N == 39


def told(**changes):
    """Return the checker's answer to the certificate with other parts."""
    found, *_ = mspbe_as_accuracy(Trial(claim_id="gpope/fig1a-accuracy"))
    changed = replace(
        found.certificate, **{key: change(getattr(found.certificate, key)) for key, change in changes.items()}
    )
    return changed.about(load()["gpope/fig1a-accuracy"].binding("mspbe-as-accuracy")).check()


def test_the_certificate_has_the_exact_measures():
    exact = [float(measures(x).mspbe) for x in (waves(Fraction(1, 50)), constant(Fraction(1)))]
    decided = re.fullmatch(r"accepted: (\S+)\.\.\. > (\S+)\.\.\.", told()["sentence"])

    assert [float(x) for x in decided.groups()] == pytest.approx(exact, rel=1e-5)


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"objects": lambda x: {**x, "theta_1": x["theta_2"], "theta_2": x["theta_1"]}}, "satisfy the domain"),
        ({"objects": lambda x: {**x, "theta_2": x["theta_1"]}}, "satisfy the domain"),
        ({"objects": lambda x: {**x, "V": x["theta_1"]}}, "vector must hold the true values"),
        ({"objects": lambda x: {**x, "w": [2 * y for y in x["w"]]}}, "weights must be shares"),
        ({"objects": lambda x: {**x, "w": x["w"][:-1]}}, "weights must have an entry for each state"),
        ({"given": lambda x: [*x[:2], {**x[0], "name": "mspbe_2"}, x[3]]}, "value of mspbe_2 must be that"),
    ],
)
def test_other_estimates_or_values_are_refused(changes, rule):
    assert rule in told(**changes)["sentence"]
