"""The probabilities of single updates, against scipy and against drawn paths."""

from dataclasses import replace
from math import exp, log, sqrt

import numpy as np
import pytest
from scipy.stats import norm

from theory_checks.checker import checker
from theory_checks.core import formula as formulas
from theory_checks.core.claim import Trial
from theory_checks.core.evidence import Outcome
from theory_checks.core.formula import from_json, num, ref
from theory_checks.core.interpret import enclose
from theory_checks.papers.dpdqn.theorem5.tail_event import (
    AS_PRINTED,
    BY_GRADIENT,
    PRINTED,
    TAIL,
    Situation,
    situations,
    tail_event,
)


@pytest.mark.parametrize("reading", ["bracketed line 19", "line 19 as printed"])
@pytest.mark.parametrize("level", [1, 3, 6])
def test_the_probability_is_that_of_two_normal_tails(reading, level):
    x = Situation("", {"L": 1, "k": 5, "sigma": 2, "beta": 3}, reading)
    s = 2.0 if reading == "bracketed line 19" else 2 * sqrt(2 * (1 - exp(-1.5)))
    expected = log(norm.sf((level - 2) / s) + norm.cdf((-level - 2) / s))

    assert float(x.log_probability(num(level) * 1)) == pytest.approx(expected, rel=1e-10)


@pytest.mark.parametrize("x", situations()[1:], ids=lambda x: x.name)
def test_the_certified_part_of_the_probability_is_its_upper_tail(x):
    value = from_json(checker.LEMMAS[TAIL]["cases"][1]["value"])
    values = {**x.all, "level": AS_PRINTED.level}
    level, spread = float(enclose(AS_PRINTED.level / ref("alpha"), x.all)), float(enclose("spread", x.all))
    upper, lower = norm.logsf((level - 2) / spread), norm.logsf((level + 2) / spread)

    certified, point, rounding = float(enclose(value, values)), (level - 2) / spread, 1e-12 * abs(upper)
    sampford = np.log(2 * (point + np.hypot(point, 2)) / (3 * point + np.hypot(point, np.sqrt(8))))
    assert certified <= upper + rounding  # Birnbaum's bound is below the tail, and Sampford's, so much larger, above
    assert upper <= certified + sampford + rounding
    assert float(x.log_probability(AS_PRINTED.level)) == pytest.approx(np.logaddexp(upper, lower), rel=1e-12)


@pytest.mark.parametrize("x", situations(), ids=lambda x: x.name)
def test_the_hypothesis_of_the_step_holds(x):
    assert enclose(2 * ref("k") - num(868) / 100 * formulas.sqrt(ref("beta")) * ref("sigma"), x.all) > 0


def test_the_bounds_by_hand():
    constants = {"k": 5, "sigma": 2, "beta": 3, "m": 1}
    mean = 2 / sqrt(np.pi) * sqrt(3) * 2

    assert float(enclose(AS_PRINTED.log_bound, constants)) == pytest.approx(-((10 - 8.68 * sqrt(3) * 2) ** 2) / 2)
    assert float(enclose(BY_GRADIENT.log_bound, constants)) == pytest.approx(log(2) - (5 - mean) ** 2 / 8)


def test_drawn_paths_stay_below_the_repaired_level_often_enough():
    """The event of the proof, max |g| <= k, on a grid of 200 points, 4000 paths: far from its bound of 0.4."""
    sigma, beta, k = 1.0, 2.0, 3.4
    rng, rho = np.random.default_rng(3), exp(-2.0 / 200)
    g = np.empty((201, 4000))
    g[0] = sigma * rng.standard_normal(4000)
    for i in range(200):
        g[i + 1] = rho * g[i] + sigma * sqrt(1 - rho**2) * rng.standard_normal(4000)
    outside = (abs(g).max(axis=0) > k).mean()

    assert outside <= 2 * exp(-((k - 2 / sqrt(np.pi) * sqrt(beta) * sigma) ** 2) / 2)


def test_the_failures_are_certified_and_the_last_case_holds(answer):
    id_ = "dpdqn/thm5-tail-event"
    found = list(tail_event(Trial(claim_id=id_, formal=PRINTED)))

    assert [e.outcome for e in found] == [Outcome.FAILS] * 3 + [Outcome.HOLDS]
    assert all(answer(e.certificate, id_)["accepted"] for e in found[:3])


@pytest.mark.parametrize(("name", "value"), [("level", 3), ("sigma", 1), ("beta", 1), ("alpha", 2), ("k", 6)])
def test_other_constants_are_refused(name, value, answer):
    _, wide, *_ = tail_event(Trial(claim_id="dpdqn/thm5-tail-event", formal=PRINTED))
    other = replace(wide.certificate, values={**wide.certificate.values, name: value})

    assert not answer(other, "dpdqn/thm5-tail-event")["accepted"]


def test_both_tails_of_the_difference_are_needed():
    x = Situation("", {"L": 1, "k": 5, "sigma": 1, "beta": 1})

    assert float(x.log_probability(BY_GRADIENT.level)) > norm.logsf(10)


@pytest.mark.parametrize("beta", [0.2, 4])
def test_the_sharper_bound_holds_for_the_range_of_drawn_paths(beta):
    """Undiscounted, the noise of a temporal difference reaches the range of the path; without the target, max |g|."""
    rng, steps, count = np.random.default_rng(5), 200, 20000
    decay, path = exp(-beta / steps), rng.standard_normal(count)
    high, low = path.copy(), path.copy()
    for _ in range(steps):
        path = decay * path + sqrt(1 - decay**2) * rng.standard_normal(count)
        high, low = np.maximum(high, path), np.minimum(low, path)
    mean = 2 / sqrt(np.pi) * sqrt(beta)
    for k in mean + np.array([0, 0.2, 0.5, 0.8, 1.2]):
        bound = min(1, exp(-((k - mean) ** 2) / 2), 1.5 * exp(-((k - mean) ** 2)))
        for noise in (np.maximum(high, -low), high - low):
            assert np.mean(noise > 2 * k) <= bound
