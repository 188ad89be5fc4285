"""Names that may become files or anchors: nothing outside a closed alphabet, no dots that climb."""

from __future__ import annotations

import re

IDENTIFIER = r"^(?=.{1,120}\Z)[a-z0-9][a-z0-9._-]*(/[a-z0-9][a-z0-9._-]*)*\Z"
DIGEST = r"^[A-Za-z0-9:_-]{1,128}\Z"
SYMBOL = r"^[A-Za-z][A-Za-z0-9_]{0,59}\Z"  # a name as the certificates declare it
EXACT = r"^-?[0-9]+(/[0-9]+)?\Z"  # a number as the certificates write it
TAG = r"^([2-9][A-Z][2-9A-Z]{2})?\Z"


def slug(text: str) -> str:
    """Return a text as part of a file's or anchor's name."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:60] or "reading"
