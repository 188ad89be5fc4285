"""The regions of the paper against the exact law of the counters in doubles, and against their counterexamples."""

from fractions import Fraction
from math import exp, log

import pytest

from tabular.noise.counters import failure_probability
from tests.theory_checks.papers.dpdqn.near_misses import certificates, inside
from theory_checks.engine.papers import load
from theory_checks.papers.pucb.counters._levels import PRINTED
from theory_checks.papers.pucb.counters.uniform_error import PRINTED as ALL_COUNTERS

READINGS = [(s.id, r.name) for s in load().statements.values() if s.paper == "pucb" for r in s.readings if r.region]


def test_the_regions_that_are_tested_here_are_all_there_are():
    assert READINGS == [
        ("pucb/laplace-example", "scale"),
        ("pucb/coalition-future", "scale"),
        ("pucb/counter-accuracy", "natural-log"),
        ("pucb/counter-accuracy", "log2"),
        ("pucb/e-epsilon", "natural-log"),
        ("pucb/e-epsilon", "log2"),
    ]


@pytest.mark.parametrize(("id_", "reading"), READINGS)
def test_every_counterexample_lies_outside(id_, reading):
    found = [c for c in certificates(id_, reading) if c.values]

    assert found
    for certificate in found:
        values = {k: v for k, v in certificate.values.items() if isinstance(v, int | Fraction)}
        assert not inside(id_, reading, **values)


@pytest.mark.parametrize("epsilon", [Fraction(n, 100) for n in (1, 50, 99, 100, 101, 1000)])
def test_the_scale_loses_at_most_epsilon_exactly_in_the_region(epsilon):
    assert inside("pucb/laplace-example", "scale", epsilon=epsilon) == (1 / epsilon <= epsilon)


@pytest.mark.parametrize("reading", ["natural-log", "log2"])
def test_one_counter_is_accurate_in_its_region_and_not_beyond_the_corners(reading):
    def right(T, beta):
        return T > 1 and failure_probability(T, float(PRINTED[reading].slope(T)) * -log(beta)) <= beta

    for T in (1, 2, 3, 4, 7, 8, 16, 100):
        for beta in (1e-6, 0.01, 0.3, 0.5323, 0.6, 0.617, 0.7, 0.95):
            assert right(T, beta) or not inside("pucb/counter-accuracy", reading, T=T, beta=Fraction(beta))
    least, corner = {"natural-log": (3, Fraction("0.53234")), "log2": (2, Fraction("0.618"))}[reading]
    assert inside("pucb/counter-accuracy", reading, T=least, beta=corner)
    assert not inside("pucb/counter-accuracy", reading, T=least - 1, beta=corner)
    assert not inside("pucb/counter-accuracy", reading, T=least, beta=corner + Fraction(1, 1000))
    assert [right(least, float(corner)), right(least, float(corner) + 0.001), right(least - 1, float(corner))] == [
        1,
        0,
        0,
    ]


@pytest.mark.parametrize("reading", ["natural-log", "log2"])
def test_all_counters_are_accurate_in_their_region_and_not_with_fewer_episodes(reading):
    def right(T, beta, C=3):
        level = float(ALL_COUNTERS[reading].slope(T)) * log(C / beta)
        return failure_probability(T - 1, level, counters=C) <= beta

    for T in (2, 3, 5, 9, 10, 16, 100):
        for y in (0.05, 0.5, 2.303, 3.0, 8.0):
            for C in (3, 32, 4800):
                within = inside("pucb/e-epsilon", reading, T=T, beta_prime=Fraction(exp(-y)))
                assert right(T, exp(-y), C) or not within
    least = {"natural-log": 10, "log2": 3}[reading]
    assert right(least, 0.1)
    assert not right(least - 1, 0.1)
    assert reading == "log2" or [right(10, 0.1434), right(10, 0.1435)] == [1, 0]  # the corner
    assert [inside("pucb/e-epsilon", reading, T=T, beta_prime=Fraction(1, 10)) for T in (least - 1, least)] == [0, 1]
