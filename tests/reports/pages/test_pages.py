"""The pages of the sample site: what they say, that they hang together, and that everyone can use them."""

import itertools
import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
import sample_results
from pages_of import Node, parse, read, squeezed, with_class
from sample_figures import figure, linear_figure

from reports.__main__ import main
from reports.pages.verdicts import STATUSES, VERDICTS


def all_pages(site: Path) -> Iterator[tuple[Path, Node]]:
    for path in sorted(site.rglob("*.html")):
        yield path, read(path)


def all_parts(site: Path) -> Iterator[tuple[Path, Node]]:
    """What pages load when asked, where it is a part of a page."""
    for path in sorted(site.glob("parts/*.js")):
        _, text = json.loads(path.read_text("utf-8").replace("theoryChecksPart(", "[", 1).removesuffix(");\n") + "]")
        if text.lstrip().startswith("<"):
            yield path, parse(text)


def statement(site: Path, id_: str) -> Node:
    return read(site / "statements" / f"{id_}.html")


def test_every_statement_has_a_page_and_a_row(site: Path) -> None:
    list_ = read(site / "statements.html")
    rows = {n.attributes["id"] for n in list_.walk() if n.tag == "tr" and "data-verdict" in n.attributes}
    ids = {s["id"] for s in sample_results.sample()["statements"]}
    assert rows == ids
    assert {
        p.relative_to(site / "statements").with_suffix("").as_posix() for p in (site / "statements").rglob("*.html")
    } == ids


def test_links_lead_somewhere(site: Path) -> None:
    ids = {path: {n.attributes.get("id") for n in page.walk()} for path, page in all_pages(site)}
    for path, page in all_pages(site):
        for node in page.walk():
            reference = node.attributes.get("href") or node.attributes.get("src")
            if reference is None or reference.startswith("data:"):
                continue
            parts = urlsplit(reference)
            assert not parts.scheme, reference
            assert not parts.netloc, reference
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            assert target.is_file(), f"{path}: {reference}"
            if parts.fragment and target in ids and "verdict=" not in parts.fragment:  # that is a state of filters
                assert unquote(parts.fragment) in ids[target], f"{path}: {reference}"


def test_nothing_is_fetched_from_anywhere(site: Path) -> None:
    for path in site.rglob("*"):
        if path.suffix in (".html", ".css", ".js"):
            text = re.sub(r"url\(data:font/woff2;base64,[\w+/=]+\)", "", path.read_text("utf-8"))
            outside = set(re.findall(r"(?:https?:)?//[a-z][\w.-]+", text)) - {"http://www.w3.org", "//www.w3.org"}
            assert not outside, path
    for _, page in all_pages(site):
        policy = next(
            n.attributes["content"] for n in page.walk() if n.attributes.get("http-equiv") == "Content-Security-Policy"
        )
        assert "default-src 'none'" in policy
        assert "http" not in policy
        assert "unsafe" not in policy


def test_the_policy_leaves_no_room_for_inline_code(site: Path) -> None:
    for path, page in all_pages(site):
        for node in page.walk():
            assert node.tag != "style", path
            assert "style" not in node.attributes, path
            assert not any(name.startswith("on") for name in node.attributes), path
            assert node.tag != "script" or node.attributes.get("src"), path


def test_ids_are_unique_and_references_to_them_hold(site: Path) -> None:
    for path, page in all_pages(site):
        ids = [n.attributes["id"] for n in page.walk() if "id" in n.attributes]
        assert len(ids) == len(set(ids)), path
        for node in page.walk():
            for name in ("aria-labelledby", "aria-describedby", "for"):
                assert set(node.attributes.get(name, "").split()) <= set(ids), path


def test_pages_have_language_landmarks_and_a_skip_link(site: Path) -> None:
    for _, page in all_pages(site):
        tags = [n.tag for n in page.walk()]
        assert next(n for n in page.walk() if n.tag == "html").attributes["lang"] == "en"
        assert tags.count("main") == tags.count("footer") == tags.count("h1") == 1
        head = next(n for n in page.walk() if n.tag == "head")
        assert [n.text.strip() != "" for n in head.walk() if n.tag == "title"] == [True]
        first_link = next(n for n in page.walk() if n.tag == "a")
        assert first_link.attributes["href"] == "#main"
        assert all("aria-label" in n.attributes for n in page.walk() if n.tag == "nav")


def test_headings_skip_no_level(site: Path) -> None:
    for path, page in all_pages(site):
        levels = [int(n.tag[1]) for n in page.walk() if re.fullmatch(r"h[1-6]", n.tag)]
        assert all(b <= a + 1 for a, b in itertools.pairwise(levels)), path


def test_tables_have_captions_and_headers_with_scope(site: Path) -> None:
    for path, page in all_pages(site):
        for table in (n for n in page.walk() if n.tag == "table"):
            inner = list(table.walk())
            assert any(n.tag == "caption" for n in inner), path
            headers = [n for n in inner if n.tag == "th"]
            assert all(n.attributes.get("scope") in ("row", "col") and n.text.strip() for n in headers), path
            widths = {sum(isinstance(c, Node) for c in n.children) for n in inner if n.tag == "tr"}
            assert len(widths) == 1, path


def test_headers_of_tables_are_read_aloud_even_where_they_are_a_formula(site: Path) -> None:
    headers = [(path, n) for path, page in (*all_pages(site), *all_parts(site)) for n in page.walk() if n.tag == "th"]
    assert any(n.tag == "math" for _, header in headers for n in header.walk())
    assert [(path, header.text) for path, header in headers if not re.search(r"\w", header.heard)] == []


