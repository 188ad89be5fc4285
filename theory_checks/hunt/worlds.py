"""Worlds: what a claim is asked at, as arrays by the names of its parameters.

A parameter is called after its kind, perhaps with more behind a `_`: `mdp`, `mdp_other`, `policy` (an action for each
state), `mixed` (a law of actions for each state), `value` (a number for each state), `rewards` (a table like those of
the MDP), `start` (a law of states). All MDPs of a world have the same sizes and the same discount.

Without MDPs: `law` (probabilities of outcomes), `mechanism` (a law for each input; inputs side by side are neighbours),
`kernel` (a law of outcomes for each outcome), `probability`, `epsilon` (at least 0), `number`, `count` (1, 2, ...).
All laws and mechanisms of a world have the same outcomes, all mechanisms the same inputs.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from tabular.errors import must
from tabular.mdp import FiniteMDP
from tabular.numbers.arrays import Array
from theory_checks.hunt.atlas import number

Form = Literal["laws", "reals", "choices", "discount", "share", "positive", "count"]  # the last axis of laws sums to 1
DISCOUNT = "discount"
WHOLE = ("choices", "count")  # forms whose numbers are integers
FIRST = ("mdp", "law", "mechanism", "probability", "epsilon")  # kinds that the first parameter of a claim may have
_PARTS: Mapping[str, Callable[[int, int], dict[str, tuple[Form, tuple[int, ...]]]]] = {
    "mdp": lambda n, m: {".transitions": ("laws", (m, n, n)), ".rewards": ("reals", (m, n))},
    "policy": lambda n, m: {"": ("choices", (n,))},
    "mixed": lambda n, m: {"": ("laws", (n, m))},
    "value": lambda n, m: {"": ("reals", (n,))},
    "rewards": lambda n, m: {"": ("reals", (m, n))},
    "start": lambda n, m: {"": ("laws", (n,))},
    "law": lambda n, m: {"": ("laws", (n,))},
    "mechanism": lambda n, m: {"": ("laws", (m, n))},
    "kernel": lambda n, m: {"": ("laws", (n, n))},
    "probability": lambda n, m: {"": ("share", ())},
    "epsilon": lambda n, m: {"": ("positive", ())},
    "number": lambda n, m: {"": ("reals", ())},
    "count": lambda n, m: {"": ("count", ())},
}
_RULES: Mapping[Form, Callable[[Any, int], Any]] = {
    "laws": lambda x, _: (x >= 0).all() and (x.sum(axis=-1) == 1).all(),
    "reals": lambda x, _: True,
    "choices": lambda x, m: ((x >= 0) & (x < m)).all(),
    "discount": lambda x, _: 0 <= x < 1,
    "share": lambda x, _: 0 <= x <= 1,
    "positive": lambda x, _: x >= 0,
    "count": lambda x, _: x >= 1,
}
# The axes of each part that are states or outcomes, and those that are actions or inputs.
_ALONE = dict.fromkeys(("policy", "mixed", "value", "start", "law"), (0,))
STATES = {".transitions": (1, 2), ".rewards": (1,), "rewards": (1,), "mechanism": (1,), "kernel": (0, 1), **_ALONE}
ACTIONS = {".transitions": (0,), ".rewards": (0,), "mixed": (1,), "rewards": (0,), "mechanism": (0,)}


@dataclass(frozen=True)
class World:
    """Sizes, and an array for each part; floats to search with, or Fractions that decide."""

    n: int
    m: int
    parts: Mapping[str, Array]

    def arguments(self, parameters: tuple[str, ...]) -> dict[str, Any]:
        """Return what the claim is called with."""
        return {name: self._argument(name) for name in parameters}

    def _argument(self, name: str) -> Any:
        if kind_of(name) == "mdp":
            return FiniteMDP(
                self.parts[f"{name}.transitions"], self.parts[f"{name}.rewards"], self.parts[DISCOUNT].item()
            )
        array = self.parts[name]
        return array.item() if array.ndim == 0 else array.T.copy() if kind_of(name) == "mixed" else array.copy()

    def with_part(self, key: str, array: Array) -> World:
        """Return the world with another array for one part."""
        return World(self.n, self.m, {**self.parts, key: array})

    def to_float(self) -> World:
        """Return the nearest floats, rows of laws summing to 1 up to rounding."""
        return World(self.n, self.m, {k: x if form_of(k) in WHOLE else x.astype(float) for k, x in self.parts.items()})

    def to_json(self) -> dict[str, Any]:
        """Return an exact world as texts."""
        parts = {key: [str(x) for x in array.reshape(-1).tolist()] for key, array in self.parts.items()}
        return {"states": self.n, "actions": self.m, "parts": parts}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> World:
        """Return the exact world that texts describe; laws that are none, and the like, are an error."""
        n, m = int(data["states"]), int(data["actions"])
        if min(n, m) < 1:
            raise ValueError((n, m))
        shapes = layout(tuple(dict.fromkeys(key.partition(".")[0] for key in data["parts"] if key != DISCOUNT)), n, m)
        parts = {key: _read(data["parts"][key], *shapes[key], m) for key in shapes}
        return cls(n, m, parts)


def _read(texts: list[str], form: Form, shape: tuple[int, ...], m: int) -> Array:
    numbers = [number(x) for x in texts]
    array = np.array(numbers, dtype=object).reshape(shape)
    whole = form not in WHOLE or all(x.denominator == 1 for x in numbers)
    if not (whole and _RULES[form](array, m)):
        raise ValueError(form)
    return array.astype(np.int64) if form in WHOLE else array


def kind_of(name: str) -> str:
    """Return the kind of a parameter, or of the parameter that a part belongs to."""
    return name.partition(".")[0].partition("_")[0]


def role_of(key: str) -> str:
    """Return the kind of a part: what its axes mean."""
    return f".{key.partition('.')[2]}" if "." in key else kind_of(key)


def form_of(key: str) -> Form:
    """Return what kind of numbers a part has."""
    return "discount" if key == DISCOUNT else layout((key.partition(".")[0],), 1, 1)[key][0]


def layout(parameters: tuple[str, ...], n: int, m: int) -> dict[str, tuple[Form, tuple[int, ...]]]:
    """Return form and shape of each part."""
    found: dict[str, tuple[Form, tuple[int, ...]]] = {}
    if any(kind_of(name) == "mdp" for name in parameters):
        found[DISCOUNT] = ("discount", ())
    for name in parameters:
        found |= {f"{name}{part}": x for part, x in _PARTS[kind_of(name)](n, m).items()}
    return found


def parameters_of(function: Callable[..., Any]) -> tuple[str, ...]:
    """Return the names of the parameters of a claim."""
    names = tuple(inspect.signature(function).parameters)
    for name in names:
        if kind_of(name) not in _PARTS:
            kinds = ", ".join(_PARTS)
            raise must("a parameter", f"be called after one of {kinds}", repr(name), f"at {function.__name__}")
    return names


def is_about_worlds(thing: object) -> bool:
    """Tell whether a thing is a function whose first parameter is an MDP, a law, a mechanism or the like."""
    if not inspect.isfunction(thing):
        return False
    names = [*inspect.signature(thing).parameters]
    return bool(names) and kind_of(names[0]) in FIRST
