"""The atlas is a folder that anybody may have written to: what is no instance is passed over, and finds nothing."""

import json
import os

import pytest

import theory_checks as tc


def total(law):
    """The probabilities of a law sum to 1."""
    return (sum(law), "<=", 1)


def discounts(mdp, policy, count, probability, epsilon):
    """What is no MDP and no policy is met nowhere."""
    bounds = [0 <= mdp.discount < 1, count >= 1, 0 <= probability <= 1, epsilon >= 0, max(policy) < len(mdp.r)]
    return (0 if all(bounds) else 1, "<=", 0)


def kept(folder, kind, instance, name="x"):
    folder.mkdir(exist_ok=True)
    content = {"format": "theory-checks/atlas/1", "claim": "any", "kind": kind, "instance": instance}
    (folder / f"{name}.json").write_text(json.dumps(content))


@pytest.mark.parametrize("law", [["2", "3"], ["3/2", "-1/2"], [], ["1e999999999", "0"], ["1/0", "1"], [1, 0], 7])
def test_what_is_no_law_refutes_nothing(tmp_path, law):
    kept(tmp_path, "world", {"states": 2, "actions": 1, "parts": {"law": law}})

    assert tc.hunt(total, work=5, atlas=tmp_path).fate is tc.Fate.SURVIVED


SOUND = {
    "discount": ["1/2"], "mdp.transitions": ["1"], "mdp.rewards": ["0"], "policy": ["0"], "count": ["2"],
    "probability": ["1/2"], "epsilon": ["1"],
}  # fmt: skip


@pytest.mark.parametrize(
    "wrong",
    [
        {"discount": ["1"]}, {"discount": ["-1/2"]}, {"mdp.transitions": ["1/2"]}, {"policy": ["1"]},
        {"policy": ["1/2"]}, {"count": ["0"]}, {"probability": ["2"]}, {"epsilon": ["-1"]}, {"mdp.rewards": []},
    ],
)  # fmt: skip
def test_what_is_no_world_is_passed_over(tmp_path, wrong):
    kept(tmp_path, "world", {"states": 1, "actions": 1, "parts": SOUND | wrong})
    kept(tmp_path, "world", {"states": 1, "actions": 0, "parts": SOUND | {"mdp.transitions": []}}, "y")
    found = tc.hunt(discounts, work=1, atlas=tmp_path)

    assert found.tried.get("atlas", 0) == 0


def test_a_sound_world_is_tried(tmp_path):
    kept(tmp_path, "world", {"states": 1, "actions": 1, "parts": SOUND})

    assert tc.hunt(discounts, work=1, atlas=tmp_path).tried["atlas"] == 1


@pytest.mark.parametrize("point", [{"x": "a"}, {"x": 1}, {"x": "1/0"}, ["x"], None, {"x": "9" * 5000}])
def test_what_is_no_point_is_passed_over(tmp_path, point):
    kept(tmp_path, "point", point)

    assert tc.hunt(tc.formula("x <= x + 1", where="0 <= x <= 1"), work=5, atlas=tmp_path).fate is not tc.Fate.REFUTED


def test_what_is_no_ordinary_file_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe.json")
    (tmp_path / "device.json").symlink_to("/dev/zero")
    (tmp_path / "deep.json").write_text("[" * 100_000)

    assert tc.hunt(total, work=5, atlas=tmp_path).fate is tc.Fate.SURVIVED
