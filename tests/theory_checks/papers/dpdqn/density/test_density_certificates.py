"""Certificates of the room are about the mechanisms, sets and grids that they name, and about nothing else."""

from dataclasses import replace
from fractions import Fraction
from math import log

import numpy as np
import pytest

from tabular.privacy import grid_norm_squared
from tests.theory_checks.papers.dpdqn.near_misses import certificates, changed, of_lemma
from theory_checks.core.interpret import approximate
from theory_checks.papers.dpdqn.density._log_ratios import set_ratio
from theory_checks.papers.dpdqn.density.level_moments import conditional_energy, sum_of_squares
from theory_checks.papers.dpdqn.density.ratio_moments import integrated_moment

HALF, THIRD, TENTH = (Fraction(1, n) for n in (2, 3, 10))
LINE = ("dpdqn/line5-sigma", "constant-outside-root")
QUOTED, BEST = ("dpdqn/thm5-kov-composition",), ("dpdqn/thm5-best-known",)
SETS, PATHS = ("dpdqn/thm5-moments-product", "any-set"), ("dpdqn/lemma11", "any-set")
SQUARE, BOUND, CHAIN = (
    ("dpdqn/thm5-square", "square-outside"),
    ("dpdqn/thm5-moment-bound",),
    ("dpdqn/thm5-display-chain",),
)
SOLVED, COMPOSED = ("dpdqn/thm5-solve-sigma",), ("dpdqn/thm5-composition",)
BRACKETS, LEVELS = ("dpdqn/lemma11-conditional-mgf", "brackets-as-printed"), ("dpdqn/lemma11-level-factors",)
STEP = ("dpdqn/lemma11-last-display", "line-before")
DIAMOND, LAST = ("dpdqn/lemma11-relaxation",), ("dpdqn/lemma11-last-display", "moment")
ROW = ("dpdqn/prop9-neighbours", "exactly-two")
DOMAIN, FALSE = "the values must satisfy the domain", "the conclusion must be true"
NEAR_MISSES = [
    (LINE, {"values": {"C": Fraction(1, 1000)}}, "norm_squared of mu must be that of the statement"),
    (LINE, {"values": {"sigma": 1}}, "sigma of mu must be that of the statement"),
    (LINE, {"values": {"sigma": 1}, "mu": {"sigma": 1}}, FALSE),
    (LINE, {"values": {"sigma": Fraction(1, 1000)}, "mu": {"sigma": Fraction(1, 1000)}}, DOMAIN),
    (LINE, {"values": {"updates": 2}, "mu": {"updates": 2}}, DOMAIN),
    (LINE, {"values": {"T": 3, "B": 2, "updates": 3 * HALF}, "mu": {"updates": 3 * HALF}}, "an integer must stand"),
    (LINE, {"values": {"least": 1}}, "least must be what a lemma gives of"),
    (LINE, {"least": {"mu": 10}}, "mu of least must be that of the statement"),
    (QUOTED, {"values": {"norm": HALF}}, "norm_squared of mu must be that of the statement"),
    (BEST, {"known": {"delta": HALF}}, "delta of known must be that of the statement"),
    (BEST, {"values": {"epsilon": 2}, "known": {"epsilon": 2}}, "epsilon must be below 1"),
    (SETS, {"values": {"norm_squared": HALF}}, "norm_squared of moment must be that of the statement"),
    (SETS, {"values": {"norm_squared": 2}, "moment": {"norm_squared": 2}}, DOMAIN),
    (SETS, {"moment": {"updates": 9}}, "updates of moment must be that of the statement"),
    (SETS, {"moment": {"threshold": -3}}, FALSE),
    (PATHS, {"values": {"lambda": 2}}, "power of moment must be that of the statement"),
    (SQUARE, {"log_moment": {"law": 0}}, "law of log_moment must be that of the statement"),
    (SQUARE, {"values": {"D": 2}}, DOMAIN),
    (BOUND, {"log_moment": {"law": 1}}, "law of log_moment must be that of the statement"),
    (BOUND, {"least": {"mu": 3}}, "mu of excess must be that of the statement"),
    (CHAIN, {"values": {"second": 0}}, DOMAIN),
    (CHAIN, {"values": {"lambda": 1}}, DOMAIN),
    (SOLVED, {"values": {"D": 9}}, DOMAIN),
    (SOLVED, {"values": {"norm_squared": 21}}, DOMAIN),
    (COMPOSED, {"values": {"sigma": TENTH}, "mu": {"sigma": TENTH}}, DOMAIN),
    (BRACKETS, {"values": {"q": THIRD}}, "decay of log_moment must be that of the statement"),
    (BRACKETS, {"values": {"squares": 0}, "log_moment": {"squares": 0}}, "the conclusion must be true"),
    (LEVELS, {"values": {"middle": 2}}, DOMAIN),
    (LEVELS, {"norm": {"level": 2}}, "level of norm must be that of the statement"),
    (DIAMOND, {"objects": {"g": [1, 1, 0]}}, DOMAIN),
    (DIAMOND, {"objects": {"g": [0, 1, 1, 1, 0]}}, "values must be given at 2^level + 1 points"),
    (DIAMOND, {"squares_0": {"depth": 1}}, "differences must be at most 4 squares - 2 ends"),
    (DIAMOND, {"values": {"lambda": 2}, "log_moment": {"power": 2}}, FALSE),
    (LAST, {"values": {"beta": 1}}, "beta of norm must be that of the statement"),
    (LAST, {"values": {"beta": 1}, "norm": {"beta": 1}}, FALSE),
    (LAST, {"norm": {"squares": 100}}, "squares of norm must be that of the statement"),
    (LAST, {"values": {"n": 2}, "norm": {"level": 2}}, "level of squares must be that of the statement"),
    (STEP, {"values": {"beta": 1}}, FALSE),
    (STEP, {"values": {"lambda": 1}}, FALSE),
    (STEP, {"squares_0": {"depth": 1}}, "depth of squares_0 must be that of the statement"),
    (ROW, {"values": {"x": 3}}, DOMAIN),
    (ROW, {"values": {"first": HALF}}, DOMAIN),
]


