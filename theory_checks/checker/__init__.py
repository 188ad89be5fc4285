"""The trusted base: what decides whether a certificate is accepted, in Python and in a browser; its lemmas are data."""

from pathlib import Path

HERE = Path(__file__).parent


def script() -> str:
    """Return the checker of a page: the table of lemmas, and the program that reads it."""
    return f"globalThis.CHECKER_TABLES = {(HERE / 'lemmas.json').read_text()};\n{(HERE / 'checker.js').read_text()}"
