"""The sliders of a statement's page: what stands there before any script runs, and the data beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import msgspec
from markupsafe import Markup

from reports.draw.looks import line_sample
from reports.pages.parts import script
from reports.read.explore import Curve, Explore, Promise
from reports.read.model import Statement


@dataclass(frozen=True)
class ExploreView:
    """What the page shows of sliders and curves; `part` is the name of their data."""

    data: Explore
    part: str
    curves: Sequence[tuple[Markup, Curve]]
    promises: Sequence[tuple[Promise, Curve, Curve]]


def explore_view(statement: Statement) -> ExploreView | None:
    """Return what the page shows, if there is something to try."""
    data = statement.explore
    if data is None:
        return None
    return ExploreView(
        data=data,
        part=_part(statement),
        curves=[(line_sample(style), curve) for style, curve in enumerate(data.curves)],
        promises=[(promise, data.curve(promise.left), data.curve(promise.right)) for promise in data.promises],
    )


def data_file(statement: Statement) -> Iterator[tuple[str, bytes]]:
    """Yield the script that hands the data to the page, if there is something to try."""
    if statement.explore is not None:
        yield script(_part(statement), msgspec.json.encode(statement.explore).decode("utf-8"))


def _part(statement: Statement) -> str:
    return f"{statement.id.replace('/', '--')}--explore"
