"""Mechanisms as functions of a world and random numbers, and how a file offers them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabular.errors import must, show
from theory_checks.audit.plain import plain, raised
from theory_checks.core.modules import functions, imported
from theory_checks.core.signals import is_signal

_LARGEST = 1 << 29


Outputs = Sequence[Any] | NDArray[Any]


class CallFailedError(Exception):
    """A call of many runs that failed."""


@dataclass(frozen=True)
class Mechanism:
    """A randomised function of the world, 0 or 1: the two neighbouring inputs.

    ``draw(world, rng, count)`` returns as many outputs: an array (count,) or (count, d) of numbers, or a list of
    anything that has a text (answers, decisions, lists of varying length, dictionaries, mixtures of these).
    """

    name: str
    draw: Callable[[int, np.random.Generator, int], Any]
    by_one: bool = False  # it makes one output after the other, each from (world, rng)

    def outputs(self, world: int, count: int, rng: np.random.Generator) -> Outputs:
        """Return so many outputs as plain data, or an array of numbers.

        A single run that fails, or ends the process, has this as its outcome. A call of many that fails raises
        `CallFailedError`: nobody knows which of its runs did.
        """
        if self.by_one or count == 1:
            return [self._output(world, rng) for _ in range(count)]
        try:
            outputs = self.draw(world, rng, count)
        except BaseException as error:
            if is_signal(error):
                raise
            raise CallFailedError from error
        return self._checked(outputs, world, count)

    def _output(self, world: int, rng: np.random.Generator) -> Any:
        try:
            outputs = self.draw(world, rng, 1)
        except BaseException as error:  # SystemExit as well: its status would look like a verdict
            if is_signal(error):
                raise
            return raised(error)
        return self._checked(outputs, world, 1)[0]

    def _checked(self, outputs: Any, world: int, count: int) -> Outputs:
        given = _length(outputs)
        if given != count:
            raise must(self.name, f"return {count} outputs", str(given), f"in world {world}")
        if isinstance(outputs, np.ndarray) and outputs.dtype.kind in "biufc":
            return outputs
        return [plain(output) for output in outputs]


def _length(outputs: Any) -> int | str:
    try:
        return len(outputs)
    except TypeError:
        return f"one {type(outputs).__name__}"


def mechanism(function: Callable[..., Any], name: str = "") -> Mechanism:
    """Return a function (world, rng) of one output, or (world, rng, count) of many, as a mechanism."""
    if not callable(function):
        raise must("mechanism", "be a function (world, rng) or (world, rng, count)", show(function))
    title = name or getattr(function, "__name__", "mechanism")
    parameters = _needed(function)
    if parameters not in (2, 3):
        raise must(title, "take (world, rng) or (world, rng, count)", f"{parameters} parameters")

    def one(world: int, rng: np.random.Generator, count: int) -> list[Any]:
        return [function(world, rng) for _ in range(count)]

    return Mechanism(title, function) if parameters == 3 else Mechanism(title, one, by_one=True)


def _needed(function: Callable[..., Any]) -> int:
    """Return how many parameters a call must give; one with a default keeps it, unless it is called count."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return 2
    return sum(p.default is p.empty or p.name == "count" for p in parameters if p.kind != p.VAR_KEYWORD)


def from_file(place: str) -> Mechanism:
    """Return the mechanism of FILE::name, or of FILE if it has a function ``mechanism`` or one public function only."""
    path, _, name = place.partition("::")
    module = imported(Path(path), "audited")
    if name:
        if not hasattr(module, name):
            raise must("mechanism", f"be one of {', '.join(functions(module)) or 'none'}", show(name), f"in {path}")
        return mechanism(getattr(module, name), name)
    names = functions(module)
    if "mechanism" in names:
        return mechanism(module.mechanism)
    if len(names) != 1:
        raise must("FILE", "hold one function, or be followed by ::name", f"{', '.join(names) or 'none'} in {path}")
    return mechanism(getattr(module, names[0]), names[0])


def numbers(outputs: Sequence[Any] | NDArray[Any]) -> NDArray[np.float64] | None:
    """Return outputs as an array (count, d) of floats; None if they are no vectors of one length."""
    try:
        array = np.array(outputs, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        return None
    if array.ndim == 0 or array.size > _LARGEST:
        return None
    return array.reshape(len(array), -1)
