"""The files beside the pages: style sheets, scripts and font."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path

from reports.math.signs import FONT
from reports.read.files import read_file
from reports.read.strict import InputError

ASSETS = Path(__file__).parent / "assets"


def assets(checker: Path | None = None) -> Iterator[tuple[str, bytes]]:
    """Yield style sheets, scripts and font; this inside a style sheet, as browsers refuse fonts of other folders."""
    if checker:
        yield "assets/checker.js", _checker(checker)
    for path in sorted(ASSETS.glob("*.*s")):
        yield f"assets/{path.name}", path.read_bytes()
    yield "assets/fonts/OFL.txt", (FONT / "OFL.txt").read_bytes()
    encoded = base64.b64encode((FONT / "stix-two-math.woff2").read_bytes()).decode("ascii")
    source = f'url(data:font/woff2;base64,{encoded}) format("woff2")'
    rule = f'@font-face {{ font-family: "Theory Checks Math"; src: {source}; }}\n'
    yield "assets/mathfont.css", rule.encode("ascii")


def _checker(path: Path) -> bytes:
    try:
        return read_file(path, "the checker")
    except OSError as error:
        raise InputError(f"the checker {path} must be a readable file, got {error.strerror or error}") from error
