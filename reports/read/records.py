"""The parts of results.json, from checked JSON to values; one function for each object of the schema."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from reports.read.fields import Field, InputError
from reports.read.model import (
    Certificate,
    Control,
    ErrorControl,
    Evidence,
    Figure,
    Paper,
    Reading,
    Results,
    Series,
    Source,
    Statement,
    Table,
)

SCHEMA = "theory-checks/results/1"
IDENTIFIER = re.compile(r"[a-z0-9][a-z0-9._-]*(/[a-z0-9][a-z0-9._-]*)*")
VERDICTS = ("VERIFIED", "HOLDS_ON_REGION", "CONSISTENT", "REFUTED", "ILL_POSED", "INCONCLUSIVE", "DEFINITION")
METHODS = ("exact", "ball", "statistics", "search", "argument")
OUTCOMES = ("holds", "fails", "undecided", "undefined")
SCALES = ("linear", "log")
USED = {"line": ("y",), "dots": ("y",), "band": ("low", "high"), "bars": ("y", "low", "high")}


def results(data: Field) -> Results:
    """Return a whole results.json, references between its parts checked."""
    if data["schema"].value != SCHEMA:
        raise data["schema"].wrong(repr(SCHEMA))
    suite = data["suite"]
    read = Results(
        name=suite["name"].text(),
        version=suite["version"].text(),
        seed=suite["seed"].integer(),
        profile=suite["profile"].text(),
        versions={key: value.text() for key, value in data["versions"].pairs()},
        error_control=_error_control(data["error_control"]),
        papers=data["papers"].build(_paper),
        bibliography={key: value.text() for key, value in data["bibliography"].pairs()},
        statements=data["statements"].build(_statement),
    )
    _refuse_duplicates("papers", [paper.key for paper in read.papers])
    _refuse_duplicates("statements", [statement.id for statement in read.statements])
    keys = {paper.key for paper in read.papers}
    for index, statement in enumerate(read.statements):
        if statement.paper not in keys:
            raise InputError(f"statements[{index}].paper must be the key of a paper, got {statement.paper!r}")
    return read


def _refuse_duplicates(name: str, keys: Sequence[str]) -> None:
    key, count = Counter(keys).most_common(1)[0] if keys else ("", 0)
    if count > 1:
        raise InputError(f"{name} must have different names, got {key!r} {count} times")


def _error_control(data: Field) -> ErrorControl:
    return ErrorControl(
        bound=data["bound"].number(0.0),
        spent=data["spent"].number(0.0),
        tests=data["tests"].integer(0),
        explanation=data["explanation"].text(),
    )


def _paper(data: Field) -> Paper:
    return Paper(
        key=_identifier(data["key"]),
        title=data["title"].text(),
        authors=data["authors"].text(),
        year=data["year"].integer(),
        note=data["note"].text(),
    )


def _identifier(data: Field) -> str:
    """Return a name that may become a file's name: no dots that climb, nothing outside a closed alphabet."""
    text = data.text()
    if not IDENTIFIER.fullmatch(text) or len(text) > 120:
        raise data.wrong("an identifier of small letters, digits, dots, hyphens and single slashes")
    return text


def _verdict(data: Field) -> str | None:
    return None if data.value is None else data.choice(VERDICTS)


def _statement(data: Field) -> Statement:
    repairs = data["repairs"]
    return Statement(
        id=_identifier(data["id"]),
        paper=data["paper"].text(),
        label=data["label"].text(),
        kind=data["kind"].text(),
        place=data["place"].text(),
        quantifier=data["quantifier"].text(),
        says=data["says"].text(),
        formulas=data["formulas"].texts(),
        assumes=data["assumes"].texts(),
        depends_on=data["depends_on"].build(_identifier),
        repairs=None if repairs.value is None else _identifier(repairs),
        repaired_by=data["repaired_by"].build(_identifier),
        expected=_verdict(data.get("expected", None)),
        verdict=_verdict(data["verdict"]),
        untested=data["untested"].text_or_none(),
        readings=_readings(data["readings"]),
        summary=data.get("summary", "").text(),
        reason=data.get("reason", "").text(),
    )


def _readings(data: Field) -> tuple[Reading, ...]:
    if data.value == []:
        raise data.wrong("a list of at least one reading")
    return data.build(_reading)


