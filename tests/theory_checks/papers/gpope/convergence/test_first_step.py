"""The border of "initially term I dominates": the region of the ledger, and the two terms of (6.4)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from theory_checks.core.interpret import exact
from theory_checks.core.parsing import relations
from theory_checks.engine.papers import load
from theory_checks.papers.gpope.convergence._theorems import BOUND, term_two
from theory_checks.papers.gpope.convergence.first_step import SHARES, start_of

READING = load().statements["gpope/thm2-divergence"].reading("initially")
PARTS = {name: st.fractions(Fraction(1, 50), Fraction(49, 50), max_denominator=50) for name in ("beta", "lmin", "v")}


@given(**PARTS, share=st.sampled_from(SHARES))
def test_the_start_gives_term_one_its_share(beta, lmin, v, share):
    start, level = start_of(beta, lmin, v, share), term_two(beta, lmin, v)
    both = exact(BOUND, {"beta": beta, "lmin": lmin, "start": start, "N": 1, "C0": level})

    assert both - level == share * level


@pytest.mark.parametrize("share", SHARES)
@given(**PARTS)
def test_the_region_of_the_ledger_is_where_term_one_is_at_least_term_two(beta, lmin, v, share):
    border = relations(READING.region[0])[0].right

    inside = start_of(beta, lmin, v, share) >= exact(border, {"beta": beta, "lmin": lmin, "v": v})

    assert inside == (share >= 1)
