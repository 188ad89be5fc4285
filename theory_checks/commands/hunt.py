"""`theory-checks hunt`: whether a claim survives a search for counterexamples."""

from __future__ import annotations

import json
import sys
from contextlib import chdir, redirect_stdout
from html import escape
from pathlib import Path
from typing import Any

import click
from rich.markup import escape as unmarked
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from tabular.errors import InputError
from theory_checks.cards import notebook
from theory_checks.cards.terminal import console, show
from theory_checks.commands.common import mistakes
from theory_checks.commands.keeping import kept
from theory_checks.engine.files import check_apart, check_place, is_writable, write_text
from theory_checks.hunt.files import claims_in
from theory_checks.hunt.hunting import hunt as run_hunt
from theory_checks.hunt.outcome import Fate, Hunt

FOLDER = Path(".theory-checks")
INTERRUPTED = 130
SHOWN = 90  # columns of the tightest instance beside the bar


@click.command()
@click.argument("claim", metavar="FILE[::claim]|ID[#READING]")
@click.option("--seconds", type=click.FloatRange(0, min_open=True), default=30.0, show_default=True, help="At most.")
@click.option("--work", type=click.IntRange(1), help="Instances that are tried at most; a seed means the same for all.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True, help="Seed of all randomness.")
@click.option(
    "--atlas", type=click.Path(path_type=Path), default=FOLDER / "atlas", show_default=True,
    help="Folder of instances that hunts have found, which are tried first.",
)  # fmt: skip
@click.option(
    "--certificates", "folder", type=click.Path(path_type=Path), default=FOLDER, show_default=True,
    help="Folder for certificates.",
)  # fmt: skip
@click.option(
    "--page", type=click.Path(path_type=Path, dir_okay=False), help="Write the cards, with pictures, as a page."
)
@click.option("--json", "as_json", is_flag=True, help="Write JSON for a program to read.")
def hunt(
    claim: str, seconds: float, work: int | None, seed: int, atlas: Path, folder: Path, page: Path | None, as_json: bool
) -> None:
    """Search for a counterexample to a claim. The file is run: hunt only what you trust.

    FILE holds claims: formulas (`theory_checks.formula`), functions that are decorated as claims of one, and functions
    of an mdp, a law or a mechanism that return (left, "<=", right). All of them are hunted, or the one called
    FILE::claim. ID is a statement whose symbols are numbers.

    Exit status 0 if all survive or are proved, 1 if one is refuted, and 2 for a mistake, such as a broken claim.
    """
    try:
        with mistakes():
            if page:
                check_place(page, name="--page")
                check_apart(Path(claim.partition("::")[0]), page)
            known, proofs = _writable(atlas.absolute()), _writable(folder)
            with redirect_stdout(sys.stderr), chdir("."):  # the output is the command's, and so is its folder
                claims = claims_in(claim) if ".py" in claim else {claim: claim}
                results = [_watched(x, seconds, work, seed, known, quiet=as_json) for x in claims.values()]
            places = [kept(x.certificate, proofs) if x.certificate and proofs else None for x in results]
    except InputError as error:
        raise click.UsageError(" ".join(str(error).split())) from error
    if as_json:
        click.echo(json.dumps([_document(*x) for x in zip(results, places, strict=True)], indent=2))
    else:
        _tell(results, places)
    if page:
        with mistakes():  # what the hunt has kept may stand there now
            write_text(page, _page(claim, results), name="--page")
    sys.exit(_status(results))


def _writable(folder: Path) -> Path | None:
    """Return the folder if things can be kept there; the hunt goes on where they cannot."""
    if is_writable(folder):
        return folder
    click.echo(f"nothing can be kept in {folder}", err=True)
    return None


def _watched(claim: Any, seconds: float, work: int | None, seed: int, atlas: Path | None, *, quiet: bool) -> Hunt:
    """Run a hunt under a bar that shows the tightest instance so far."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[tightest]}"),
    )
    with Progress(*columns, console=console(stderr=True), disable=quiet, transient=True) as bar:
        task = bar.add_task("hunt", total=1.0, tightest="")

        def tell(stage: str, spent: float, tightest: str) -> None:
            bar.update(task, description=unmarked(stage), completed=spent, tightest=unmarked(tightest[:SHOWN]))

        return run_hunt(claim, seconds, seed=seed, work=work, atlas=atlas, progress=tell)


def _tell(results: list[Hunt], places: list[Path | None]) -> None:
    out = console()
    for result, place in zip(results, places, strict=True):
        show(out, result.card)
        if place:
            out.print(f"\ncertificate    {place}\n               theory-checks check --foreign {place}")
        out.print()


def _page(claim: str, results: list[Hunt]) -> str:
    head = f"<meta charset='utf-8'><meta name='viewport' content='width=device-width'><title>{escape(claim)}</title>"
    style = "<style>body{font-family:system-ui,sans-serif;margin:2rem auto;max-width:62rem;padding:0 1rem}</style>"
    cards = "<hr>".join(notebook.html(x.card) for x in results)
    return f"<!doctype html><html lang='en'><head>{head}{style}</head><body>{cards}</body></html>\n"


def _status(results: list[Hunt]) -> int:
    if any(x.interrupted for x in results):
        return INTERRUPTED
    fates = {x.fate for x in results}
    return 1 if fates & {Fate.REFUTED, Fate.VIOLATED, Fate.OPEN} else 2 if Fate.BROKEN in fates else 0


def _document(result: Hunt, place: Path | None) -> dict[str, Any]:
    """Return a result as plain data."""
    return {
        "schema": "theory-checks/hunt/1",
        "claim": result.claim,
        "fate": str(result.fate),
        "verdict": str(result.verdict),
        "counterexample": dict(result.prey.data) if result.prey else None,
        "compared": result.prey.compared if result.prey else None,
        "test": result.prey.test if result.prey else None,
        "certificate": str(place) if place else None,
        "doubt": result.doubt or None,
        "fault": result.fault or None,
        "proved": str(result.proof) if result.proof else None,
        "tightest": str(result.tightest),
        "tried": dict(result.tried),
        "seconds": round(result.seconds, 3),
        "first_violation": result.first,
        "seed": result.seed,
        "interrupted": result.interrupted,
    }
