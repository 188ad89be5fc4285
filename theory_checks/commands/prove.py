"""`theory-checks prove`: have Coq's kernel check the theorems that stand beside statements."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from theory_checks.cards.terminal import console
from theory_checks.commands.certified import prove_certificates
from theory_checks.commands.common import mistakes, select
from theory_checks.core.coq import CoqError
from theory_checks.core.proof import SCOPES
from theory_checks.engine.files import write_json
from theory_checks.engine.papers import load
from theory_checks.proofs.build import ProofError, check_all, compile_library, coq_version, recheck_library
from theory_checks.proofs.near import near_misses
from theory_checks.proofs.recorded import coverage, fresh, lock
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
@click.option("--every", "step", type=click.IntRange(1), default=1, help="Take only one of so many certificates.")
@click.option("--library", is_flag=True, help="Have coqchk check the library again in place of the theorems.")
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
    only_print: bool,
    keep: bool,
) -> None:
    """Have Coq check the theorems beside statements, or the certificates of a run.

    Their types and their axioms are looked at, and that they prove nothing else.

    Exit status 1 if one is refused, proves a near miss as well, or is not the one that was recorded.
    """
    with mistakes(), TemporaryDirectory(prefix="theory-checks-proofs-") as place:
        everything = load().statements.values()
        chosen = theorems(select(load(), patterns))
        if only_print:
            click.echo("\n".join(text for theorem in chosen for text in theorem.trusted.values()), nl=False)
            return
        version = coq_version()
        if not version:
            raise click.UsageError(MISSING)
        try:
            if library:
                console().print(f"coqchk accepts {', '.join(recheck_library(Path(place)))}")
                return
            if certificates:
                sys.exit(0 if prove_certificates(certificates, select(load(), patterns), step, jobs, keep) else 1)
            compile_library(Path(place), chosen)
            facts = _check(Path(place), chosen, jobs, version)
            passed = _try_near_misses(Path(place), chosen[::every] if every else [], jobs)
        except (ProofError, CoqError) as error:
            raise click.UsageError(str(error)) from error
        if keep:
            for file, records in lock(theorems(everything), facts).items():
                write_json(file, records)
        stale = [] if keep else [x.key for x in chosen if x.key in facts and not fresh(x)]
    for key in stale:
        console().print(f"{key}: not what was recorded: theory-checks prove --keep", markup=False)
    _print_coverage([x for x in chosen if x.key in facts])
    sys.exit(1 if len(facts) < len(chosen) or stale or not passed else 0)


def _check(folder: Path, chosen: Sequence[Theorem], jobs: int, version: str) -> dict[str, dict[str, Any]]:
    """Return what Coq said of the theorems that it accepts, and print each as it is finished."""
    facts: dict[str, dict[str, Any]] = {}
    for number, (theorem, found) in enumerate(check_all(folder, chosen, jobs), 1):
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
    proved = [x.key for x, found in check_all(folder, tried, jobs) if not isinstance(found, ProofError)]
    for key in proved:
        console().print(f"{key}: its proof proves a near miss as well", markup=False)
    console().print(f"{len(tried)} near misses: {len(tried) - len(proved)} not proved")
    return not proved


def _print_coverage(proved: Sequence[Theorem]) -> None:
    """Print of how many statements Coq has proved how much, and how many theorems there are."""
    statements = {theorem.statement.id: theorem.statement for theorem in proved}
    keys = {theorem.key for theorem in proved}
    counts = Counter(coverage(statement, keys) for statement in statements.values())
    by_scope = ", ".join(f"{counts[scope]} {scope}" for scope in SCOPES)
    console().print(f"{len(proved)} theorems about {len(statements)} statements: {by_scope}, {counts['']} amended")