@pytest.mark.parametrize(("claim", "parts", "rule"), NEAR_MISSES)
def test_a_near_miss_is_refused(claim, parts, rule, answer):
    certificate = certificates(*claim)[0]

    assert answer(certificate, *claim)["accepted"]
    assert rule in answer(changed(certificate, **parts), *claim)["sentence"]


def test_all_sums_are_those_of_one_shift(answer):
    certificate = certificates(*LAST)[0]
    other = {name: {"parameters": {"values": "h"}} for name in ("differences", "ends")}
    mixed = replace(
        certificate,
        objects={**certificate.objects, "h": [0, 1]},
        given=[x | other.get(x["name"], {}) for x in certificate.given],
    )

    assert "values of differences must be that of the statement" in answer(mixed, *LAST)["sentence"]


def test_where_the_bracket_does_not_matter_there_is_no_counterexample(answer):
    """At D = 2 the factor of both squares is 1."""
    values = {"D": 2, "norm_squared": 2, "epsilon": 3 * HALF}
    moved = changed(certificates(*SQUARE)[0], values=values, log_moment={"norm_squared": 2, "epsilon": 3 * HALF})

    assert "the conclusion must be true" in answer(moved, *SQUARE)["sentence"]


@pytest.mark.parametrize(("reading", "others"), [("constant-under-root", 2), ("all-under-root", 5)])
def test_another_reading_of_line_5_asks_for_other_noise(reading, others, answer):
    for certificate in certificates(*LINE):
        assert not answer(certificate, "dpdqn/line5-sigma", reading)["accepted"]
    assert len(certificates("dpdqn/line5-sigma", reading)) == others


@pytest.mark.parametrize("claim", [*dict.fromkeys(claim for claim, _, _ in NEAR_MISSES)])
def test_nothing_is_assumed(claim, answer):
    for certificate in certificates(*claim):
        assert answer(certificate, *claim)["accepted"]
        assert not certificate.assumed


@pytest.mark.parametrize(("level", "beta"), [(0, 0.3), (1, 2.0), (3, 1.0), (3, 40.0)])
def test_the_norm_on_a_grid_by_its_sums(level, beta):
    g = np.random.default_rng(level).normal(size=2**level + 1)
    sums = {"squares": g @ g, "ends": g[0] ** 2 + g[-1] ** 2, "differences": (np.diff(g) ** 2).sum()}
    found = of_lemma("even-grid-norm", approximate, level=level, beta=beta, **sums)

    assert found == pytest.approx(grid_norm_squared(np.arange(2**level + 1) / 2**level, g, beta))


@pytest.mark.parametrize("law", [0, 1])
@pytest.mark.parametrize("power", [HALF, Fraction(3)])
def test_the_moments_of_the_log_ratio_by_integration(law, power):
    known = {"law": law, "power": power, "epsilon": THIRD, "updates": 2, "norm_squared": 2, "sigma": 3}
    integral = float(integrated_moment(power, Fraction(4, 9), under_one=bool(law)))

    assert of_lemma("log-ratio-log-moment", **known) == pytest.approx(log(integral) - float(power) / 3)


@pytest.mark.parametrize("threshold", [-1, 0, 2])
def test_the_ratio_of_a_half_space(threshold):
    known = {"power": 3, "updates": 4, "norm_squared": 1, "sigma": 2, "threshold": threshold}
    ratio = float(set_ratio(threshold, Fraction(1)))

    assert of_lemma("half-space-moment", approximate, **known) == pytest.approx(ratio**3)
    assert of_lemma("composed-mu", approximate, **{x: known[x] for x in ("updates", "norm_squared", "sigma")}) == 1


@pytest.mark.parametrize("g", [(0, 1, 0), (2, -1, 3), (0, 1, -1, 4, 2)])
def test_the_moment_of_midpoints_by_linear_algebra(g):
    known = {"power": 3, "sigma": 2, "decay": THIRD, "squares": sum_of_squares(g, THIRD)}

    assert of_lemma("midpoint-log-moment", **known) == (9 - 3) * conditional_energy(g, THIRD) / (2 * 4)
