"""Times against size: what is read, refused, drawn and said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import sample_results

from reports.fields import InputError
from reports.load import load_scaling
from reports.model import Scaling
from reports.scaling import scaling_view


def loaded(folder: Path, **changes: Any) -> Scaling:
    path = folder / "scaling.json"
    path.write_text(json.dumps(sample_results.scaling() | changes))
    return load_scaling(path)


def test_a_file_is_read(tmp_path: Path) -> None:
    data = loaded(tmp_path)
    assert data.machine == "cores 2"
    assert [group.key for group in data.groups] == ["online", "limit"]
    assert (data.rows[2].name, data.rows[2].points, data.rows[2].nanoseconds) == ("blocks", 100, 30.0)


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
def test_broken_rows_are_refused(key: str, value: object, rule: str, tmp_path: Path) -> None:
    rows = sample_results.scaling()["rows"]
    with pytest.raises(InputError, match=rf"^rows\[0\]\.{key} must be {rule}"):
        loaded(tmp_path, rows=[rows[0] | {key: value}])


def test_sizes_head_the_columns_and_bars_decide(tmp_path: Path) -> None:
    view = scaling_view(loaded(tmp_path))
    online, limit = view.groups
    assert view.sizes == ["100", "10000"]
    lines = {line.name: line for line in online.lines}
    assert [(cell.text, cell.outcome, cell.bar) for cell in lines["blocks"].cells] == [
        ("30", "holds", "40"),
        ("300", "fails", "200"),
    ]
    assert [cell.text for cell in lines["absent"].cells] == ["–", "–"]
    assert lines["blocks"].growth == "0.50 (within 1.00×)"
    assert limit.figure is None


def test_the_picture_shows_ours_first_and_what_stands_beside(tmp_path: Path) -> None:
    figure = scaling_view(loaded(tmp_path)).groups[0].figure
    assert figure is not None
    assert [series.label for series in figure.data.series] == ["blocks (ours)", "peer", "sort"]
    assert (figure.data.x_scale, figure.data.y_scale) == ("log", "log")
    assert list(figure.data.series[0].y) == [30.0, 300.0]


def test_nothing_to_compare_gives_no_picture_and_no_sign_of_zero(tmp_path: Path) -> None:
    rows = [row | {"growth_exponent": -0.001} for row in sample_results.scaling()["rows"] if row["ours"]]
    (online, _) = scaling_view(loaded(tmp_path, rows=rows)).groups
    assert online.figure is None
    assert online.lines[0].growth.startswith("0.00")


def test_findings_compare_at_the_largest_common_size(tmp_path: Path) -> None:
    rows = sample_results.scaling()["rows"]
    assert scaling_view(loaded(tmp_path)).findings == [
        "1 of 2 bars are met on this machine.",
        "One after the other: at N = 10000 ours (blocks) takes 300 ns a query, the best peer (peer) 10000 ns.",
    ]
    without = [row for row in rows if (row["solver"], row["points"]) != ("peer", 10_000)]
    assert "at N = 100 ours (blocks) takes 30 ns" in scaling_view(loaded(tmp_path, rows=without)).findings[1]
    ours = [row for row in rows if row["ours"]]
    easier = [row | {"solver": "easier", "nanoseconds": 1.0, "comparable": False} for row in ours]
    assert "ours (blocks) takes 300 ns" in scaling_view(loaded(tmp_path, rows=rows + easier)).findings[1]
    alone = [row for row in rows if row["ours"]]
    assert len(scaling_view(loaded(tmp_path, rows=alone)).findings) == 1
