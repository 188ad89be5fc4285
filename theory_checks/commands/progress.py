"""The bar of a run: it counts expected seconds, for a reading takes from a millisecond to a minute."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager

from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from theory_checks.cards.terminal import console
from theory_checks.engine.runner import Key

LONG = 120  # seconds over which the speed is taken: several of the longest readings


class Bar:
    """How much of a run is done, and which reading was the last."""

    def __init__(self, shown: Progress, expected: Mapping[Key, float]) -> None:
        self.shown, self._expected, self._done = shown, expected, 0
        self._task = shown.add_task("starting the workers", total=sum(expected.values()), done=0, of=len(expected))

    def kept(self, keys: Sequence[Key]) -> None:
        """Leave out readings that need not be computed: they say nothing of how long the others take."""
        self._done += len(keys)
        left = sum(self._expected.values()) - sum(map(self._expected.__getitem__, keys))
        self.shown.update(self._task, total=left, done=self._done)

    def finished(self, keys: Sequence[Key]) -> None:
        """Count readings as done."""
        self._done += len(keys)
        seconds = sum(map(self._expected.__getitem__, keys))
        name = keys[-1][0] if keys else None
        self.shown.update(self._task, advance=seconds, done=self._done, description=name)


@contextmanager
def progress(expected: Mapping[Key, float], *, quiet: bool) -> Generator[Bar]:
    """Show a bar on the error stream while the readings with these expected seconds are computed."""
    columns = (
        SpinnerColumn("line"),
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[done]}/{task.fields[of]}"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    shown_on = console(stderr=True)
    with Progress(*columns, console=shown_on, disable=quiet, transient=True, speed_estimate_period=LONG) as shown:
        yield Bar(shown, expected)
