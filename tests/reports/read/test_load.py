"""Reading results.json: what the published schema allows is read, anything else is refused in one sentence."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sample_results
from jsonschema import Draft202012Validator

from reports.read.load import load_results, load_sources, load_timings, mark_stale, with_timings
from reports.read.strict import InputError

ROOT = Path(__file__).resolve().parents[3]
SCHEMA = json.loads((ROOT / "theory_checks/engine/results.schema.json").read_text())
VALIDATOR = Draft202012Validator(SCHEMA)
OPTIONAL = {"expected", "summary", "tag", "reason", "explore"}
EXPRESSIONS = ("names", "value", "where")  # of the certificates: the page hands them to the checker


def load(folder: Path, value: Any) -> Any:
    path = folder / "results.json"
    path.write_text(value if isinstance(value, str) else json.dumps(value))
    return load_results(path)


def refusal(folder: Path, value: Any) -> str:
    with pytest.raises(InputError) as error:
        load(folder, value)
    assert "\n" not in str(error.value)
    return str(error.value)


def test_the_schema_is_a_schema_and_the_sample_obeys_it() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert [error.message for error in VALIDATOR.iter_errors(sample_results.sample())] == []


def test_the_sample_is_read_completely(tmp_path: Path) -> None:
    results = load(tmp_path, sample_results.sample())
    assert [s.id for s in results.statements] == [s["id"] for s in sample_results.sample()["statements"]]
    assert {s.status for s in results.statements} == {
        "DEFINITION", "REFUTED", "ILL_POSED", "HOLDS_ON_REGION", "VERIFIED", "CONSISTENT", "INCONCLUSIVE", "UNTESTED",
        "NOT_RUN",
    }  # fmt: skip
    prop10 = next(s for s in results.statements if s.id == "demo/prop10")
    assert prop10.readings[0].figures[0].series[3].low[0] == pytest.approx(0.85)
    assert prop10.readings[0].certificates[0].data == sample_results.CERTIFICATE
    assert prop10.readings[0].tables[0].rows[0] == [2, 9, 1.013]


def paths(value: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of everything but the inside of certificates, one of each kind."""
    if here:
        yield here
    if isinstance(value, dict):
        for key, inner in value.items():
            if key not in EXPRESSIONS and (key != "certificate" or not isinstance(inner, dict)):
                yield from paths(inner, (*here, key))
    elif isinstance(value, list) and value:
        yield from paths(value[0], (*here, 0))


def rich() -> dict[str, Any]:
    """A small sample whose only statement has one of everything."""
    results = sample_results.sample()
    results["statements"] = [s for s in results["statements"] if s["id"] == "demo/prop10"]
    reading = results["statements"][0]["readings"][0]
    del reading["evidence"][1:], reading["figures"][1:], results["papers"][1:]
    return results


def parent(value: Any, place: tuple[Any, ...]) -> Any:
    for key in place[:-1]:
        value = value[key]
    return value


PLACES = list(paths(rich()))


@pytest.mark.parametrize("place", [p for p in PLACES if isinstance(p[-1], str) and p[0] != "versions"])
def test_a_missing_member_is_refused_where_the_schema_requires_it(place: tuple[Any, ...], tmp_path: Path) -> None:
    broken = rich()
    del parent(broken, place)[place[-1]]
    if VALIDATOR.is_valid(broken):
        assert place[-1] in OPTIONAL or place[0] in ("bibliography", "lemmas")
        load(tmp_path, broken)
    else:
        assert f"must have {place[-1]!r}" in refusal(tmp_path, broken)


WRONG = [None, True, 7.5, -1, "", {}, [], [1], [{}], {"x": []}, "x" * 200]


@pytest.mark.parametrize("place", PLACES, ids=lambda place: ".".join(map(str, place)))
def test_what_the_schema_refuses_is_refused_in_one_sentence(place: tuple[Any, ...], tmp_path: Path) -> None:
    for wrong in WRONG:
        broken = rich()
        parent(broken, place)[place[-1]] = copy.deepcopy(wrong)
        if not VALIDATOR.is_valid(broken):
            message = refusal(tmp_path, broken)
            assert " must " in message
            assert len(message) < 400


