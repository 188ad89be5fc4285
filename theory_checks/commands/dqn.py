"""`theory-checks dqn`: train populations of Q-networks with functional noise, look at them, release them."""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any

import click
import numpy as np
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from tabular.dpdqn.evaluation import best_return, expected_return
from tabular.dpdqn.options import PRESETS, Algorithm1
from tabular.dpdqn.release import Release, release
from tabular.dpdqn.repaired import private_release
from tabular.dpdqn.saving import load, save
from tabular.dpdqn.training import Training
from tabular.errors import InputError, must, show
from theory_checks.commands.common import console

_KEY_BYTES = 32
_RUNS_SHOWN = 5


@contextmanager
def _mistakes() -> Generator[None]:
    """Turn a mistake of the caller into one sentence and status 2."""
    try:
        yield
    except InputError as error:
        raise click.UsageError(str(error)) from error
    except OSError as error:
        raise click.UsageError(f"{error.strerror or error}: {error.filename}") from error


@click.group()
def dqn() -> None:
    """Private deep Q-learning on the unit interval: `train`, `evaluate`, `release`.

    A training is one npz file, which `train --resume` continues to the same bits.
    """


@dqn.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--preset", type=click.Choice(sorted(PRESETS)), default="bracketed", show_default=True)
@click.option("--set", "changes", multiple=True, metavar="NAME=VALUE", help="Another value of an option (--options).")
@click.option("--runs", type=int, default=10, show_default=True, help="Independent runs.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True, help="Seed of all randomness.")
@click.option("--jobs", type=int, help="Threads [one per core].")
@click.option("--resume", is_flag=True, help="Continue FILE, with the options that it holds.")
@click.option("--options", "tell", is_flag=True, help="Show the options of the preset, and do nothing.")
def train(
    file: Path, preset: str, changes: tuple[str, ...], runs: int, seed: int, jobs: int | None, resume: bool, tell: bool
) -> None:
    """Train RUNS networks and write FILE; after Ctrl-C what was done is in FILE, and --resume goes on."""
    with _mistakes():
        options = _changed(PRESETS[preset], changes)
        if tell:
            click.echo("\n".join(f"{f.name} = {getattr(options, f.name)!r}" for f in fields(options)))
            return
        if resume and (changes or not file.exists()):
            raise must("--resume", "go without --set and with a FILE that exists", show(str(file)))
        training = load(file) if resume else Training(options, runs, seed)
        _advance(training, file, jobs)
        _tell(training)


@dqn.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Write JSON for a program to read.")
def evaluate(file: Path, as_json: bool) -> None:
    """Show what the greedy policies of FILE are worth: exact expected returns, without noise."""
    with _mistakes():
        training = load(file)
        runs = range(training.runs)
        worth = [expected_return(release(training, i, noise="none").actions) for i in runs]
    if as_json:
        click.echo(json.dumps({"steps": training.steps.tolist(), "expected_return": worth, "best": best_return()}))
        return
    _tell(training)
    click.echo(f"expected return of the greedy policies: {np.mean(worth):.3f} +- {np.std(worth):.3f}")
    click.echo(f"of the best policy: {best_return():.3f}")


@dqn.command("release")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--run", type=int, default=0, show_default=True, help="Which network.")
@click.option("--noise", type=click.Choice(["fresh", "none"]), help="Add a new path to the network's values [fresh].")
@click.option("--private", "epsilon", type=float, metavar="EPSILON", help="Name a public value function instead.")
@click.option("--delta", type=float, metavar="DELTA", help="With --private: its delta [0].")
@click.option("--key", type=click.Path(path_type=Path), help="File of the secret key; made if missing.")
@click.option("--points", type=click.IntRange(2), default=201, show_default=True, help="States in the table.")
@click.option("--at", "states", multiple=True, type=float, help="Answer at these states instead.")
def release_values(
    file: Path,
    run: int,
    noise: Any,
    epsilon: float | None,
    delta: float | None,
    key: Path | None,
    points: int,
    states: tuple[float, ...],
) -> None:
    """Write released action values as CSV: a table of equispaced states, or answers to queries.

    With the same key the same query always has the same answer. The key and FILE stay with you. As printed, the
    algorithm promises more privacy than either noise gives: see the statements dpdqn/thm5 and dpdqn/e3-parameters.

    --private EPSILON is proved to be (EPSILON, DELTA)-private for every pair of reward functions: it names one of two
    public value functions (walk to the middle, walk to the ends), by randomised response the one that the network
    ranks first. Keep one key per FILE: an answer with another key, or without --key, spends EPSILON and DELTA again.
    """
    with _mistakes():
        answer = _answer(file, run, noise, epsilon, delta, key)
        rows = np.column_stack([states, answer.values(np.array(states))]) if states else answer.table(points)
    click.echo(",".join(["state", *(f"action {a}" for a in range(rows.shape[1] - 1))]))
    for row in rows.tolist():
        click.echo(",".join(map(repr, row)))


def _answer(file: Path, run: int, noise: Any, epsilon: float | None, delta: float | None, key: Path | None) -> Release:
    if epsilon is None and delta is not None:
        raise must("--delta", "go with --private EPSILON", show(delta))
    if epsilon is not None and noise is not None:
        raise must("--private", "go without --noise", show(f"--noise {noise}"))
    training = load(file)
    if epsilon is None:
        return release(training, run, noise=noise or "fresh", key=_key(key))
    return private_release(training, run, epsilon=epsilon, delta=delta or 0.0, key=_key(key))


def _changed(options: Algorithm1, changes: tuple[str, ...]) -> Algorithm1:
    """Return the options with NAME=VALUE applied; a VALUE is JSON, or a word."""
    values: dict[str, Any] = {}
    for change in changes:
        name, equals, text = change.partition("=")
        if not equals:
            raise must("--set", "be NAME=VALUE", show(change))
        try:
            value = json.loads(text)
        except ValueError:
            value = text
        values[name] = tuple(value) if isinstance(value, list) else value
    return options.but(**values)


def _advance(training: Training, file: Path, jobs: int | None) -> None:
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("left"), TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as bar:
        task = bar.add_task("training", total=training.runs)
        try:
            training.advance(jobs=jobs, progress=lambda done, _: bar.update(task, completed=done))
        except KeyboardInterrupt:
            save(training, file)
            bar.stop()
            click.echo(f"interrupted; what was done is in {file}: repeat the command with --resume", err=True)
            sys.exit(130)
    save(training, file)


def _tell(training: Training) -> None:
    returns = training.returns
    if returns.shape[1] == 0:
        click.echo(f"{training.runs} runs, no episode is over")
        return
    last = returns[:, -min(_RUNS_SHOWN, returns.shape[1]) :]
    click.echo(f"{training.runs} runs of {training.options.steps} steps; {int(training.steps.min())} taken by each")
    click.echo(
        f"return of the last episodes: {np.nanmean(last):.3f} +- {np.nanstd(last.mean(axis=1)):.3f} over the runs"
    )


def _key(path: Path | None) -> bytes:
    """Return the key in a file, which is made, for its owner alone, if it does not exist; a new one without a file."""
    if path is None:
        return secrets.token_bytes(_KEY_BYTES)
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(secrets.token_hex(_KEY_BYTES) + "\n", encoding="ascii")
    try:
        key = bytes.fromhex(path.read_text(encoding="ascii"))
    except ValueError:
        key = b""
    if len(key) != _KEY_BYTES:
        raise must("--key", f"name a file of {2 * _KEY_BYTES} hexadecimal digits", show(str(path)))
    return key
