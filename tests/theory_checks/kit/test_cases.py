"""Tests for theory_checks/cases.py: the MDPs on which statements are tried."""

from fractions import Fraction

import numpy as np
import pytest

from theory_checks.core.claim import Trial
from theory_checks.core.evidence import Outcome
from theory_checks.kit.cases import (
    compare_everywhere,
    constant,
    deterministic_mdps,
    exhaustive_family,
    named_cases,
    random_table,
    seeded_cases,
    stay_or_swap,
    sup_norm,
    swap,
)

TRIAL = Trial(claim_id="dpdqn/claim15")
FULL = Trial(claim_id="dpdqn/claim15", profile="full")


def test_named_cases_are_exact_and_have_distinct_names():
    cases = named_cases()

    assert all(case.mdp.is_exact for case in cases)
    assert len({case.name for case in cases}) == len(cases)


def test_named_cases_cover_the_corners():
    mdps = [case.mdp for case in named_cases()]

    assert any(mdp.discount == 0 for mdp in mdps)
    assert any(mdp.n_states == mdp.n_actions == 1 for mdp in mdps)
    assert any(not mdp.rewards.any() for mdp in mdps)


def test_deterministic_mdps_are_all_of_them_once():
    keys = {(str(mdp.transitions.tolist()), str(mdp.rewards.tolist())) for mdp in deterministic_mdps(2, 1, (0, 1))}

    assert len(list(deterministic_mdps(2, 1, (0, 1)))) == len(keys) == 2**2 * 2**2


@pytest.mark.parametrize(("trial", "size"), [(TRIAL, 16 * 2**4), (FULL, 16 * 3**4)])
def test_the_exhaustive_family_says_how_large_it_is(trial, size):
    name, family = exhaustive_family(trial)

    assert len(family) == size
    assert name.startswith(f"all {size} deterministic MDPs")


def test_seeded_cases_depend_on_statement_and_seed_only():
    other_seed, other_claim = Trial(claim_id="dpdqn/claim15", seed=1), Trial(claim_id="dpdqn/claim17")
    names = [[case.name for case in seeded_cases(trial)] for trial in (TRIAL, TRIAL, other_seed, other_claim)]

    assert names[0] == names[1]
    assert names[0] not in names[2:]
    assert all(case.mdp.is_exact for case in seeded_cases(TRIAL))
    assert len(seeded_cases(FULL)) > len(seeded_cases(TRIAL))


def test_two_small_mdps():
    assert stay_or_swap().transitions.tolist() == [[[1, 0], [0, 1]], [[0, 1], [1, 0]]]
    assert swap(Fraction(1, 3)).transitions.tolist() == [[[0, 1], [1, 0]]]
    assert swap(Fraction(1, 3)).discount == Fraction(1, 3)


def test_random_tables_are_exact_and_bounded():
    table = random_table(np.random.default_rng(0), 3, 5)

    assert table.shape == (3, 5)
    assert all(isinstance(x, Fraction) and abs(x) <= 2 and (8 * x).denominator == 1 for x in table.reshape(-1))


def test_sup_norm_and_constant():
    assert sup_norm(np.array([Fraction(1), Fraction(-3)], dtype=object)) == 3
    assert constant(stay_or_swap(), Fraction(1, 7)).tolist() == [[Fraction(1, 7)] * 2] * 2


def test_comparisons_are_made_on_every_family():
    def true_where_small(mdp, rng):
        return {"states": (mdp.n_states, "<=", 4), "draw": (int(rng.integers(3)), "<", 3)}

    evidence = list(compare_everywhere(TRIAL, true_where_small, "sizes"))

    assert len(evidence) == len(named_cases()) + 2
    assert {item.outcome for item in evidence} == {Outcome.HOLDS}
    assert len(list(compare_everywhere(TRIAL, true_where_small, "sizes", exhaustive=False))) == len(evidence) - 1


def test_a_comparison_that_fails_is_named():
    def false_for_two_states(mdp, _):
        return {"states": (mdp.n_states, "!=", 2)}

    evidence = list(compare_everywhere(TRIAL, false_for_two_states, "sizes"))
    failed = [item for item in evidence if item.outcome is Outcome.FAILS]

    assert any(item.case.startswith("all 256") and item.quantity == "MDP 0, states" for item in failed)
