"""The regions of the room against truth that is computed without them, in floats, and against its certificates."""

from fractions import Fraction
from math import e, exp, log, sqrt

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.stats import norm

from tests.theory_checks.papers.dpdqn.near_misses import certificates, inside, regions
from theory_checks.core.claim import Trial
from theory_checks.core.evidence import Evidence, Region
from theory_checks.engine.execution import is_violation
from theory_checks.engine.papers import load
from theory_checks.engine.registry import claim_about

LOGARITHMIC = 10.0 ** np.random.default_rng(5).uniform(-3, 0, (60, 2))


@pytest.mark.parametrize(("id_", "reading"), regions("density"))
def test_every_counterexample_lies_outside(id_, reading):
    found = certificates(id_, reading)

    assert found
    assert not any(inside(id_, reading, **certificate.values) for certificate in found)


@pytest.mark.parametrize("key", [key for key in regions("density") if key != ("dpdqn/lemma11-last-display", "moment")])
def test_near_misses_are_refuted_inside(key):
    """A control also counts failures outside of the region, where the statement itself fails."""
    id_, reading = key
    claim = claim_about(load()[id_], reading)
    formal = load()[id_].reading(reading).claims

    assert claim.near
    for name in claim.near:
        findings = claim.function(
            Trial(claim_id=id_, reading=reading, formal=formal), **claim.setting, **claim.broken[name]
        )
        assert any(isinstance(x, Evidence) and x.region is Region.INSIDE and is_violation(x) for x in findings)


def least_delta(epsilon, mu):
    return norm.cdf(mu / 2 - epsilon / mu) - exp(epsilon) * norm.cdf(-mu / 2 - epsilon / mu)


@pytest.mark.parametrize(
    ("id_", "reading", "last", "witness", "square"),
    [
        ("dpdqn/line5-sigma", "constant-under-root", 12.6439, 0.029, lambda x, d: 2 * log(e + x / d)),
        ("dpdqn/thm5-composition", "printed", 12.6439, 0.029, lambda x, d: 2 * log(e + x / d)),
        (
            "dpdqn/thm5-kov-composition",
            "printed",
            6.584,
            0.941,
            lambda x, d: 2 * log(1.25 / d) * log(e + x / d),
        ),
    ],
)
def test_a_noise_is_enough_up_to_the_border_and_not_beyond(id_, reading, last, witness, square):
    def enough(epsilon, delta):
        return least_delta(epsilon, epsilon / sqrt(square(epsilon, delta))) <= delta

    for share, delta in LOGARITHMIC:
        assert inside(id_, reading, epsilon=Fraction(share * last))
        assert enough(share * last, delta)
    for epsilon in (last + 1e-3, 1.2 * last, 2 * last):
        assert not inside(id_, reading, epsilon=Fraction(epsilon))
        assert not enough(last + 1e-3, witness)


OTHER_NOISES = [  # the reading of line 5, and mu^2 by epsilon, ln(e + epsilon/delta) and C
    ("constant-outside-root", lambda x, log_, c: x * x / (2 * log_ * c)),
    ("all-under-root", lambda x, log_, c: x / (2 * log_)),
]


@pytest.mark.parametrize(("reading", "square"), OTHER_NOISES)
def test_other_noises_of_line_5_are_enough_exactly_on_their_regions(reading, square):
    answers = []
    for (x, y), (z, _) in zip(LOGARITHMIC, LOGARITHMIC[::-1], strict=True):
        epsilon, delta, c = 2 * x, y**2, 3 * z
        answers.append(least_delta(epsilon, sqrt(square(epsilon, log(e + epsilon / delta), c))) <= delta)
        values = {"epsilon": Fraction(epsilon), "delta": Fraction(delta), "C": Fraction(c)}
        assert inside("dpdqn/line5-sigma", reading, **values) == answers[-1]

    assert 5 < sum(answers) < 55


