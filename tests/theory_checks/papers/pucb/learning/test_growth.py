"""Slopes of exact powers, t-intervals against scipy, and what has no logarithm."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from theory_checks.papers.pucb.learning._growth import curve, exponent, growth_figure, mean_of_runs, slopes

GRID = [1.0, 3.0, 7.0, 40.0]


@given(st.lists(st.floats(-3, 3), min_size=2, max_size=5), st.floats(0.01, 100))
def test_the_slope_of_a_power_is_its_exponent(powers: list[float], factor: float) -> None:
    y = factor * np.power.outer(np.array(GRID), powers).T
    assert slopes(GRID, y) == pytest.approx(np.array(powers), abs=1e-9)  # logarithms of doubles


def test_the_slope_is_that_of_the_line_of_least_squares() -> None:
    y = np.random.default_rng(1).uniform(1, 9, (3, 4))
    lines = [np.polyfit(np.log(GRID), np.log(row), 1)[0] for row in y]
    assert slopes(GRID, y) == pytest.approx(np.array(lines), rel=1e-9)  # another way to solve the same equations


def test_the_interval_is_that_of_the_t_test() -> None:
    values = np.random.default_rng(2).normal(5, 2, 20)
    found, expected = mean_of_runs(values), stats.ttest_1samp(values, 0).confidence_interval(0.95)
    assert found.value == pytest.approx(values.mean())
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), rel=1e-12)


def test_the_interval_misses_as_often_as_it_says() -> None:
    found = mean_of_runs(np.random.default_rng(3).normal(0, 1, (5, 20_000)))
    missed = float(np.mean((found.low > 0) | (found.high < 0)))
    assert abs(missed - 0.05) < 6 * np.sqrt(0.05 * 0.95 / 20_000)  # six standard deviations, fixed seed


def test_equal_runs_have_a_narrow_interval() -> None:
    assert exponent(GRID, np.array([GRID, GRID]) ** 2) == "2.000 (2.000 to 2.000)"


def test_what_has_no_logarithm() -> None:
    y = np.array([[1.0, 2.0, 0.0, 3.0]] * 2)
    assert exponent(GRID, y) == "not positive in every run"
    with pytest.raises(ValueError, match=r"x and y must be positive to have logarithms, got 0\.0"):
        slopes(GRID, y)
    with pytest.raises(ValueError, match="at least 2 runs, got 1"):
        mean_of_runs(np.ones((1, 4)))


def test_a_curve_is_a_line_and_a_band() -> None:
    line, band = curve("regret", [1, 2], np.array([[1.0, 2.0], [3.0, 2.0]]))
    assert (line.kind, list(line.y), band.kind) == ("line", [2.0, 2.0], "band")
    assert band.low[0] < 1 < 3 < band.high[0]  # a quantile of 12.7 for two runs
    assert (band.low[1], band.high[1]) == (2.0, 2.0)


def test_equal_runs_have_no_band() -> None:
    assert [series.kind for series in curve("regret", GRID, np.full((3, 4), 2.0))] == ["line"]


def test_a_figure_has_a_curve_for_each_name() -> None:
    runs = {name: np.array([GRID, GRID[::-1]]) for name in ("a", "b")}
    figure = growth_figure("title", ("x", "y"), GRID, runs, "caption")
    assert [series.label for series in figure.series] == ["a", "a, interval", "b", "b, interval"]
    assert (figure.x_label, figure.y_label, figure.x_scale, figure.y_scale) == ("x", "y", "log", "log")
