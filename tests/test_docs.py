"""The documents run: each block of Python, in order, and what it prints is what stands below it."""

from itertools import pairwise
from pathlib import Path

import pytest

from reports.read.documents import Part, load_documents

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = {document.name: document for document in load_documents(ROOT / "docs")}


def blocks(name: str) -> list[tuple[str, str]]:
    """Return the blocks of Python, each with what is said to be printed."""
    parts = [*DOCUMENTS[name].parts, Part("end", "")]
    return [
        (part.text, after.text if after.kind == "output" else "")
        for part, after in pairwise(parts)
        if part.kind == "code"
    ]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_prints_what_it_says(name, capsys):
    names = {"__name__": "docs"}
    for code, printed in blocks(name):
        exec(compile(code, f"docs/{name}.md", "exec"), names)

        assert capsys.readouterr().out.rstrip("\n") == printed


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_shows_results_and_is_read_in_five_minutes(name):
    parts = DOCUMENTS[name].parts
    words = sum(len(part.text.split()) for part in parts)

    assert sum(part.kind == "output" for part in parts) >= 3
    assert all(before.kind == "code" for before, part in pairwise(parts) if part.kind == "output")
    assert words <= 750  # at 150 a minute, which is slow


def test_there_are_four_and_the_readme_leads_to_each():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")

    assert set(DOCUMENTS) == {"audit", "noise-and-privacy", "solve", "your-own-claim"}
    assert all(f"](docs/{name}.md)" in readme for name in DOCUMENTS)
