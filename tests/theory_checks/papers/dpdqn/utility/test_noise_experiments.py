"""Simulated runs: reproducible, able to contradict, and silent where there is nothing to contradict."""

import pytest

from theory_checks.core.claim import Trial
from theory_checks.core.evidence import Outcome
from theory_checks.core.exhibits import SilentTests
from theory_checks.papers.dpdqn.utility._noise_experiments import (
    compared,
    contradictions,
    experiments,
    monte_carlo_table,
    series,
)

TRIAL = Trial(claim_id="a claim")


def parted(findings):
    """Return the refutations, and how many tests found nothing."""
    findings = list(findings)
    silent = [item for item in findings if isinstance(item, SilentTests)]
    return [item for item in findings if item not in silent], sum(item.count for item in silent)


def test_runs_do_not_depend_on_the_claim_but_on_the_seed():
    same, other = experiments(Trial(claim_id="another claim")), experiments(Trial(claim_id="a claim", seed=1))

    assert same is experiments(TRIAL)
    assert (other[0].sample.errors != same[0].sample.errors).any()


def test_a_limit_that_is_far_too_small_is_contradicted_on_every_run():
    found, silent = parted(contradictions(TRIAL, lambda _: 1e-3))

    assert (len(found), silent) == (len(experiments(TRIAL)), 0)


def test_a_limit_that_is_far_too_large_is_never_contradicted():
    assert parted(contradictions(TRIAL, lambda _: 10.0)) == ([], len(experiments(TRIAL)))
    assert parted(contradictions(TRIAL, lambda _: 1e-3, below=False)) == ([], len(experiments(TRIAL)))


def test_losses_are_tested_only_where_something_can_be_lost():
    found, silent = parted(contradictions(TRIAL, lambda _: 0.0, loss=True))

    assert found
    assert len(found) + silent == sum(run.can_lose for run in experiments(TRIAL))
    assert all(item.outcome is Outcome.FAILS and item.error_probability <= 1e-9 for item in found)


def test_the_mean_itself_is_not_contradicted_from_either_side():
    for run in experiments(TRIAL):
        centre = float(run.sample.errors.mean())
        assert compared(run, centre).outcome is Outcome.HOLDS
        assert compared(run, centre, below=False).outcome is Outcome.HOLDS


@pytest.mark.parametrize("below", [True, False])
@pytest.mark.parametrize("limit", [0.8, 1 / 3, 2.0])
def test_the_noise_of_the_solver_is_not_written_down(limit, below):
    """The limit that is tested has nine digits and allows at least for what the solver may have missed."""
    for run in experiments(TRIAL):
        tested = float(compared(run, limit, below=below).power.rpartition(" instead of ")[2].split(" ")[0])
        assert tested == float(f"{tested:.9g}")
        slack = tested - limit if below else limit - tested
        assert run.sample.numerical_error <= slack <= run.sample.numerical_error + 2e-8


def test_the_largest_loss_is_rounded_upwards():
    for run in experiments(TRIAL):
        assert run.sample.largest_loss <= run.largest_loss == float(f"{run.largest_loss:.9g}")
        assert run.largest_loss <= run.sample.largest_loss * (1 + 1e-8)


def test_intervals_contain_their_means_and_tables_show_every_run():
    runs = experiments(TRIAL)

    assert all(run.error[0] < run.sample.errors.mean() < run.error[1] for run in runs)
    assert len(monte_carlo_table(TRIAL, "errors", {}).rows) == len(runs)
    assert list(series(TRIAL, "Garnet").x) == [2.0, 8.0, 32.0]
