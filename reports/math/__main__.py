"""`python -m reports.math FILE.toml ...`: check every formula and text of ledgers before the site is built."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from reports.math import lint, lint_words

# Fields of a ledger entry: display formulas, and words that may hold formulas.
FORMULAS = ("formulas",)
TEXTS = (
    "label",
    "answer",
    "because",
    "amends",
    "part",
    "border",
    "says",
    "assumes",
    "statement",
    "summary",
    "untested",
    "readings",
    "covers",
    "refuted_by",
    "not_covered",
    "domain",
)
MOST_BYTES = 2**22
VALUE = re.compile(r"<\w+>")  # filled in by the check that says the text


def problems_of(entry: dict[str, Any]) -> Iterator[str]:
    """Return the problems of one entry of a ledger, each with its field."""
    for field in FORMULAS:
        for number, formula in enumerate(entry.get(field, ())):
            yield from (f"{field}[{number}]: {problem}" for problem in lint(str(formula)))
    for field in TEXTS:
        value = entry.get(field, ())
        for number, text in enumerate([value] if isinstance(value, str) else value):
            yield from (f"{field}[{number}]: {problem}" for problem in lint_words(str(text)))
    for reading in entry.get("reading", ()):
        yield from (f"reading {reading.get('name')!r}: {problem}" for problem in problems_of(reading))


def check(path: Path) -> list[str]:
    """Return the problems of one ledger."""
    try:
        if not path.is_file() or path.stat().st_size > MOST_BYTES:  # a pipe would be waited for
            return [f"{path} must be a readable ledger, got no ordinary file of at most {MOST_BYTES} bytes"]
        ledger = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        return [f"{path} must be a readable ledger, got {error}"]
    entries = ledger.get("statement", [])
    problems = [f"{entry.get('id', '?')}: {problem}" for entry in entries for problem in problems_of(entry)]
    shared = [
        f"texts.{module}.{name}: {problem}"
        for module, texts in ledger.get("texts", {}).items()
        for name, text in texts.items()
        for problem in lint_words(VALUE.sub("0", str(text)))
    ]
    return [f"{path}: {problem}" for problem in problems + shared]


def main(arguments: list[str]) -> int:
    """Print the problems; 0 when there is none, 1 otherwise, 2 for a wrong call."""
    if not arguments:
        sys.stderr.write("python -m reports.math must be given a ledger, got none\n")
        return 2
    problems = [problem for argument in arguments for problem in check(Path(argument))]
    try:
        print(*problems, f"{len(problems)} problem(s) in {len(arguments)} file(s)", sep="\n", flush=True)  # noqa: T201
    except BrokenPipeError:  # to a reader that has left the status answers
        sys.stdout = None
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
