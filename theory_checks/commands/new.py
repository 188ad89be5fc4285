"""`theory-checks new`: the folder of a paper of one's own, with a first room that works."""

from __future__ import annotations

import os
import re
import shlex
import shutil
from datetime import date
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import click

from theory_checks.commands.common import mistakes
from theory_checks.core.texts import fill
from theory_checks.engine.files import FileError, check_folder, write_text
from theory_checks.engine.papers import load

SUFFIX = ".txt"  # of a file that is written without it
NEXT = """{folder} holds a paper with one room. Go on with

  theory-checks --only {folder} run --out {folder}/results.json
  theory-checks --only {folder} report {folder}/results.json --out {folder}/site
  pytest {folder}

then change what loops/statements.toml says and what the modules beside it compute."""


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
def new(folder: Path) -> None:
    """Write the folder of a paper of your own, with a first room.

    The room has statements that are true and false, checks with their controls, and tests. FOLDER must not exist or be
    empty; its name becomes the first part of the ids.
    """
    with mistakes():
        key = _key(folder)
        if any(folder.iterdir()) if folder.is_dir() else os.path.lexists(folder):
            raise FileError(f"FOLDER must be a folder that is empty or not there yet, got {folder}")
        check_folder(folder, name="FOLDER")
        there = folder.is_dir()
        try:
            _write(files("theory_checks.commands").joinpath("first_paper"), folder, key)
        except BaseException:
            for part in folder.iterdir() if there else [folder]:  # half a paper is of no use
                shutil.rmtree(part, ignore_errors=True)
            raise
    click.echo(NEXT.format(folder=shlex.quote(str(folder))))


def _key(folder: Path) -> str:
    """Return what the ids begin with, which no other paper may have."""
    key = re.sub(r"[^a-z0-9]+", "-", Path(os.path.realpath(folder)).name.lower()).strip("-")
    if not key:
        raise FileError(f"FOLDER must have letters or digits in its name, got {folder}")
    if key in {paper.key for paper in load().papers}:
        raise FileError(f"FOLDER must not be called like a paper that is there, got {key}")
    return key


def _write(source: Traversable, folder: Path, key: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for item in source.iterdir():
        if item.is_dir():
            _write(item, folder / item.name, key)
        else:
            text = fill(item.read_text(encoding="utf-8"), key=key, year=date.today().year)
            write_text(folder / item.name.removesuffix(SUFFIX), text)
