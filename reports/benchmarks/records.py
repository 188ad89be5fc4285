"""The JSON that pytest-benchmark writes, as values; `tests/benchmarks` explains itself in extra_info."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

Positive = Annotated[float, Meta(gt=0)]


class Barred(Struct, frozen=True):
    """A number with the bar that it has to reach, or to stay under if smaller is better."""

    value: float
    bar: float
    better: Literal["larger", "smaller"]


Cell = Barred | int | float | str | None


class Facts(Struct, frozen=True):
    """What one contestant did, for which table; seconds of one unit of work are compared, or a value of that name."""

    table: str
    task: str
    unit: str
    units: Annotated[int, Meta(ge=1)]
    contestant: str
    ours: bool
    size: Positive | None = None
    says: str = ""
    bar: Positive | None = None
    note: str = ""
    wrong: str = ""
    value: Cell = None
    value_name: str = ""
    measures: dict[str, Cell] = field(default_factory=dict[str, Cell])
    missing: dict[str, str] = field(default_factory=dict[str, str])
    beside: list[str] = field(default_factory=list[str])


class Stats(Struct, frozen=True):
    """Seconds of the fastest round."""

    min: Positive


class Benchmark(Struct, frozen=True):
    """A timed test; its full name begins with the path of the module."""

    fullname: str
    stats: Stats
    extra_info: Facts

    @property
    def module(self) -> str:
        """The name of the module."""
        return self.fullname.split("::")[0].rsplit("/", 1)[-1].removesuffix(".py")


class Run(Struct, frozen=True):
    """A whole file; `modules` are the docstrings, whose first line is a title; a quick run has the first tasks only."""

    benchmarks: list[Benchmark]
    machine_info: dict[str, Any]
    modules: dict[str, str]
    versions: dict[str, str] = field(default_factory=dict[str, str])
    datetime: str = ""
    quick: bool = False
