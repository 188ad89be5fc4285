"""What a page shows only when asked: long tables and lists, beside the page in scripts that work from a disk."""

from __future__ import annotations

import json
from collections.abc import Iterator

from markupsafe import Markup

SMALL = 6000  # characters that may stay on the page


class Parts:
    """The parts of one page that are loaded when their fold opens."""

    def __init__(self, path: str) -> None:
        self.stem = path.removeprefix("statements/").removesuffix(".html").replace("/", "--")
        self.texts: list[str] = []

    def later(self, text: str, instead: str = "", small: int = SMALL) -> Markup:
        """Return a text as it is if it is small, and otherwise where to load it, with what stands there until then."""
        if len(text) <= small:
            return Markup(text)
        self.texts.append(text)
        note = instead or "This is loaded when scripts run; the same numbers are in results.json."
        return Markup('<div class="part" data-part="{}"><div class="aside">{}</div></div>').format(
            self._name(len(self.texts)), Markup(note)
        )

    def _name(self, number: int) -> str:
        return f"{self.stem}--{number}"

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Yield the scripts."""
        for number, text in enumerate(self.texts, 1):
            yield script(self._name(number), text)


def script(name: str, text: str) -> tuple[str, bytes]:
    """Return a script that hands a text to the page that asked for it."""
    arguments = ", ".join(json.dumps(part) for part in (name, text))
    return f"parts/{name}.js", f"theoryChecksPart({arguments});\n".encode("ascii")
