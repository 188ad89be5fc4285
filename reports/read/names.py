"""Names that may become files or anchors: nothing outside a closed alphabet, no dots that climb."""

from __future__ import annotations

import re

IDENTIFIER = r"^[a-z0-9][a-z0-9._-]*(/[a-z0-9][a-z0-9._-]*)*$"


def slug(text: str) -> str:
    """Return a text as part of a file's or anchor's name."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:60] or "reading"
