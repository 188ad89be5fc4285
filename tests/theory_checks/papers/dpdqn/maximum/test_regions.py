"""Statements of this room that are true on a region: every case lies on the side of the border that it is told to."""

import pytest

from theory_checks.core.evidence import Region
from theory_checks.core.interpret import exact
from theory_checks.engine.papers import load
from theory_checks.papers.dpdqn.maximum import tail_of_all_paths, tail_of_maximum
from theory_checks.papers.dpdqn.maximum.steps_variance import MAX_CASES

TAIL = ([sigma for _, sigma, _ in tail_of_maximum.INSIDE_CASES], [sigma for _, sigma in tail_of_maximum.OUTSIDE_CASES])
PATHS = tuple([case[1] for case in cases] for cases in (tail_of_all_paths.INSIDE, tail_of_all_paths.OUTSIDE))
VARIANCE = tuple([sigma for _, sigma, at in MAX_CASES if at is region] for region in (Region.INSIDE, Region.OUTSIDE))


@pytest.mark.parametrize(
    ("name", "reading", "symbol", "levels"),
    [
        ("dpdqn/lemma8", "printed", "sigma", TAIL),
        ("dpdqn-v1/lemma10", "printed", "sigma", TAIL),
        ("dpdqn/e3-tight-bound", "some-path-exceeds", "sigma", PATHS),
        ("dpdqn/lemma8-variance-max", "printed", "sigma_z", VARIANCE),
    ],
)
def test_cases_lie_on_both_sides_of_the_border_and_near_it(name, reading, symbol, levels):
    (border,) = load()[name].reading(reading).limits.claims
    inside, outside = levels

    assert (str(border.left), border.sign) == (symbol, "<=")
    assert max(inside) == exact(border.right)
    assert exact(border.right) < min(outside) <= exact(border.right) * 101 / 100
