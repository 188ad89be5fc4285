"""Every statement has a tag, and a tag that was published stays what it is."""

import hashlib
import tomllib

import pytest

from theory_checks.core.tags import free_tag
from theory_checks.engine.papers import TAGS, found_papers, load

# How many lines of each file are published, and the digest of these. New statements make the numbers larger.
PUBLISHED = {
    "dpdqn": (218, "b3b09a3e5e4f080b"),
    "pucb": (49, "0a029b1991e096e5"),
    "gpope": (102, "45b25e5d8015df0d"),
}


def given() -> dict[str, dict[str, str]]:
    files = {paper.folder.name: paper.folder / TAGS for paper in found_papers()}
    return {name: tomllib.loads(file.read_text(encoding="utf-8")) for name, file in files.items()}


def digest(tags: dict[str, str], lines: int) -> str:
    rows = [f"{id_} {tag}" for id_, tag in tags.items()][:lines]
    return hashlib.sha256("\n".join(rows).encode()).hexdigest()[:16]


def test_every_statement_has_a_tag():
    taken = [tag for tags in given().values() for tag in tags.values()]
    missing = [s for s in load().statements.values() if not s.tag]
    lines = [f'add to {s.paper}/{TAGS}: "{s.id}" = "{free_tag(s.id, taken)}"' for s in missing]

    assert lines == []


def test_no_two_statements_share_a_tag():
    tags = [tag for tags in given().values() for tag in tags.values()]

    assert len(tags) == len(set(tags))


@pytest.mark.parametrize("paper", PUBLISHED)
def test_no_published_tag_changes(paper):
    lines, expected = PUBLISHED[paper]

    assert digest(given()[paper], lines) == expected, "a tag is permanent: put the line back, and new ones at the end"


@pytest.mark.parametrize("paper", PUBLISHED)
def test_a_tag_that_changes_goes_or_moves_is_noticed(paper):
    lines, expected = PUBLISHED[paper]
    rows = list(given()[paper].items())
    changed = [(rows[0][0], "2C22"), *rows[1:]]

    assert {digest(dict(other), lines) for other in (changed, rows[1:], rows[::-1])}.isdisjoint({expected})
    assert digest(dict([*rows, ("new/statement", "2C22")]), lines) == expected


def test_all_that_ship_are_published():
    assert set(given()) == set(PUBLISHED)