@pytest.mark.parametrize(
    ("reading", "epsilon", "c", "power", "right"),
    [
        *(("all-under-root", x, 1, power, True) for x in (1, 2, 20) for power in (1, 9, 40, 200)),
        *(("all-under-root", Fraction(9, 10), 1, power, power < 35) for power in (9, 34, 35, 200)),
        ("all-under-root", Fraction(99, 100), 1, 200, True),
        ("all-under-root", Fraction(99, 100), 1, 530, False),
        ("all-under-root", Fraction(9, 20), 1, 5, False),
        *(("constant-outside-root", Fraction(126439, 10000), c, power, True) for c in (1, 2) for power in (1, 9, 200)),
        *(("constant-outside-root", x, Fraction(9, 10), 200, False) for x in (Fraction(1, 10), 1, 12)),
    ],
)
def test_the_borders_of_other_noises_for_every_delta(reading, epsilon, c, power, right):
    """Far below the deltas that a scan in floats would try."""
    values = {"epsilon": epsilon, "delta": Fraction(1, 10**power), "C": c}

    assert inside("dpdqn/line5-sigma", reading, **values) == right


@pytest.mark.parametrize(("id_", "factor"), [("dpdqn/thm5-solve-sigma", 2), ("dpdqn-v1/thm4-solution", 4)])
def test_the_solution_for_sigma_is_right_exactly_on_its_region(id_, factor):
    answers = []
    for x, delta in LOGARITHMIC:
        epsilon = 60 * x
        D = epsilon**2 / (factor * log(e + epsilon / delta))
        solved = D / 2 + sqrt(2 * D * log(e + sqrt(D) / delta)) <= epsilon
        answers.append(solved)

        assert inside(id_, epsilon=Fraction(epsilon), delta=Fraction(delta)) == solved
    assert 5 < sum(answers) < 55


def test_the_last_display_holds_from_one_half_on_or_up_to_the_root():
    root = brentq(lambda b: 1 / np.tanh(b / 2) - 2 / b - 2 * b * b, 0.01, 1)
    cases = [
        (2, 0.5, True),
        (2, 0.4999, False),
        (1.001, 7, True),
        (1, 0.2, True),
        (1, 3, True),
        (0.5, root * 0.9999, True),
        (0.5, root * 1.0001, False),
        (0.999, 0.5, False),
        (0.001, 0.01, True),
    ]

    for power, beta, right in cases:
        values = {"lambda": Fraction(power), "beta": Fraction(beta)}
        assert inside("dpdqn/lemma11-last-display", "moment", **values) == right


def test_the_step_to_the_last_display_holds_up_to_another_root_and_for_no_larger_power():
    root = brentq(lambda b: 1 / np.tanh(b) - 1 / (2 * b) - b * b / 2, 0.5, 2)
    cases = [(0.5, root * 0.9999, True), (0.5, root * 1.0001, False), (1, 7, True), (1.001, 0.01, False)]

    for power, beta, right in cases:
        values = {"lambda": Fraction(power), "beta": Fraction(beta)}
        assert inside("dpdqn/lemma11-last-display", "line-before", **values) == right


@pytest.mark.parametrize(("power", "beta", "n", "refuted"), [(2, 10, 3, False), (2, 10, 6, True), (2, 2.5, 3, True)])
def test_above_one_the_step_fails_on_fine_grids_only_if_beta_is_large(power, beta, n, refuted):
    """One point with z(i) = z: the line before may exceed the last line exactly if the difference D is positive."""
    worst = max(1 / np.tanh(beta / 2**z) - 2**z / beta + 2 ** (n - 2) / beta - beta**2 / 2**n for z in range(n))

    assert not inside(
        "dpdqn/lemma11-last-display", "line-before", **{"lambda": Fraction(power), "beta": Fraction(beta)}
    )
    assert (worst > 0) == refuted


@pytest.mark.parametrize(("x", "both"), [(-1, False), (0, False), (1, True), (3, True), (4, False), (5, False)])
def test_a_row_has_two_weights_between_the_stored_points(x, both):
    kernel = np.exp(-np.abs(np.subtract.outer([0, 4, x], [0, 4])))
    weights = np.linalg.solve(kernel[:2], kernel[2])

    assert inside("dpdqn/prop9-neighbours", "exactly-two", first_point=0, second_point=4, x=x) == both
    assert (np.abs(weights) > 1e-12).all() == both
