"""Files: what is read is an ordinary file of bounded size, what is written is written whole or not at all."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Generator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import msgspec

from theory_checks.engine.errors import EngineError

_MOST_NEW = 100  # folders that are made for one path: the library makes each in a call within the call before


class FileError(EngineError):
    """A path at which nothing of ours may be written, or from which nothing may be read."""


def check_place(path: Path, *, name: str = "--out") -> None:
    """Refuse a place at which a file cannot be written, or where something else than a file would be replaced."""
    if not path.name or path.name == "..":
        raise FileError(f"{name} must name a file, got {str(path)!r}")
    if (kind := _kind(path)) not in ("", "a file"):
        raise FileError(f"{name} must name a file or nothing yet, got {kind} at {path}")
    if not is_writable(path.parent):
        raise FileError(f"{name} must be in a folder that can be written, got {str(path)!r}")


def check_folder(path: Path, *, name: str = "--out") -> None:
    """Refuse a place at which no folder is and none can be made."""
    if (kind := _kind(path)) not in ("", "a folder"):
        raise FileError(f"{name} must name a folder or nothing yet, got {kind} at {path}")
    if not is_writable(path):
        raise FileError(f"{name} must name a folder that can be written, got {str(path)!r}")


def check_apart(*paths: Path) -> None:
    """Refuse to write over what is read, or was just written."""
    places = [os.path.realpath(path) for path in paths]
    for path, place in zip(paths, places, strict=True):
        if places.count(place) > 1:
            raise FileError(f"what is read and what is written must be different files, got {path} twice")


def is_writable(folder: Path) -> bool:
    """Tell whether a folder can be written, or made where it is not there yet; nobody means hundreds of new ones."""
    whole = folder.absolute()
    there = next(path for path in (whole, *whole.parents) if path.exists() or path.is_symlink())
    allowed = there.is_dir() and os.access(there, os.W_OK | os.X_OK)
    return len(whole.parts) - len(there.parts) <= _MOST_NEW and allowed and _takes_files(there)


def _takes_files(folder: Path) -> bool:
    """Try it: the system itself has folders in which everything is allowed and nothing can be made."""
    try:
        with TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def read_bytes(path: Path, most: int, *, name: str) -> bytes:
    """Return the bytes of an ordinary file, unless there are too many; nothing else is waited for."""
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | os.O_NONBLOCK)) as file:
        facts = os.fstat(file.fileno())
        content = file.read(min(most, facts.st_size) + 1) if stat.S_ISREG(facts.st_mode) else None
        if content is None:  # also what the kernel calls a file, and has nothing to say yet
            raise FileError(f"{name} must be in an ordinary file, got another thing at {path}")
        if facts.st_size > most or len(content) > most:
            raise FileError(f"{name} must be at most {most} bytes long, got more at {path}")
        return content


def _kind(path: Path) -> str:
    """Return what is at a path, without following a link; nothing if nothing is."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return ""
    except NotADirectoryError:
        return "a place below a file"
    known = ((stat.S_ISREG, "a file"), (stat.S_ISDIR, "a folder"), (stat.S_ISLNK, "a link"), (stat.S_ISFIFO, "a pipe"))
    return next((word for test, word in known if test(mode)), "a device")


def write_json(path: Path, value: Mapping[str, Any]) -> None:
    """Write data as JSON, a line for each number: the standard library indents in Python, five times as slowly."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    write_text(path, msgspec.json.format(text, indent=1) + "\n")


def write_text(path: Path, text: str, *, name: str = "--out") -> None:
    """Write a file whole or not at all."""
    check_place(path, name=name)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    with _made(path.parent):
        try:
            with naming(path):
                temporary.write_text(text, encoding="utf-8", errors="backslashreplace")  # half a letter
                temporary.replace(path)
        finally:
            with suppress(OSError):
                temporary.unlink()


@contextmanager
def _made(folder: Path) -> Generator[None]:
    """Make a folder; if nothing comes of it, what was made and is empty does not stay."""
    new = [path for path in (folder, *folder.parents) if not path.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except BaseException:
        with suppress(OSError):
            for path in new:
                path.rmdir()
        raise


@contextmanager
def naming(path: Path) -> Generator[None]:
    """Have an error of the disk name the file that was to be written: a write to an open file names none."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error
