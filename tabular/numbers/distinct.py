"""Distinct keys among many, of which those that come in order are not sorted again."""

from __future__ import annotations

import numpy as np

from tabular.numbers.arrays import Array


def distinct(keys: Array) -> tuple[Array, Array]:
    """Return where each distinct key stands first, in the order of the keys, and which of them each key is."""
    if (keys[1:] >= keys[:-1]).all():
        new = np.concatenate([[True], keys[1:] != keys[:-1]])
        return np.flatnonzero(new), np.cumsum(new) - 1
    _, first, place = np.unique(keys, return_index=True, return_inverse=True)
    return first, place
