"""A parsed page: elements with their attributes, text and parents, enough to ask questions of."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

from sample_results import Json

from reports.__main__ import main

VOID = {"meta", "link", "input", "br", "img", "hr"}


@dataclass
class Node:
    tag: str
    attributes: dict[str, str]
    parent: Node | None = None
    children: list[Node | str] = field(default_factory=list)

    def walk(self) -> Iterator[Node]:
        yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child.walk()

    @property
    def text(self) -> str:
        return "".join(child if isinstance(child, str) else child.text for child in self.children)

    @property
    def heard(self) -> str:
        """What is read aloud: without what is hidden, and without formulas, which some readers skip."""
        if self.tag == "math" or self.attributes.get("aria-hidden") == "true":
            return ""
        return "".join(child if isinstance(child, str) else child.heard for child in self.children)

    @property
    def classes(self) -> list[str]:
        return self.attributes.get("class", "").split()

    def ancestors(self) -> Iterator[Node]:
        node = self.parent
        while node is not None:
            yield node
            node = node.parent


class Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = Node("root", {})
        self.here = self.root

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {name: value or "" for name, value in attrs}, self.here)
        self.here.children.append(node)
        if tag not in VOID:
            self.here = node

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.here.children.append(Node(tag, {name: value or "" for name, value in attrs}, self.here))

    def handle_endtag(self, tag: str) -> None:
        assert self.here.tag == tag, f"<{self.here.tag}> must be closed before </{tag}>"
        assert self.here.parent is not None
        self.here = self.here.parent

    def handle_data(self, data: str) -> None:
        self.here.children.append(data)


def parse(text: str) -> Node:
    """The page as a tree; unbalanced tags are an error."""
    builder = Builder()
    builder.feed(text)
    builder.close()
    assert builder.here is builder.root, f"<{builder.here.tag}> must be closed"
    return builder.root


def read(path: Path) -> Node:
    return parse(path.read_text("utf-8"))


def with_class(node: Node, name: str) -> list[Node]:
    return [n for n in node.walk() if name in n.classes]


def squeezed(node: Node) -> str:
    return " ".join(node.text.split())


def statement(site: Path, id_: str) -> Node:
    return read(site / "statements" / f"{id_}.html")


def built(folder: Path, results: Json, id_: str, *more: str) -> Node:
    """Return the page of a statement of these results."""
    source = folder / "results.json"
    folder.mkdir()
    source.write_text(json.dumps(results), encoding="utf-8")
    assert main([str(source), "--out", str(folder / "site"), *more]) == 0
    return statement(folder / "site", id_)
