"""Certificates of the room are about the published numbers, and about nothing else."""

from fractions import Fraction
from math import sqrt

import pytest

from tests.theory_checks.papers.dpdqn.near_misses import certificates, changed, of_lemma
from theory_checks.core.interpret import approximate
from theory_checks.papers.dpdqn.parameters.published import mu_squared

TERM, APPROXIMATION = ("dpdqn/exp-tail-small", "term-of-theorem-5"), ("dpdqn/e3-approximation", "constant-under-root")
TAIL, V = ("dpdqn/e3-k-tail",), ("dpdqn/e3-v-value", "k-23")
UNDER, OUTSIDE = (("dpdqn/e3-sigma", f"constant-{place}") for place in ("under-root", "outside-root-printed-v"))
RELEASE = ("dpdqn/e3-parameters", "k-23")
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
