"""Runs against promises: the comparison, the calibrated noise, the conditions, and what a certificate speaks of."""

from fractions import Fraction

import pytest

from tabular.privacy import delta_of
from theory_checks.core.claim import Trial
from theory_checks.core.evidence import Outcome
from theory_checks.core.formula import exp, num, ref
from theory_checks.papers.dpdqn.theorem5._private_runs import Run, Theorem, examine, forms, refutation, satisfied

TRIAL = Trial(claim_id="paper/theorem")
THEOREM = Theorem("A setting", (ref("epsilon") < 1,), {"half": ref("scale") / 2, "whole": "scale"}, 1 * ref("delta"))


def run(sigma, gain="1", **extra):
    constants = {"epsilon": Fraction(1, 2), "delta": Fraction(1, 100), "scale": 1, "sigma": sigma, "idle": 7}
    return Run("a run", {**constants, **extra}, num(gain) * 1, "by hand")


@pytest.mark.parametrize(("sigma", "outcome"), [(1, Outcome.FAILS), (8, Outcome.HOLDS)])
def test_a_promise_is_kept_exactly_if_the_curve_stays_below_it(sigma, outcome):
    (found,) = examine(TRIAL, THEOREM, [run(sigma)])

    assert (delta_of(0.5, 1 / sigma) <= 0.01) == (outcome is Outcome.HOLDS)
    assert found.outcome is outcome


def test_the_page_says_which_forms_of_the_bound_hold():
    partly, fully = (next(examine(TRIAL, THEOREM, [run(sigma)])).detail for sigma in (Fraction(3, 4), 2))

    assert "the bound on $\\sigma$ with half; not with whole" in partly
    assert "the bound on $\\sigma$ with half and with whole; $\\mu = 0.5$" in fully


def test_a_statistic_shows_what_the_whole_release_tells_at_most():
    wide = Run("a run", run(2).constants, num(1) * 1, "by hand", most=num(3) * 1)

    assert next(examine(TRIAL, THEOREM, [wide])).detail.endswith("$\\mu = 0.5$ at least, 1.5 at most")


def test_noise_of_variance_sigma_has_the_deviation_of_its_root():
    quiet = run(Fraction(1, 4)).with_variance()

    assert float(quiet.mu()) == 2
    assert quiet.detail == "by hand; the paths have the variance $\\sigma$"


def test_a_refutation_is_accepted_and_names_only_what_it_uses():
    certificate = refutation(TRIAL, THEOREM, run(1))

    assert certificate.check()["accepted"], certificate.check()
    assert "idle" not in certificate.constants


def test_a_refutation_of_a_kept_promise_is_not_accepted():
    assert not refutation(TRIAL, THEOREM, run(8)).check()["accepted"]


def test_without_noise_the_rewards_are_told_apart_with_certainty():
    silent = Run("silent", {**run(0).constants, "scale": 0}, num(1) * 1, "by hand")
    (found,) = examine(TRIAL, THEOREM, [silent])

    assert found.outcome is Outcome.FAILS
    assert found.certificate is not None
    assert found.certificate.check()["accepted"]


def test_only_the_forms_of_the_bound_that_hold_are_facts():
    found = satisfied(THEOREM, run(Fraction(3, 4)))

    assert found == [*THEOREM.conditions, ref("sigma") >= THEOREM.levels["half"]]


def test_a_theorem_without_a_bound_on_sigma_has_no_forms():
    assert forms(Theorem("", (), {}, ref("delta")), run(1)) == []


def test_too_little_noise_is_no_instance_of_the_theorem():
    with pytest.raises(ValueError, match=r"sigma must satisfy a form of the bound, got .* at a run"):
        satisfied(THEOREM, run(Fraction(1, 4)))


def test_a_noise_level_may_be_the_bound_itself():
    smallest = Run("a run", {**run(1).constants, "sigma": THEOREM.levels["half"]}, num(1) * 1, "by hand")

    assert satisfied(THEOREM, smallest) == list(THEOREM.conditions)
    assert refutation(TRIAL, THEOREM, smallest).check()["accepted"]


def test_epsilon_is_a_rational_number():
    with pytest.raises(TypeError, match=r"epsilon must be a rational number, got .* at a run"):
        _ = Run("a run", {"epsilon": exp(1)}, num(1) * 1, "by hand").epsilon
