"""Certificates of the room are about the noise and the outputs that they name, and about nothing else."""

from fractions import Fraction

import pytest

from tests.theory_checks.papers.dpdqn.near_misses import certificates, changed

TWICE, ONCE = ("dpdqn/claim13", "noise-as-printed"), ("dpdqn/claim13", "standard-noise")
LINES, STEP, CHOICE = (
    ("dpdqn/claim13-log-ratio",),
    ("dpdqn/claim13-monotonicity",),
    ("dpdqn/claim13-choice", "intended"),
)
GRID, WITH_FACTOR = ("dpdqn-v1/lemma6", "invertible"), ("dpdqn-v1/lemma6", "with-sensitivity")
SINGULAR = ("dpdqn-v1/lemma6", "generalised-inverse")
DOMAIN, FALSE = "the values must satisfy the domain", "the conclusion must be true"
NEAR_MISSES = [
    (TWICE, {"values": {"sigma": 1}}, DOMAIN),
    (TWICE, {"values": {"Delta": Fraction(1, 200)}}, DOMAIN),
    (TWICE, {"mu": {"sigma": Fraction(1, 20)}}, DOMAIN),
    (TWICE, {"values": {"exact": 1}}, "exact must be what a lemma gives of"),
    (TWICE, {"exact": {"epsilon": 0}}, "epsilon of exact must be that of the statement"),
    (LINES, {"values": {"cross": 0}}, DOMAIN),
    (LINES, {"values": {"form": 2}}, DOMAIN),
    (LINES, {"loss": {"other": 1}}, "other of loss must be that of the statement"),
    (LINES, {"values": {"square": 0, "other": 1, "cross": 0}, "loss": {"other": 1}}, FALSE),
    (STEP, {"values": {"sigma": 1}}, DOMAIN),
    (STEP, {"values": {"epsilon": Fraction(8, 9), "Delta": Fraction(8, 9)}}, FALSE),
    (STEP, {"values": {"epsilon": Fraction(1, 2), "Delta": Fraction(1, 2)}}, FALSE),
    (CHOICE, {"values": {"sigma": 1}}, DOMAIN),
    (CHOICE, {"values": {"sigma": 2}}, FALSE),
    (GRID, {"values": {"norm": 11}}, DOMAIN),
    (GRID, {"values": {"norm": 1}, "mu": {"norm_squared": 1}}, FALSE),
    (SINGULAR, {"values": {"xi1": 2}, "exact": {"xi1": 2}}, DOMAIN),
    (SINGULAR, {"values": {"xi2": 1}, "exact": {"xi2": 1}}, "xi1 and xi2 must differ"),
    (SINGULAR, {"exact": {"k12": 0}}, "the difference of the values must have no noise"),
]


@pytest.mark.parametrize(("claim", "parts", "rule"), NEAR_MISSES)
def test_a_near_miss_is_refused(claim, parts, rule, answer):
    certificate = certificates(*claim)[0]

    assert answer(certificate, *claim)["accepted"]
    assert not certificate.assumed
    assert rule in answer(changed(certificate, **parts), *claim)["sentence"]


@pytest.mark.parametrize(("printed", "right"), [(TWICE, ONCE), (GRID, WITH_FACTOR)])
def test_the_right_noise_is_not_refuted_by_the_certificates_of_the_printed_one(printed, right, answer):
    for certificate in certificates(*printed):
        assert not answer(certificate, *right)["accepted"]
