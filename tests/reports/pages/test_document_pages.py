"""Pages of documents: all that they say, code with its output, and the ways that lead to them."""

import json
from pathlib import Path

import pages_of
import pytest
import sample_results
import test_search_index

from reports.__main__ import main

TEXT = """# Solve an MDP

How to begin.

## A first one

Call `solve`, for x < 2.

```python
x = solve(1 < 2)  # quick
```

```text
<answer>
```

```sh
make report
```
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("documents")
    (folder / "docs").mkdir()
    (folder / "docs" / "solve.md").write_text(TEXT, encoding="utf-8")
    (folder / "docs" / "audit.md").write_text("# Audit\n\nWhat can be told.\n", encoding="utf-8")
    (folder / "words.json").write_text(json.dumps(test_search_index.WORDS), encoding="utf-8")
    options = ["--out", str(folder / "site"), "--docs", str(folder / "docs"), "--words", str(folder / "words.json")]
    assert main([str(sample_results.write(folder)), *options]) == 0
    return folder / "site"


def test_a_page_says_all_that_its_document_says(site: Path) -> None:
    page = pages_of.read(site / "docs" / "solve.html")
    (article,) = pages_of.with_class(page, "document")

    assert [node.text for node in article.walk() if node.tag in ("h1", "h2")] == ["Solve an MDP", "A first one"]
    assert [node.tag for node in article.children if not isinstance(node, str)] == [
        "h1", "p", "h2", "p", "pre", "pre", "pre",
    ]  # fmt: skip
    code, printed, commands = (node for node in article.walk() if node.tag == "pre")
    assert code.text == "x = solve(1 < 2)  # quick\n"
    assert [node.text for node in pages_of.with_class(code, "c")] == ["# quick"]
    assert (printed.text, commands.text) == ("<answer>", "make report")


def test_documents_lead_to_each_other_and_every_page_leads_to_them(site: Path) -> None:
    for name, root in (("index.html", ""), ("docs/solve.html", "../"), ("statements/demo/prop10.html", "../../")):
        (foot,) = [node for node in pages_of.read(site / name).walk() if node.tag == "footer"]
        links = {node.attributes["href"]: node.text for node in foot.walk() if node.tag == "a"}
        assert links[f"{root}docs/solve.html"] == "solve an MDP"
        assert links[f"{root}docs/audit.html"] == "audit"
    page = pages_of.read(site / "docs" / "solve.html")
    (bar,) = [node for node in page.walk() if node.attributes.get("aria-label") == "Documents"]
    assert [(n.text, n.attributes.get("aria-current")) for n in bar.walk() if n.tag == "a"] == [
        ("Audit", None),
        ("Solve an MDP", "page"),
    ]


def test_the_overview_says_what_they_are_about_and_the_search_finds_them(site: Path) -> None:
    overview = pages_of.read(site / "index.html")
    assert "How to begin." in pages_of.squeezed(pages_of.with_class(overview, "pages")[0])
    index = (site / "assets" / "search-index.js").read_text(encoding="utf-8")
    found = json.loads(index.removeprefix("window.searchIndex=").removesuffix(";\n"))["pages"]
    (entry,) = [page for page in found if page[0] == "docs/solve.html"]
    assert entry[1] == "Solve an MDP"
    assert "A first one" in entry[2]


def test_a_document_that_no_page_can_show_ends_the_report_with_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "one.md").write_text("# Title\n\nWords.\n\n- a list\n", encoding="utf-8")
    results = str(sample_results.write(tmp_path))

    assert main([results, "--out", str(tmp_path / "site"), "--docs", str(tmp_path)]) == 2
    assert "error: a document must hold headings" in capsys.readouterr().err
