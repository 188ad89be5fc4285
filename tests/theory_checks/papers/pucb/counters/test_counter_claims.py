"""The private mathematics of the statements about one counter, by independent routes."""

from fractions import Fraction
from math import exp, log, log2, sqrt

import numpy as np
import pytest
from flint import arb
from scipy import integrate

from tabular.noise.counters import accuracy_bound, error_quantile, failure_probability
from tabular.noise.counters.envelope import closed_failure
from tabular.noise.counters.law_exact import probability_ball
from theory_checks.checker import checker
from theory_checks.core.formal import formal_of
from theory_checks.core.interpret import enclose, exact
from theory_checks.papers.pucb.counters import accuracy, footnote, monotone, number, parameters, rate


@pytest.mark.parametrize("steps", [1, 2, 3, 4, 7, 8])
@pytest.mark.parametrize("level", [Fraction(1, 2), Fraction(7, 3), Fraction(9)])
def test_the_lemma_of_certificates_is_the_law(steps, level, lemma_value):
    values = {"steps": steps, "level": level * 5, "scale": 5}
    one, three = (lemma_value("binary-counter-failure", counters=counters, **values) for counters in (1, 3))

    assert one == pytest.approx(1 - float(probability_ball(steps, level, 60)), rel=1e-12)
    assert three == pytest.approx(1 - (1 - one) ** 3, rel=1e-12)
    if steps <= 4:
        assert one == pytest.approx(float(closed_failure(steps, arb(level.numerator) / level.denominator)), rel=1e-12)


def test_without_items_the_error_0_reaches_the_level_0_and_no_other(lemma_value):
    none = {"steps": 0, "counters": 3, "scale": 1}

    assert [lemma_value("binary-counter-failure", level=level, **none) for level in (0, Fraction(1, 10**9))] == [1, 0]


@pytest.mark.parametrize("steps", [-1, 5, 9, Fraction(3, 2)])
def test_the_lemma_knows_some_numbers_of_steps_only(steps, lemma_value):
    with pytest.raises(checker.Refused, match="hypotheses"):
        lemma_value("binary-counter-failure", counters=1, steps=steps, level=1, scale=1)


@pytest.mark.parametrize("sums", [1, 3, 6, 11])
@pytest.mark.parametrize("level", [5, 20, 60])
def test_the_bound_of_certificates_is_below_the_law(sums, level, lemma_value):
    stays = 1 - failure_probability(2 ** (sums - 1), level)
    for theta in (Fraction(1, 2), Fraction(7, 10)):
        assert lemma_value("binary-counter-chernoff", sums=sums, level=level, scale=1, rate=theta) <= stays * (
            1 + 1e-12
        )


@pytest.mark.parametrize("base", ["natural-log", "log2"])
@pytest.mark.parametrize("T", [1, 2, 3, 7, 8])
def test_the_level_of_certificates_is_the_printed_one(base, T):
    y = Fraction(13, 10)
    level = accuracy.PRINTED[base].level(T, arb(13) / 10)
    printed = formal_of(accuracy.__file__, "pucb/counter-accuracy", base).let["bound"]

    assert enclose(printed, {"T": T, "epsilon": T.bit_length(), "beta": (-enclose(y)).exp()}).overlaps(level)
    assert float(level) == pytest.approx(
        4 / T.bit_length() * 1.3 * (log(T) / (1 if base == "natural-log" else log(2))) ** 2.5, rel=1e-12
    )


def test_at_two_steps_base_two_is_decided_by_the_golden_ratio():
    golden = (sqrt(5) - 1) / 2
    for beta in np.linspace(0.01, 0.99, 99):
        level = float(accuracy.PRINTED["log2"].level(2, arb(-log(beta))))
        assert failure_probability(2, level) == pytest.approx(1 - (1 - beta**2) ** 2, rel=1e-12)
        assert (failure_probability(2, level) <= beta) == (beta <= golden)


def test_at_two_steps_natural_logarithms_never_do():
    for beta in np.linspace(0.001, 0.999, 199):
        assert failure_probability(2, float(accuracy.PRINTED["natural-log"].level(2, arb(-log(beta))))) > beta


