"""Sliders and curves in results.json: what does not fit together is refused in one sentence."""

import json
from pathlib import Path
from typing import Any

import pytest
import sample_results

from reports.read.load import load_results
from reports.read.model import Results
from reports.read.strict import InputError


def load(folder: Path, **changes: Any) -> Results:
    results = sample_results.sample()
    for statement in results["statements"]:
        if statement.get("explore"):
            statement["explore"] |= changes
    return load_results(sample_results.write(folder, results))


def test_what_can_be_tried_is_read(tmp_path: Path) -> None:
    explore = next(s.explore for s in load(tmp_path).statements if s.id == "demo/prop10")

    assert explore is not None
    assert explore.along.values[explore.along.start] == "5"
    assert explore.curve("bound").says == r"the bound $2\sigma$"
    assert [promise.words for promise in explore.promises] == ["As printed", "Use instead"]


SLIDER = sample_results.explore()["sliders"][0]
CURVE = sample_results.explore()["curves"][0]
PROMISE = sample_results.explore()["promises"][0]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"across": "m"}, "across must be one of the sliders, got 'm'"),
        ({"sliders": [SLIDER, SLIDER]}, "sliders must have different names, got 'n' 2 times"),
        ({"sliders": [SLIDER | {"name": "a]"}]}, "sliders[0].name must be a name of letters, digits and _, got 'a]'"),
        (
            {"curves": [CURVE, CURVE | {"name": "<b>"}]},
            "curves[1].name must be a name of letters, digits and _, got '<b>'",
        ),
        ({"sliders": []}, "must be a list"),
        ({"sliders": [SLIDER | {"start": 9}]}, "start must be below 9, got 9"),
        ({"sliders": [SLIDER | {"values": ["1", "0.5"]}]}, "must be an exact number p or p/q"),
        ({"sliders": [SLIDER | {"values": ["1"]}]}, "must be a list of length >= 2"),
        ({"curves": [CURVE, CURVE]}, "curves must have different names, got 'error' 2 times"),
        ({"promises": [PROMISE | {"left": "m"}]}, "must be between two of the curves, got 'm' and 'printed'"),
        ({"promises": [PROMISE | {"right": "m"}]}, "must be between two of the curves, got 'error' and 'm'"),
        ({"promises": [{key: x for key, x in PROMISE.items() if key != "where"}]}, "must have 'where'"),
        ({"names": []}, "names must be an object"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_what_does_not_fit_is_refused(changes: dict[str, Any], message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        load(tmp_path, **changes)

    assert message in str(error.value)
    assert json.dumps(changes) not in str(error.value)
