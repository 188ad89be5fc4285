"""Training runs for figures: curves by brute force, and a test of shares that rarely refutes what is true."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabular.dpdqn.evaluation import best_return, expected_return
from tabular.dpdqn.training import train
from tabular.errors import InputError
from theory_checks.core.evidence import Outcome
from theory_checks.papers.dpdqn.experiments._training_runs import (
    LITERAL,
    TUNED,
    Runs,
    bars,
    best,
    learning_curve,
    population,
    share_of_runs,
    spread,
)

SHORT = TUNED.but(horizon=512, noise_level=0.2)
RETURNS = st.lists(st.lists(st.integers(0, 6), min_size=12, max_size=12), min_size=1, max_size=4)


def runs_of(rows):
    return Runs(np.array(rows, dtype=float), np.zeros(len(rows)))


@given(RETURNS, st.integers(0, 6))
def test_samples_to_a_level_by_walking_along_each_curve(rows, level):
    expected = []
    for row in rows:
        ends = [end for end in range(5, len(row) + 1) if sum(row[end - 5 : end]) >= 5 * level - 1e-9]
        expected.append(50.0 * ends[0] if ends else math.inf)
    # Fifths are rounded in the means, so the level lies a little below them.
    assert runs_of(rows).samples_to(level - 1e-9).tolist() == expected


def test_a_level_is_reached_at_the_end_of_its_window():
    curve = [[0.0] * 7 + [10.0] * 8]

    assert runs_of(curve).samples_to(10.0).tolist() == [50.0 * 12]
    assert runs_of(curve).samples_to(2.0).tolist() == [50.0 * 8]
    assert runs_of(curve).samples_to(10.5).tolist() == [math.inf]


@given(RETURNS)
def test_gain_is_last_ten_less_first_ten(rows):
    expected = [(sum(row[2:]) - sum(row[:10])) / 10 for row in rows]

    np.testing.assert_allclose(runs_of(rows).gain, expected, atol=1e-12)


def test_a_learning_curve_has_the_means_of_blocks_of_five():
    rows = np.arange(2 * 13, dtype=float).reshape(2, 13)
    (line, *_) = learning_curve("name", runs_of(rows))

    assert list(line.x) == [250.0, 500.0]
    assert list(line.y) == pytest.approx([rows[:, :5].mean(), rows[:, 5:10].mean()], rel=1e-5)


def test_bars_have_the_interval_of_student():
    """Of four numbers: t has 3 degrees of freedom, and 97.5 % of its mass below 3.18245 (printed tables)."""
    figure = bars("t", "y", {"a": np.array([1.0, 2.0, 3.0, 6.0]), "b": np.full(4, 5.0)}, "C.")
    first, second = figure.series
    reach = 3.18245 * math.sqrt(14 / 3) / 2

    assert (first.kind, first.label, list(first.x), list(first.y)) == ("bars", "a", [1.0], [3.0])
    assert [*first.low, *first.high] == pytest.approx([3 - reach, 3 + reach], rel=1e-5)
    assert [list(second.x), *second.y, *second.low, *second.high] == [[2.0], 5.0, 5.0, 5.0]
    assert figure.caption.startswith("C. Bars: means of 4 independent runs; whiskers: 95 % confidence intervals")
    assert "of 2 to 3 independent runs" in bars("", "", {"a": np.arange(3.0), "b": np.arange(2.0)}, "").caption


def test_intervals_cover_the_mean_in_95_of_100_samples():
    """2000 samples of 5 normal numbers: a deviation of 0.5 %, 5 of them."""
    samples = np.random.default_rng(8).normal(3.0, 2.0, (2000, 5))
    figure = bars("", "", {str(i): row for i, row in enumerate(samples)}, "")
    covered = np.mean([one.low[0] <= 3.0 <= one.high[0] for one in figure.series])

    assert abs(covered - 0.95) < 5 * math.sqrt(0.95 * 0.05 / 2000)


@pytest.mark.parametrize("runs", [[1.0], [], [1.0, math.inf], [1.0, math.nan]])
def test_a_mean_without_an_interval_is_refused(runs):
    with pytest.raises(InputError, match=r"values\['a'\] must have at least 2 runs, all finite"):
        bars("", "", {"a": np.array(runs)}, "")


def test_a_true_share_is_rarely_refuted():
    """100 tests at error 5 % where the share is exactly 1/2: P(Bin(100, 0.05) > 13) < 0.001."""
    rng = np.random.default_rng(4)
    refuted = sum(
        share_of_runs("", rng.random(120) < 0.5, 0.5, quantity="", error=0.05).outcome is Outcome.FAILS
        for _ in range(100)
    )

    assert refuted <= 13


def test_a_wrong_share_is_refuted_and_a_right_one_is_not():
    rng = np.random.default_rng(1)
    wrong = share_of_runs("few", rng.random(200) < 0.1, 0.5, quantity="q", detail="d")
    right = share_of_runs("many", rng.random(200) < 0.9, 0.5, quantity="q")

    assert wrong.outcome is Outcome.FAILS
    assert right.outcome is Outcome.HOLDS
    assert (wrong.error_probability, wrong.right, wrong.detail) == (1e-9, "probability 0.5", "d")
    assert right.power


def test_all_misses_are_refuted_no_sooner_than_their_probability_allows():
    """n misses have probability 2**-n under the claim, so no valid test at error a refutes with 2**-n > a."""
    outcomes = [share_of_runs("", np.zeros(n), 0.5, quantity="", error=1e-3).outcome for n in range(1, 60)]
    first = outcomes.index(Outcome.FAILS) + 1

    assert 2.0**-first <= 1e-3
    assert all(o is Outcome.FAILS for o in outcomes[first - 1 :])


def test_a_population_is_the_training_and_the_worth_of_its_greedy_policies():
    found = population(SHORT, 3, 7)
    training = train(SHORT, 3, 7, jobs=1)
    values = training.network.population_values

    np.testing.assert_array_equal(found.returns, training.returns)
    for i in range(3):
        theta = training.parameters[i : i + 1]
        worth = expected_return(lambda s, t=theta: np.argmax(values(t, s[:, None])[0], axis=1), cells=400)
        assert found.worth[i] == worth


def test_a_run_depends_neither_on_the_others_nor_on_who_asked_before():
    few, many = population(SHORT, 2, 3), population(SHORT, 4, 3)

    np.testing.assert_array_equal(few.returns, many.returns[:2])
    np.testing.assert_array_equal(few.worth, many.worth[:2])
    assert population(SHORT, 2, 3) is few
    assert not np.array_equal(few.returns, population(SHORT, 2, 4).returns)


def test_the_grid_is_fine_enough():
    assert best() == pytest.approx(best_return(cells=4000), abs=1e-3)
    assert population(SHORT, 3, 7).worth.max() <= best() + 1e-3


def test_the_two_settings_differ_in_what_the_text_leaves_open_only():
    same = ("horizon", "batch_size", "target", "prediction_noise", "acts_on_noise", "resets", "reward_at", "gradient")

    assert all(getattr(LITERAL, name) == getattr(TUNED, name) for name in same)
    assert (LITERAL.step_size, LITERAL.exploration[0], LITERAL.rmsprop) == (3e-4, 0.0, 0.0)


def test_mean_and_deviation_are_written_with_two_digits():
    assert spread(np.array([1.0, 3.0])) == "2.00 +- 1.00"
