"""Compile a theorem with Coq: each file with a time limit, the theorem held to its type, its axioms to a short list."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from theory_checks.proofs.processes import run
from theory_checks.proofs.theorems import Theorem

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
_TIMED = re.compile(r"^Chars (\d+) - \d+ \[(.*)\] [\d.]+ secs \(([\d.]+)u,([\d.]+)s\)$", re.MULTILINE)


class ProofError(Exception):
    """Coq does not accept a theorem, or it rests on more than it may; the message says which, and why."""


@dataclass(frozen=True)
class Checked:
    """What Coq said of a theorem that it accepts; the seconds are the processor's, for the proof without loading."""

    axioms: Sequence[str]
    lines: int
    seconds: float


def coq_version() -> str:
    """Return the version of the Coq that is installed; nothing if there is none."""
    if shutil.which("coqc") is None:
        return ""
    found = subprocess.run(["coqc", "--print-version"], capture_output=True, text=True, check=True)
    return found.stdout.split()[0]


def check(folder: Path, theorem: Theorem) -> Checked:
    """Compile what is trusted, the proof, and the check of its type; the library must be there."""
    state(folder, theorem)
    timed = compile_file(folder, theorem.paper, theorem.stem, theorem.script, timed=True)
    said = compile_file(folder, theorem.paper, f"{theorem.stem}_check", theorem.check)
    axioms = allowed_axioms(said, theorem.key)
    return Checked(axioms, len(theorem.script.splitlines()), round(sum(x for _, x in sentences(timed)), 1))


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


def compile_file(
    folder: Path,
    package: str,
    name: str,
    text: str,
    *,
    uses: Iterable[str] = (),
    seconds: int = SECONDS,
    timed: bool = False,
) -> str:
    """Compile a file and return what Coq prints; a text that could weaken the kernel is refused."""
    if word := FORBIDDEN.search(_without_comments(text)):
        raise ProofError(f"a file of Coq must prove what it says, got {word[0]} in {package}.{name}")
    place = folder / package
    place.mkdir(parents=True, exist_ok=True)
    (place / f"{name}.v").write_text(text, encoding="utf-8")
    options = ["-q", "-w", "-all", *(["-time"] if timed else []), *search_paths(folder, [*uses, package])]
    command = ["coqc", *options, f"{package}/{name}.v"]
    try:
        done = run(command, folder, seconds)
    except subprocess.TimeoutExpired as error:
        raise ProofError(f"a file must be checked within {seconds} seconds, got none of {package}.{name}") from error
    if done.returncode:
        raise ProofError(f"Coq must accept {package}.{name}, got: {' '.join(done.stderr.split())}")
    return done.stdout


def sentences(timed: str) -> Iterator[tuple[int, float]]:
    """Yield where each sentence begins and the processor's seconds for it; those that load libraries are left out."""
    for start, text, user, system in _TIMED.findall(timed):
        if "Require" not in text:
            yield int(start), float(user) + float(system)


def search_paths(folder: Path, packages: Iterable[str]) -> list[str]:
    """Return the options that tell Coq where the library and these packages are."""
    (folder / "TheoryChecks").mkdir(exist_ok=True)
    return [part for name in dict.fromkeys(("TheoryChecks", *packages)) for part in ("-Q", name, name)]


def _without_comments(text: str) -> str:
    return re.sub(r"\(\*.*?\*\)", "", text, flags=re.DOTALL)
