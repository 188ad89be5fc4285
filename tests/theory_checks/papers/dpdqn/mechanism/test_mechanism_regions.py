"""The regions of the room against truth that is computed without them, in floats, and against its certificates."""

from fractions import Fraction
from math import exp, log, pi, sqrt

import numpy as np
import pytest
from scipy.stats import norm

from tests.theory_checks.papers.dpdqn.near_misses import certificates, inside, regions

SHARES = np.random.default_rng(7).uniform(0.01, 0.99, (80, 3))


def decided_as(id_, reading, samples):
    """Check that the region holds exactly the samples that are right, and that both sides are sampled."""
    answers = [right for _, right in samples]

    assert [inside(id_, reading, **{k: Fraction(v) for k, v in values.items()}) for values, _ in samples] == answers
    assert 5 < sum(answers) < len(answers) - 5


@pytest.mark.parametrize(("id_", "reading"), regions("mechanism"))
def test_every_counterexample_lies_outside(id_, reading):
    found = certificates(id_, reading)

    assert found
    for certificate in found:
        assert not inside(
            id_, reading, **{k: v for k, v in certificate.values.items() if isinstance(v, int | Fraction)}
        )


def private(epsilon, delta, mu):
    return norm.cdf(mu / 2 - epsilon / mu) - exp(epsilon) * norm.cdf(-mu / 2 - epsilon / mu) <= delta


def least_noise(epsilon, delta, sensitivity=1.0):
    return sqrt(2 * log(1.25 / delta)) * sensitivity / epsilon


@pytest.mark.parametrize(
    ("id_", "reading", "mu"),
    [
        ("dpdqn/claim13", "noise-as-printed", lambda e, d, size: size / least_noise(e, d, size) ** 2),
        ("dpdqn-v1/lemma5", "noise-of-lemma3", lambda e, d, size: size / least_noise(e, d, size) ** 2),
        ("dpdqn-v1/lemma6", "invertible", lambda e, d, size: size / least_noise(e, d)),
    ],
)
def test_the_least_noise_is_private_exactly_on_the_region(id_, reading, mu):
    samples = []
    for epsilon, delta, x in SHARES:
        size = 10 ** (4 * x - 2.5)
        values = {"epsilon": epsilon, "delta": delta, "Delta": size}
        samples.append((values, bool(private(epsilon, delta, mu(epsilon, delta, size)))))

    decided_as(id_, reading, samples)


@pytest.mark.parametrize("delta", [Fraction(1, 2), Fraction(9, 10), Fraction(1, 10**5), Fraction(1, 10**40)])
def test_without_the_sensitivity_the_noise_is_enough_up_to_1_only_for_small_epsilon(delta):
    def enough(epsilon, sensitivity):
        return inside(
            "dpdqn-v1/lemma6", "invertible", epsilon=Fraction(epsilon), delta=delta, Delta=Fraction(sensitivity)
        )

    assert all(enough(*values) for values in ((0.01, 1), (0.999, 1), (0.999, 0.01)))
    assert not enough(5 if delta == Fraction(1, 2) else 100, 1)
    assert not enough(0.5, 10)


@pytest.mark.parametrize("id_", ["dpdqn/claim13-monotonicity", "dpdqn-v1/lemma5-monotonicity"])
def test_the_monotonicity_step_is_right_exactly_on_the_region(id_):
    samples = []
    for x, y, size in SHARES:
        epsilon, u = 0.85 + 0.15 * x, 1.5 + 5 * y
        sigma = u * size / epsilon
        left = epsilon**2 * sigma**2 / (2 * size**2) + size**2 / (8 * sigma**2) - epsilon / 2
        values = {"epsilon": epsilon, "Delta": size, "sigma": sigma}
        samples.append((values, left >= sigma**2 * epsilon**2 / (2 * size**2) - 4 / 9))

    decided_as(id_, "printed", samples)


def test_the_choice_of_sigma_meets_both_conditions_exactly_on_the_region():
    samples = []
    for delta in SHARES.ravel():
        u = least_noise(1, delta)
        samples.append(({"delta": delta}, u >= 1.5 and u * u / 2 - 4 / 9 >= log(sqrt(2 / pi) / delta)))

    decided_as("dpdqn/claim13-choice", "intended", samples)
