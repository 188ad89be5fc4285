"""Pictures of counterexamples: what must be on them, and that they are markup."""

from fractions import Fraction
from xml.etree import ElementTree as ET

import law_claims
import mdp_claims
import numpy as np
import pytest

import theory_checks as tc
from tabular import FiniteMDP
from theory_checks.hunt.pictures import picture_of
from theory_checks.hunt.worlds import World

SVG = "{http://www.w3.org/2000/svg}"


def world_of(mdp):
    parts = {"mdp.transitions": mdp.transitions, "mdp.rewards": mdp.rewards, "discount": np.array(mdp.discount, object)}
    return World(mdp.n_states, mdp.n_actions, parts)


@pytest.mark.parametrize("n", [1, 2, 3, 5])
@pytest.mark.parametrize("m", [1, 2, 4])
def test_an_mdp_has_a_circle_for_each_state_and_an_arrow_for_each_way(n, m):
    rng = np.random.default_rng(n)
    P = np.array([[[Fraction(int(t in row), len(row)) for t in range(n)] for row in ways] for ways in [
        [set(rng.integers(n, size=2).tolist()) for _ in range(n)] for _ in range(m)]], dtype=object)  # fmt: skip
    mdp = FiniteMDP(P, [[Fraction(s, 3) for s in range(n)]] * m, Fraction(1, 2))
    picture = ET.fromstring(picture_of(world_of(mdp), ("mdp",)))
    texts = [x.text for x in picture.iter(f"{SVG}text")]

    assert len([*picture.iter(f"{SVG}circle")]) == n
    assert len([*picture.iter(f"{SVG}polygon")]) == int((P > 0).sum())
    assert "mdp, discount 1/2" in texts
    assert sum(text.startswith("0: ") for text in texts) == int((P[0] > 0).sum())


def test_all_of_a_picture_lies_within_it():
    mdp = FiniteMDP([np.eye(4, dtype=int).tolist()] * 4, [[Fraction(-12, 7)] * 4] * 4, Fraction(1, 2))
    picture = ET.fromstring(picture_of(world_of(mdp), ("mdp",)))
    svg = picture.find(f"{SVG}svg")
    _, _, width, height = map(float, svg.get("viewBox").split())

    for text in picture.iter(f"{SVG}text"):
        assert 0 < float(text.get("x")) < width
        assert 0 < float(text.get("y")) < height


def test_a_mechanism_has_a_bar_for_each_probability():
    world = World(2, 3, {"mechanism": np.array([[Fraction(1, 4), Fraction(3, 4)]] * 3, dtype=object)})
    picture = ET.fromstring(picture_of(world, ("mechanism",)))

    assert len([*picture.iter(f"{SVG}rect")]) == 6
    heights = {float(x.get("height")) for x in picture.iter(f"{SVG}rect")}
    assert max(heights) == pytest.approx(3 * min(heights), rel=1e-2)


def test_what_is_too_large_has_no_picture():
    mdp = FiniteMDP([np.eye(9, dtype=int).tolist()], [[0] * 9], Fraction(1, 2))

    assert picture_of(world_of(mdp), ("mdp",)) == ""


def test_a_card_in_a_notebook_has_the_picture_and_text_has_none():
    for claim in (mdp_claims.bellman_error_bounds_value_error, law_claims.entropy_is_at_most_one):
        found = tc.hunt(claim, work=3000)
        assert "<svg" in found._repr_html_()
        assert "svg" not in str(found)
