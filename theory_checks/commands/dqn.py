"""`theory-checks dqn`: train populations of Q-networks with functional noise, look at them, release them."""

from __future__ import annotations

import json
import shlex
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import fields
from hashlib import blake2b
from pathlib import Path
from typing import Any

import click
import numpy as np
from click.core import ParameterSource
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from tabular.dpdqn.environment import MIDDLE
from tabular.dpdqn.evaluation import best_return, expected_return
from tabular.dpdqn.options import PRESETS, Algorithm1
from tabular.dpdqn.release import Release, release, run_number
from tabular.dpdqn.repaired import private_release
from tabular.dpdqn.saving import check_place, load, save
from tabular.dpdqn.training import Training
from tabular.errors import InputError, must, show
from theory_checks.cards.terminal import console
from theory_checks.commands.common import Unusable
from theory_checks.commands.dqn_files import read_key, read_rewards, write_key
from theory_checks.commands.interrupts import one_interrupt
from theory_checks.engine.errors import EngineError
from theory_checks.engine.files import check_apart

_EPISODES_SHOWN = 5
_NOT_RESUMED = {
    "preset": "--preset",
    "changes": "--set",
    "rewards": "--rewards",
    "runs": "--runs",
    "seed": "--seed",
    "force": "--force",
}


@contextmanager
def _mistakes() -> Generator[None]:
    """Turn a mistake of the caller into one sentence and status 2."""
    try:
        yield
    except (InputError, EngineError) as error:
        raise click.UsageError(str(error)) from error
    except OSError as error:
        raise Unusable(error) from error
    except MemoryError as error:
        raise click.UsageError("runs, horizon and replay must fit into memory, got more than there is") from error


@click.group()
def dqn() -> None:
    """Private deep Q-learning on the unit interval: `train`, `evaluate`, `release`.

    A training is one npz file, which `train --resume` continues to the same bits.
    """


