"""The page of the dependency graph: drawings with links, and lists that need no script."""

import json
from pathlib import Path

import sample_results
from pages_of import Node, read, squeezed, with_class

from reports.pages.site import Site
from reports.read.load import load_results
from theory_checks.engine.papers import load
from theory_checks.engine.results import assemble
from theory_checks.engine.runner import Plan, Run

LARGEST = 300_000  # bytes


def rows(page: Node) -> list[list[str]]:
    found = [n for table in with_class(page, "blasts") for n in table.walk() if n.tag == "tr"]
    return [[squeezed(cell) for cell in row.walk() if cell.tag in ("th", "td")] for row in found]


def test_what_falls_with_a_false_result_is_counted(site: Path) -> None:
    found = rows(read(site / "graph.html"))
    assert ["Refuted: Lemma 16 demo", "3", "0", "1"] in found
    assert ["Refuted: Proof of Lemma 16, step ♡ demo", "5", "2", "1"] in found


def test_true_statements_that_rest_on_false_ones_say_why_they_stand(site: Path) -> None:
    (listed,) = with_class(read(site / "graph.html"), "survivors")
    assert squeezed(listed).startswith("Verified: Theorem 1 second")
    assert "rests on Refuted: Lemma 16, Refuted: Theorem 2 and, through them, 1 more" in squeezed(listed)
    assert "Argued: a proof of its own, and 2 cases that hold." in squeezed(listed)


def test_every_step_inside_a_paper_is_drawn_and_every_node_leads_to_its_page(site: Path) -> None:
    page = read(site / "graph.html")
    nodes = {n.attributes["id"]: n for n in with_class(page, "node")}
    statements = {s["id"]: s for s in sample_results.sample()["statements"]}
    edges = {(below, id_) for id_, s in statements.items() for below in s["depends_on"]}
    assert set(nodes) == {id_ for edge in edges for id_ in edge}
    assert {(id_, to) for id_, n in nodes.items() for to in n.attributes.get("data-to", "").split()} == edges
    inside = {below for below, id_ in edges if statements[below]["paper"] == statements[id_]["paper"]}
    assert {n.attributes["data-from"] for n in page.walk() if "data-from" in n.attributes} == inside
    for node in nodes.values():
        assert (site / node.attributes["href"]).is_file()


def test_the_page_of_a_statement_leads_to_its_place_in_the_drawing(site: Path) -> None:
    page = read(site / "statements/demo/lemma16.html")
    assert "../../graph.html#demo/lemma16" in [n.attributes.get("href") for n in page.walk()]


def test_all_statements_of_the_papers_fit_on_one_page(tmp_path: Path) -> None:
    results = assemble(Plan(keys=()), load(), Run(records={}, seconds={}))
    for statement in results["statements"]:
        for record in (statement, *statement["readings"]):
            record["verdict"] = record["expected"]
            record["domain"] = "all"
    for statement in results["statements"]:
        del statement["domain"]
    (tmp_path / "results.json").write_text(json.dumps(results))
    files = Site(load_results(tmp_path / "results.json")).files()
    page = next(content for path, content in files if path == "graph.html")
    assert len(page) <= LARGEST
