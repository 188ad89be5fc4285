"""`theory-checks prove`: have Coq's kernel check the theorems that stand beside statements."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from theory_checks.cards.terminal import console
from theory_checks.commands.certified import prove_certificates
from theory_checks.commands.common import mistakes, select
from theory_checks.commands.compared import compare
from theory_checks.core.coq import CoqError
from theory_checks.core.proof import SCOPES
from theory_checks.engine.files import check_folder, write_json
from theory_checks.engine.papers import load
from theory_checks.proofs.batches import Axioms, check_all
from theory_checks.proofs.build import ProofError, coq_version
from theory_checks.proofs.library import LONGEST, PACKAGE, compile_library, recheck_library
from theory_checks.proofs.near import near_misses, proved
from theory_checks.proofs.recorded import axioms_known, coverage, lock, stale
from theory_checks.proofs.theorems import Theorem, theorems

MISSING = "prove must find Coq (coqc), got none: install Debian's coq, libcoq-coquelicot and libcoq-interval"


@click.command()
@click.argument("patterns", nargs=-1, metavar="[ID|PAPER|PATTERN]...")
@click.option("--jobs", type=click.IntRange(1), default=os.cpu_count() or 1, show_default=True, help="Processes.")
@click.option(
    "--near-misses",
    "every",
    type=click.IntRange(0),
    default=8,
    show_default=True,
    help="Try a near miss of every so many theorems, which its proof must not prove; 0 for none.",
)
@click.option(
    "--certificates",
    type=click.Path(path_type=Path),
    metavar="RESULTS",
    help="Have the kernel decide the certificates of a results file in place of the theorems.",
)
@click.option(
    "--every", "step", type=click.IntRange(1), default=1, help="Take one of so many certificates, or of those points."
)
@click.option("--library", is_flag=True, help="Have coqchk check the library again in place of the theorems.")
@click.option(
    "--compiled",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Compile the library there, and take from there what was compiled of the same text.",
)
@click.option(
    "--points",
    type=click.IntRange(1),
    help="Ask Coq and Python the same at so many points of each statement in place of the theorems.",
)
@click.option("--axioms-of-each", "anew", is_flag=True, help="Ask for the axioms of each theorem alone: long.")
@click.option("--print", "only_print", is_flag=True, help="Print what is proved, as Coq reads it; this needs no Coq.")
@click.option(
    "--keep/--no-keep",
    default=False,
    help="Write what Coq accepts into `proofs.json` of the rooms, of lemmas into `lemmas.json`.",
)
def prove(
    patterns: tuple[str, ...],
    jobs: int,
    every: int,
    certificates: Path | None,
    step: int,
    library: bool,
    compiled: Path | None,
    points: int | None,
    anew: bool,
    only_print: bool,
    keep: bool,
) -> None:
    """Have Coq check the theorems beside statements, or the certificates of a run.

    Their types and their axioms are looked at, and that they prove nothing else.

    Exit status 1 if one is refused, proves a near miss as well, or is not the one that was recorded.
    """
    with mistakes():
        everything = load().statements.values()
        statements = select(load(), patterns)
        chosen = theorems(statements)
        if only_print:
            click.echo("\n".join(text for theorem in chosen for text in theorem.trusted.values()), nl=False)
            return
        version = coq_version()
        if not version:
            raise click.UsageError(MISSING)
        if compiled:
            check_folder(compiled / version, name="--compiled")
        known = {} if anew else axioms_known(chosen, version)
        with _place(compiled / version if compiled else None) as place:
            if library:
                _recheck(place, jobs)
                return
            if certificates:
                sys.exit(0 if prove_certificates(place, certificates, statements, step, jobs, keep) else 1)
            if points:
                sys.exit(0 if compare(place, chosen[::step], points, jobs) else 1)
            compile_library(place, chosen, jobs)
            facts = _check(place, chosen, jobs, version, known)
            passed = _try_near_misses(place, chosen[::every] if every else [], jobs)
        if keep:
            for file, records in lock(theorems(everything), facts).items():
                write_json(file, records)
    accepted = [x for x in chosen if x.key in facts]
    old = [] if keep else [x.key for x in accepted if stale(x, facts[x.key])]
    for key in old:
        console().print(f"{key}: not what was recorded: theory-checks prove --keep", markup=False)
    _print_coverage(accepted)
    sys.exit(1 if len(facts) < len(chosen) or old or not passed else 0)


@contextmanager
def _place(kept: Path | None) -> Generator[Path]:
    """Yield a folder to compile in, with the library where it is kept, if it is; what Coq refuses is a mistake."""
    with TemporaryDirectory(prefix="theory-checks-proofs-") as place:
        if kept:
            kept.mkdir(parents=True, exist_ok=True)
            (Path(place) / PACKAGE).symlink_to(kept.resolve(), target_is_directory=True)
        try:
            yield Path(place)
        except (ProofError, CoqError) as error:
            raise click.UsageError(str(error)) from error


def _recheck(folder: Path, jobs: int) -> None:
    """Print what coqchk says of each module of the library as it is finished, and how many it accepts."""
    ends = list[bool]()
    with closing(recheck_library(folder, jobs)) as modules:
        for name, ended in modules:
            ends.append(ended)
            console().print(f"{name}: {'accepted' if ended else f'not at an end after {LONGEST} s'}", markup=False)
    console().print(f"coqchk accepts {sum(ends)} of {len(ends)} modules")


def _check(
    folder: Path, chosen: Sequence[Theorem], jobs: int, version: str, known: Axioms
) -> dict[str, dict[str, Any]]:
    """Return what Coq said of the theorems that it accepts, and print each as it is finished."""
    facts: dict[str, dict[str, Any]] = {}
    with closing(check_all(folder, chosen, jobs, known)) as answers:
        for number, (theorem, found) in enumerate(answers, 1):
            if isinstance(found, ProofError):
                said = f"REFUSED: {found}"
            else:
                facts[theorem.key] = {"coq": version, **asdict(found)}
                said = f"{theorem.proof.scope}, {len(found.axioms)} axioms, {found.seconds} s"
            console().print(f"[{number}/{len(chosen)}] {theorem.name}: {said}", markup=False)
    return facts


def _try_near_misses(folder: Path, chosen: Sequence[Theorem], jobs: int) -> bool:
    """Tell whether no theorem proves its near miss; those of which there is none in the language are left out."""
    tried = [miss for theorem in chosen for miss in near_misses(theorem)]
    wrong = proved(folder, tried, jobs)
    for miss in wrong:
        console().print(f"{miss.key}: its proof proves a near miss as well", markup=False)
    console().print(f"{len(tried)} near misses: {len(tried) - len(wrong)} not proved")
    return not wrong


def _print_coverage(accepted: Sequence[Theorem]) -> None:
    """Print of how many statements Coq has proved how much, and how many theorems there are."""
    statements = {theorem.statement.id: theorem.statement for theorem in accepted}
    keys = {theorem.key for theorem in accepted}
    counts = Counter(coverage(statement, keys) for statement in statements.values())
    by_scope = ", ".join(f"{counts[scope]} {scope}" for scope in SCOPES)
    console().print(f"{len(accepted)} theorems about {len(statements)} statements: {by_scope}, {counts['']} amended")
