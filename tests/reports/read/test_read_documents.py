"""Documents: what is read of them, and what is refused because no page could show it."""

from pathlib import Path

import pytest

from reports.read.documents import MOST_BYTES, Part, load_documents, read_document
from reports.read.strict import InputError

HEAD = "# A title\n\nWhat it is about.\n"
TEXT = (
    HEAD + "\n## First\n\nUse `this`.\n\n```python\nx = 1\n\n# a comment\n```\n\n```text\n1\n```\n\n```sh\nmake\n```\n"
)


def put(folder: Path, text: str, name: str = "one") -> Path:
    path = folder / f"{name}.md"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_document_is_cut_into_its_parts(tmp_path: Path) -> None:
    document = read_document(put(tmp_path, TEXT))

    assert (document.name, document.title, document.about) == ("one", "A title", "What it is about.")
    assert document.parts == [
        Part("heading", "First"),
        Part("paragraph", "Use `this`."),
        Part("code", "x = 1\n\n# a comment"),
        Part("output", "1"),
        Part("commands", "make"),
    ]


def test_a_folder_has_its_documents_by_name(tmp_path: Path) -> None:
    for name in ("b", "a"):
        put(tmp_path, HEAD, name)
    (tmp_path / "report.png").write_bytes(b"")

    assert [document.name for document in load_documents(tmp_path)] == ["a", "b"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "a document must begin with a title and a sentence, got others"),
        ("# Only a title\n", "a document must begin with a title and a sentence, got others"),
        ("No title.\n\nWords.\n", "a document must begin with a title and a sentence, got others"),
        (HEAD + "\n- a list\n", "a document must hold headings, .*, got '- a list' in line 5"),
        (HEAD + "\n1. a list\n", "a document must hold headings, .*, got '1. a list' in line 5"),
        (HEAD + "\n### deep\n", "a document must hold headings, .*, got '### deep' in line 5"),
        (HEAD + "\n| a | table |\n", "a document must hold headings, .* in line 5"),
        (HEAD + "\nSee [there](x.md).\n", "a document must hold headings, .* in line 5"),
        (HEAD + "\n```js\n1\n```\n", "a document must hold headings, .*, got '```js' in line 5"),
        (HEAD + "\n```python\n1\n", "a block must end with ```, got none for the one in line 5"),
        ("#" * (MOST_BYTES + 1), "a document must be at most 262144 bytes, got 262145"),
    ],
)
def test_what_no_page_can_show_is_refused(text: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=f"^{says}") as caught:
        read_document(put(tmp_path, text))

    assert "\n" not in str(caught.value)


def test_what_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "one.md").write_bytes(b"\xff")

    with pytest.raises(InputError, match="must be a readable text, got 'utf-8' codec"):
        load_documents(tmp_path)
