"""What was once said is not forgotten: a verdict that changes stands in the changelog with its reason."""

import json
import re
from pathlib import Path

import pytest

from theory_checks.engine.papers import load

ROOT = Path(__file__).resolve().parent.parent
RELEASES = sorted((ROOT / "releases").glob("*.json"), key=lambda path: [int(x) for x in path.stem.split(".")])
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def released(path: Path) -> dict[str, str]:
    return {id_: entry["verdict"] for id_, entry in json.loads(path.read_text(encoding="utf-8"))["verdicts"].items()}


def changes() -> dict[str, tuple[str, str]]:
    """Return what was said in the last release and what is said now, where the two differ."""
    now, before = load().statements, released(RELEASES[-1])
    return {id_: (old, now[id_].verdict) for id_, old in before.items() if id_ in now and now[id_].verdict != old}


def line_of(id_: str, old: str, new: str) -> str | None:
    """Return what the changelog gives as the reason; a line speaks of one statement, or of several with one reason."""
    pattern = rf"^- .*`{re.escape(id_)}`.*: {old} -> {new}\. (.+)"
    return next(iter(re.findall(pattern, CHANGELOG, flags=re.MULTILINE)), None)


def test_there_is_a_release_to_compare_with():
    assert RELEASES[0].name == "0.1.0.json"
    assert len(released(RELEASES[0])) == 367


@pytest.mark.parametrize("id_", sorted(changes()))
def test_a_changed_verdict_stands_in_the_changelog_with_its_reason(id_):
    old, new = changes()[id_]

    assert line_of(id_, old, new), f"CHANGELOG.md must have a line '- `{id_}`: {old} -> {new}. Reason.'"


def entries() -> dict[tuple[str, str], tuple[str, str]]:
    """Return what is said of a reading in the last release and now, where the two differ; a reading may come or go."""
    before = json.loads(RELEASES[-1].read_text(encoding="utf-8"))["verdicts"]
    now = {id_: {reading.name: str(reading.verdict) for reading in s.readings} for id_, s in load().statements.items()}
    both = {
        (id_, name): (before[id_]["readings"].get(name, "new"), now[id_].get(name, "gone"))
        for id_ in before.keys() & now.keys()
        for name in before[id_]["readings"].keys() | now[id_].keys()
    }
    return {key: (old, new) for key, (old, new) in both.items() if old != new}


@pytest.mark.parametrize("key", sorted(entries()), ids="#".join)
def test_a_changed_entry_stands_in_the_changelog_with_its_reason(key):
    old, new = entries()[key]

    assert re.search(rf"^- `{key[0]}` \[{key[1]}\]: {old} -> {new}\. .+", CHANGELOG, flags=re.MULTILINE)


def test_no_statement_of_a_release_is_lost():
    assert [id_ for id_ in released(RELEASES[-1]) if id_ not in load().statements] == []


def test_a_line_of_the_changelog_must_name_statement_and_verdicts():
    assert line_of("no/such", "REFUTED", "VERIFIED") is None
