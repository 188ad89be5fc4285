"""Sentences for broken input: ``name must rule, got value at place``."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from types import ModuleType

import numpy as np

_LONGEST = 60
_MOST_BITS = 192


class InputError(ValueError):
    """Input that breaks a rule; the message is one sentence that names the thing, the rule, the value and the place."""


def show(value: object) -> str:
    """Return a short text for any value, safe for huge integers and long containers."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > _MOST_BITS:
        return f"an integer of {value.bit_length()} bits"
    if isinstance(value, Fraction):
        return f"{show(value.numerator)}/{show(value.denominator)}" if value.denominator != 1 else show(value.numerator)
    try:
        text = " ".join(repr(value).split())
    except Exception:  # a hostile __repr__ must not hide the error that is being reported
        text = f"a {type(value).__name__}"
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


def must(name: str, rule: str, got: str, place: str = "") -> InputError:
    """Return the error ``name must rule, got value at place`` (to be raised by the caller)."""
    return InputError(f"{name} must {rule}, got {got}" + (f" {place}" if place else ""))


def needed(module: str, user: str) -> ModuleType:
    """Return a module of a package that not everybody has installed, or say in one sentence who needs which."""
    package = module.partition(".")[0]
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != package:
            raise
        name = package.replace("_", "-")
        raise ModuleNotFoundError(f"{user} needs {name}, which is not installed: pip install {name}") from None
