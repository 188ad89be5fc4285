"""The pages of the sample site: that they hang together, that everyone can use them, and how verdicts came about."""

import itertools
import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
import sample_results
from pages_of import Node, parse, read, squeezed, with_class

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


@pytest.mark.parametrize("name", ["index.html", "statements.html", "benchmarks.html", "provenance.html"])
def test_the_page_that_is_open_is_marked_in_the_navigation(name: str, site: Path) -> None:
    (current,) = [n for n in read(site / name).walk() if n.tag == "a" and n.attributes.get("aria-current") == "page"]
    assert current.attributes["href"] == name


def test_provenance_counts_formulas_and_assumptions(site: Path) -> None:
    rows = [n for n in read(site / "provenance.html").walk() if n.tag == "tr" and squeezed(n).startswith("all")]
    assert [cell.text for cell in rows[0].walk() if cell.tag in ("th", "td")] == ["all", "13", "0", "11", "2", "0", "2"]
