"""Files that people give to `theory-checks dqn`: rewards, and the secret key of a release."""

from __future__ import annotations

import csv
import json
import os
import secrets
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabular.dpdqn.environment import ACTIONS, reward_knots
from tabular.errors import must, show
from theory_checks.engine.files import FileError, naming, read_bytes

_KEY_BYTES, _MOST_KEY_BYTES = 32, 1 << 10
_MOST_POINTS, _LARGEST, _MOST_BYTES = 10_001, 1e9, 1 << 22


def read_rewards(path: Path) -> NDArray[np.float64]:
    """Return the rewards (actions, points) in a file: JSON, a list for each action, or CSV, a column for each."""
    text = read_bytes(path, _MOST_BYTES, name="--rewards")
    try:
        table = _lists(json.loads(text)) if path.suffix.lower() == ".json" else _columns(text.decode("utf-8-sig"))
    except (ValueError, RecursionError, csv.Error):
        rule = "hold a column (CSV) or a list (JSON) of numbers for each action, all of one length"
        raise must("--rewards", rule, show(str(path))) from None
    if len(table) == ACTIONS and len(table[0]) > _MOST_POINTS:
        raise must("rewards", f"be given at {_MOST_POINTS} points at most", str(len(table[0])))
    rewards = reward_knots(table)
    if np.abs(rewards).max() > _LARGEST:
        raise must("rewards", f"be from {-_LARGEST:g} to {_LARGEST:g}", show(float(np.abs(rewards).max())))
    return rewards


def _columns(text: str) -> list[list[float]]:
    """Return the columns of a CSV file; its first line may be a header."""
    lines = [line for line in csv.reader(text.splitlines()) if line]
    if lines and not any(map(_is_number, lines[0])):
        del lines[0]
    return [list(column) for column in zip(*([float(x) for x in line] for line in lines), strict=True)]


def _lists(value: Any) -> list[list[float]]:
    """Return lists of numbers as they are, and refuse anything else."""
    table = [[_number(x) for x in row] for row in value] if _are_lists(value) else []
    if not table or len({len(row) for row in table}) > 1:
        raise ValueError
    return table


def _are_lists(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(row, list) for row in value)  # pyright: ignore[reportUnknownVariableType]


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ValueError
    try:
        return float(value)
    except OverflowError as error:
        raise ValueError from error


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def read_key(path: Path | None) -> tuple[bytes, bool]:
    """Return the key in a file, or a new one, and whether it is still to be written there by `write_key`."""
    if path is None or not path.exists():
        return secrets.token_bytes(_KEY_BYTES), path is not None
    try:
        key = bytes.fromhex(read_bytes(path, _MOST_KEY_BYTES, name="--key").decode("ascii"))
    except FileError:
        raise
    except ValueError:
        key = b""
    if len(key) != _KEY_BYTES:
        raise must("--key", f"name a file of {2 * _KEY_BYTES} hexadecimal digits", show(str(path)))
    return key, False


def write_key(path: Path, key: bytes) -> None:
    """Write a key to a new file, for its owner alone, whole or not at all."""
    file = os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii")
    try:
        with naming(path), file:
            file.write(key.hex() + "\n")
    except BaseException:
        path.unlink()
        raise
