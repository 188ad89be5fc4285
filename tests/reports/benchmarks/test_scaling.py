"""Times against size: what is read, refused, drawn and said."""

from __future__ import annotations

from typing import Any

import pytest
import sample_documents

from reports.benchmarks.scaling import GroupView, ScalingView, view
from reports.read.fields import Field, InputError


def viewed(**changes: Any) -> ScalingView:
    return view(Field(sample_documents.scaling() | changes, ""))[0]


def findings(**changes: Any) -> list[str]:
    return [*view(Field(sample_documents.scaling() | changes, ""))[1]]


@pytest.mark.parametrize(
    ("key", "value", "rule"),
    [
        ("points", 0, "at least 1"),
        ("points", 1.5, "an integer"),
        ("nanoseconds", 0, "above 0"),
        ("bar_nanoseconds", -1.0, "above 0"),
        ("ours", 1, "true or false"),
        ("note", None, "a text"),
        ("growth_exponent", "1", "a number"),
    ],
)
def test_broken_rows_are_refused(key: str, value: object, rule: str) -> None:
    rows = sample_documents.scaling()["rows"]
    with pytest.raises(InputError, match=rf"^rows\[0\]\.{key} must be {rule}"):
        viewed(rows=[rows[0] | {key: value}])


@pytest.mark.parametrize("name", ["symbol", "size", "unit", "contestant"])
def test_words_must_be_there(name: str) -> None:
    words = {key: value for key, value in sample_documents.scaling()["words"].items() if key != name}
    with pytest.raises(InputError, match=f"^words must have '{name}'"):
        viewed(words=words)


def online(**changes: Any) -> GroupView:
    return viewed(**changes).groups[0]


def test_sizes_head_the_columns_and_bars_decide() -> None:
    first, limit = viewed().groups
    assert first.sizes == ["100", "10000"]
    lines = {line.name: line for line in first.lines}
    assert [(cell.text, cell.outcome, cell.bar) for cell in lines["blocks"].cells] == [
        ("30", "holds", "40"),
        ("300", "fails", "200"),
    ]
    assert [cell.text for cell in lines["absent"].cells] == ["–", "–"]
    assert lines["blocks"].growth == "0.50 (within 1.00×)"
    assert limit.figure is None


def test_the_picture_shows_ours_first_and_what_stands_beside() -> None:
    figure = online().figure
    assert figure is not None
    assert [series.label for series in figure.data.series] == ["blocks (ours)", "peer", "sort"]
    assert (figure.data.x_label, figure.data.y_label) == ("points N", "nanoseconds a query")
    assert (figure.data.x_scale, figure.data.y_scale) == ("log", "log")
    assert list(figure.data.series[0].y) == [30.0, 300.0]


def test_nothing_to_compare_gives_no_picture_and_no_sign_of_zero() -> None:
    rows = [row | {"growth_exponent": -0.001} for row in sample_documents.scaling()["rows"] if row["ours"]]
    group = online(rows=rows)
    assert group.figure is None
    assert group.lines[0].growth.startswith("0.00")


def test_growth_is_not_spoken_of_where_no_power_was_fitted() -> None:
    assert viewed().grows
    assert not viewed(rows=[row | {"growth_exponent": None} for row in sample_documents.scaling()["rows"]]).grows


def test_findings_compare_at_the_largest_common_size() -> None:
    rows = sample_documents.scaling()["rows"]
    assert findings() == [
        "1 of 2 bars are met on this machine.",
        "One after the other: at N = 10000 ours (blocks) takes 300 ns a query, the best peer (peer) 10000 ns.",
    ]
    without = [row for row in rows if (row["solver"], row["points"]) != ("peer", 10_000)]
    assert "at N = 100 ours (blocks) takes 30 ns" in findings(rows=without)[1]
    ours = [row for row in rows if row["ours"]]
    easier = [row | {"solver": "easier", "nanoseconds": 1.0, "comparable": False} for row in ours]
    assert "ours (blocks) takes 300 ns" in findings(rows=rows + easier)[1]
    assert len(findings(rows=ours)) == 1