def test_pictures_have_a_title_and_a_description_or_are_hidden(site: Path) -> None:
    for path, page in all_pages(site):
        for picture in (n for n in page.walk() if n.tag == "svg"):
            if picture.attributes.get("aria-hidden") != "true":
                inner = [n.tag for n in picture.walk()]
                if "a" in inner:  # a picture of links, each with a title
                    assert (picture.attributes["role"], inner.count("title")) == ("group", inner.count("a")), path
                    assert picture.attributes["aria-label"], path
                    continue
                assert picture.attributes["role"] == "img", path
                assert "title" in inner, path
                assert "desc" in inner, path


def test_what_scrolls_can_be_reached_by_keyboard(site: Path) -> None:
    for path, page in all_pages(site):
        for node in (
            *with_class(page, "scroll"),
            *with_class(page, "formula"),
            *with_class(page, "sideways"),
            *(n for n in page.walk() if n.tag == "pre"),
        ):
            assert node.attributes.get("tabindex") == "0", path


def test_every_verdict_has_its_domain_beside_it_a_symbol_and_a_word(site: Path) -> None:
    domains = {r["domain"] for s in sample_results.sample()["statements"] for r in s["readings"]}
    assert domains
    for path, page in all_pages(site):
        for badge in with_class(page, "verdict"):
            inner = list(badge.walk())
            assert any(n.tag == "use" for n in inner), path
            assert badge.text.strip(), path
            explained = (
                any(a.tag == "dl" and "legend" in a.classes for a in badge.ancestors())
                or "differs" in (badge.parent or badge).classes
            )
            if explained or "v-stale" in badge.classes:
                continue  # the legend tells what the words mean
            assert badge.parent is not None
            after = badge.parent.children[badge.parent.children.index(badge) + 1 :]
            assert any(isinstance(n, Node) and "domain" in n.classes and n.text.strip() for n in after), (
                f"{path}: {badge.text}"
            )


def test_symbols_of_verdicts_all_differ(site: Path) -> None:
    symbols = {
        n.attributes["id"]: str([sorted(c.attributes.items()) for c in n.walk()][1:])
        for n in read(site / "index.html").walk()
        if n.tag == "symbol"
    }
    looks = [symbols[f"v-{look.slug}"] for look in STATUSES.values()]
    assert len(set(looks)) == len(looks)


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


def test_the_provenance_page_explains_everything(site: Path) -> None:
    text = squeezed(read(site / "provenance.html"))
    for look in VERDICTS.values():
        assert look.code in text
        assert look.meaning in text
    for part in (
        "10⁻⁶",
        "How a verdict is reached",
        "numpy2.4.6",
        "Algorithmic Foundations",
        "A. Author and B. Author",
        "SHA-256",
        "1.23 s",
    ):
        assert part in text


def test_the_benchmark_page_shows_rows_and_verdicts_on_speed(site: Path) -> None:
    page = read(site / "benchmarks.html")
    text = squeezed(page)
    assert "One MDP: ours is at least as fast as the best peer at 1 of 2 tasks, and behind at lake (1.30×)." in text
    assert "dense ours policy iteration" in text
    outcomes = [n.classes[-1] for n in with_class(page, "outcome") if n.classes != ["outcome"]]
    assert outcomes[-2:] == ["holds", "fails"]  # the solvers come last
    assert "Not here: slow at dense (would take minutes)." in text
    assert "10⁻⁹" in text


def test_the_benchmark_page_shows_times_against_size(site: Path) -> None:
    page = read(site / "benchmarks.html")
    text = squeezed(page)
    assert "1 of 2 bars are met." in text
    assert "At N=10000 ours (blocks) 300 ns, the best peer (peer) 10000 ns a query." in text
    assert "0.50 (within 1.00×)" in text
    assert "absent (not installed: No module named 'absent')" in text
    outcomes = [n.classes[-1] for n in with_class(page, "outcome") if n.classes != ["outcome"]]
    assert outcomes[2:4] == ["holds", "fails"]
    _, plot = with_class(page, "plot")
    assert "ns per query from" in plot.text
    assert [label.split(" ")[0] for label in map(squeezed, with_class(page, "plot-legend"))] == ["fast", "blocks"]


def test_the_benchmark_page_shows_measurements_and_leads_to_every_document(site: Path) -> None:
    page = read(site / "benchmarks.html")
    text = squeezed(page)
    assert "1.25 × 10⁶ (bar 10⁶)" in text
    anchors = {node.attributes.get("id") for node in page.walk()}
    links = [n.attributes["href"] for n in page.walk() if n.tag == "a" and n.attributes["href"].startswith("#")]
    assert [link for link in links if link in ("#learners", "#noise", "#solvers")] == [
        "#learners",
        "#noise",
        "#solvers",
    ]
    assert {link.removeprefix("#") for link in links} <= anchors


@pytest.mark.parametrize("name", ["index.html", "statements.html", "benchmarks.html", "provenance.html"])
def test_the_page_that_is_open_is_marked_in_the_navigation(name: str, site: Path) -> None:
    (current,) = [n for n in read(site / name).walk() if n.tag == "a" and n.attributes.get("aria-current") == "page"]
    assert current.attributes["href"] == name


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


def test_provenance_counts_formulas_and_assumptions(site: Path) -> None:
    rows = [n for n in read(site / "provenance.html").walk() if n.tag == "tr" and squeezed(n).startswith("all")]
    assert [cell.text for cell in rows[0].walk() if cell.tag in ("th", "td")] == ["all", "13", "0", "11", "2", "0", "2"]


def built(folder: Path, results: sample_results.Json, id_: str, *more: str) -> Node:
    """Return the page of a statement of these results."""
    source = folder / "results.json"
    folder.mkdir()
    source.write_text(json.dumps(results), encoding="utf-8")
    assert main([str(source), "--out", str(folder / "site"), *more]) == 0
    return statement(folder / "site", id_)


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
