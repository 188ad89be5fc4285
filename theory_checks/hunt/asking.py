"""Asking a claim at a world: both sides of what it says there, and how much room is between them."""

from __future__ import annotations

import math
import operator
import warnings
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from theory_checks.core.signals import is_signal
from theory_checks.hunt.followed import EXACT
from theory_checks.hunt.traced import Traced, UndecidedError
from theory_checks.hunt.worlds import DISCOUNT, World, form_of

Comparison = tuple[Any, str, Any]
ClaimFunction = Callable[..., Comparison | None]
SIGNS: Mapping[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq, "!=": operator.ne,
}  # fmt: skip
WEAK = 1e-9  # relative room below which floats see equality
ROUNDING = 1e-12  # of the scale of a world: sides that are nearer to one another are equal
NOISE = 1e-7  # of the scale of a world: sides that are smaller are 0 up to rounding


def asked(function: ClaimFunction, arguments: Mapping[str, Any]) -> Comparison | None:
    """Return what a claim says of its arguments, None where its hypotheses do not hold."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        answer = _answered(function, arguments)
    if answer is None:
        return None
    if not (isinstance(answer, tuple) and len(answer) == 3 and answer[1] in SIGNS):
        signs = ", ".join(SIGNS)
        raise TypeError(
            f"{function.__name__} must return (left, sign, right) with a sign among {signs}, or None, "
            f"got {answer!r:.80}"
        )
    return answer


def _answered(function: ClaimFunction, arguments: Mapping[str, Any]) -> Any:
    """Call a claim; one that ends the program fails, as its status would look like a verdict."""
    try:
        return function(**arguments)
    except SystemExit as error:
        if is_signal(error):  # which came meanwhile
            raise
        raise RuntimeError(
            f"{function.__name__} must not end the program, got {type(error).__name__} {error.code}"
        ) from error


def fails(comparison: Comparison) -> bool | None:
    """Decide a comparison exactly; numbers that are no rationals, no balls and not infinite decide nothing."""
    left, sign, right = comparison
    if not all(isinstance(x, (Traced, *EXACT)) or _is_infinity(x) for x in (left, right)):
        return None
    try:
        return not SIGNS[sign](left, right)
    except UndecidedError:
        return None


def is_infinite(comparison: Comparison) -> bool:
    """Tell whether one side is infinite: such a claim has no certificate."""
    return any(isinstance(x, float) and math.isinf(x) for x in comparison[::2])


def _is_infinity(x: Any) -> bool:
    """Tell whether a claim says infinity itself; what overflows is infinite too, but another object."""
    return x is math.inf or x is np.inf


def scale_of(world: World) -> float:
    """Return what rounding is measured by: the largest value that rewards of the world can be worth."""
    reals = [float(np.abs(x).max()) for key, x in world.parts.items() if form_of(key) == "reals"]
    return max([1.0, *reals]) / (1 - float(world.parts.get(DISCOUNT, 0)))


def room(comparison: Comparison, scale: float) -> tuple[float, float | None]:
    """Return the room relative to both sides, below 0 where the claim fails, and the ratio of the sides."""
    left, sign, right = _float(comparison[0]), comparison[1], _float(comparison[2])
    if math.inf in (abs(left), abs(right)) and not (math.isnan(left) or math.isnan(right)):
        decided = fails(comparison)  # numbers that are no floats may be beyond all of them
        return (-1.0 if (not SIGNS[sign](left, right) if decided is None else decided) else math.inf), None
    if sign in (">", ">="):
        left, right = right, left
    total = abs(left) + abs(right)
    if abs(right - left) <= ROUNDING * scale and sign in ("<=", ">=", "=="):
        return (1.0, None) if total < NOISE * scale else (0.0, 1.0)  # 0 against 0 tells nothing
    if total == 0:
        return -1.0, None  # no strict order
    gap = (right - left) / (total + NOISE * scale)
    if sign in ("==", "!="):
        return (-abs(gap) if sign == "==" else abs(gap)), None
    return gap, left / right if left > 0 and right > 0 else None


def _float(x: Any) -> float:
    try:
        return x.nearest if isinstance(x, Traced) else float(x)
    except OverflowError:
        return math.inf if x > 0 else -math.inf
