"""Python files of the project: only those inside its folder, and where in them a name is defined."""

from __future__ import annotations

import ast
import os
from functools import cache
from pathlib import Path

MOST_STEPS = 20  # of a name that one module takes from another


class Sources:
    """The Python files below a folder."""

    def __init__(self, root: Path | None) -> None:
        self.root = Path(os.path.realpath(root)) if root else None
        self.text = cache(self._text)

    def _text(self, path: str) -> str | None:
        """Return what a file says; nothing for what is no Python file, or lies elsewhere."""
        if self.root is None or "\0" in path:
            return None
        file = Path(os.path.realpath(self.root / path))  # of links that lead nowhere, too
        if not file.is_relative_to(self.root) or file.suffix != ".py" or not file.is_file():
            return None
        try:
            return file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            return None

    def definition(self, dotted: str) -> tuple[str, int] | None:
        """Return path and line at which `package.module.name` is defined, also where the package only passes it on."""
        for _ in range(MOST_STEPS):
            module, _, name = dotted.rpartition(".")
            path = self._module(module)
            found = _found(self.text(path) or "", name) if path else None
            if path is None or found is None:
                return None
            if isinstance(found, int):
                return path, found
            dotted = found
        return None

    def _module(self, name: str) -> str | None:
        base = name.replace(".", "/")
        return next((path for path in (f"{base}.py", f"{base}/__init__.py") if self.text(path) is not None), None)


@cache
def _found(text: str, name: str) -> int | str | None:
    """Return the line at which a module defines a name, or what it imports under this name."""
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError):
        return None
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name:
            return node.lineno
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                if (alias.asname or alias.name) == name:
                    return f"{node.module}.{alias.name}"
    return None
