"""What can be tried on the page of a statement: sliders, and curves that follow them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta

from reports.read.names import EXACT, SYMBOL
from reports.read.record import Count, Record, different

Exact = Annotated[str, Meta(pattern=EXACT)]
Symbol = Annotated[str, Meta(pattern=SYMBOL)]


class Slider(Record, frozen=True):
    """A symbol that a reader may move: exact numbers, and the place of the one that is shown first."""

    name: Symbol
    label: str
    says: str
    values: Annotated[Sequence[Exact], Meta(min_length=2)]
    start: Count
    scale: Literal["linear", "log"]

    def __post_init__(self) -> None:
        if self.start >= len(self.values):
            raise ValueError(f"start must be below {len(self.values)}, got {self.start}")


class Curve(Record, frozen=True):
    """What is drawn and named: an expression in the language of the certificates."""

    name: Symbol
    says: str
    value: Any


class Promise(Record, frozen=True):
    """A relation between two curves that should hold where these relations do."""

    words: str
    left: str
    sign: Literal["<", "<=", ">", ">=", "=", "!="]
    right: str
    where: Sequence[dict[str, Any]]


class Explore(Record, frozen=True):
    """Sliders, and curves that follow them."""

    says: str
    across: str
    scale: Literal["linear", "log"]
    sliders: Annotated[Sequence[Slider], Meta(min_length=1)]
    names: dict[str, Any]
    curves: Annotated[Sequence[Curve], Meta(min_length=2)]
    promises: Annotated[Sequence[Promise], Meta(min_length=1)]

    def __post_init__(self) -> None:
        if self.across not in different("sliders", (slider.name for slider in self.sliders)):
            raise ValueError(f"across must be one of the sliders, got {self.across[:80]!r}")
        curves = different("curves", (curve.name for curve in self.curves))
        for index, promise in enumerate(self.promises):
            if not {promise.left, promise.right} <= curves:
                got = f"{promise.left[:40]!r} and {promise.right[:40]!r}"
                raise ValueError(f"promises[{index}] must be between two of the curves, got {got}")

    @property
    def along(self) -> Slider:
        """The slider along which curves are drawn."""
        return next(slider for slider in self.sliders if slider.name == self.across)

    def curve(self, name: str) -> Curve:
        """Return the curve of this name."""
        return next(curve for curve in self.curves if curve.name == name)
