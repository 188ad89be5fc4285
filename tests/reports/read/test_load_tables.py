"""Reference tables: what a file must be, and what the pages show of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import sample_results

from reports.__main__ import main
from reports.read.strict import InputError
from reports.read.tables import load_tables


def sample() -> dict[str, Any]:
    peers = [
        {"name": "a library", "returns": "0.3333", "side": "below", "off": 1e-4},
        {"name": "another <b>", "returns": "not installed", "side": "no answer", "off": None},
    ]
    exact = {"id": "thirds/n=1", "parameters": {"n": "1"}, "exact": "1/3", "shown": "1/3", "low": "3.3e-1"}
    exact |= {"high": "3.4e-1", "digits": 30, "command": "theory-checks tables 'thirds/n=1'", "peers": peers}
    ball = {"id": "thirds/n=2", "parameters": {"n": "2"}, "shown": "6.666667e-1", "low": "6.6666666e-1"}
    ball |= {"high": "6.6666667e-1", "digits": 7, "command": "theory-checks tables 'thirds/n=2'", "peers": []}
    table = {"id": "thirds", "title": "Thirds", "says": "n/3.", "rows": [exact, ball]}
    return {"schema": "theory-checks/tables/1", "versions": {"a library": "1.0"}, "tables": [table]}


def written(folder: Path, value: Any) -> Path:
    path = folder / "tables.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


@pytest.fixture
def page(tmp_path: Path) -> str:
    arguments = [str(sample_results.write(tmp_path)), "--out", str(tmp_path / "site")]
    assert main([*arguments, "--tables", str(written(tmp_path, sample()))]) == 0
    return (tmp_path / "site/tables.html").read_text(encoding="utf-8")


def test_values_stand_beside_what_other_libraries_return(page: str) -> None:
    assert "2 values with proved digits" in page
    assert '<th scope="row">n = 1</th>' in page
    assert "1/3" in page
    assert "6.666667e-1" in page
    assert "0.3333 <strong>below</strong> by 0.0001" in page
    assert "not installed <strong>no answer</strong>" in page
    assert "another &lt;b&gt;" in page
    assert "theory-checks tables &#39;thirds/n=1&#39;" in page


def test_the_page_of_data_leads_there_and_the_file_is_offered(page: str, tmp_path: Path) -> None:
    assert 'href="tables.html"' in (tmp_path / "site/data.html").read_text(encoding="utf-8")
    assert json.loads((tmp_path / "site/tables.json").read_text())["tables"][0]["rows"][0]["exact"] == "1/3"
    assert 'href="tables.json"' in page


def test_without_tables_there_is_no_page(site: Path) -> None:
    assert not (site / "tables.html").exists()
    assert "tables.html" not in (site / "data.html").read_text(encoding="utf-8")


def broken(**changes: Any) -> dict[str, Any]:
    return sample() | changes


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (broken(schema="theory-checks/results/1"), "schema"),
        (broken(tables=[{"id": "thirds"}]), "tables.json.tables[0] must have 'title', got none"),
        (broken(versions=[]), "tables.json.versions must be an object"),
    ],
)
def test_what_are_no_tables_is_refused(tmp_path: Path, value: Any, text: str) -> None:
    with pytest.raises(InputError) as caught:
        load_tables(written(tmp_path, value))
    assert text in str(caught.value)
    assert "\n" not in str(caught.value)