def test_the_border_of_three_steps_is_where_the_closed_form_crosses():
    c = 2 * log(3) ** 2.5
    region = accuracy.REGIONS["natural-log"]
    outside = next(Fraction(beta) for T, beta in region.outside if T == 3)
    for beta, right in ((region.inside, True), (outside, False)):
        x = -c * log(beta)
        w = exp(-x)
        stays = (1 - w) * (1 - w - w * x / 2 - w * (1 - w * w) / 4)
        assert (1 - stays <= beta) == right


@pytest.mark.parametrize("T", [1, 2, 5, 1000, 2**20])
@pytest.mark.parametrize("beta", [0.9, 0.1, 1e-4])
def test_the_corrected_level_is_that_of_the_library(T, beta):
    level = float(accuracy.chernoff_level(T, arb(-log(beta))))

    assert level == pytest.approx(accuracy_bound(T, beta), rel=1e-12)
    assert level > error_quantile(T, beta)


def test_a_failure_of_the_promise_is_inverted():
    for x in (5.0, 12.0, 31.0, 60.0):
        promised = accuracy._promised(1024, x)
        if promised < 1:
            assert accuracy_bound(1024, promised) == pytest.approx(x, rel=1e-9)


def test_the_tail_of_a_difference_of_laplace_variables():
    for d in (0.0, 0.3, 1.0, 4.0):
        found, _ = integrate.quad(
            lambda u, d=d: exp(-abs(u)) / 2 * (exp(u - d) / 2 if u < d else 1 - exp(d - u) / 2), -40, 40, points=[0, d]
        )
        assert float(monotone.decrease(Fraction(d))) == pytest.approx(found, rel=1e-7)


def test_the_running_maximum_of_releases():
    releases = [Fraction(-1), Fraction(2), Fraction(1), Fraction(3)]

    assert monotone.running_maximum(releases) == [0, 2, 2, 3]
    assert monotone.raw(releases) == releases


def test_every_counter_is_named_once():
    assert len(number.named_counters(10, 4, 10)) == exact(number.NUMBER, {"S": 10, "A": 4, "H": 10}) == 4800


def test_the_worst_item_is_the_first():
    for T in range(1, 40):
        assert parameters.worst_loss(T, Fraction(1)) == T.bit_length()


def test_a_rounded_logarithm_is_one_short_at_powers_of_two():
    assert [parameters.rounded_logarithm(T) for T in (1, 2, 3, 4, 8)] == [1, 1, 2, 2, 3]


@pytest.mark.parametrize("T", [2, 3, 4, 7, 8, 100])
def test_the_noise_of_one_reference_is_enough_and_that_of_the_other_is_not(T):
    one, other = (parameters.worst_loss(T, scale(T)) for scale in (parameters.logarithm, parameters.logarithm_and_one))

    assert float(one) == pytest.approx(T.bit_length() / log2(T), rel=1e-12)
    assert one > 1 >= other
    assert (other == 1) == (T in (2, 4, 8))


def test_the_footnote_turns_the_failure_probability_round():
    values = {"C": 3, "beta_prime": Fraction(1, 10)}

    assert exact(footnote.inside(footnote.PRINTED), values) == Fraction(3, 10)
    assert exact(footnote.ALGORITHM, values) == exact(footnote.inside(footnote.REPAIRED), values) == 30


@pytest.mark.parametrize("k", [1, 3, 6, 10])
@pytest.mark.parametrize("level", [0.5, 2.0, 5.0])
def test_the_chance_of_small_errors_is_bounded(k, level):
    stays = 1 - failure_probability(2**k - 1, level)
    for theta in (Fraction(1, 2), Fraction(3, 5), Fraction(9, 10)):
        assert stays <= float(rate.stays_low(k, arb(level), theta)) * (1 + 1e-12)


@pytest.mark.parametrize("K", [2, 5, 11])
@pytest.mark.parametrize("level", [1.0, 6.0, 40.0])
def test_the_two_bounds_enclose_the_law(K, level):
    law = failure_probability(2 ** (K - 1), level)
    found = rate.chance_above(K, arb(level))

    assert found.lower() <= law * (1 + 1e-12)
    assert found.upper() >= law * (1 - 1e-12)
