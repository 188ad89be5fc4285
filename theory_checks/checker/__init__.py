"""The trusted base: what decides whether a certificate is accepted, in Python and in a browser; its lemmas are data."""

from pathlib import Path

HERE = Path(__file__).parent
READING = 'json.loads(Path(__file__).with_name("lemmas.json").read_bytes())'


def script() -> str:
    """Return the checker of a page: the table of lemmas, and the program that reads it."""
    return f"globalThis.CHECKER_TABLES = {(HERE / 'lemmas.json').read_text()};\n{(HERE / 'checker.js').read_text()}"


def program() -> str:
    """Return the checker as one file that runs alone: the table of lemmas stands where it was read from beside."""
    lines = (HERE / "lemmas.json").read_text(encoding="utf-8").splitlines(keepends=True)
    table = "json.loads(\n" + "".join(f"    {line!r}\n" for line in lines) + ")"
    source = (HERE / "checker.py").read_text(encoding="utf-8")
    return source.replace("this file and lemmas.json,", "this file, its lemmas inside,", 1).replace(READING, table, 1)
