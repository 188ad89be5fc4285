"""Small pictures: what is found stands outside of what was promised."""

from xml.etree import ElementTree as ET

import pytest

from reports.draw.thumbnails import draw_function, draw_sides


def parts(left: float, relation: str, right: float) -> tuple[float, float, float]:
    """Return where the dot stands, and where the bar begins and ends."""
    picture = ET.fromstring(draw_sides(left, relation, right, "t"))
    dot, bar = (next(e for e in picture.iter() if e.get("class") == look) for look in ("found", "promised"))
    start = float(bar.get("x", ""))
    return float(dot.get("cx", "")), start, start + float(bar.get("width", ""))


@pytest.mark.parametrize(
    ("left", "relation", "right"),
    [(1.6, "<=", 1.4), (-15.0, "<", -20.0), (1598000.0, "<=", 1596000.0), (0.5, ">=", 0.6)],
)
def test_the_dot_is_outside_of_the_bar(left: float, relation: str, right: float) -> None:
    dot, start, end = parts(left, relation, right)
    assert dot > end + 5 if relation.startswith("<") else dot < start - 5
    assert (end == 200) == relation.startswith(">")


def test_an_equality_is_a_mark_and_equal_sides_are_drawn() -> None:
    _, start, end = parts(2, "=", 1)
    assert end - start == 2
    assert parts(0, "!=", 0)[0] == 100


def test_sides_are_as_far_apart_as_their_ratio_where_that_can_be_seen() -> None:
    dot, _, end = parts(3, "<=", 1)
    assert (dot - 16) / (end - 16) == pytest.approx(3, abs=0.01)


def test_a_function_goes_through_its_points() -> None:
    picture = ET.fromstring(draw_function([0, 0.5, 1], [1, -1, 1], "f"))
    heights = [float(e.get("cy", "")) for e in picture.iter("circle")]
    assert heights[0] == heights[2] < heights[1]
