"""What a claim shows beside its evidence: plots and tables, as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

Cell = str | int | float


@dataclass(frozen=True, kw_only=True)
class Series:
    """One line, set of dots, band (`low` to `high`), or bars with whiskers (`low` to `high`), named by the label."""

    label: str
    x: Sequence[float]
    y: Sequence[float]
    kind: Literal["line", "dots", "band", "bars"] = "line"
    low: Sequence[float] = ()
    high: Sequence[float] = ()


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A plot; one with bars has linear axes, and each bar stands at a category named by its series."""

    title: str
    x_label: str
    y_label: str
    series: Sequence[Series]
    caption: str = ""
    x_scale: Literal["linear", "log"] = "linear"
    y_scale: Literal["linear", "log"] = "linear"


@dataclass(frozen=True, kw_only=True)
class Table:
    """A table; numbers are shown as given, so round before."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]] = field(default_factory=tuple)
    caption: str = ""


@dataclass(frozen=True, kw_only=True)
class SilentTests:
    """Statistical tests that could have refuted the statement and found nothing: no evidence, but they had a chance."""

    count: int
    error_probability: float


Exhibit = Figure | Table | SilentTests
