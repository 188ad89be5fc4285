"""Graphs of decision processes: every choice is drawn once, with its label, inside the picture."""

import re
from fractions import Fraction
from typing import Any
from xml.etree import ElementTree as ET

import pytest
import sample_certificate
from hypothesis import given
from hypothesis import strategies as st

from reports.draw.choices import Process, action_names, read_process
from reports.draw.drawing import describe, draw_process, drawable
from reports.draw.geometry import Point, bend, loop, ring


def process(transitions: Any, rewards: Any, discount: str = "1/2") -> Process:
    actual = read_process({"transitions": transitions, "rewards": rewards, "discount": discount})
    assert actual is not None
    return actual


def cycle(n: int, stays: int) -> Process:
    stay = [[str(int(s == t)) for t in range(n)] for s in range(n)]
    move = [[str(int(t == (s + 1) % n)) for t in range(n)] for s in range(n)]
    return process([*[stay] * stays, move], [["0"] * n] * (stays + 1))


def elements(drawn: Process, look: str) -> list[ET.Element]:
    picture = ET.fromstring(draw_process(drawn, "M", "k"))
    return [e for e in picture.iter() if look in (e.get("class") or "").split()]


def labels(drawn: Process) -> list[str]:
    return [e.text or "" for e in elements(drawn, "label")]


def test_equal_actions_are_taken_together() -> None:
    choices = cycle(4, 3).choices
    assert [(c.state, tuple(c.actions), c.successors[0][0]) for c in choices[:2]] == [(0, (0, 1, 2), 0), (0, (3,), 1)]
    assert len(choices) == 8


def test_actions_that_differ_in_reward_alone_are_told_apart() -> None:
    arms = process([[["1"]]] * 3, [["1"], ["0"], ["0"]])
    assert [(tuple(c.actions), c.reward) for c in arms.choices] == [((0,), 1), ((1, 2), 0)]
    assert sorted(labels(arms)) == ["a0: r = 1", "a1–a2: r = 0"]


@pytest.mark.parametrize(
    ("actions", "name"),
    [([0], "a0"), ([0, 1, 2], "a0–a2"), ([0, 2], "a0, a2"), ([0, 1, 2, 5, 7, 8], "a0–a2, a5, a7–a8")],
)
def test_names_of_actions_are_short(actions: list[int], name: str) -> None:
    assert action_names(actions) == name


def test_a_cycle_has_a_circle_for_each_state_a_loop_and_an_arrow_each() -> None:
    drawn = cycle(5, 4)
    assert len(elements(drawn, "state")) == 5
    assert [e.text for e in elements(drawn, "state-name")] == ["s0", "s1", "s2", "s3", "s4"]
    assert len(elements(drawn, "arrow")) == 10
    assert sorted(labels(drawn)) == ["a0–a3"] * 5 + ["a4"] * 5


def test_zero_rewards_are_not_written_and_others_are_with_a_true_minus() -> None:
    assert all(":" not in label for label in labels(cycle(3, 1)))
    assert labels(process([[["1"]]], [["-1/2"]])) == ["a0: r = −1/2"]


def test_a_long_reward_is_shortened() -> None:
    (label,) = labels(process([[["1"]]], [["12345678901/98765432109"]]))
    assert label == "a0: r ≈ 0.125"


def test_branches_carry_their_probabilities() -> None:
    mixed = process([[["1/3", "2/3"], ["0", "1"]]], [["0", "0"]])
    assert sorted(e.text or "" for e in elements(mixed, "probability")) == ["1/3", "2/3"]
    assert len(elements(mixed, "arrow")) == 4  # to the dot, two branches, the loop of the other state


def test_actions_differ_without_colour() -> None:
    arms = process([[["1"]]] * 3, [["0"], ["1"], ["2"]])
    assert len({e.get("stroke-dasharray") for e in elements(arms, "arrow")}) == 3
    assert len(set(labels(arms))) == 3


def test_values_stand_inside_their_states() -> None:
    picture = ET.fromstring(draw_process(cycle(2, 1), "M", "k", {0: "3/2", 1: "0"}))
    assert [e.text for e in picture.iter() if e.get("class") == "state-value"] == ["3/2", "0"]


def test_ids_of_two_pictures_on_a_page_differ() -> None:
    one, two = (draw_process(cycle(2, 1), "M", key) for key in ("a", "b"))
    ids = [set(re.findall(r' id="([^"]*)"', str(text))) for text in (one, two)]
    assert ids[0]
    assert not ids[0] & ids[1]
    assert all(f'id="{name}"' in one for name in re.findall(r"url\(#([^)]*)\)", str(one)))


