"""The direct evaluations of the definitions on cases done by hand."""

from fractions import Fraction

from tabular.episodic import every_policy
from theory_checks.papers.pucb.privacy.agent_definitions import (
    _over_all_events,
    _views,
    gap_by_paths,
    instances,
    library_mistakes,
    not_strict,
)

QUARTER = Fraction(1, 4)


def test_gaps_of_two_arms_by_paths():
    bandit = next(iter(instances().values()))

    assert sorted(gap_by_paths(bandit, policy) for policy in every_policy(bandit)) == [0, QUARTER]


def test_a_gap_of_alpha_is_no_mistake():
    gaps = [Fraction(0), QUARTER, Fraction(1, 2)]

    assert library_mistakes(gaps, QUARTER) == 1
    assert not_strict(gaps, QUARTER) == 2


def test_views_of_randomised_response():
    first, second = (_views(Fraction(3, 4), (0, 1, 0), 2, switched=flag) for flag in (False, True))

    assert sum(first.values()) == sum(second.values()) == 1
    assert _over_all_events(first, second) == 3
