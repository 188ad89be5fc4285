"""Longer texts of a check (captions, notes, details) stand in `statements.toml`, under `[texts.NAME_OF_THE_MODULE]`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path


def texts_of(file: str) -> Mapping[str, str]:
    """Return the texts of a module of a room, given its `__file__`; line breaks mean nothing."""
    path = Path(file)
    return {name: " ".join(text.split()) for name, text in _texts(path.parent)[path.stem].items()}


@cache
def _texts(room: Path) -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads((room / "statements.toml").read_text(encoding="utf-8"))["texts"]


def fill(text: str, **values: object) -> str:
    """Return a text with values in the places of their names: `<n> states` (braces belong to formulas)."""
    for name, value in values.items():
        text = text.replace(f"<{name}>", str(value))
    return text