def _reading(data: Field) -> Reading:
    source = data["source"]
    seed = data["seed"]
    return Reading(
        name=data["name"].text(),
        says=data["says"].text(),
        verdict=_verdict(data["verdict"]),
        reason=data["reason"].text(),
        domain=_domain(data),
        refuted_by=data["refuted_by"].text(),
        not_covered=data["not_covered"].text(),
        covers=data["covers"].text(),
        evidence=data["evidence"].build(_evidence),
        controls=data["controls"].build(_control),
        figures=data["figures"].build(figure),
        tables=data["tables"].build(_table),
        certificates=data["certificates"].build(_certificate),
        source=None if source.value is None else _source(source),
        seed=None if seed.value is None else seed.integer(),
        error=data["error"].text_or_none(),
        expected=_verdict(data.get("expected", None)),
    )


def _domain(data: Field) -> str:
    """Return the domain, which no verdict may go without."""
    domain = data["domain"].text()
    if data["verdict"].value is not None and not domain.strip():
        raise InputError(f"{data['domain'].place} must say where the verdict holds, got nothing")
    return domain


def _evidence(data: Field) -> Evidence:
    return Evidence(
        case=data["case"].text(),
        method=data["method"].choice(METHODS),
        outcome=data["outcome"].choice(OUTCOMES),
        quantity=data["quantity"].text(),
        relation=data["relation"].text(),
        left=data["left"].text(),
        right=data["right"].text(),
        tightness=data["tightness"].number_or_none(),
        detail=data["detail"].text(),
        region=data["region"].choice(("", "inside", "outside")),
        error_probability=data["error_probability"].number(0.0, 1.0),
        power=data["power"].text(),
        certificate=data["certificate"].text_or_none(),
    )


def _control(data: Field) -> Control:
    return Control(
        name=data["name"].text(),
        kind=data["kind"].choice(("broken", "sound")),
        behaved=data["behaved"].flag(),
        detail=data["detail"].text(),
    )


def figure(data: Field) -> Figure:
    """Return a plot."""
    series = data["series"].build(_series)
    scales = SCALES[:1] if any(one.kind == "bars" for one in series) else SCALES  # bars begin at zero
    return Figure(
        title=data["title"].text(),
        caption=data["caption"].text(),
        x_label=data["x_label"].text(),
        y_label=data["y_label"].text(),
        x_scale=data["x_scale"].choice(scales),
        y_scale=data["y_scale"].choice(scales),
        series=series,
    )


def _series(data: Field) -> Series:
    values = {name: tuple(item.number_or_none() for item in data[name].items()) for name in ("x", "y", "low", "high")}
    series = Series(label=data["label"].text(), kind=data["kind"].choice(tuple(USED)), **values)
    for name in USED[series.kind]:
        if len(values[name]) != len(values["x"]):
            raise InputError(f"{data.place}.{name} must have {len(values['x'])} values, got {len(values[name])}")
    return series


def _table(data: Field) -> Table:
    columns = data["columns"].texts()
    rows = [tuple(cell(item) for item in row.items()) for row in data["rows"].items()]
    check_width(data, columns, rows)
    return Table(title=data["title"].text(), columns=columns, rows=rows, caption=data["caption"].text())


def check_width(data: Field, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Refuse a table in which a row has more or fewer cells than there are columns."""
    for index, row in enumerate(rows):
        if len(row) != len(columns):
            raise InputError(f"{data.place}.rows[{index}] must have {len(columns)} cells, got {len(row)}")


def cell(data: Field) -> str:
    """Return a cell as text, numbers with at most twelve digits."""
    if isinstance(data.value, bool) or data.value is None:
        return {True: "yes", False: "no", None: "–"}[data.value]
    return data.text() if isinstance(data.value, str) else f"{data.number():.12g}"


def _certificate(data: Field) -> Certificate:
    digest = data["digest"].text()
    if not re.fullmatch(r"[A-Za-z0-9:_-]{1,128}", digest):
        raise data["digest"].wrong("a digest of letters and digits")
    return Certificate(digest=digest, data=data["certificate"].members())


def _source(data: Field) -> Source:
    return Source(
        module=data["module"].text(),
        function=data["function"].text(),
        path=data["path"].text(),
        line=data["line"].integer(),
        digest=data["digest"].text(),
    )
