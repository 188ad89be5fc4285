"""Rows of arrays, compiled."""
# pyright: reportUntypedFunctionDecorator=false
# The compiler's decorator has no types; behind it every function is checked as the plain Python it is.

from __future__ import annotations

from typing import Any

from tabular.compiled import INNER, njit


@njit(cache=True, nogil=True, error_model="numpy", **INNER)
def copy_row(source: Any, target: Any) -> None:
    """Set a row to another of its length; an assignment would compile the message for other lengths, a second each."""
    for i in range(target.shape[0]):
        target[i] = source[i]