def test_the_words_say_what_the_picture_shows() -> None:
    assert describe(process([[["1/2", "1/2"], ["0", "1"]]], [["1", "0"]], "9/10")) == (
        "2 states, 1 actions, discount 9/10. In state 0, a0 leads to state 0 with probability 1/2,"
        " state 1 with probability 1/2, reward 1. In state 1, a0 leads to state 1, reward 0."
    )


def test_large_processes_are_not_drawn() -> None:
    assert drawable(cycle(10, 1))
    assert not drawable(cycle(11, 1))
    dense = [[[f"{1}/8"] * 8] * 8]
    assert not drawable(process(dense, [["0"] * 8]))


@st.composite
def processes(draw: st.DrawFn) -> Process:
    n, m = draw(st.integers(1, 5)), draw(st.integers(1, 4))
    row = st.lists(st.integers(0, 3), min_size=n, max_size=n).filter(any)
    weights = draw(st.lists(st.lists(row, min_size=n, max_size=n), min_size=m, max_size=m))
    matrices = [[[str(Fraction(w, sum(r))) for w in r] for r in matrix] for matrix in weights]
    vector = st.lists(st.sampled_from(["0", "1", "-2/7"]), min_size=n, max_size=n)
    rewards = draw(st.lists(vector, min_size=m, max_size=m))
    return process(matrices, rewards)


@given(processes())
def test_any_process_is_drawn_inside_its_picture_with_every_choice(drawn: Process) -> None:
    picture = ET.fromstring(draw_process(drawn, "M", "k"))
    width, height = (float(x) for x in (picture.get("viewBox") or "").split()[2:])
    (group,) = [e for e in picture if e.tag == "g"]
    dx, dy = (float(x) for x in re.findall(r"-?[\d.]+", group.get("transform") or ""))
    for circle in group.iter("circle"):
        assert 0 <= float(circle.get("cx") or "nan") + dx <= width
        assert 0 <= float(circle.get("cy") or "nan") + dy <= height
    for text in group.iter("text"):
        assert 0 <= float(text.get("x") or "nan") + dx <= width
        assert 0 <= float(text.get("y") or "nan") + dy <= height
    certain = sum(choice.certain for choice in drawn.choices)
    branches = sum(len(choice.successors) for choice in drawn.choices if not choice.certain)
    arrows = [e for e in group.iter("path") if "arrow" in (e.get("class") or "")]
    assert len(arrows) == certain + branches + (len(drawn.choices) - certain)
    assert "nan" not in ET.tostring(picture, encoding="unicode")


@pytest.mark.parametrize(
    "data",
    [
        None, [], "x", {}, {"transitions": [], "rewards": [], "discount": "0"},
        sample_certificate.MIXED | {"discount": "x"},
        sample_certificate.MIXED | {"rewards": [["1"]]}, sample_certificate.MIXED | {"transitions": [[["1"]]]},
        sample_certificate.MIXED | {"discount": 0.5}, sample_certificate.MIXED | {"discount": "1/0"},
        sample_certificate.MIXED | {"transitions": 7}, sample_certificate.MIXED | {"discount": "9" * 5000},
        {"transitions": [[["1"] * 200] * 200], "rewards": [["0"] * 200], "discount": "0"},
    ],
)  # fmt: skip
def test_what_is_no_decision_process_is_none(data: object) -> None:
    assert read_process(data) is None


def test_places_on_a_ring_are_apart_and_the_first_is_on_top() -> None:
    for count in range(1, 10):
        places = ring(count, 100.0)
        assert len(places) == count
        assert all(a.distance(b) > 99 for i, a in enumerate(places) for b in places[:i])
        assert count == 2 or places[0].y == min(p.y for p in places)


def test_an_arc_leaves_and_arrives_at_the_rim_of_its_circles() -> None:
    arc = bend(Point(0, 0), Point(100, 0), 0.3, 20.0, 25.0)
    assert arc.start.distance(Point(0, 0)) == pytest.approx(20)
    assert arc.end.distance(Point(100, 0)) == pytest.approx(25)
    assert arc.middle().y < 0  # to the left of the way, which is up on a screen


def test_arcs_there_and_back_do_not_meet() -> None:
    there, back = bend(Point(0, 0), Point(100, 0), 0.2, 0, 0), bend(Point(100, 0), Point(0, 0), 0.2, 0, 0)
    assert there.middle().y < -5
    assert back.middle().y > 5


def test_a_loop_points_outward() -> None:
    _, tip = loop(Point(0, 0), 0.0, 20.0)
    assert tip.x > 30
    assert abs(tip.y) < 1  # it arrives two units further out than it leaves, for the head of the arrow
