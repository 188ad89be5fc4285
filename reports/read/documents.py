"""Documents in the small part of Markdown that they are written in, cut into what a page shows.

Outside of blocks every line is a part of its own: the title, a sentence that says what the document is about, then
headings and paragraphs with `code` in them. A block is `python`, what this prints (`text`), or commands (`sh`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from reports.read.files import read_file
from reports.read.strict import InputError

MOST_BYTES = 2**18
# What these documents do without: it would be shown as it stands.
UNKNOWN = re.compile(r"\s|#|[-*+>|]|\d+\. |.*\]\(")
BLOCKS = {"```python": "code", "```text": "output", "```sh": "commands"}


@dataclass(frozen=True)
class Part:
    """A part of a document: kind is title, heading, paragraph, code, output or commands."""

    kind: str
    text: str


@dataclass(frozen=True)
class Document:
    """A document; its name is that of its file."""

    name: str
    title: str
    about: str
    parts: Sequence[Part]


def load_documents(folder: Path) -> list[Document]:
    """Return the documents of a folder, by name."""
    return [read_document(path) for path in sorted(folder.glob("*.md"))]


def read_document(path: Path) -> Document:
    """Return a document, or say in which line it has what no page can show."""
    parts = list(_parts(_text(path).splitlines(), path))
    if [part.kind for part in parts[:2]] != ["title", "paragraph"]:
        raise InputError(f"a document must begin with a title and a sentence, got others at {path}")
    title, about, *rest = parts
    return Document(path.stem, title.text, about.text, rest)


def _text(path: Path) -> str:
    try:
        return read_file(path, "a document", MOST_BYTES).decode()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"the document {path} must be a readable text, got {error}") from error


def _parts(text: Sequence[str], path: Path) -> Iterator[Part]:
    lines = iter(enumerate(text, 1))
    for number, line in lines:
        if line in BLOCKS:
            yield Part(BLOCKS[line], "\n".join(_block(lines, f"in line {number} of {path}")))
        elif line.startswith("# "):
            yield Part("title", line[2:])
        elif line.startswith("## "):
            yield Part("heading", line[3:])
        elif UNKNOWN.match(line) or line.startswith("```"):
            rule = "hold headings, paragraphs of one line, and blocks of python, text and sh"
            raise InputError(f"a document must {rule}, got {line[:40]!r} in line {number} of {path}")
        elif line:
            yield Part("paragraph", line)


def _block(lines: Iterator[tuple[int, str]], place: str) -> Iterator[str]:
    """Yield the lines up to the closing fence."""
    for _, line in lines:
        if line == "```":
            return
        yield line
    raise InputError(f"a block must end with ```, got none for the one {place}")
