"""Reading results.json and the files beside it. Anything but what the schema says is refused in one sentence."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

from reports.fields import Field, InputError
from reports.model import (
    BenchmarkRow,
    Benchmarks,
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
from reports.verdicts import VERDICTS

SCHEMA = "theory-checks/results/1"
MAX_BYTES = 256 * 2**20
IDENTIFIER = re.compile(r"[a-z0-9][a-z0-9._-]*(/[a-z0-9][a-z0-9._-]*)*")
METHODS = ("exact", "ball", "statistics", "search", "argument")
OUTCOMES = ("holds", "fails", "undecided", "undefined")
SCALES = ("linear", "log")


def load_results(path: Path) -> Results:
    """Return the results in a file."""
    content = _read(path)
    results = _results(Field(_parse(content, path), ""))
    return replace(results, digest=hashlib.sha256(content).hexdigest())


def load_benchmarks(path: Path) -> Benchmarks:
    """Return the benchmark rows in a file."""
    data = Field(_parse(_read(path), path), "")
    machine = data["machine"].value
    shown = (
        machine
        if isinstance(machine, str)
        else ", ".join(f"{key}: {value}" for key, value in data["machine"].members().items())
    )
    return Benchmarks(machine=shown, rows=data["rows"].build(_benchmark_row))


def load_sources(path: Path) -> dict[str, str]:
    """Return the digests of the sources of today, by `id#reading` or by `id`."""
    return {key: value.text() for key, value in Field(_parse(_read(path), path), path.name).pairs()}


def load_timings(path: Path) -> dict[str, float]:
    """Return the seconds that readings took, by `id#reading`."""
    data = Field(_parse(_read(path), path), "")
    return {key: value.number() for key, value in data["seconds"].pairs()}


def mark_stale(results: Results, digests: Mapping[str, str]) -> Results:
    """Mark each record whose sources have another digest today, or whose code is gone."""

    def mark(id_: str, reading: Reading) -> Reading:
        return replace(reading, stale=_staleness(id_, reading, digests))

    return _with_readings(results, mark)


def with_timings(results: Results, seconds: Mapping[str, float]) -> Results:
    """Add the times to the readings."""

    def add(id_: str, reading: Reading) -> Reading:
        return replace(reading, seconds=seconds.get(f"{id_}#{reading.name}"))

    return _with_readings(results, add)


def _staleness(id_: str, reading: Reading, digests: Mapping[str, str]) -> str:
    if reading.source is None:
        return ""
    today = digests.get(f"{id_}#{reading.name}", digests.get(id_))
    if today is None:
        return "the code that computed this record is no longer part of the suite"
    return "" if today == reading.source.digest else "the code has changed since this record was computed"


def _with_readings(results: Results, change: Callable[[str, Reading], Reading]) -> Results:
    statements = [
        replace(s, readings=tuple(change(s.id, reading) for reading in s.readings)) for s in results.statements
    ]
    return replace(results, statements=statements)


def _read(path: Path) -> bytes:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise InputError(f"{path} must be at most {MAX_BYTES} bytes, got {path.stat().st_size}")
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"{path} must be a readable file, got {error.strerror or error}") from error


def _parse(content: bytes, path: Path) -> Any:
    try:
        return json.loads(content.decode("utf-8"), parse_constant=_refuse_constant)
    except UnicodeDecodeError as error:
        raise InputError(f"{path} must be UTF-8, got another byte at {error.start}") from error
    except RecursionError as error:
        raise InputError(f"{path} must not be nested without end, got too many levels") from error
    except InputError:
        raise
    except ValueError as error:
        raise InputError(f"{path} must be JSON, got {error}") from error


def _refuse_constant(name: str) -> NoReturn:
    raise InputError(f"every number must be finite, got {name}")


def _results(data: Field) -> Results:
    if data["schema"].value != SCHEMA:
        raise data["schema"].wrong(repr(SCHEMA))
    suite = data["suite"]
    results = Results(
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
    _refuse_duplicates("papers", [paper.key for paper in results.papers])
    _refuse_duplicates("statements", [statement.id for statement in results.statements])
    keys = {paper.key for paper in results.papers}
    for index, statement in enumerate(results.statements):
        if statement.paper not in keys:
            raise InputError(f"statements[{index}].paper must be the key of a paper, got {statement.paper!r}")
    return results


def _refuse_duplicates(name: str, keys: Sequence[str]) -> None:
    key, count = Counter(keys).most_common(1)[0] if keys else ("", 0)
    if count > 1:
        raise InputError(f"{name} must have different names, got {key!r} {count} times")


def _error_control(data: Field) -> ErrorControl:
    return ErrorControl(
        bound=data["bound"].number(),
        spent=data["spent"].number(),
        tests=data["tests"].integer(),
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
    return None if data.value is None else data.choice(tuple(VERDICTS))


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
        depends_on=data["depends_on"].texts(),
        repairs=repairs.text_or_none(),
        repaired_by=data["repaired_by"].texts(),
        expected=_verdict(data.get("expected", None)),
        verdict=_verdict(data["verdict"]),
        untested=data["untested"].text_or_none(),
        readings=data["readings"].build(_reading),
        summary=data.get("summary", "").text(),
        reason=data.get("reason", "").text(),
    )


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
        figures=data["figures"].build(_figure),
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
        error_probability=data["error_probability"].number(),
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


def _figure(data: Field) -> Figure:
    return Figure(
        title=data["title"].text(),
        caption=data["caption"].text(),
        x_label=data["x_label"].text(),
        y_label=data["y_label"].text(),
        x_scale=data["x_scale"].choice(SCALES),
        y_scale=data["y_scale"].choice(SCALES),
        series=data["series"].build(_series),
    )


def _series(data: Field) -> Series:
    values = {name: tuple(item.number_or_none() for item in data[name].items()) for name in ("x", "y", "low", "high")}
    series = Series(label=data["label"].text(), kind=data["kind"].choice(("line", "dots", "band")), **values)
    for name in ("low", "high") if series.kind == "band" else ("y",):
        if len(values[name]) != len(values["x"]):
            raise InputError(f"{data.place}.{name} must have {len(values['x'])} values, got {len(values[name])}")
    return series


def _table(data: Field) -> Table:
    columns = data["columns"].texts()
    rows = [tuple(_cell(cell) for cell in row.items()) for row in data["rows"].items()]
    for index, row in enumerate(rows):
        if len(row) != len(columns):
            raise InputError(f"{data.place}.rows[{index}] must have {len(columns)} cells, got {len(row)}")
    return Table(title=data["title"].text(), columns=columns, rows=rows, caption=data["caption"].text())


def _cell(data: Field) -> str:
    """Return a cell as text; numbers as they are written in JSON."""
    if isinstance(data.value, bool) or data.value is None:
        return {True: "yes", False: "no", None: "–"}[data.value]
    return (
        data.value
        if isinstance(data.value, str) and data.text()
        else f"{data.number():.12g}"
        if data.value != ""
        else ""
    )


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


def _benchmark_row(data: Field) -> BenchmarkRow:
    return BenchmarkRow(
        group=data["group"].text(),
        problem=data["problem"].text(),
        discount=_cell(data["discount"]),
        solver=data["solver"].text(),
        ours=data["ours"].flag(),
        seconds=data["seconds"].number_or_none(),
        extra_megabytes=data["extra_megabytes"].number_or_none(),
        error=_cell(data["error"]),
        ratio=data["ratio_to_best_peer"].number_or_none(),
        note=data["note"].text(),
    )
