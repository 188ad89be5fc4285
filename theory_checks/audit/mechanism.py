"""Mechanisms as functions of a world and random numbers, and how a file offers them."""

from __future__ import annotations

import importlib.util
import inspect
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabular.errors import InputError, must, show
from theory_checks.core.seeds import generator

CHUNK = 500  # outputs that share one generator: part of what a seed means
_LARGEST = 1 << 20


@dataclass(frozen=True)
class Mechanism:
    """A randomised function of the world, 0 or 1: the two neighbouring inputs.

    ``draw(world, rng, count)`` returns as many outputs: an array (count,) or (count, d) of numbers, or a list of
    anything that has a text (answers, decisions, lists of varying length, dictionaries, mixtures of these).
    """

    name: str
    draw: Callable[[int, np.random.Generator, int], Any]

    def outputs(self, world: int, count: int, seed: int, *purpose: str | int) -> Sequence[Any] | NDArray[Any]:
        """Return outputs that depend on (seed, purpose, world) and their number alone, in chunks."""
        parts: list[Any] = []
        for start in range(0, count, CHUNK):
            size = min(CHUNK, count - start)
            part = self.draw(world, generator(seed, "audit", *purpose, world, start), size)
            given = _length(part)
            if given != size:
                raise must(self.name, f"return {size} outputs", str(given), f"in world {world}")
            parts.extend(part)
        return parts


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

    def one_by_one(world: int, rng: np.random.Generator, count: int) -> list[Any]:
        return [function(world, rng) for _ in range(count)]

    return Mechanism(title, function if parameters == 3 else one_by_one)


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
    module = _imported(Path(path))
    if name:
        if not hasattr(module, name):
            raise must("mechanism", f"be one of {', '.join(_functions(module)) or 'none'}", show(name), f"in {path}")
        return mechanism(getattr(module, name), name)
    names = _functions(module)
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
    if array.ndim == 0 or array.size > _LARGEST * CHUNK:
        return None
    return array.reshape(len(array), -1)


def told(error: BaseException) -> str:
    """Return an exception in one line."""
    try:
        text = " ".join(str(error).split())
    except Exception:  # a hostile __str__ must not hide the error that is being reported
        text = ""
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _functions(module: ModuleType) -> list[str]:
    return [
        name
        for name, value in vars(module).items()
        if inspect.isfunction(value) and value.__module__ == module.__name__ and not name.startswith("_")
    ]


def _imported(path: Path) -> ModuleType:
    """Run a file as a module; its folder may hold modules that it imports."""
    if not path.is_file():
        raise must("FILE", "name a Python file", show(str(path)))
    spec = importlib.util.spec_from_file_location(f"audited_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise must("FILE", "name a Python file", show(str(path)))
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(path.resolve().parent))
    try:
        spec.loader.exec_module(module)
    except (InputError, KeyboardInterrupt):
        raise
    except BaseException as error:  # SystemExit as well: a file that ends the program gives no verdict
        raise must("FILE", "be importable", told(error), f"at {path}") from error
    finally:
        sys.path.pop(0)
    return module
