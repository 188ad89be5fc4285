"""Log density ratios under adaptive inputs, against densities multiplied out in doubles."""

from fractions import Fraction
from math import exp, log

import pytest

from tabular.noise.counters.designs import BinaryDesign
from theory_checks.papers.pucb.privacy.adaptivity import HONEST, _log_ratio, amplifying

RELEASES = {1: (Fraction(2), Fraction(-1)), 2: (Fraction(-3), Fraction(1, 2)), 3: (Fraction(1), Fraction(1))}


def density(adversary, data):
    """Multiply the densities of three partial sums of two counters, scale 1, user 1 feeding data."""
    seen, fed = {}, [data]
    for i in (2, 3):
        seen = {v: y for v, y in RELEASES.items() if v < i}
        fed.append(adversary(i, seen, data))
    sums = {1: fed[0], 2: tuple(a + b for a, b in zip(fed[0], fed[1], strict=True)), 3: fed[2]}
    result = 1.0
    for v, release in RELEASES.items():
        for y, x in zip(release, sums[v], strict=True):
            result *= exp(-abs(float(y) - float(x))) / 2
    return result


@pytest.mark.parametrize("adversary", [*HONEST.values(), amplifying])
def test_log_ratio(adversary):
    one, zero = Fraction(1), Fraction(0)
    expected = log(density(adversary, (one, zero)) / density(adversary, (zero, one)))

    assert float(_log_ratio(BinaryDesign(3), 1, adversary, RELEASES)) == pytest.approx(expected, abs=1e-12)
