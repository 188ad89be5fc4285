"""The shared library of proofs, compiled along its own dependencies, and checked once more by Coq's second checker."""

from __future__ import annotations

import subprocess
from collections.abc import Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from functools import partial
from graphlib import TopologicalSorter
from pathlib import Path

from theory_checks.proofs.build import ProofError, compile_file, search_paths
from theory_checks.proofs.processes import run, threads
from theory_checks.proofs.theorems import LIBRARY, Theorem, library_files, library_text, required

PACKAGE = "TheoryChecks"
LONGEST = 120  # seconds of coqchk for a module: it computes without Coq's virtual machine, on which some proofs rely


def compile_library(folder: Path, theorems: Iterable[Theorem], jobs: int) -> None:
    """Compile what these theorems use of the library."""
    compile_library_of(folder, [text for x in theorems for text in (*x.trusted.values(), x.script, x.check)], jobs)


def compile_library_of(folder: Path, texts: Iterable[str], jobs: int) -> None:
    """Compile what these texts use of the library, each file as soon as those that it needs are there."""
    order = TopologicalSorter({name: required(library_text(name)) for name in library_files(texts)})
    order.prepare()
    running = dict[Future[None], str]()
    with threads(jobs) as pool:
        while order.is_active():
            running |= {pool.submit(_compile, folder, name): name for name in order.get_ready()}
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                done.result()
                order.done(running.pop(done))


def _compile(folder: Path, name: str) -> None:
    """Compile a file, unless that was done: what is there was made of this text, and Coq looks at what it needs."""
    place, text = folder / PACKAGE / f"{name}.v", library_text(name)
    made = place.with_suffix(".vo")
    if made.is_file() and place.read_text(encoding="utf-8") == text and _newest(folder, text) <= made.stat().st_mtime:
        return
    made.unlink(missing_ok=True)
    compile_file(folder, PACKAGE, name, text)


def _newest(folder: Path, text: str) -> float:
    return max(((folder / PACKAGE / f"{x}.vo").stat().st_mtime for x in required(text)), default=0.0)


def recheck_library(folder: Path, jobs: int) -> Generator[tuple[str, bool]]:
    """Have Coq's checker of compiled files check the library once more; yield each module, and if it came to an end."""
    names = sorted(path.stem for path in LIBRARY.glob("*.v"))
    compile_library_of(folder, [f"From {PACKAGE} Require {' '.join(names)}."], jobs)
    with threads(jobs) as pool:
        yield from zip(names, pool.map(partial(_recheck, folder), names), strict=True)


def _recheck(folder: Path, name: str) -> bool:
    command = ["coqchk", "-silent", *search_paths(folder, []), "-norec", f"{PACKAGE}.{name}"]
    try:
        done = run(command, folder, LONGEST)
    except subprocess.TimeoutExpired:
        return False
    if done.returncode:
        raise ProofError(f"coqchk must accept the library, got: {' '.join(done.stderr.split())[-300:]} at {name}")
    return True
