"""Python files of a user, run as modules; what goes wrong in them is told in one sentence."""

from __future__ import annotations

import importlib.util
import os
import stat
import sys
from contextlib import redirect_stdout
from pathlib import Path
from types import FunctionType, ModuleType

from tabular.errors import InputError, must, show
from theory_checks.core.signals import is_signal

MOST_BYTES = 1 << 24  # of a file of code or data; Python itself reads what it runs to the end


def is_readable(path: Path) -> bool:
    """Tell whether a file can be read whole: it is an ordinary one, and not too long."""
    facts = os.stat(path)
    ordinary = stat.S_ISREG(facts.st_mode) and facts.st_size <= MOST_BYTES
    return ordinary and (facts.st_size > 0 or _is_empty(path))


def _is_empty(path: Path) -> bool:
    """Tell whether a file without a size ends there: what the kernel calls a file may have no end."""
    try:
        with open(path, "rb", buffering=0, opener=lambda name, flags: os.open(name, flags | os.O_NONBLOCK)) as file:
            return file.read(1) == b""
    except OSError:
        return False


def imported(path: Path, purpose: str) -> ModuleType:
    """Run a file as a module; its folder may hold modules that it imports."""
    if not os.path.isfile(path):  # also where a name is too long for any file
        raise must("FILE", "name a Python file", show(str(path)))
    if not is_readable(path):
        raise must("FILE", f"be an ordinary file of at most {MOST_BYTES} bytes", "another", f"at {path}")
    spec = importlib.util.spec_from_file_location(f"{purpose}_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise must("FILE", "name a Python file", show(str(path)))
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(path.resolve().parent))
    try:
        with redirect_stdout(sys.stderr):  # the output is the command's
            spec.loader.exec_module(module)
    except InputError:
        raise
    except BaseException as error:  # SystemExit as well: a file that ends the program gives no verdict
        if is_signal(error):
            raise
        raise must("FILE", "be importable", told(error), f"at {path}") from error
    finally:
        sys.path.pop(0)
    return module


def functions(module: ModuleType) -> list[str]:
    """Return the names of the public functions that a module defines; nothing else in it is asked what it is."""
    return [
        name
        for name, value in vars(module).items()
        if type(value) is FunctionType and value.__module__ == module.__name__ and not name.startswith("_")
    ]


def told(error: BaseException) -> str:
    """Return an exception in one line."""
    try:
        text = " ".join(str(error).split())
    except BaseException as other:  # a hostile __str__ must not hide the error that is being reported
        if is_signal(other):
            raise
        text = ""
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
