"""Compile theorems with Coq: each file with a time limit, each theorem held to its type, its axioms to a short list."""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from theory_checks.proofs.theorems import LIBRARY, Theorem, library_files, library_text

SECONDS = 120  # for one file
# What Coq's real numbers rest on; nothing else may be assumed.
AXIOMS = (
    "ClassicalDedekindReals.sig_forall_dec",
    "ClassicalDedekindReals.sig_not_dec",
    "Classical_Prop.classic",
    "FunctionalExtensionality.functional_extensionality_dep",
)
FORBIDDEN = re.compile(
    r"\b(Admitted|admit|give_up|Axioms?|Parameters?|Conjecture|Declare ML|bypass_check|Unset Guard|Unset Universe|"
    r"Unset Positivity|type-in-type|Redirect|Load|Extraction)\b"
)


class ProofError(Exception):
    """Coq does not accept a theorem, or it rests on more than it may; the message says which, and why."""


@dataclass(frozen=True)
class Checked:
    """What Coq said of a theorem that it accepts."""

    axioms: Sequence[str]
    lines: int
    seconds: float


def coq_version() -> str:
    """Return the version of the Coq that is installed; nothing if there is none."""
    if shutil.which("coqc") is None:
        return ""
    found = subprocess.run(["coqc", "--print-version"], capture_output=True, text=True, check=True)
    return found.stdout.split()[0]


def compile_library(folder: Path, theorems: Iterable[Theorem]) -> None:
    """Compile what these theorems use of the library, each file after those that it needs."""
    compile_library_of(folder, [text for x in theorems for text in (*x.trusted.values(), x.script, x.check)])


def compile_library_of(folder: Path, texts: Iterable[str]) -> None:
    """Compile what these texts use of the library."""
    for name in library_files(texts):
        compile_file(folder, "TheoryChecks", name, library_text(name))


def recheck_library(folder: Path) -> list[str]:
    """Have Coq's own checker of compiled files check the library once more; return the names of what it holds."""
    names = sorted(path.stem for path in LIBRARY.glob("*.v"))
    compile_library_of(folder, [f"From TheoryChecks Require {' '.join(names)}."])
    modules = [part for name in names for part in ("-norec", f"TheoryChecks.{name}")]
    command = ["coqchk", "-silent", *_paths(folder, "TheoryChecks"), *modules]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ProofError(f"coqchk must accept the library, got: {' '.join(done.stderr.split())[-300:]}")
    return names


def check_all(folder: Path, theorems: Sequence[Theorem], jobs: int) -> Iterator[tuple[Theorem, Checked | ProofError]]:
    """Yield each theorem with what became of it, in the order in which they are finished."""
    with ThreadPoolExecutor(jobs) as pool:
        waiting = {pool.submit(_attempt, folder, theorem): theorem for theorem in theorems}
        for done in as_completed(waiting):
            yield waiting[done], done.result()


def _attempt(folder: Path, theorem: Theorem) -> Checked | ProofError:
    try:
        return check(folder, theorem)
    except ProofError as error:
        return error


def check(folder: Path, theorem: Theorem) -> Checked:
    """Compile what is trusted, the proof, and the check of its type; the library must be there."""
    start = time.perf_counter()
    state(folder, theorem)
    compile_file(folder, theorem.paper, theorem.stem, theorem.script)
    said = compile_file(folder, theorem.paper, f"{theorem.stem}_check", theorem.check)
    axioms = allowed_axioms(said, theorem.key)
    return Checked(axioms, len(theorem.script.splitlines()), round(time.perf_counter() - start, 1))


def state(folder: Path, theorem: Theorem) -> None:
    """Compile what a theorem is about."""
    for name, text in theorem.trusted.items():
        compile_file(folder, theorem.paper, name, text)


def allowed_axioms(said: str, key: str) -> list[str]:
    """Return on which axioms a theorem rests, which must be those of Coq's real numbers."""
    axioms = axioms_in(said)
    if others := sorted({*axioms} - {*AXIOMS}):
        raise ProofError(f"a theorem must rest on {', '.join(AXIOMS)} alone, got {', '.join(others)} at {key}")
    return axioms


def axioms_in(said: str) -> list[str]:
    """Return the names that `Print Assumptions` prints: what stands at the beginning of a line under its title."""
    if said.strip() == "Closed under the global context":
        return []
    title, _, listed = said.partition("\n")
    if title != "Axioms:":
        raise ProofError(f"Coq must say on which axioms a theorem rests, got {said[:200]!r}")
    return sorted({line.split()[0] for line in listed.splitlines() if line and not line[0].isspace()})


def compile_file(folder: Path, package: str, name: str, text: str, seconds: int = SECONDS) -> str:
    """Compile a file and return what Coq prints; a text that could weaken the kernel is refused."""
    if word := FORBIDDEN.search(_without_comments(text)):
        raise ProofError(f"a file of Coq must prove what it says, got {word[0]} in {package}.{name}")
    place = folder / package
    place.mkdir(parents=True, exist_ok=True)
    (place / f"{name}.v").write_text(text, encoding="utf-8")
    command = ["coqc", "-q", "-w", "-all", *_paths(folder, package), f"{package}/{name}.v"]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired as error:
        raise ProofError(f"a file must be checked within {seconds} seconds, got none of {package}.{name}") from error
    if done.returncode:
        raise ProofError(f"Coq must accept {package}.{name}, got: {' '.join(done.stderr.split())}")
    return done.stdout


def _paths(folder: Path, package: str) -> list[str]:
    (folder / "TheoryChecks").mkdir(exist_ok=True)
    return [part for name in dict.fromkeys(("TheoryChecks", package)) for part in ("-Q", name, name)]


def _without_comments(text: str) -> str:
    return re.sub(r"\(\*.*?\*\)", "", text, flags=re.DOTALL)
