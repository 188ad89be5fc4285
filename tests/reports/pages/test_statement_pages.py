"""Pages of statements of the sample site: what stands on them, and where."""

import itertools
import json
from pathlib import Path

import sample_results
from pages_of import built, read, squeezed, statement, with_class
from sample_figures import figure, linear_figure

from reports.__main__ import main


def test_a_statement_page_has_all_its_parts(site: Path) -> None:
    page = statement(site, "demo/prop10")
    text = squeezed(page)
    for part in (
        "Holds on a region",
        "The loss does not vanish with",
        "Corrected statement Proposition 10, repaired",
        "The proof breaks at",
        "The statement as printed",
        "Assumptions",
        "LaTeX source",
        "Reading “reward-noise”",
        "Reading “policy-value”",
        "Why the cases decide",
        "What would refute it",
        "Not covered",
        "Error control",
        "Evidence",
        "Controls",
        "33 cases",
        "23 more cases",
        "Utility loss against the number of states",
        "The numbers of this plot",
        "The counterexample",
        "theory-checks check certificates/demo--prop10--reward-noise--sha256-0a1b2c3d4e5f.json",
        "What rests on it",
        "theory-checks run demo/prop10 --seed 0 --profile quick",
        "reports/math/__init__.py:28",
        "1.23 s",
        "numpy 2.4.6",
        "Rate of convergence",
    ):
        assert part in text, part


def test_the_broken_step_is_named_with_the_way_to_it(site: Path) -> None:
    (broken,) = with_class(statement(site, "demo/prop10"), "broken")
    assert squeezed(broken).startswith("Proof of Lemma 16, step ♡ by way of Lemma 16 Refuted")


def test_false_steps_are_marked_where_the_argument_is_shown(site: Path) -> None:
    page = statement(site, "demo/prop10")
    assert [
        squeezed(n).split(" lemma")[0].split(" theorem")[0] for n in with_class(page, "fails") if n.tag == "li"
    ] == ["Lemma 16", "Theorem 2"]
    assert "A false step does not make the statement false" in page.text


def test_a_repair_leads_back(site: Path) -> None:
    text = squeezed(statement(site, "demo/prop10/repaired"))
    assert "The corrected statement" in text
    assert "Corrects Proposition 10" in text


def test_the_certificate_for_download_is_the_certificate(site: Path) -> None:
    files = sorted((site / "certificates").iterdir())
    assert [json.loads(f.read_text("utf-8"))["statement"]["id"] for f in files] == ["demo/prop10", "demo/thm2"]
    (shown,) = with_class(statement(site, "demo/prop10"), "json")
    assert json.loads(files[0].read_text("utf-8")) == sample_results.CERTIFICATE
    loaded = (site / "parts" / f"{shown.attributes['data-text']}.js").read_text("utf-8")
    _, text = json.loads(f"[{loaded.removeprefix('theoryChecksPart(').rstrip().removesuffix(');')}]")
    assert text == files[0].read_text("utf-8")


def test_a_stale_record_is_marked_on_its_page_and_on_the_overview(site: Path) -> None:
    page = statement(site, "demo/claim17")
    assert "Stale. The code has changed since this record was computed." in squeezed(page)
    assert "1 record is stale" in squeezed(read(site / "index.html"))
    row = next(n for n in read(site / "statements.html").walk() if n.attributes.get("id") == "demo/claim17")
    assert "Stale" in row.text
    assert row.attributes["data-verdict"] == "VERIFIED STALE"
    assert "Stale" not in statement(site, "demo/def1").text


def test_an_error_is_shown_with_its_traceback(site: Path) -> None:
    text = statement(site, "demo/claim15").text
    assert "The check ended with an error." in text
    assert "ZeroDivisionError: division by zero" in text
    assert "1 check ended with an error" in squeezed(read(site / "index.html"))


def test_statistics_say_their_chance_of_error_and_their_power(site: Path) -> None:
    text = squeezed(statement(site, "demo/lemma14"))
    assert "the chance of a wrong refutation is at most 10⁻¹²" in text
    assert "Power: a rate of 0.06 would have been seen" in text


def test_untested_statements_say_why_and_show_no_verdict(site: Path) -> None:
    text = squeezed(statement(site, "demo/rate"))
    assert "This statement is not tested: its family comes later" in text
    skipped = squeezed(statement(site, "demo/skipped"))
    assert "not part of this run" in skipped
    assert "Verified" not in skipped


def test_neighbours_are_linked_in_order(site: Path) -> None:
    links = {
        n.attributes["rel"]: n.attributes["href"]
        for n in statement(site, "demo/thm2").walk()
        if "rel" in n.attributes and n.tag == "a"
    }
    assert links == {"prev": "../../statements/demo/def1.html", "next": "../../statements/demo/eq2-variance.html"}


def test_citations_lead_to_the_bibliography(site: Path) -> None:
    cites = [n for n in statement(site, "demo/prop10").walk() if "cite" in n.classes]
    assert [n.attributes["href"] for n in cites] == ["../../provenance.html#ref-dwork-roth-2014"]


def test_what_is_assumed_stands_on_the_first_screen(site: Path) -> None:
    ruling = next(n for n in statement(site, "demo/prop10").walk() if "ruling" in n.classes)
    assert "Assumed, not checked the left side is a lower bound of the loss, by Jensen's inequality" in squeezed(ruling)


