"""Axes."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.draw.scales import make_scale

NUMBERS = st.floats(-1e9, 1e9, allow_nan=False).map(lambda x: round(x, 6))
POSITIVE = st.floats(1e-12, 1e12, allow_nan=False)


@given(st.lists(NUMBERS, min_size=1, max_size=6))
def test_every_value_lies_on_a_linear_axis_and_order_is_kept(values: list[float]) -> None:
    scale = make_scale("linear", values, 0.0, 100.0)
    assert scale is not None
    places = [scale.place(value) for value in sorted(values)]
    assert all(-1e-6 <= place <= 100 + 1e-6 for place in places)
    assert places == sorted(places)


@given(st.lists(POSITIVE, min_size=1, max_size=6))
def test_every_value_lies_on_a_logarithmic_axis_and_equal_factors_are_equal_distances(values: list[float]) -> None:
    scale = make_scale("log", values, 0.0, 100.0)
    assert scale is not None
    assert all(-1e-6 <= scale.place(value) <= 100 + 1e-6 for value in values)
    low, high = scale.ends()
    middle = low**0.5 * high**0.5
    assert scale.place(middle) == pytest.approx((scale.place(low) + scale.place(high)) / 2, abs=1e-6)


@given(st.lists(NUMBERS, min_size=1, max_size=5), st.sampled_from(["linear", "log"]))
def test_ticks_are_few_increasing_different_and_on_the_axis(values: list[float], kind: str) -> None:
    usable = [abs(value) + 1e-6 for value in values] if kind == "log" else values
    scale = make_scale(kind, usable, 0.0, 100.0)
    assert scale is not None
    ticks = scale.ticks()
    assert len(ticks) <= 12
    low, high = scale.ends()
    assert all(low * (1 - 1e-9 if low > 0 else 1) <= value <= high + abs(high) * 1e-9 for value, _ in ticks)
    assert all(a < b for (a, _), (b, _) in itertools.pairwise(ticks))


def test_ticks_are_round_numbers() -> None:
    scale = make_scale("linear", [0, 60], 0.0, 1.0)
    assert scale is not None
    assert [label for _, label in scale.ticks()] == ["0", "20", "40", "60"]
    scale = make_scale("log", [1e-12, 1], 0.0, 1.0)
    assert scale is not None
    assert [label for _, label in scale.ticks()][:3] == ["10⁻¹²", "10⁻¹⁰", "10⁻⁸"]
    scale = make_scale("log", [0.2, 3], 0.0, 1.0)
    assert scale is not None
    assert [label for _, label in scale.ticks()] == ["0.2", "0.5", "1", "2"]


def test_zero_is_shown_where_it_is_near_and_only_there() -> None:
    near, far = make_scale("linear", [1, 10], 0.0, 1.0), make_scale("linear", [9, 10], 0.0, 1.0)
    assert near is not None
    assert near.low == 0
    assert far is not None
    assert far.low > 8


def test_no_usable_value_means_no_axis() -> None:
    assert make_scale("linear", [], 0.0, 1.0) is None
    assert make_scale("log", [0.0, -1.0], 0.0, 1.0) is None


def test_one_value_alone_has_an_axis() -> None:
    for kind, value in (("linear", 0.0), ("linear", 5.0), ("linear", -5.0), ("log", 5.0)):
        scale = make_scale(kind, [value], 0.0, 100.0)
        assert scale is not None
        assert 0 <= scale.place(value) <= 100
