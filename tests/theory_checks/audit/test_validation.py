"""How good the audit is: counted against the verdicts of single audits, and against the truth."""

import math

import pytest

from theory_checks.audit import Mechanism, Plan, audit
from theory_checks.audit.known import known
from theory_checks.audit.validation import SMALL, Detection, detection, detection_table, table_of
from theory_checks.core.judge import Verdict

COLLECTION = {k.name: k for k in known()}


@pytest.mark.parametrize("name", ["laplace, half the noise", "randomised response"])
def test_detections_are_the_verdicts_of_single_audits(name):
    chosen, counted = COLLECTION[name], detection(COLLECTION[name], 6, Plan(search=100, threshold=100, confirm=400))
    plans = [Plan(search=100, threshold=100, confirm=400, seed=seed) for seed in range(6)]
    single = [audit(Mechanism(name, chosen.draw), epsilon=chosen.epsilon, delta=chosen.delta, plan=p) for p in plans]

    assert counted.refuted == sum(a.verdict is Verdict.REFUTED for a in single)
    assert counted.mean_bound == pytest.approx(sum(a.epsilon_bound for a in single) / 6, rel=1e-12)
    assert counted.too_large == sum(a.epsilon_bound > chosen.truth for a in single)


def test_true_claims_raise_no_alarm_and_wrong_ones_are_found():
    """An alarm has probability 1e-9 or less; the power is a measurement at fixed seeds, far from its limits."""
    actual = [detection(k, 8) for k in known()]

    assert all(d.refuted == 0 for d in actual if d.mechanism.holds)
    assert (
        sum(d.refuted for d in actual if not d.mechanism.holds) > 0.75 * sum(not d.mechanism.holds for d in actual) * 8
    )
    # 88 bounds, each too large with probability at most 5 %: P(Bin(88, 0.05) > 15) < 1e-5.
    assert sum(d.too_large for d in actual) <= 15


def test_what_cannot_be_private_has_no_true_epsilon():
    never = COLLECTION["sparse vector without a stop"]

    assert never.truth == math.inf
    assert not never.holds
    assert [k.holds for k in known()] == [True, False] * 4 + [True, False, False]


def test_the_table_counts_alarms_and_detections():
    right, wrong = COLLECTION["laplace"], COLLECTION["laplace, half the noise"]
    made = table_of([Detection(right, 10, 1, 0.8, 2), Detection(wrong, 10, 7, 1.5, 0)], SMALL)

    assert "False alarms: 1 of 10 audits of true claims; detections: 7 of 10" in made.caption
    assert made.rows[0] == ["laplace", "1", "0", "true", "1", "1 of 10", "0.800", "2 of 10"]
    assert made.rows[1][3] == "wrong"


def test_the_published_table_has_a_row_for_each_mechanism_and_is_reproducible():
    made = detection_table(2)

    assert [row[0] for row in made.rows] == list(COLLECTION)
    assert all(len(row) == len(made.columns) for row in made.rows)
    assert made == detection_table(2)