def test_what_is_computed_is_shown_where_it_differs_from_what_is_printed(tmp_path: Path) -> None:
    results = sample_results.sample()
    printed, same, other = r"e \leq \frac{n}{2 m}", r"e \leq n/2m", r"e \leq \frac{n}{3 m}"
    chosen = results["statements"][0]
    chosen["formulas"] = [printed]
    page = {}
    for name, formal in (("same", same), ("other", other)):
        chosen["readings"] = [sample_results.reading(formal=[formal])]
        page[name] = squeezed(built(tmp_path / name, results, chosen["id"]))
    assert "As it is computed" not in page["same"]
    assert "As it is computed" in page["other"]


def test_a_figure_that_several_readings_have_is_shown_once_and_linked_from_the_others(tmp_path: Path) -> None:
    results = sample_results.sample()
    chosen = results["statements"][0]
    shown = {"title": "Errors", "columns": ["n"], "rows": [[1]], "caption": ""}
    other = {**shown, "rows": [[2]]}
    readings = {"one": ([figure()], [shown]), "two": ([figure()], [shown, other]), "three": ([linear_figure()], [])}
    chosen["readings"] = [
        sample_results.reading(name=name, figures=figures, tables=tables)
        for name, (figures, tables) in readings.items()
    ]
    page = built(tmp_path / "built", results, chosen["id"])
    first, second, third = (n for n in page.walk() if "reading" in n.classes and n.tag == "details")

    drawn = [sum("plot" in n.classes for n in part.walk()) for part in (first, second, third)]
    assert drawn == [1, 0, 1]
    places = {n.attributes.get("id"): n for n in page.walk()}
    links = [
        n.attributes["href"][1:] for n in second.walk() if n.tag == "a" and "the same as with" in (n.parent or n).text
    ]
    assert [places[name] in [*first.walk()] for name in links] == [True, True]
    captions = [[n.text for n in part.walk() if n.tag == "caption"].count("Errors") for part in (first, second, third)]
    assert captions == [1, 1, 0]  # the other table differs


RELATIONS = [
    ("<=", "3", "2", "≤", "≰"), ("<", "2", "2", "<", "≮"), (">=", "1", "2", "≥", "≱"), (">", "1", "2", ">", "≯"),
    ("==", "1", "2", "=", "≠"), ("!=", "2", "2", "≠", "="),
]  # fmt: skip


def test_a_relation_that_fails_is_struck_out_wherever_it_stands(tmp_path: Path) -> None:
    results = sample_results.sample()
    chosen = results["statements"][0]
    rows = [
        sample_results.evidence("a case", outcome=outcome, relation=relation, left=left, right=right)
        for relation, left, right, *_ in RELATIONS
        for outcome in ("holds", "fails")
    ]
    chosen["readings"] = [sample_results.reading(evidence=rows)]
    page = built(tmp_path / "built", results, chosen["id"])
    shown = [squeezed(n) for n in page.walk() if "sides" in n.classes]
    expected = [[f"{left} {sign} {right}" for sign in signs] for _, left, right, *signs in RELATIONS]
    assert shown == [*itertools.chain(*expected)]


def test_what_a_release_said_stands_beside_the_verdict_of_today(tmp_path: Path) -> None:
    results = sample_results.sample()
    chosen = results["statements"][0]["id"]
    today = results["statements"][0]["verdict"]
    (tmp_path / "releases").mkdir()
    for version, verdict in (("0.10.0", today), ("0.9.0", "CONSISTENT")):
        release = {"version": version, "verdicts": {chosen: {"verdict": verdict, "readings": {}}}}
        (tmp_path / "releases" / f"{version}.json").write_text(json.dumps(release), encoding="utf-8")
    ruling = squeezed(built(tmp_path / "site", results, chosen, "--releases", str(tmp_path / "releases")))
    assert "It was Consistent in release 0.9.0; why that changed." in ruling
    assert "0.10.0" not in ruling


def test_near_misses_are_told_on_the_page_and_in_the_counts(tmp_path: Path) -> None:
    miss = {"change": "`2` left out", "claim": "e \\leq x"}
    panel = {
        "fresh": True,
        "caught": ["without $x$", "$9/5$ for $2$"],
        "true_as_well": [],
        "undetected": [miss | {"change": "without $y$"}],
        "moved": {"caught": [], "decided": ["the border too: $0 \\leq x$"], "held": [], "open": []},
        "sharper": ["e \\leq 3x"],
        "sharper_because": "Three is less than four.",
        "unseen": "No case comes near.",
    }
    results = sample_results.sample()
    chosen = next(s for s in results["statements"] if s["verdict"] == "VERIFIED")
    chosen["readings"][0]["near_misses"] = panel
    (tmp_path / "results.json").write_text(json.dumps(results))
    assert main([str(tmp_path / "results.json"), "--out", str(tmp_path / "site")]) == 0

    page = squeezed(statement(tmp_path / "site", chosen["id"]))
    assert "Of 3, the same check refutes 2; 0 are true as well, 1 is undetected." in page
    assert "No case comes near." in page
    assert "points decide 1" in page
    assert "Three is less than four." in page
    assert "of 3 such near misses their own checks refute 2" in squeezed(read(tmp_path / "site/index.html"))
