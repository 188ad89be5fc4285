"""Writing a site: whole or not at all. It is built in a folder beside, which then takes the place of the old one."""

from __future__ import annotations

import shutil
from pathlib import Path

from reports.pages.inputs import Inputs
from reports.pages.site import NOTHING, Site
from reports.pages.texts import check_changes, check_texts
from reports.read.model import Results
from reports.read.strict import InputError

MARKER = ".theory-checks-site"


def build(
    results: Results,
    out: Path,
    inputs: Inputs = NOTHING,
) -> Path:
    """Build the site in `out` and return the path of its index; the same input gives the same bytes."""
    check_texts(results)
    check_changes(inputs.changes)
    out = out.absolute()
    _refuse_foreign(out)
    building = out.with_name(f".{out.name}.building")
    try:
        _write(Site(results, inputs), building)
        _swap(building, out)
    except OSError as error:
        raise InputError(f"{out} must be a folder that can be written, got {error.strerror or error}") from error
    finally:
        shutil.rmtree(building, ignore_errors=True)
    return out / "index.html"


def _refuse_foreign(out: Path) -> None:
    """Refuse to replace anything that is not an empty folder or a site that was built before."""
    if not out.exists():
        return
    if not out.is_dir() or out.is_symlink() or (any(out.iterdir()) and not (out / MARKER).is_file()):
        raise InputError(f"{out} must be a new or empty folder or a site that was built before, got something else")


def _write(site: Site, folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, content in site.files():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    (folder / MARKER).write_bytes(b"This folder is replaced when the site is built again.\n")


def _swap(building: Path, out: Path) -> None:
    """Put the new folder in the old one's place; the old one is gone only when the new one stands."""
    old = out.with_name(f".{out.name}.old")
    shutil.rmtree(old, ignore_errors=True)
    if out.exists():
        out.rename(old)
    building.rename(out)
    shutil.rmtree(old, ignore_errors=True)