@dqn.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--preset", type=click.Choice(sorted(PRESETS)), default="bracketed", show_default=True)
@click.option("--set", "changes", multiple=True, metavar="NAME=VALUE", help="Another value of an option (--options).")
@click.option("--rewards", type=click.Path(path_type=Path), help="File of the reward function [1/2 - |s - 1/2|].")
@click.option("--runs", type=int, default=10, show_default=True, help="Independent runs.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True, help="Seed of all randomness.")
@click.option("--jobs", type=int, help="Threads [one per core].")
@click.option("--checkpoint", type=click.FloatRange(0.01), default=10, show_default=True, help="Seconds between saves.")
@click.option("--resume", is_flag=True, help="Continue FILE, with all that it holds.")
@click.option("--force", is_flag=True, help="Overwrite FILE if there is one.")
@click.option("--options", "tell", is_flag=True, help="Show the options of the preset, and do nothing.")
def train(
    file: Path,
    preset: str,
    changes: tuple[str, ...],
    rewards: Path | None,
    runs: int,
    seed: int,
    jobs: int | None,
    checkpoint: float,
    resume: bool,
    force: bool,
    tell: bool,
) -> None:
    """Train RUNS networks and write FILE, now and then and at the end; --resume goes on after Ctrl-C, or a kill.

    --rewards names a file with the rewards at equispaced states from 0 to 1, between which they are linear: CSV with a
    line for each state and a column for action 0 (left) and action 1 (right), under a header or none, or JSON with a
    list for each action. They are what a release is to protect: FILE, which holds them as they are, stays with you.
    """
    with _mistakes():
        options = _changed(PRESETS[preset], changes)
        if tell:
            click.echo("\n".join(f"{f.name} = {getattr(options, f.name)!r}" for f in fields(options)))
            return
        _check_file(file, resume, force)
        check_apart(file, *([rewards] if rewards else []))
        gains = MIDDLE if rewards is None else read_rewards(rewards)
        training = load(file) if resume else Training(options, runs, seed, rewards=gains)
        check_place(file)
        _advance(training, file, jobs, checkpoint)
        _tell(training)


@dqn.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Write JSON for a program to read.")
def evaluate(file: Path, as_json: bool) -> None:
    """Show what the greedy policies of FILE are worth: exact expected returns, without noise.

    They are returns of the rewards, and in the environment, that FILE was trained with. Neither they nor FILE are
    private.
    """
    with _mistakes():
        training = load(file)
        worth, best = _worth(training)
    if as_json:
        click.echo(json.dumps({"steps": training.steps.tolist(), "expected_return": worth, "best": best}))
        return
    _tell(training)
    click.echo(f"expected return of the greedy policies: {np.mean(worth):.3f} +- {np.std(worth):.3f}")
    click.echo(f"of the best policy: {np.mean(best):.3f}")


@dqn.command("release")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--run", type=int, default=0, show_default=True, help="Which network.")
@click.option("--noise", type=click.Choice(["fresh", "none"]), help="Add a new path [fresh, if FILE has noise].")
@click.option("--private", "epsilon", type=float, metavar="EPSILON", help="Name a public value function instead.")
@click.option("--delta", type=float, metavar="DELTA", help="With --private: its delta [0].")
@click.option("--key", type=click.Path(path_type=Path), help="File of this training's secret key; made if missing.")
@click.option("--points", type=int, help="States in the table [201].")
@click.option("--at", "states", multiple=True, type=float, help="Answer at these states instead.")
def release_values(
    file: Path,
    run: int,
    noise: Any,
    epsilon: float | None,
    delta: float | None,
    key: Path | None,
    points: int | None,
    states: tuple[float, ...],
) -> None:
    """Write released action values as CSV: a table of equispaced states, or answers to queries.

    With the same key the same query always has the same answer. The key and FILE stay with you. As printed, the
    algorithm promises more privacy than either noise gives: see the statements dpdqn/thm5 and dpdqn/e3-parameters.

    --private EPSILON is proved to be (EPSILON, DELTA)-private for every pair of reward functions: it names one of two
    public value functions (walk to the middle, walk to the ends), by randomised response the one that the network
    ranks first. An answer with another key, or without --key, spends EPSILON and DELTA again. Keep one secret key per
    training: if FILE is trained anew, with other rewards for instance, take a new one.
    """
    with _mistakes():
        _check_together(noise, epsilon, delta, key, points, states)
        training = load(file)
        secret, new = read_key(key)
        answer = _answer(training, run, noise, epsilon, delta, secret)
        if states:
            rows = np.column_stack([states, answer.values(np.array(states))])
        else:
            rows = answer.table(201 if points is None else points)
        if not np.isfinite(rows).all():  # of weights that are too large
            raise must("the released values", "be finite", "others")
        if key is not None and new:
            write_key(key, secret)  # nothing is left that could be wrong
    click.echo(",".join(["state", *(f"action {a}" for a in range(rows.shape[1] - 1))]))
    for row in rows.tolist():
        click.echo(",".join(map(repr, row)))


def _check_together(
    noise: Any,
    epsilon: float | None,
    delta: float | None,
    key: Path | None,
    points: int | None,
    states: tuple[float, ...],
) -> None:
    """Refuse options of a release that do not go together."""
    if epsilon is None and delta is not None:
        raise must("--delta", "go with --private EPSILON", show(delta))
    if epsilon is not None and noise is not None:
        raise must("--private", "go without --noise", show(f"--noise {noise}"))
    if noise == "none" and key is not None:
        raise must("--key", "go without --noise none", show(str(key)))
    if points is not None and states:
        raise must("--points", "go without --at", show(points))


def _answer(
    training: Training, run: int, noise: Any, epsilon: float | None, delta: float | None, key: bytes
) -> Release:
    if epsilon is not None:
        return private_release(training, run, epsilon=epsilon, delta=delta or 0.0, key=key)
    if noise is None and training.options.noise_level == 0:
        raise must("the release", "have --noise none or --private EPSILON where the noise level is 0", "neither")
    _check_weights(training, run)
    return release(training, run, noise=noise or "fresh", key=_path_key(key, run, training))


def _path_key(key: bytes, run: int, training: Training) -> bytes:
    """Return a key for one network alone: no two, of one training or of two that are told apart, share a path."""
    public = (training.options, training.environment, training.network.widths, training.seed, training.bits)
    network = repr(("path", public, run, training.steps.tolist()[run : run + 1]))
    return blake2b(network.encode(), key=key, digest_size=len(key)).digest()


def _check_file(file: Path, resume: bool, force: bool) -> None:
    """Refuse options that --resume would ignore, and a FILE that nobody wants to lose."""
    if resume:
        context = click.get_current_context()
        for name, option in _NOT_RESUMED.items():
            if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
                raise must("--resume", f"go without {', '.join(_NOT_RESUMED.values())}", option)
        if not file.exists():
            raise must("--resume", "go with a FILE that exists", show(str(file)))
    elif file.is_file() and not force:
        raise must("FILE", "be new without --resume or --force", show(str(file)))


def _changed(options: Algorithm1, changes: tuple[str, ...]) -> Algorithm1:
    """Return the options with NAME=VALUE applied; a VALUE is JSON, or a word."""
    values: dict[str, Any] = {}
    for change in changes:
        name, equals, text = change.partition("=")
        if not equals:
            raise must("--set", "be NAME=VALUE", show(change))
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            value = text
        values[name] = tuple(value) if isinstance(value, list) else value
    return options.but(**values)


def _advance(training: Training, file: Path, jobs: int | None, seconds: float) -> None:
    """Train and save, now and then; Ctrl-C ends the training once, and then waits for the file."""
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("left"), TimeRemainingColumn())
    with one_interrupt() as ctrl_c, Progress(*columns, console=console(stderr=True), transient=True) as bar:
        task = bar.add_task("training", total=training.runs)
        try:
            while True:
                training.advance(jobs=jobs, progress=lambda done, _: bar.update(task, completed=done), seconds=seconds)
                if training.finished:
                    break
                begun = time.monotonic()
                save(training, file)
                seconds = max(seconds, 9 * (time.monotonic() - begun))  # nine tenths of the time are for training
            ctrl_c.put_off()
        except KeyboardInterrupt:
            ctrl_c.came = True
            ctrl_c.put_off()
        save(training, file)
    if ctrl_c.came:
        command = f"theory-checks dqn train {shlex.quote(str(file))} --resume"
        click.echo(f"interrupted; what was done is in {file}, go on with: {command}", err=True)
        sys.exit(130)


