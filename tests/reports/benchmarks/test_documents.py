"""Benchmark files: what they say is compared, shown as tables, or refused in one sentence."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sample_documents as sample

from reports.benchmarks.__main__ import main
from reports.benchmarks.documents import Document, load_documents, load_recorded, sections
from reports.benchmarks.marks import Mark, mark, tally
from reports.benchmarks.records import Barred
from reports.read.strict import InputError

ROOT = Path(__file__).resolve().parents[3]


def loaded(folder: Path, value: Any) -> list[Document]:
    (folder / "made.json").write_text(json.dumps(value), encoding="utf-8")
    return load_documents(folder / "made.json")


def test_every_module_is_a_document_with_its_own_words(tmp_path: Path) -> None:
    actual = load_documents(sample.documents(tmp_path))
    assert [(d.anchor, d.title, d.says) for d in actual] == [
        ("learners", "Learners", "Whole runs with $\\varepsilon = 1$."),
        ("noise", "A path, point by point", "One query after the other."),
        ("solvers", "Solvers", "Seconds to the value."),
    ]
    assert {d.machine for d in actual} == {"A chip, 2 cores, Python 3.11.7, numpy 2.4.6"}


def test_a_folder_is_read_in_the_order_of_names(tmp_path: Path) -> None:
    for name, rows in (("b", sample.noise()), ("a", sample.solvers())):
        (tmp_path / f"{name}.json").write_text(json.dumps(sample.run(*rows)))
    (tmp_path / "notes.txt").write_text("no benchmark")
    assert [d.anchor for d in load_documents(tmp_path)] == ["solvers", "noise"]


def test_an_empty_folder_has_no_documents(tmp_path: Path) -> None:
    assert load_documents(tmp_path) == []


def test_a_module_without_words_is_shown_by_its_name(tmp_path: Path) -> None:
    (actual,) = loaded(tmp_path, sample.run(*sample.noise()) | {"modules": {}, "machine_info": {}})
    assert (actual.title, actual.machine) == ("test_noise", "? cores, Python ?, numpy 2.4.6")


def test_times_against_size_are_per_unit_with_ratios_bars_and_growth(tmp_path: Path) -> None:
    (actual,) = loaded(tmp_path, sample.run(*sample.noise()))
    online, yardsticks = actual.tables
    assert online.title == "Online: ns per query"
    assert online.columns == ["Contestant", "N = 100", "N = 10000", "Growth", "Note"]
    peer, blocks = online.lines
    assert peer.cells == [Mark("100", aside="3.33×"), Mark("10000", aside="33.3×"), Mark("1.00 (within 1.00×)")]
    assert blocks.cells[:2] == [Mark("30", "holds", "40"), Mark("300", "fails", "200")]
    assert online.absent == "absent (not installed: No module named 'absent')"
    assert actual.findings == [
        "1 of 2 bars are met.",
        "Online: ours is at least as fast as the best peer at 2 of 2 tasks. At N = 10000 ours (blocks) 300 ns, the best"
        " peer (peer) 10000 ns a query.",
    ]
    assert yardsticks.figure is None  # one line has nothing beside it


def test_the_picture_shows_ours_first_and_what_stands_beside(tmp_path: Path) -> None:
    figure = loaded(tmp_path, sample.run(*sample.noise()))[0].tables[0].figure
    assert figure is not None
    assert [series.label for series in figure.data.series] == ["blocks (ours)", "peer", "sort"]
    assert (figure.data.x_label, figure.data.y_label) == ("N", "ns per query")
    assert (figure.data.x_scale, figure.data.y_scale) == ("log", "log")
    assert figure.data.series[0].y == pytest.approx([30.0, 300.0])


def test_contests_have_one_row_a_number_and_say_who_is_ahead(tmp_path: Path) -> None:
    (actual,) = loaded(tmp_path, sample.run(*sample.solvers()))
    (table,) = actual.tables
    assert table.title == "One MDP: µs per solution"
    assert table.columns == ["Task", "Contestant", "Time", "Times ours", "Error", "Method", "Note"]
    assert [(line.head, line.ours, line.cells[0].text, line.note) for line in table.lines] == [
        ("dense", True, "policy iteration", ""),
        ("dense", False, "peer A", "parallel"),
        ("dense", False, "hasty", "an error above 1e-08"),
        ("lake", True, "value iteration", ""),
        ("lake", False, "peer B", ""),
    ]
    assert [line.cells[2].outcome for line in table.lines] == ["holds", "", "", "fails", ""]
    assert table.lines[0].cells[3] == Mark("10⁻⁹")
    assert table.lines[1].cells[3] == Mark("–")
    widths = [line.width or 0.0 for line in table.lines]
    assert (min(widths), widths[3]) == (6, 120)
    assert table.absent == "slow at dense (would take minutes)"
    assert actual.findings == [
        "One MDP: ours is at least as fast as the best peer at 1 of 2 tasks, and behind at lake (1.30×). At lake ours"
        " (value iteration) 26000 µs, the best peer (peer B) 20000 µs a solution."
    ]


def test_a_measure_may_stand_for_the_time(tmp_path: Path) -> None:
    (actual,) = loaded(tmp_path, sample.run(*sample.learners()))
    (table,) = actual.tables
    assert (table.title, table.columns) == ("Errors", ["Task", "Contestant", "Error", "Note"])
    assert [line.cells[1] for line in table.lines] == [
        Mark("1.25 × 10⁶", "holds", "10⁶"),
        Mark("300", "fails", "200"),
        Mark("600"),
    ]
    assert table.figure is not None
    assert not table.has_bars
    assert actual.findings == [
        "1 of 2 bars are met.",
        "Errors, T = 20: the smallest error is 600 (small).",
    ]


def test_without_peers_there_is_nothing_to_say(tmp_path: Path) -> None:
    ours = [row for row in sample.solvers() if row["extra_info"]["ours"]]
    (actual,) = loaded(tmp_path, sample.run(*ours))
    assert actual.findings == []
    assert {line.cells[2].outcome for line in actual.tables[0].lines} == {""}


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"units": 0}, r"Expected `int` >= 1.*units"),
        ({"units": 1.5}, r"Expected `int`.*units"),
        ({"ours": 1}, r"Expected `bool`.*ours"),
        ({"size": -1}, r"> 0.*size"),
        ({"bar": 0}, r"> 0.*bar"),
        ({"note": None}, r"Expected `str`.*note"),
        ({"measures": {"x": {"value": 1, "bar": 2, "better": "best"}}}, r"Invalid enum value 'best'"),
        ({"measures": {"x": {"value": 1, "bar": 2}}}, "missing required field `better`"),
        ({"measures": {"x": []}}, r"measures"),
    ],
)
def test_broken_records_are_refused_by_name(change: dict[str, Any], rule: str, tmp_path: Path) -> None:
    row = sample.noise()[0]
    with pytest.raises(InputError, match=rf"made\.json must be JSON that pytest-benchmark writes.*{rule}"):
        loaded(tmp_path, sample.run(row | {"extra_info": row["extra_info"] | change}))


@pytest.mark.parametrize("value", [[], {}, {"benchmarks": []}, "x", {"schema": "theory-checks/scaling/1"}])
def test_other_files_are_refused(value: Any, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"made\.json must be JSON that pytest-benchmark writes"):
        loaded(tmp_path, value)


@pytest.mark.parametrize("content", [b"", b"{", b'"\xff\xfe"', b'{"benchmarks": [1', b'{"a":' * 99_999])
def test_what_is_no_json_is_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "made.json").write_bytes(content)
    with pytest.raises(InputError, match=r"made\.json must be JSON"):
        load_documents(tmp_path / "made.json")


def test_a_file_must_be_readable(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.json must be a readable file"):
        load_documents(tmp_path / "none.json")


def test_a_bar_is_met_when_it_is_reached() -> None:
    assert [mark(Barred(2.0, bar, "smaller")).outcome for bar in (1.0, 2.0, 3.0)] == ["fails", "holds", "holds"]
    assert [mark(Barred(2.0, bar, "larger")).outcome for bar in (1.0, 2.0, 3.0)] == ["holds", "holds", "fails"]
    assert [mark(cell) for cell in (2.0, 3, "x", None)] == [Mark("2"), Mark("3"), Mark("x"), Mark("–")]
    assert tally([mark(2.0)]) == []


def test_what_the_last_release_recorded_stands_beside_what_was_made_here(tmp_path: Path) -> None:
    folder = tmp_path / "recorded"
    folder.mkdir()
    when = {"datetime": "2026-02-03T04:05:06", "quick": True}
    for version, rows in (("0.9.0", sample.solvers()), ("0.10.0", sample.noise())):
        (folder / f"{version}.json").write_text(json.dumps(sample.run(*rows) | when))
    recorded = load_recorded(folder)
    made = loaded(tmp_path, sample.run(*sample.noise(), *sample.solvers()))
    assert {document.origin for document in recorded} == {"Recorded for version 0.10.0"}
    assert "measured on 2026-02-03, a short run" in recorded[0].machine

    noise, solvers = sections([*recorded, *made])
    assert (noise.anchor, solvers.anchor) == ("noise", "solvers")
    assert [[document.origin for document, _ in runs] for runs in noise.tables] == [
        ["Recorded for version 0.10.0", "This machine"]
    ] * 2
    assert {document.origin for runs in solvers.tables for document, _ in runs} == {"This machine"}


def test_a_run_is_recorded_without_what_names_a_machine(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = sample.run(*sample.noise()) | {"datetime": "2026-02-03T04:05:06"}
    run["machine_info"] |= {"node": "secret-host", "python_build": ["x"]}
    (tmp_path / "made.json").write_text(json.dumps(run))
    assert main([str(tmp_path / "made.json"), str(tmp_path / "0.1.0.json")]) == 0
    assert "secret-host" not in (tmp_path / "0.1.0.json").read_text()
    before, after = load_documents(tmp_path / "made.json"), load_recorded(tmp_path)
    assert [replace(d, origin="This machine") for d in after if d.origin == "Recorded for version 0.1.0"] == before

    (tmp_path / "broken.json").write_text("{")
    assert main([str(tmp_path / "broken.json"), str(tmp_path / "x.json")]) == 2
    assert "must be JSON that pytest-benchmark writes" in capsys.readouterr().err
    assert main([]) == 2
    assert capsys.readouterr().err == "python -m reports.benchmarks must be given two files, got 0\n"


def test_the_project_has_recorded_benchmarks_with_machine_and_date() -> None:
    recorded = load_recorded(ROOT / "releases" / "benchmarks")
    assert recorded
    assert all("measured on 20" in document.machine and document.tables for document in recorded)
