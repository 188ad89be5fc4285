"""`theory-checks audit`: whether a mechanism is as private as it is said to be."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from tabular.errors import InputError, must
from theory_checks.audit import Approximate, Audit, Budget, Concentrated, Gaussian, Renyi, from_file
from theory_checks.audit import audit as run_audit
from theory_checks.audit.apart import apart
from theory_checks.audit.claims import Claim
from theory_checks.audit.document import certificate, document
from theory_checks.audit.page import junit_of, page_of
from theory_checks.cards.terminal import console, show
from theory_checks.commands.common import mistakes
from theory_checks.commands.keeping import kept
from theory_checks.core.judge import Verdict
from theory_checks.engine.files import check_apart, check_folder, check_place, write_text


@click.command()
@click.argument("file", metavar="FILE[::mechanism]")
@click.option("--epsilon", type=float, help="The claimed epsilon.")
@click.option("--delta", type=float, default=0.0, show_default=True, help="The claimed delta.")
@click.option("--mu", type=float, help="Claimed instead: mu-Gaussian privacy.")
@click.option("--rho", type=float, help="Claimed instead: rho-zero-concentrated privacy.")
@click.option("--renyi", type=(float, float), metavar="ORDER VALUE", help="Claimed instead: Renyi privacy of an order.")
@click.option("--seconds", type=float, help="At most; 10 if neither this nor --runs is said.")
@click.option("--runs", type=int, help="Runs of each world at most; without --seconds a seed means the same for all.")
@click.option("--reals", is_flag=True, help="Judge outputs as real numbers: leave out the low bits of doubles.")
@click.option("--confidence", type=float, default=0.95, show_default=True, help="Of the lower bound for epsilon.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True, help="Seed of all randomness.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes that share the runs.")
@click.option("--certificates", "folder", type=click.Path(path_type=Path), help="Folder for the certificate.")
@click.option("--page", type=click.Path(path_type=Path), help="File for a page that tells all, HTML.")
@click.option("--junit", type=click.Path(path_type=Path), help="File for the result as a test, in JUnit's XML.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON for a program to read.")
def audit(
    file: str,
    epsilon: float | None,
    delta: float,
    mu: float | None,
    rho: float | None,
    renyi: tuple[float, float] | None,
    seconds: float | None,
    runs: int | None,
    reals: bool,
    confidence: float,
    seed: int,
    jobs: int,
    folder: Path | None,
    page: Path | None,
    junit: Path | None,
    as_json: bool,
) -> None:
    """Audit a mechanism against a claim: (epsilon, delta), or another. The file is run: audit only what you trust.

    FILE holds a function mechanism(world, rng) that returns all that an adversary sees, for the input called world 0
    or its neighbour, world 1; with a third parameter, count, it returns that many outputs at once. Name another
    function by FILE::name.

    Exit status 1 if the claim is refuted, and 2 for a mistake, such as a mechanism that fails.
    """
    try:
        with mistakes():
            claim = _claim(epsilon, delta, mu, rho, renyi)
            limits = _limits(seconds, runs)
            plan = Budget(**limits, bits=not reals, confidence=confidence, seed=seed)
            places = _places(page, junit)
            if folder:
                check_folder(folder, name="--certificates")
            asked = (Path(file.partition("::")[0]), folder, page, junit)
            check_apart(*(path for path in asked if path))
            audit = apart(lambda: _watched(file, claim, plan, jobs, quiet=as_json), file)
            proof = certificate(audit)
            written = kept(proof, folder) if folder and proof else None
            for name, path, text in places:
                write_text(path, text(audit), name=name)
    except InputError as error:
        raise click.UsageError(" ".join(str(error).split())) from error
    except KeyboardInterrupt:
        click.echo("interrupted; the same seed gives the same runs again", err=True)
        sys.exit(130)
    if as_json:
        click.echo(json.dumps({**document(audit), "certificate": str(written) if written else None}, indent=2))
    else:
        show(console(), audit.card)
        console().print(f"\ncertificate    {written}") if written else None
    sys.exit(audit.verdict is Verdict.REFUTED)


def _places(page: Path | None, junit: Path | None) -> list[tuple[str, Path, Callable[[Audit], str]]]:
    """Return the files that are asked for, each with what writes it; a place that is none is refused beforehand."""
    asked = [("--page", page, page_of), ("--junit", junit, junit_of)]
    places = [(name, path, text) for name, path, text in asked if path is not None]
    for name, path, _ in places:
        check_place(path, name=name)
    return places


def _claim(
    epsilon: float | None, delta: float, mu: float | None, rho: float | None, renyi: tuple[float, float] | None
) -> Claim:
    """Return the one claim that is made."""
    made: list[Claim] = []
    made += [Approximate(epsilon, delta)] if epsilon is not None else []
    made += [Gaussian(mu)] if mu is not None else []
    made += [Concentrated(rho)] if rho is not None else []
    made += [Renyi(*renyi)] if renyi is not None else []
    if len(made) != 1:
        raise must("audit", "get one of --epsilon, --mu, --rho and --renyi", f"{len(made)} of them")
    return made[0]


def _limits(seconds: float | None, runs: int | None) -> dict[str, Any]:
    """Return what is said of the budget: whoever says runs only does not mean the clock."""
    said = {"runs": runs} if runs is not None else {}
    return {**said, "seconds": seconds} if said or seconds is not None else {}


def _watched(file: str, claim: Claim, plan: Budget, jobs: int, *, quiet: bool) -> Audit:
    """Run the audit under a progress bar, which stays where it is while the mechanism's own prints are heard."""
    mechanism = from_file(file)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    out = console(stderr=True)
    out.file = sys.stderr
    steady = jobs == 1  # a thread that draws the bar could hold a lock while a process is forked
    with Progress(
        *columns, console=out, disable=quiet, transient=True, redirect_stdout=False, auto_refresh=steady
    ) as bar:
        task = bar.add_task("round 0", total=1)

        def tell(purpose: str, done: int, total: int) -> None:
            bar.update(task, description=purpose, completed=done, total=total, refresh=not steady)

        return run_audit(mechanism, claim, plan=plan, progress=tell, jobs=jobs)
