"""Near misses: each claims more than the formula it was made from, at a point of the domain, and all kinds are made."""

import pytest

from theory_checks.core.formal import formal
from theory_checks.core.mutants import implied, near_misses
from theory_checks.core.parsing import relations
from theory_checks.core.points import points, truth
from theory_checks.core.statement import sharpens


def changes(claim, *where):
    return {miss.change for miss in near_misses(formal([claim], where))}


@pytest.mark.parametrize(
    ("claim", "expected", "absent"),
    [
        ("error <= 2*x", "`fraction(9, 5)` for `2`", "`fraction(11, 5)` for `2`"),
        ("error >= 2*x", "`fraction(11, 5)` for `2`", "`fraction(9, 5)` for `2`"),
        ("error <= x + y", "without `x`", "all times `fraction(11, 10)`"),
        ("error <= x + y", "the largest for the sum", "without `x + y`"),
        ("error <= x/(1 + y)", "without `x`", "without `1 + y`"),
        ("error <= exp(x)**2", "exponent `1` for `2`", "exponent `3` for `2`"),
        ("error <= sqrt(1 + x)", "`fraction(9, 10)` for `1`", "without the root"),
        ("error <= Sum(k, 1, n, x + k)", "the sum without its last term", "the sum with one term more"),
        ("error <= max(1 + x, 2)", "without `1 + x`", "without `3`"),
        ("error == x - y", "without `y`", ""),
        ("n == binomial(k, 2)", "`3` for `2`", "`fraction(9, 5)` for `2`"),
    ],
)
def test_what_is_changed(claim, expected, absent):
    made = changes(claim.replace("max(", "maximum("), "x > 0", "y > 0", "n >= 1 integer", "k >= 3 integer")

    assert expected in made
    assert absent not in made


def test_each_claims_more_somewhere():
    """Whatever the bound, a near miss is false at a point where the bound is attained: the bound itself is put in."""
    claimed = formal(
        ["error <= sqrt(2/pi)*s*sqrt(n)/(1 - g)**2 + s*log(1 + n)"], ["s > 0", "0 <= g < 1", "n >= 1 integer"]
    )
    tried = list(points(claimed, 0))

    for miss in near_misses(claimed):
        attained = relations(f"{claimed.right} <= {miss.relation.right}")[0]
        assert any(truth(attained, point) is False for point in tried), miss.change


def test_a_change_that_claims_the_same_is_none():
    assert changes("error <= x", "x == 0") == set()
    assert "without `y`" not in changes("error == x*y", "y == 1", "x > 0")


def test_of_a_sign_only_what_changes_it_is_a_near_miss():
    assert changes("x*y >= 0", "x > 0", "y > 0") == set()
    assert changes("x >= 0", "x > 0") == set()
    assert "without `1`" in changes("x - y + 1 >= 0", "0 <= y <= 1", "x >= 0")


def test_definitions_among_the_claims_are_put_in():
    """With b = 2 the bound x/b grows without b; a b drawn freely would be below 1 at some points."""
    claimed = formal(["error <= x/b", "b == 2"], ["x > 0"])

    assert "without `b`" not in {miss.change for miss in near_misses(claimed) if miss.part == 0}


def test_the_texts_of_a_near_miss_are_read_back():
    claimed = formal(["error <= 2*x", "y == x**2"], ["x > 0"])
    misses = near_misses(claimed)

    assert {miss.part for miss in misses} == {0, 1}
    for miss in misses:
        read = [x for text in miss.among(claimed) for x in relations(text)]
        assert read[miss.part] == miss.relation
        assert read[1 - miss.part] == claimed.claims[1 - miss.part]


def test_a_sharper_claim_may_be_about_a_formula_on_the_left():
    claim, on_the_left, other = (relations(x)[0] for x in ("2*x <= y", "3*x <= y", "3*x <= z"))
    named = relations("error <= y")[0]

    assert sharpens(on_the_left, claim)
    assert not sharpens(other, claim)
    assert not sharpens(on_the_left, named)  # of a name only its bound is sharper


def test_what_a_sharper_claim_implies():
    claimed = formal(["error <= 2*x + 1"], ["x > 0"])
    sharper = relations("error <= 3*x/2 + 1")[0]

    assert implied(relations("error <= 9*x/5 + 1")[0], sharper, claimed)
    assert not implied(relations("error <= 2*x")[0], sharper, claimed)
    assert not implied(relations("error <= 7*x/5 + 1")[0], sharper, claimed)
