"""Statements of this room that are true on a region: its cases and counterexamples lie on the right side, and near."""

from fractions import Fraction

import pytest

from tests.theory_checks.papers.dpdqn.near_misses import certificates, inside, regions
from theory_checks.core.evidence import Region
from theory_checks.core.interpret import exact
from theory_checks.papers.dpdqn.maximum import tail_of_all_paths, tail_of_maximum
from theory_checks.papers.dpdqn.maximum.steps_variance import MAX_CASES

TAIL = [sigma for _, sigma, _ in tail_of_maximum.INSIDE_CASES]
LEVELS = {
    ("dpdqn/lemma8", "printed"): TAIL,
    ("dpdqn-v1/lemma10", "printed"): TAIL,
    ("dpdqn/e3-tight-bound", "some-path-exceeds"): [sigma for _, sigma, _, _ in tail_of_all_paths.INSIDE],
    ("dpdqn/lemma8-variance-max", "printed"): [sigma for _, sigma, at in MAX_CASES if at is Region.INSIDE],
}


@pytest.mark.parametrize(("id_", "reading"), regions("maximum"))
def test_cases_and_counterexamples_lie_on_their_sides_and_near_the_border(id_, reading):
    name = "sigma_z" if id_.endswith("variance-max") else "sigma"
    levels = LEVELS[id_, reading]
    found = [{key: exact(x) for key, x in c.values.items() if key in (name, "u")} for c in certificates(id_, reading)]
    refuted = [values[name] for values in found if values.get("u", 0) >= 0]

    assert all(inside(id_, reading, **{name: level, "u": Fraction(0)}) for level in levels)
    assert refuted
    assert not any(inside(id_, reading, **values) for values in found)
    assert min(refuted) <= max(levels) * Fraction(101, 100)
