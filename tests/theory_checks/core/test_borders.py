"""Domains moved a little: what is moved, and what points say of it."""

import pytest

from theory_checks.core.borders import FALSE, HOLDS, NO_VALUE, OPEN, Decider, moves
from theory_checks.core.formal import formal


def outcomes(claim, *where):
    claimed = formal([claim], where)
    decider = Decider(claimed)
    return {str(move.relation): decider.outcome(move) for move in moves(claimed)}


@pytest.mark.parametrize(
    ("claim", "where", "moved", "outcome"),
    [
        ("x*x < x", ["0 < x < 1"], "x <= 1", FALSE),
        ("x + 1 > 0", ["0 < x < 1"], "0 <= x", HOLDS),
        ("1/(1 - x) > 0", ["0 < x < 1"], "x <= 1", NO_VALUE),
        ("2**n >= n + 5", ["n >= 3 integer"], "n >= 2", FALSE),
        ("x*x <= 4", ["0 <= x <= 2"], "x <= fraction(11, 10) * 2", FALSE),
        ("2*y <= 1", ["0 < x <= 1", "y == x/2"], "y == fraction(11, 10) * (x / 2)", FALSE),
        ("error <= x", ["0 < x < 1"], "x <= 1", OPEN),
        ("error <= 1/x", ["0 < x < 1"], "0 <= x", NO_VALUE),
    ],
)
def test_what_points_say(claim, where, moved, outcome):
    assert outcomes(claim, *where)[moved] == outcome


def test_only_what_claims_more_is_moved():
    assert outcomes("x*x <= 4", "0 <= x <= 2").keys() == {"x <= fraction(11, 10) * 2"}
    assert outcomes("2*y <= 1", "0 < x <= 1", "y == x/2").keys() >= {"0 <= x", "x <= fraction(11, 10) * 1"}
    assert "y == fraction(9, 10) * (x / 2)" not in outcomes("2*y <= 1", "0 < x <= 1", "y == x/2")


def test_symbols_that_mean_more_than_the_domain_says_are_not_decided():
    """At numbers of this domain the claim is false: there is more to `norm` than that it is positive."""
    assert outcomes("norm <= x", "x > 0", "norm > 0") == {"x >= 0": OPEN, "norm >= 0": OPEN}


def test_the_moved_texts_are_read_back():
    claimed = formal(["x <= n"], ["0 <= x < 1", "n >= 1 integer"])

    for move in moves(claimed):
        read = formal(["x <= n"], move.among(claimed)).domain
        assert read.integers == claimed.domain.integers
        assert read.relations[move.place] == move.relation
