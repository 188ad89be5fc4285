"""Runs against promises: the comparison, the forms of the bound on the noise, and what is shown."""

from fractions import Fraction

import pytest

from tabular.privacy import delta_of
from theory_checks.core.claim import Trial
from theory_checks.core.evidence import Outcome
from theory_checks.core.formula import num, ref
from theory_checks.papers.dpdqn.theorem5._private_runs import Run, Theorem, examine, forms

TRIAL = Trial(claim_id="paper/theorem")
THEOREM = Theorem({"half": ref("scale") / 2, "whole": ref("scale") * 1}, 1 * ref("delta"))


def run(sigma, most=None):
    constants = {"epsilon": Fraction(1, 2), "delta": Fraction(1, 100), "scale": 1, "sigma": sigma}
    return Run("a run", constants, "by hand", shift=1 / ref("sigma"), most=most)


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
    assert next(examine(TRIAL, THEOREM, [run(2, most=num("3/2") * 1)])).detail.endswith(
        "$\\mu = 0.5$ at least, 1.5 at most"
    )


def test_only_short_constants_are_shown():
    assert run(1 + Fraction(1, 2**160)).shown() == r"$\delta = 1/100, scale = 1$"


def test_without_noise_the_rewards_are_told_apart_with_certainty():
    silent = Run("silent", {**run(0).constants, "scale": 0}, "by hand")
    (found,) = examine(TRIAL, THEOREM, [silent])

    assert (found.outcome, found.left) == (Outcome.FAILS, "1.00000000000000")


def test_a_theorem_without_a_bound_on_sigma_has_no_forms():
    assert forms(Theorem({}, ref("delta")), run(1)) == []


def test_too_little_noise_is_no_instance_of_the_theorem():
    with pytest.raises(ValueError, match=r"sigma must satisfy a form of the bound, got .* at a run"):
        forms(THEOREM, run(Fraction(1, 4)))
