"""Numbers that follow a computation: a claim is run on them, and they remember what was done with them.

Each kind says what an operation, a comparison and a largest number are; Python's operators lead there.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import numpy as np

EXACT = (int, Fraction, np.integer)


class Followed:
    """A number that follows a computation."""

    def joined(self, name: str, other: Any, *, swapped: bool) -> Any:
        """Return the result of an operation `+ - * /` on this and another number, or NotImplemented."""
        raise NotImplementedError

    def applied(self, name: str) -> Any:
        """Return the value of neg, abs, exp, log or sqrt."""
        raise NotImplementedError

    def powered(self, exponent: int) -> Any:
        """Return an integer power."""
        raise NotImplementedError

    def compared(self, sign: str, other: Any) -> bool:
        """Decide a comparison, and remember how it went."""
        raise NotImplementedError

    def largest(self, items: list[Any]) -> Any:
        """Return the largest of some numbers, this one among them."""
        raise NotImplementedError

    def __add__(self, other: Any) -> Any:
        return self.joined("+", other, swapped=False)

    def __radd__(self, other: Any) -> Any:
        return self.joined("+", other, swapped=True)

    def __sub__(self, other: Any) -> Any:
        return self.joined("-", other, swapped=False)

    def __rsub__(self, other: Any) -> Any:
        return self.joined("-", other, swapped=True)

    def __mul__(self, other: Any) -> Any:
        return self.joined("*", other, swapped=False)

    def __rmul__(self, other: Any) -> Any:
        return self.joined("*", other, swapped=True)

    def __truediv__(self, other: Any) -> Any:
        return self.joined("/", other, swapped=False)

    def __rtruediv__(self, other: Any) -> Any:
        return self.joined("/", other, swapped=True)

    def __pow__(self, other: Any) -> Any:
        return self.powered(int(other)) if isinstance(other, int | np.integer) else NotImplemented

    def __neg__(self) -> Any:
        return self.applied("neg")

    def __pos__(self) -> Any:
        return self

    def __abs__(self) -> Any:
        return self.applied("abs")

    def __lt__(self, other: Any) -> bool:
        return self.compared("<", other)

    def __le__(self, other: Any) -> bool:
        return self.compared("<=", other)

    def __gt__(self, other: Any) -> bool:
        return self.compared(">", other)

    def __ge__(self, other: Any) -> bool:
        return self.compared(">=", other)

    def __eq__(self, other: object) -> bool:
        return self.compared("=", other)

    def __ne__(self, other: object) -> bool:
        return self.compared("!=", other)

    def __bool__(self) -> bool:
        return self.compared("!=", 0)

    __hash__ = None  # pyright: ignore[reportAssignmentType]  # a key would compare and not say so


def largest(items: Iterable[Any]) -> Any:
    """Return the largest of some numbers; of exact ones without deciding which it is."""
    found = list(items)
    followed = next((x for x in found if isinstance(x, Followed)), None)
    return max(found) if followed is None else followed.largest(found)


def apply_float(name: str, x: Any) -> Any:
    """Return exp, log or sqrt of a float."""
    return {"exp": math.exp, "log": math.log, "sqrt": math.sqrt}[name](x)
