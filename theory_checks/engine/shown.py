"""Figures and tables as a record must hold them, so that a report can show them."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec

LARGEST = sys.float_info.max
Number = Annotated[float, msgspec.Meta(ge=-LARGEST, le=LARGEST)]
Scale = Literal["linear", "log"]
USED = {"line": ("y",), "dots": ("y",), "band": ("low", "high"), "bars": ("y", "low", "high")}


class Series(msgspec.Struct):
    """Its numbers are as many as its places."""

    label: str
    kind: Literal["line", "dots", "band", "bars"]
    x: list[Number]
    y: list[Number]
    low: list[Number]
    high: list[Number]

    def __post_init__(self) -> None:
        for name in USED[self.kind]:
            if len(getattr(self, name)) != len(self.x):
                raise ValueError(f"{name} must have {len(self.x)} values, got {len(getattr(self, name))}")


class Figure(msgspec.Struct):
    """Bars begin at zero, which a logarithmic axis does not have."""

    title: str
    caption: str
    x_label: str
    y_label: str
    x_scale: Scale
    y_scale: Scale
    series: list[Series]

    def __post_init__(self) -> None:
        if "log" in (self.x_scale, self.y_scale) and any(one.kind == "bars" for one in self.series):
            raise ValueError("axes must be linear for bars, got a logarithmic one")


class Table(msgspec.Struct):
    """Its rows are as long as its head."""

    title: str
    caption: str
    columns: list[str]
    rows: list[list[str | bool | Number | None]]

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"a row must have {len(self.columns)} cells, got {len(row)}")


class Shown(msgspec.Struct):
    """What a record shows beside its evidence."""

    figures: list[Figure]
    tables: list[Table]


def check_shown(record: Mapping[str, Any]) -> None:
    """Refuse a record with figures or tables that no report could show."""
    msgspec.convert({name: record[name] for name in Shown.__struct_fields__}, Shown)
