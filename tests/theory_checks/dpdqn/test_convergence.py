"""The private mathematics of convergence: fixed points of the literal update, and its cycle."""

import numpy as np

from tabular.algorithms.private_value_iteration import bracketed, iterate, literal
from theory_checks.cases import stay_or_swap
from theory_checks.claim import Trial
from theory_checks.dpdqn.convergence import NO_FIXED_POINT, convergence_literal, fixed_points
from theory_checks.evidence import Outcome
from theory_checks.exhibits import Figure, Table


def test_the_example_has_no_literal_fixed_point_and_one_bracketed():
    mdp = stay_or_swap()

    assert len(fixed_points(mdp, literal(NO_FIXED_POINT))) == 0
    assert len(fixed_points(mdp, bracketed(NO_FIXED_POINT))) == 1


def test_small_steps_do_not_settle_either():
    """With alpha = 1/20 the last 1000 of 5000 float iterates keep moving by more than 1/100."""
    mdp = stay_or_swap().to_float()
    *_, q = iterate(mdp, [literal(NO_FIXED_POINT * 1.0)] * 4000, np.zeros((2, 2)), 0.05)
    late = np.array(list(iterate(mdp, [literal(NO_FIXED_POINT * 1.0)] * 1000, q, 0.05)))

    assert (late.max(axis=0) - late.min(axis=0)).max() > 0.01


def test_only_the_smallest_example_fails_and_it_is_certified():
    findings = list(convergence_literal(Trial(claim_id="dpdqn/convergence", reading="literal")))
    failed = [x for x in findings if getattr(x, "outcome", None) is Outcome.FAILS]

    assert len(failed) == 1
    assert failed[0].certificate.check()["accepted"]


def test_the_figure_shows_a_cycle_of_length_two():
    findings = convergence_literal(Trial(claim_id="dpdqn/convergence", reading="literal"))
    figure = next(x for x in findings if isinstance(x, Figure))
    full_steps = figure.series[0].y

    assert full_steps[2:10:2] == [1.5] * 4
    assert full_steps[3:11:2] == [0.75] * 4


def test_the_census_counts_every_noise_table():
    findings = convergence_literal(Trial(claim_id="dpdqn/convergence", reading="literal"))
    census = next(x for x in findings if isinstance(x, Table))

    assert sum(row[1] for row in census.rows) == 3**4
    assert [row[0] for row in census.rows] == [0, 1, 2]
