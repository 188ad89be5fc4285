"""What rests on what: the places where a proof breaks are the false steps below which nothing is false."""

import itertools
import json
from pathlib import Path

import pytest
import sample_results
from hypothesis import given
from hypothesis import strategies as st

from reports.pages.relations import Relations
from reports.read.load import load_results


def relations(tmp_path: Path, *rows: tuple[str, str | None, list[str]]) -> Relations:
    results = sample_results.sample()
    results["statements"] = [
        sample_results.statement(id_, id_, verdict, depends_on=below) for id_, verdict, below in rows
    ]
    (tmp_path / "r.json").write_text(json.dumps(results))
    return Relations(load_results(tmp_path / "r.json").statements)


def breaks(graph: Relations, id_: str) -> list[tuple[str, list[str]]]:
    return [(b.step.id, [s.id for s in b.path]) for b in graph.breaks(graph.by_id[id_])]


def test_a_proof_breaks_at_the_lowest_false_step(tmp_path: Path) -> None:
    graph = relations(
        tmp_path, ("a", "REFUTED", ["b"]), ("b", "REFUTED", ["c"]), ("c", "ILL_POSED", ["d"]), ("d", "VERIFIED", [])
    )
    assert breaks(graph, "a") == [("c", ["b"])]
    assert breaks(graph, "c") == []


def test_the_nearest_break_comes_first_and_each_once(tmp_path: Path) -> None:
    graph = relations(
        tmp_path,
        ("a", None, ["b", "c"]),
        ("b", "VERIFIED", ["d", "e"]),
        ("c", "REFUTED", []),
        ("d", "REFUTED", []),
        ("e", None, ["d"]),
    )
    assert breaks(graph, "a") == [("c", []), ("d", ["b"])]


def test_unknown_ids_and_circles_do_no_harm(tmp_path: Path) -> None:
    graph = relations(tmp_path, ("a", "REFUTED", ["b", "none"]), ("b", "VERIFIED", ["a"]))
    assert breaks(graph, "a") == []
    assert [s.id for s in graph.steps(graph.by_id["a"])] == ["b"]


def test_users_are_found_in_order(tmp_path: Path) -> None:
    graph = relations(tmp_path, ("a", None, ["c"]), ("b", None, ["c", "c"]), ("c", None, []))
    assert [s.id for s in graph.used_by(graph.by_id["c"])] == ["a", "b"]


def test_repairs_are_found_from_both_sides(tmp_path: Path) -> None:
    graph = Relations(load_results(sample_results.write(tmp_path)).statements)
    printed, repaired = graph.by_id["demo/prop10"], graph.by_id["demo/prop10/repaired"]
    assert graph.repairs_of(printed) == [repaired]
    assert graph.repaired(repaired) == printed
    assert graph.repaired(printed) is None


def test_a_note_is_found_from_both_sides_and_is_no_repair(tmp_path: Path) -> None:
    results = sample_results.sample()
    note = sample_results.statement("b", "b", "VERIFIED", kind="note", about="a")
    results["statements"] = [sample_results.statement("a", "a", "VERIFIED"), note]
    (tmp_path / "r.json").write_text(json.dumps(results))
    graph = Relations(load_results(tmp_path / "r.json").statements)
    printed, remark = graph.by_id["a"], graph.by_id["b"]
    assert (graph.notes_on(printed), graph.notes_on(remark)) == ([remark], [])
    assert (graph.noted(remark), graph.noted(printed), graph.repairs_of(printed)) == (printed, None, [])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("relations")


@given(
    st.lists(
        st.tuples(st.sampled_from([None, "VERIFIED", "REFUTED"]), st.lists(st.integers(0, 5), max_size=3)),
        min_size=1,
        max_size=6,
    )
)
def test_every_break_is_a_false_step_that_the_statement_reaches(
    folder: Path, rows: list[tuple[str | None, list[int]]]
) -> None:
    graph = relations(
        folder, *((f"s{i}", verdict, [f"s{j}" for j in below]) for i, (verdict, below) in enumerate(rows))
    )
    for statement in graph.by_id.values():
        for actual in graph.breaks(statement):
            chain = [statement, *actual.path, actual.step]
            assert all(b.id in a.depends_on for a, b in itertools.pairwise(chain))
            assert actual.step.status == "REFUTED"
            assert all(step.status != "REFUTED" or step.id == actual.step.id for step in graph.steps(actual.step))