@pytest.mark.parametrize(
    ("content", "rule"),
    [
        ("", "must be JSON"),
        ("{", "must be JSON"),
        ("[" * 100_000, "must not be nested without end"),
        ('{"schema": NaN}', "every number must be finite, got NaN"),
        ('{"schema": "theory-checks/results/2"}', "schema must be 'theory-checks/results/1'"),
        ("[]", "the file must be an object"),
        ('"x"', "the file must be an object"),
    ],
)
def test_a_broken_file_is_refused(content: str, rule: str, tmp_path: Path) -> None:
    assert rule in refusal(tmp_path, content)


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    (tmp_path / "r.json").write_bytes(b'{"schema": "\xff"}')
    with pytest.raises(InputError, match="must be UTF-8, got another byte at 12"):
        load_results(tmp_path / "r.json")


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "none.json", tmp_path):
        with pytest.raises(InputError, match="must be a readable file"):
            load_results(path)


def test_infinite_numbers_written_as_digits_are_refused(tmp_path: Path) -> None:
    text = json.dumps(rich()).replace('"bound": 1e-06', '"bound": 1e999')
    assert "error_control.bound must be a finite number" in refusal(tmp_path, text)
    text = json.dumps(rich()).replace('"bound": 1e-06', '"bound": 1' + "0" * 400)
    assert "error_control.bound must be a finite number" in refusal(tmp_path, text)


@pytest.mark.parametrize(
    "id_", ["../../etc/passwd", "/etc", "a//b", "a/../b", "A/b", "", "a b", "a\\b", "a/b/", ".hidden", "x" * 130]
)
def test_ids_that_could_leave_the_folder_are_refused(id_: str, tmp_path: Path) -> None:
    broken = rich()
    broken["statements"][0]["id"] = id_
    assert not VALIDATOR.is_valid(broken)
    assert "statements[0].id must be an identifier" in refusal(tmp_path, broken)


def test_a_verdict_without_a_domain_is_refused(tmp_path: Path) -> None:
    broken = rich()
    broken["statements"][0]["readings"][0]["domain"] = "  "
    assert not VALIDATOR.is_valid(broken)
    assert "must say where the verdict holds" in refusal(tmp_path, broken)


def test_the_same_id_twice_and_unknown_papers_are_refused(tmp_path: Path) -> None:
    broken = rich()
    broken["statements"] *= 2
    assert "statements must have different names, got 'demo/prop10' 2 times" in refusal(tmp_path, broken)
    broken = rich()
    broken["statements"][0]["paper"] = "none"
    assert "statements[0].paper must be the key of a paper, got 'none'" in refusal(tmp_path, broken)


def test_a_band_must_have_as_many_ends_as_places(tmp_path: Path) -> None:
    broken = rich()
    broken["statements"][0]["readings"][0]["figures"][0]["series"][3]["low"].pop()
    assert "series[3].low must have 11 values, got 10" in refusal(tmp_path, broken)


def test_bars_must_have_whiskers_and_linear_axes(tmp_path: Path) -> None:
    broken = rich()
    figures = broken["statements"][0]["readings"][0]["figures"]
    figures[0] = sample_results.bar_chart()
    load(tmp_path, broken)
    for scale in ("x_scale", "y_scale"):
        figures[0] = sample_results.bar_chart() | {scale: "log"}
        assert f"{scale} must be 'linear' for bars, got 'log'" in refusal(tmp_path, broken)
    for name in ("y", "low", "high"):
        figures[0] = sample_results.bar_chart()
        figures[0]["series"][1][name] = []
        assert f"series[1].{name} must have 1 values, got 0" in refusal(tmp_path, broken)


def test_a_row_must_have_as_many_cells_as_columns(tmp_path: Path) -> None:
    broken = rich()
    broken["statements"][0]["readings"][0]["tables"][0]["rows"][1].append(1)
    assert "rows[1] must have 3 cells, got 4" in refusal(tmp_path, broken)


def test_lone_surrogates_are_refused(tmp_path: Path) -> None:
    text = json.dumps(rich()).replace("Proposition 10", "\\ud800", 1)
    assert "must be valid Unicode" in refusal(tmp_path, text)


def test_lone_surrogates_are_refused_inside_of_certificates_too(tmp_path: Path) -> None:
    broken = rich()
    broken["statements"][0]["readings"][0]["certificates"][0]["certificate"]["says"] = "\udc00"
    message = refusal(tmp_path, broken)
    assert message.endswith("certificates[0].certificate.says must be valid Unicode, got a lone surrogate")


