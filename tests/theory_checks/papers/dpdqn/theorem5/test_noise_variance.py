"""All runs with noise of variance sigma, and the table of all readings."""

import pytest

from theory_checks.core.claim import Trial
from theory_checks.engine.papers import load
from theory_checks.papers.dpdqn.theorem5._noise_variance import (
    all_readings,
    every_run,
    first_with_variance,
    with_variance,
)
from theory_checks.papers.dpdqn.theorem5._private_runs import refutation


@pytest.mark.parametrize(
    ("id_", "stated", "kept"), [("dpdqn/thm5", with_variance, 1), ("dpdqn-v1/thm4", first_with_variance, 0)]
)
def test_every_certificate_is_accepted(id_, stated, kept, answer):
    reading = "line-16-variance"
    trial = Trial(claim_id=id_, reading=reading, formal=load()[id_].reading(reading).claims)
    refused = [run.name for run in stated()[1] if not answer(refutation(trial, run), id_, reading)["accepted"]]

    assert len(refused) == kept
    assert all("promise is kept" in name for name in refused)


def test_mu_is_divided_by_the_root_of_sigma():
    for runs in every_run().values():
        for run in runs:
            if not run.is_silent:
                larger = float(run.enclose("sigma")) ** 0.5
                assert float(run.with_variance().mu()) == pytest.approx(float(run.mu()) * larger)


def test_the_table_lists_every_run_and_rounds_nothing_to_certainty():
    rows = all_readings().rows

    assert len(rows) == sum(len(runs) for runs in every_run().values())
    for row in rows:
        assert all(cell not in ("0", "inf") for cell in row)
        assert (row[4] == "1") == (row[3] == r"$\infty$")
    assert any(row[4] == "below 1e-300" for row in rows)
    assert all(row[3].startswith("at least") for row in rows if row[0] == "released-with-training-noise")
