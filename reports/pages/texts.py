"""All texts, checked before anything is written: a formula that cannot be printed stops the build."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reports.math import MathError, lint_text, render
from reports.read.changelog import Change
from reports.read.explore import Explore
from reports.read.model import Figure, Reading, Results, Statement, Table
from reports.read.strict import InputError

Text = tuple[str, str]
READ = ("says", "because", "part", "amends", "border", "reason", "domain", "refuted_by", "not_covered", "covers")


def check_texts(results: Results) -> None:
    """Refuse the results if a text in them that is about no statement cannot be printed, naming the field."""
    for place, text in _general(results):
        _check_text(place, text)


def check_statement(statement: Statement) -> None:
    """Refuse a statement if any text or formula in it cannot be printed, naming the statement and the field."""
    for number, formula in enumerate(statement.formulas):
        _check_formula(f"{statement.id}: formulas[{number}]", formula)
    if statement.explore:
        for slider in statement.explore.sliders:
            _check_formula(f"{statement.id}: label of the slider {slider.name}", slider.label)
    for place, text in _of_statement(statement):
        _check_text(f"{statement.id}: {place}", text)


def check_changes(changes: Sequence[Change]) -> None:
    """Refuse a changelog if a reason in it cannot be printed."""
    for change in changes:
        _check_text(f"changelog, {change.id}: reason", change.reason)


def _check_formula(place: str, formula: str) -> None:
    try:
        render(formula, display=True)
    except MathError as error:
        raise InputError(f"{place} must be a formula that can be printed, got {formula!r}: {error}") from error


def _check_text(place: str, text: str) -> None:
    problems = lint_text(text)
    if problems:
        raise InputError(f"{place} must be a text that can be printed: {problems[0]}")


def _general(results: Results) -> Iterator[Text]:
    yield "error_control.explanation", results.error_control.explanation
    for paper in results.papers:
        yield f"paper {paper.key}: title", paper.title
        yield f"paper {paper.key}: note", paper.note
    for key, text in results.bibliography.items():
        yield f"bibliography {key}", text


def _of_statement(statement: Statement) -> Iterator[Text]:
    yield "label", statement.label
    yield "says", statement.says
    yield "summary", statement.summary
    yield "answer", statement.answer
    yield "reason", statement.reason
    yield "untested", statement.untested or ""
    yield from (("assumes", text) for text in statement.assumes)
    yield from _of_explore(statement.explore) if statement.explore else ()
    for reading in statement.readings:
        yield from ((f"reading {reading.name}: {place}", text) for place, text in _of_reading(reading))


def _of_explore(explore: Explore) -> Iterator[Text]:
    yield "explore says", explore.says
    yield from ((f"slider {slider.name}", slider.says) for slider in explore.sliders)
    yield from ((f"curve {curve.name}", curve.says) for curve in explore.curves)
    yield from (("promise", promise.words) for promise in explore.promises)


def _of_reading(reading: Reading) -> Iterator[Text]:
    for name in READ:
        yield name, getattr(reading, name)
    for item in reading.evidence:
        for name in ("case", "quantity", "left", "right", "detail", "power"):
            yield f"evidence {name}", getattr(item, name)
    for control in reading.controls:
        yield "control name", control.name
        yield "control detail", control.detail
    for figure in reading.figures:
        yield from _of_figure(figure)
    for table in reading.tables:
        yield from _of_table(table)
    for certificate in reading.certificates:
        says = certificate.data.get("says", "")
        yield "certificate says", says if isinstance(says, str) else ""


def _of_figure(figure: Figure) -> Iterator[Text]:
    for name in ("title", "caption", "x_label", "y_label"):
        yield f"figure {name}", getattr(figure, name)
    yield from (("figure series", series.label) for series in figure.series)


def _of_table(table: Table) -> Iterator[Text]:
    yield "table title", table.title
    yield "table caption", table.caption
    yield from (("table column", column) for column in table.columns)
    yield from (("table cell", cell) for row in table.rows for cell in row if isinstance(cell, str))