def _worth(training: Training) -> tuple[list[float], list[float]]:
    """Return what each run's greedy policy is worth, and the best one, under the rewards of the run."""
    world, at = training.environment, training.options.reward_at
    for i in range(training.runs):
        _check_weights(training, i)
    best: dict[bytes, float] = {}
    for table in training.rewards:
        if table.tobytes() not in best:
            best[table.tobytes()] = best_return(world, rewards=table, reward_at=at)
    policies = (release(training, i, noise="none").actions for i in range(training.runs))
    worth = [
        expected_return(policy, world, rewards=table, reward_at=at)
        for policy, table in zip(policies, training.rewards, strict=True)
    ]
    return worth, [best[table.tobytes()] for table in training.rewards]


def _check_weights(training: Training, run: int) -> None:
    """Refuse a network that diverged; nothing that is private asks for this, as the refusal would tell of it."""
    if not np.isfinite(training.memories[run_number(training, run)].theta).all():
        raise must(f"the weights of run {run}", "be finite", "others")


def _tell(training: Training) -> None:
    over = int(training.steps.min()) // training.environment.episode
    if over == 0:
        click.echo(f"{training.runs} runs, not all of which have ended an episode")
        return
    last = training.returns[:, max(0, over - _EPISODES_SHOWN) : over]
    click.echo(f"{training.runs} runs of {training.options.steps} steps; {int(training.steps.min())} taken by each")
    click.echo(f"return of the last episodes: {last.mean():.3f} +- {last.mean(axis=1).std():.3f} over the runs")
