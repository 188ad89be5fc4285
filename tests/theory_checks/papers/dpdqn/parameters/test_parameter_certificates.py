"""Certificates of the room are about the published numbers, and about nothing else."""

from dataclasses import replace
from fractions import Fraction
from math import sqrt

import pytest

from tests.theory_checks.papers.dpdqn.near_misses import certificates, changed, of_lemma
from theory_checks.checker.checker import check_bytes
from theory_checks.core.certificate import instance
from theory_checks.core.interpret import approximate
from theory_checks.engine.papers import load
from theory_checks.papers.dpdqn.parameters.published import mu_squared

TERM, APPROXIMATION = ("dpdqn/exp-tail-small", "term-of-theorem-5"), ("dpdqn/e3-approximation", "constant-under-root")
TAIL, V = ("dpdqn/e3-k-tail",), ("dpdqn/e3-v-value", "k-23")
UNDER, OUTSIDE = (("dpdqn/e3-sigma", f"constant-{place}") for place in ("under-root", "outside-root-printed-v"))
RELEASE, FEASIBLE = ("dpdqn/e3-parameters", "k-23"), "dpdqn/e3-parameters/repaired"
DOMAIN = "the values must satisfy the domain"
NEAR_MISSES = [
    (TERM, {"values": {"k": 1}}, DOMAIN),
    (TERM, {"values": {"beta": 10**6}}, DOMAIN),
    (APPROXIMATION, {"values": {"k": 22}}, DOMAIN),
    (APPROXIMATION, {"values": {"epsilon": Fraction(1, 10)}}, DOMAIN),
    (TAIL, {"values": {"k": 22}}, DOMAIN),
    (V, {"values": {"v": Fraction(99, 1600000)}}, DOMAIN),
    (UNDER, {"values": {"v": Fraction(1, 10**5)}}, DOMAIN),
    (OUTSIDE, {"values": {"k": 23, "v": Fraction(9, 20000)}}, DOMAIN),
    (RELEASE, {"values": {"sigma": 32}, "mu": {"sigma": 32}}, DOMAIN),
    (RELEASE, {"mu": {"sigma": 32}}, "sigma of mu must be that of the statement"),
    (RELEASE, {"mu": {"updates": 1}}, "updates of mu must be that of the statement"),
    (RELEASE, {"values": {"step": Fraction(1, 2)}, "mu": {"step": Fraction(1, 2)}}, DOMAIN),
    (RELEASE, {"values": {"paths": 2}, "mu": {"paths": 2}}, DOMAIN),
    (RELEASE, {"values": {"paths": Fraction(1, 2)}, "mu": {"paths": Fraction(1, 2)}}, "paths must be an integer"),
]


@pytest.mark.parametrize(("claim", "parts", "rule"), NEAR_MISSES)
def test_a_near_miss_is_refused(claim, parts, rule, answer):
    certificate = certificates(*claim)[0]

    assert answer(certificate, *claim)["accepted"]
    assert not certificate.assumed
    assert rule in answer(changed(certificate, **parts), *claim)["sentence"]


@pytest.mark.parametrize("part", range(7))
def test_conditions_that_some_numbers_meet_are_refuted_by_no_others(part):
    statement = load()[FEASIBLE]
    of_the_paper = {"epsilon": Fraction(9, 10), "T": 5000, "B": 64, "L": 4, "J": 78, "alpha": Fraction(3, 10**4)}
    small = dict.fromkeys(("delta", "delta_g"), Fraction(5, 10**5))
    free = {"k": 23, "sigma": 1, "v": 1, "beta": 2, "C": 10**6, "mean": 10**6, "noise": 10**6}
    binding = statement.binding("printed")
    values = of_the_paper | small | free
    assuming = instance(statement.reading("printed").claims, "", values, part=part).about(binding)

    assert assuming.check()["accepted"]
    assert not check_bytes(replace(assuming, assumed=()).to_bytes(), {binding.key: binding.digest})["accepted"]


@pytest.mark.parametrize("sign", [-1, 1])
@pytest.mark.parametrize("paths", [0, 1])
@pytest.mark.parametrize("k", [Fraction(23), Fraction(23, 10)])
def test_mu_of_the_release_term_by_term(sign, paths, k):
    step, sigma = sign * Fraction(3, 10**4), Fraction(32, 100)
    mu = of_lemma(
        "tracked-reward-mu",
        approximate,
        sigma=sigma,
        updates=78,
        step=step,
        paths=paths,
        beta=16 / (abs(step) * (k + 1)),
    )

    assert mu == pytest.approx(sqrt(mu_squared(k, sigma, sign, bool(paths))), rel=1e-9)
