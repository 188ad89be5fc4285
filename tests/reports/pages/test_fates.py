"""What falls with a false statement, and what stands."""

from pathlib import Path

import pytest
from test_relations import relations

from reports.pages.fates import blasts, fallen, fate, survivors
from reports.pages.relations import Relations


@pytest.fixture
def chain(tmp_path: Path) -> Relations:
    """True c rests on true b, this on false a, and this on false z; d rests on b, a circle on itself."""
    return relations(
        tmp_path,
        ("z", "REFUTED", []),
        ("a", "ILL_POSED", ["z"]),
        ("b", "VERIFIED", ["a"]),
        ("c", "VERIFIED", ["b", "none"]),
        ("d", "CONSISTENT", ["b", "d"]),
        ("free", "VERIFIED", []),
    )


def test_all_falls_that_rests_on_it_at_any_depth(chain: Relations) -> None:
    assert [s.id for s in fallen(chain.by_id["z"], chain)] == ["a", "b", "c", "d"]
    assert fallen(chain.by_id["free"], chain) == []


def test_circles_end(tmp_path: Path) -> None:
    circle = relations(tmp_path, ("a", "REFUTED", ["b"]), ("b", "VERIFIED", ["a"]))
    assert [s.id for s in fallen(circle.by_id["a"], circle)] == ["b"]


def test_the_statement_with_which_most_falls_comes_first(chain: Relations) -> None:
    heads, others = blasts(chain)
    assert [(b.statement.id, len(b.fallen), b.count("VERIFIED")) for b in [*heads, *others]] == [
        ("z", 4, 2),
        ("a", 3, 2),
    ]


def test_survivors_name_the_nearest_false_statements(chain: Relations) -> None:
    found = survivors(chain, "VERIFIED")
    assert [(s.statement.id, [n.id for n in s.nearest], s.others) for s in found] == [("b", ["a"], 1), ("c", ["a"], 1)]
    assert found[0].reason == "Argued: a proof of its own, and 2 cases that hold"
    assert [s.statement.id for s in survivors(chain, "CONSISTENT")] == ["d"]


def test_the_fate_of_a_statement_is_its_own_verdict(chain: Relations) -> None:
    assert fate(chain.by_id["b"]) == "stands by evidence of its own: argued"
    assert fate(chain.by_id["z"]) == "false itself"
    assert fate(chain.by_id["d"]) == "no violation was found, but its argument is gone"
