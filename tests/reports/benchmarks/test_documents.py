"""Benchmark documents: every kind is read and viewed, a folder in the order of names, and anything else is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import sample_documents

from reports.benchmarks.documents import KINDS, document, load_documents
from reports.benchmarks.marks import mark, tally
from reports.read.fields import Field, InputError


def loaded(folder: Path, value: Any) -> Any:
    path = folder / "made.json"
    path.write_text(json.dumps(value))
    return load_documents(path)[0]


def test_a_folder_is_read_in_the_order_of_names(tmp_path: Path) -> None:
    place = sample_documents.documents(tmp_path)
    (place / "notes.txt").write_text("not a document")
    assert [(d.anchor, d.title) for d in load_documents(place)] == [
        ("learners", "Learners"),
        ("noise", "A path, point by point"),
        ("solvers", "Solvers"),
    ]


def test_an_empty_folder_has_no_documents(tmp_path: Path) -> None:
    assert load_documents(tmp_path) == []


def test_the_sample_has_every_kind_and_every_kind_a_template() -> None:
    samples = (sample_documents.benchmarks(), sample_documents.scaling(), sample_documents.measurements())
    assert {sample["schema"] for sample in samples} == set(KINDS)
    templates = Path(__file__).resolve().parents[3] / "reports" / "pages" / "templates"
    assert all((templates / kind.template).is_file() for kind in KINDS.values())


def test_the_machine_is_a_text_or_facts(tmp_path: Path) -> None:
    assert loaded(tmp_path, sample_documents.benchmarks()).machine == "2 cores, Python 3.11"
    facts = {"cores": 2, "versions": {"numpy": "2.4.6"}}
    assert loaded(tmp_path, sample_documents.benchmarks() | {"machine": facts}).machine == "cores 2, numpy 2.4.6"


def test_contests_keep_their_groups_and_compare_with_the_best_peer(tmp_path: Path) -> None:
    found = loaded(tmp_path, sample_documents.benchmarks())
    first, lake = found.body
    assert [row.data.ours for row in (*first.rows, *lake.rows)] == [True, False, False, True, False]
    assert first.rows[0].data.error == "1e-09"
    assert [row.outcome for row in (*first.rows, *lake.rows)] == ["holds", "", "", "fails", ""]
    assert found.findings == ["On 1 of 2 problems with a peer, our best solver is at least as fast as the best peer."]


def test_without_peers_there_is_nothing_to_say() -> None:
    rows = [row | {"ratio_to_best_peer": None} for row in sample_documents.benchmarks()["rows"]]
    assert document(Field(sample_documents.benchmarks() | {"rows": rows}, ""), "a").findings == []


def test_measurements_keep_their_cells_and_count_their_bars(tmp_path: Path) -> None:
    found = loaded(tmp_path, sample_documents.measurements())
    (table,), (figure,) = found.body.tables, found.body.figures
    assert [[(c.text, c.outcome, c.bar) for c in row] for row in table.rows] == [
        [("fast", "", ""), ("1.25 × 10⁶", "holds", "10⁶"), ("10", "", "")],
        [("small", "", ""), ("300", "fails", "200"), ("–", "", "")],
    ]
    assert found.findings == ["1 of 2 bars are met on this machine.", "The cost grows like $S$."]
    assert figure.data.series[0].label == "eager"


@pytest.mark.parametrize(
    ("value", "rule"),
    [
        ({"schema": "x"}, r"made\.json: schema must be one of"),
        ({}, r"made\.json: the file must have 'schema'"),
        ([], r"made\.json: the file must be an object"),
        (sample_documents.benchmarks() | {"rows": [{"group": 1}]}, r"rows\[0\]\.group must be a text, got 1"),
        (sample_documents.measurements() | {"findings": [1]}, r"findings\[0\] must be a text, got 1"),
        (sample_documents.scaling() | {"title": 1}, r"title must be a text, got 1"),
    ],
)
def test_broken_documents_are_refused_by_name(value: Any, rule: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=rule):
        loaded(tmp_path, value)


@pytest.mark.parametrize(
    ("cell", "rule"),
    [
        ({"value": 1, "bar": 2}, "must have 'better'"),
        ({"value": "x", "bar": 2, "better": "larger"}, r"rows\[0\]\[1\]\.value must be a number"),
        ({"value": 1, "bar": None, "better": "larger"}, r"\.bar must be a number"),
        ({"value": 1, "bar": 2, "better": "best"}, r"\.better must be one of 'larger', 'smaller'"),
        ([], "must be a number"),
    ],
)
def test_broken_cells_are_refused(cell: Any, rule: str, tmp_path: Path) -> None:
    made = sample_documents.measurements()
    made["tables"][0]["rows"] = [["fast", cell, 1]]
    with pytest.raises(InputError, match=rule):
        loaded(tmp_path, made)


def test_a_row_must_have_as_many_cells_as_columns(tmp_path: Path) -> None:
    made = sample_documents.measurements()
    made["tables"][0]["rows"] = [["fast"]]
    with pytest.raises(InputError, match=r"tables\[0\]\.rows\[0\] must have 3 cells, got 1"):
        loaded(tmp_path, made)


def test_a_bar_is_met_when_it_is_reached() -> None:
    assert [mark(2.0, bar).outcome for bar in (1.0, 2.0, 3.0)] == ["fails", "holds", "holds"]
    assert [mark(2.0, bar, larger=True).outcome for bar in (1.0, 2.0, 3.0)] == ["holds", "holds", "fails"]
    assert mark(2.0).outcome == ""
    assert tally([mark(2.0)]) == []