@pytest.mark.parametrize("depth", [150, 900, 5_000, 200_000])
def test_deep_certificates_are_refused(depth: int, tmp_path: Path) -> None:
    text = json.dumps(rich()).replace('"discount": "1/2"', f'"discount": {"[" * depth}{"]" * depth}', 1)
    message = refusal(tmp_path, text)
    assert "must not be nested without end" in message
    assert len(message) < 300


def test_a_number_of_thousands_of_digits_is_refused(tmp_path: Path) -> None:
    for digits in (400, 10_000):
        message = refusal(tmp_path, json.dumps(rich()).replace('"tests": 1', '"tests": ' + "9" * digits + ".0"))
        assert "error_control.tests must be an integer" in message
        refusal(tmp_path, json.dumps(rich()).replace("1.013", "9" * digits))


@pytest.mark.parametrize("place", [p[:-1] for p in PLACES if p[-1] in ("seed", "case", "behaved", "x", "rows", "key")])
def test_a_member_that_the_schema_does_not_name_is_refused(place: tuple[Any, ...], tmp_path: Path) -> None:
    broken = rich()
    parent(broken, (*place, ""))["extra"] = 1
    message = refusal(tmp_path, broken)
    assert message.endswith("must have no member that its schema lacks, got 'extra'")
    assert message.startswith(str(place[0]))


@pytest.mark.parametrize(("name", "value"), [("stale", "the code has changed"), ("seconds", 1.5), ("seconds", 0)])
def test_a_file_cannot_bring_what_is_filled_in_later(name: str, value: Any, tmp_path: Path) -> None:
    broken = rich()
    broken["statements"][0]["readings"][0][name] = value
    assert f"statements[0].readings[0].{name} must be" in refusal(tmp_path, broken)


def test_numbers_of_certificates_keep_all_their_digits(tmp_path: Path) -> None:
    exact = rich()
    exact["statements"][0]["readings"][0]["certificates"][0]["certificate"]["constants"]["n"] = 10**40 + 1
    (certificate,) = load(tmp_path, exact).statements[0].readings[0].certificates
    assert certificate.data["constants"]["n"] == 10**40 + 1


@pytest.mark.parametrize(
    ("content", "rule"),
    [
        ("[]", "t.json must be an object, got []"),
        ("{}", "t.json must have 'seconds', got none"),
        ('{"seconds": {"a": "x"}}', "t.json.seconds[...] must be a number"),
        ('{"seconds": {"a": 1e999}}', "t.json.seconds[...] must be a finite number"),
    ],
)
def test_timings_must_be_numbers(content: str, rule: str, tmp_path: Path) -> None:
    (tmp_path / "t.json").write_text(content)
    with pytest.raises(InputError) as error:
        load_timings(tmp_path / "t.json")
    assert str(error.value) == rule


def test_a_record_is_stale_when_its_sources_changed_or_are_gone(tmp_path: Path) -> None:
    results = load(tmp_path, rich())
    same, other = "0123456789abcdef", "f" * 16
    cases = {
        "": {"demo/prop10#reward-noise": same, "demo/prop10#policy-value": same},
        "changed": {"demo/prop10#reward-noise": other, "demo/prop10#policy-value": same},
        "no longer": {"demo/prop10#policy-value": same},
        "edited": {"demo/prop10#reward-noise": "", "demo/prop10#policy-value": same},
    }
    for word, digests in cases.items():
        first, second = mark_stale(results, digests).statements[0].readings
        assert (word in first.stale) if word else first.stale == ""
        assert second.stale == ""
    assert not mark_stale(results, {"demo/prop10": same}).statements[0].stale


def test_readings_that_were_not_run_cannot_be_stale(tmp_path: Path) -> None:
    results = sample_results.sample()
    loaded = mark_stale(load(tmp_path, results), {})
    assert not next(s for s in loaded.statements if s.id == "demo/rate").stale


def test_timings_reach_their_readings(tmp_path: Path) -> None:
    path = tmp_path / "timings.json"
    path.write_text('{"schema": "x", "seconds": {"demo/prop10#reward-noise": 1.5}}')
    first, second = with_timings(load(tmp_path, rich()), load_timings(path)).statements[0].readings
    assert (first.seconds, second.seconds) == (1.5, None)


def test_sources_must_be_texts(tmp_path: Path) -> None:
    path = tmp_path / "sources.json"
    path.write_text('{"a": 1}')
    with pytest.raises(InputError, match=r"sources\.json\.a must be a text, got 1"):
        load_sources(path)
