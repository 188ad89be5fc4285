"""Certificates of the room are about the neighbours, costs and kernels that they name, and about nothing else."""

from fractions import Fraction

import pytest

from tabular.noise.exact import predict
from tests.theory_checks.papers.dpdqn.near_misses import certificates, changed, of_lemma
from theory_checks.core.formula import log
from theory_checks.core.interpret import approximate
from theory_checks.papers.dpdqn.sampler.other_kernels import PRODUCTS_OF_LINES, WALKS, distant_weights, one_more_row

HALF = Fraction(1, 2)
LIST, ANSWERS, LAST = ("dpdqn/prop9", "linked-list"), ("dpdqn-v1/cor11", "total"), ("dpdqn-v1/cor11", "per-round-list")
TOTAL, KERNELS = (("dpdqn/sec33-other-kernels", name) for name in ("quadratic-total", "no-other-kernel"))
MEAN, FACTOR, LINE = ("dpdqn/eq2-mean",), ("dpdqn/eq2-variance", "identity"), ("dpdqn/line16-sampling", "variance")
TIED, PROGRAM = ("dpdqn/eq2-boundary", "zero-value"), ("dpdqn/code-sampler",)
NEAR_MISSES = [
    (LIST, {"values": {"N": 100}}, "queries of steps must be that of the statement"),
    (LIST, {"values": {"C": 15}}, "the conclusion must be true"),
    (LIST, {"values": {"N": 2}, "steps": {"queries": 2}}, "the conclusion must be true"),
    (LIST, {"values": {"steps": 10**9}}, "steps must be what a lemma gives"),
    (ANSWERS, {"values": {"C": 5}}, "the conclusion must be true"),
    (LAST, {"steps": {"queries": 37}}, "queries of steps must be that of the statement"),
    (TOTAL, {"values": {"C": 2}}, "the conclusion must be true"),
    (TOTAL, {"steps": {"queries": 60}}, "queries of steps must be that of the statement"),
    (KERNELS, {"distant": {"fall": 1}}, "end - fall high must not be negative"),
    (KERNELS, {"distant": {"low": -2}}, "start + low must not be negative"),
    (MEAN, {"values": {"s_plus": 2}}, "must be that of the statement"),
    (MEAN, {"w_minus": {"one": 3, "other": 0}}, "of w_minus must be that of the statement"),
    (MEAN, {"w_minus": {"point": 3}}, "point must lie between the two others"),
    (FACTOR, {"values": {"beta": 1}}, "beta of variance must be that of the statement"),
    (FACTOR, {"values": {"s": 2}, "variance": {"point": 2}}, "the values must satisfy the domain"),
    (FACTOR, {"values": {"variance": 1}}, "variance must be what a lemma gives"),
    (LINE, {"values": {"sigma": 1}}, "could not decide"),
    (LINE, {"variance": {"point": 0}}, "the values must satisfy the domain"),
    (TIED, {"values": {"mu": 1}, "delta": {"mu": 1}}, "the values must satisfy the domain"),
    (TIED, {"delta": {"mu": 1}}, "mu of delta must be that of the statement"),
    (TIED, {"values": {"sigma": 3}}, "mu of delta_path must be that of the statement"),
    (TIED, {"values": {"s": 1}}, "point of variance must be that of the statement"),
    (PROGRAM, {"values": {"second": 0}}, "the values must satisfy the domain"),
    (PROGRAM, {"values": {"third": 1}}, "distance of covariance must be that of the statement"),
]


@pytest.mark.parametrize(("claim", "parts", "rule"), NEAR_MISSES)
def test_a_near_miss_is_refused(claim, parts, rule, answer):
    certificate = certificates(*claim)[0]

    assert answer(certificate, *claim)["accepted"]
    assert rule in answer(changed(certificate, **parts), *claim)["sentence"]


def test_midway_there_is_no_counterexample(answer):
    """Midway between the neighbours the printed weights are right; a list may also be read downwards."""
    ascending, _, descending = certificates(*MEAN)
    midway = {"values": {"s_plus": 2}, "w_minus": {"other": 2}, "w_plus": {"one": 2}}

    assert descending.values["s_minus"] > descending.values["s_plus"]
    assert not answer(changed(ascending, **midway), *MEAN)["accepted"]


def test_the_readings_of_line_16_do_not_lend_each_other_their_counterexamples(answer):
    unit = certificates("dpdqn/line16-sampling", "deviation")[0]

    assert unit.values["sigma"] == 1
    assert not answer(unit, *LINE)["accepted"]


@pytest.mark.parametrize("n", [1, 2, 6, 30])
def test_draws_by_the_triangular_factor(n):
    assert of_lemma("triangular-draw-steps", queries=n) == sum(map(one_more_row, range(1, n + 1)))


@pytest.mark.parametrize("name", PRODUCTS_OF_LINES)
def test_products_of_lines_leave_nothing_to_distant_values(name):
    for stored, x in (((1, 2), 3), ((2, 5, 11, 19), 7), ((4, 9), 1)):
        assert set(distant_weights(WALKS[name], stored, x)) <= {of_lemma("distant-weight")}


@pytest.mark.parametrize(("one", "point", "other"), [(0, 1, 3), (3, 1, 0), (-2, 5, 6)])
def test_weights_in_either_order(one, point, other):
    weights = predict(lambda x, y: HALF ** abs(x - y), sorted((one, other)), point).weights
    found = of_lemma("conditional-weight", approximate, beta=log(2), one=one, point=point, other=other)

    assert found == pytest.approx(float(weights[one > other]), rel=1e-12)
