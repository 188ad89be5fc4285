"""Union bounds and tails of several paths, by scipy and by simulation."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from math import exp, log, sqrt

import numpy as np
import pytest
from flint import arb, ctx
from scipy.special import log_ndtr, ndtr
from scipy.stats import multivariate_normal

from tabular.noise.path_maximum import mean, tail
from theory_checks.core.formula import minimum, ref
from theory_checks.core.interpret import approximate, enclose, substitute
from theory_checks.core.parsing import relations
from theory_checks.engine.execution import execute
from theory_checks.engine.papers import load
from theory_checks.engine.registry import claim_about
from theory_checks.papers.dpdqn.maximum import tail_of_all_paths as all_paths
from theory_checks.papers.dpdqn.maximum import union_bound
from theory_checks.papers.dpdqn.maximum._tails import PRINTED, SHARP
from theory_checks.papers.dpdqn.maximum._unions import at_least_one, pair_tail
from theory_checks.papers.dpdqn.maximum.tail_of_all_paths import all_bounded
from theory_checks.papers.dpdqn.maximum.tail_of_maximum import first_violation
from theory_checks.papers.dpdqn.maximum.tail_repaired import repaired_tail
from theory_checks.papers.dpdqn.maximum.union_bound import first_number, union_or_path
from theory_checks.papers.dpdqn.maximum.union_expression import GROWTH, LINEAR, SUM


@pytest.mark.parametrize("rho", [0.0, 0.3, 0.9])
@pytest.mark.parametrize("level", [0.0, 1.0, 2.5])
def test_the_tail_of_a_pair(rho: float, level: float) -> None:
    below = float(multivariate_normal(np.zeros(2), [[1.0, rho], [rho, 1.0]]).cdf(np.full(2, level)))
    assert float(pair_tail(arb(rho), arb(level))) == pytest.approx(1 - below, abs=1e-6)  # scipy's own accuracy


def test_at_least_one_of_many_small_probabilities() -> None:
    tiny = arb(10) ** -40
    assert float(at_least_one(tiny, 50)) == pytest.approx(50e-40, rel=1e-12)
    assert float(at_least_one(arb("0.3"), 4)) == pytest.approx(1 - 0.7**4, rel=1e-12)
    assert float(at_least_one(arb(3), 2)) == pytest.approx(-3.0, rel=1e-12)  # 1 - (1 - 3)^2


def test_the_events_are_opposite() -> None:
    q = arb("0.2")
    assert float(all_bounded(q, 5) + at_least_one(q, 5)) == pytest.approx(1.0, rel=1e-12)
    draws = np.random.default_rng(5).random((100_000, 5)) < 0.2
    assert float(at_least_one(q, 5)) == pytest.approx(draws.any(axis=1).mean(), abs=0.008)  # five standard errors


def test_the_printed_expressions() -> None:
    values = {"k": 2.0, "beta": 0.01, "sigma": 0.5}
    printed_p = exp(-((4 - 8.68 * 0.1 * 0.5) ** 2) / 2)
    assert approximate(all_paths.PRINTED.let["p"], values) == pytest.approx(printed_p, rel=1e-12)
    sharp_p = exp(-(((4 - 2 / sqrt(np.pi) * 0.1 * 0.5) / 0.5) ** 2) / 2)
    assert approximate(all_paths.REPAIRED.let["p"], values) == pytest.approx(sharp_p, rel=1e-12)
    values = {"k": 1.0, "beta": 4.0, "sigma": 0.5}
    assert approximate(GROWTH, values) == pytest.approx(exp(1), rel=1e-12)
    assert approximate(LINEAR, values) == pytest.approx(exp(-1), rel=1e-12)


def test_the_first_violation_is_the_first() -> None:
    u = first_violation(PRINTED, Fraction(1), Fraction(2))

    def excess(value: float) -> float:
        return float(log_ndtr(-8.68 - value / 2)) + value**2 / 2

    assert excess(float(u)) > 0 >= excess(float(u) - 0.5)


def test_the_first_number_is_the_first() -> None:
    claimed = load()["dpdqn/intro-union-bound"].reading("many-values").claims
    N = first_number(claimed, {"beta": Fraction(1, 100), "sigma": 1, "u": 2})
    one = float(ndtr(-(0.868 + 2)))
    assert N * one >= exp(-2) > (N - 1) * one
    big = first_number(claimed, {"beta": 1, "sigma": 1, "u": 4})
    assert log(big) == pytest.approx(-8 - float(log_ndtr(-12.68)), rel=1e-9)


@pytest.mark.parametrize(
    ("first", "second", "where"),
    [
        (SUM / 2, union_bound.PATH, "$f(0)$ and $f(1)$"),
        (SUM, substitute(union_bound.PATH, {"m": 0}), "any points of the path"),
    ],
)
def test_each_of_the_two_bounds_is_put_to_the_test(first, second, where, failing) -> None:
    name = "dpdqn/intro-union-bound/repaired"
    found = failing(partial(union_or_path, bound=minimum(first, second)), name)

    assert any(where in item.case for item in found)
    assert not failing(partial(union_or_path, bound=minimum(SUM, union_bound.PATH)), name)


@pytest.mark.parametrize(
    "wrong",
    [{"in_blocks": substitute(SHARP.level, {"beta": 1})}, {"in_blocks": ref("u")}, {"limit": PRINTED.limit}],
)
def test_the_second_bound_of_lemma_8_is_put_to_the_test(wrong, failing) -> None:
    found = failing(partial(repaired_tail, **wrong), "dpdqn/lemma8/repaired")

    assert any(item.case.startswith("second bound") for item in found)


@pytest.mark.parametrize("beta", [0.01, 0.3, 1.0, 5.0, 40.0])
@pytest.mark.parametrize(
    ("id_", "reading"), [("dpdqn/e3-tight-bound", "some-path-exceeds"), ("dpdqn/e3-tight-bound/repaired", "printed")]
)
def test_the_sharper_bound_of_a_path_is_above_its_true_tail(id_: str, reading: str, beta: float) -> None:
    sharper = relations(load()[id_].reading(reading).sharper[0])[0].right
    for c in (1.13 * sqrt(beta) + u for u in (0.01, 0.3, 1.0, 4.0, 8.0)):
        bound = float(enclose(sharper, {"beta": Fraction(beta), "sigma": 1, "k": Fraction(c) / 2, "J": 1}))
        assert tail(c, beta) <= bound * (1 + 1e-4)


@pytest.mark.parametrize("beta", [0.01, 1.0, 40.0])
def test_the_path_exceeds_its_mean_less_often_than_one_value_exceeds_zero(beta: float) -> None:
    for u in (0.0, 0.5, 2.0, 6.0):
        assert tail(mean(beta) + u, beta) <= float(ndtr(-u)) * (1 + 1e-4)


@pytest.mark.parametrize("bits", [40, 64, 256])
def test_the_first_number_is_decided_whatever_precision_the_process_has(bits):
    statement = load()["dpdqn/intro-union-bound"]
    with ctx.workprec(bits):
        record = execute(claim_about(statement, "many-values"), statement)

    assert record["verdict"] == "VERIFIED"
