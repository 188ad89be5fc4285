"""Python files of a user, run as modules; what goes wrong in them is told in one sentence."""

from __future__ import annotations

import importlib.util
import inspect
import os
import sys
from pathlib import Path
from types import ModuleType

from tabular.errors import InputError, must, show


def imported(path: Path, purpose: str) -> ModuleType:
    """Run a file as a module; its folder may hold modules that it imports."""
    if not os.path.isfile(path):  # also where a name is too long for any file
        raise must("FILE", "name a Python file", show(str(path)))
    spec = importlib.util.spec_from_file_location(f"{purpose}_{path.stem}", path)
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


def functions(module: ModuleType) -> list[str]:
    """Return the names of the public functions that a module defines."""
    return [
        name
        for name, value in vars(module).items()
        if inspect.isfunction(value) and value.__module__ == module.__name__ and not name.startswith("_")
    ]


def told(error: BaseException) -> str:
    """Return an exception in one line."""
    try:
        text = " ".join(str(error).split())
    except Exception:  # a hostile __str__ must not hide the error that is being reported
        text = ""
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
