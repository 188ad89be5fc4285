"""Writing a site: whole or not at all. It is built in a folder beside, which then takes the place of the old one."""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import threading
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from pathlib import Path

from reports.pages.group import File
from reports.pages.inputs import Inputs
from reports.pages.kept import Made, Record, digest, kept, read, write
from reports.pages.place import MARKER, refuse_foreign
from reports.pages.site import NOTHING, Site
from reports.pages.spread import spread
from reports.pages.texts import check_changes, check_texts
from reports.read.model import Results
from reports.read.strict import InputError

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def build(
    results: Results,
    out: Path,
    inputs: Inputs = NOTHING,
    record: Path | None = None,
) -> Path:
    """Build the site in `out` and return the path of its index; the same input gives the same bytes.

    What the record says to be made of the same is kept, and the next record written.
    """
    check_texts(results)
    check_changes(inputs.changes)
    out = out.absolute()
    refuse_foreign(out)
    try:
        with _beside(out) as building:
            groups = _write(Site(results, inputs), building, out, read(record))
            _swap(building, out)
            if record:
                write(record, Record(results.digest, groups))
    except (OSError, RecursionError) as error:  # the second: of folders in folders in what is to be removed
        why = getattr(error, "strerror", None) or error
        raise InputError(f"{out} must be a folder that can be written, got {why}") from error
    return out / "index.html"


@contextmanager
def _beside(out: Path) -> Generator[Path]:
    """Lend an empty folder beside the site, in which no other process builds: of two, each would have half a site."""
    building = out.with_name(f".{out.name}.building")
    building.mkdir(parents=True, exist_ok=True)
    place = os.open(building, os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        if not _is_ours(place, building):
            raise InputError(f"only one report may be built at {out} at a time, got a second one")
        try:
            _clear(building)
            yield building
        except BaseException:
            shutil.rmtree(building, ignore_errors=True)
            raise
    finally:
        os.close(place)


def _is_ours(place: int, building: Path) -> bool:
    """Lock an open folder, if nobody has locked it and it still is the one of this name."""
    try:
        fcntl.flock(place, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return os.path.samestat(os.fstat(place), building.stat())
    except OSError:
        return False


def _clear(folder: Path) -> None:
    """Remove what a process that was killed has left."""
    for path in folder.iterdir():
        shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()


def _write(site: Site, folder: Path, old: Path, last: Record) -> dict[str, Made]:
    """Write a site into a folder; return of each group what it was made of, and what is in its files."""
    (folder / MARKER).write_bytes(b"This folder is replaced when the site is built again.\n")
    groups = list(site.groups())
    now = site.results.digest
    same = {g.name: files for g in groups if (files := kept(g, last, now, old)) is not None}
    made = {g.name: Made(g.made_of, _put(same[g.name].items(), folder)) for g in groups if g.name in same}
    new = [group for group in groups if group.name not in same]

    def written(number: int) -> dict[str, str]:
        return _put(new[number].files() if number < len(new) else site.general(), folder)

    digests = list(spread(written, len(new) + 1))
    return made | {group.name: Made(group.made_of, files) for group, files in zip(new, digests, strict=False)}


def _put(files: Iterable[File], folder: Path) -> dict[str, str]:
    """Write files and return the digest of each."""
    digests: dict[str, str] = {}
    for name, content in files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        digests[name] = digest(content)
    return digests


def _swap(building: Path, out: Path) -> None:
    """Put the new folder in the old one's place; the old one is gone only when the new one stands."""
    old = out.with_name(f".{out.name}.old")
    shutil.rmtree(old, ignore_errors=True)
    with _undisturbed():
        if out.exists():
            out.rename(old)
        building.rename(out)
        shutil.rmtree(old, ignore_errors=True)


@contextmanager
def _undisturbed() -> Generator[None]:
    """Put off what ends the process: between the two names there is no site."""
    if threading.current_thread() is not threading.main_thread():  # the others are not disturbed, and have no say
        yield
        return
    came = list[int]()
    before = {number: signal.signal(number, lambda signum, _: came.append(signum)) for number in ENDING}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for number in came[:1]:
            signal.raise_signal(number)
