"""Tests for tabular/mdp/instances/families.py."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals

from tabular.mdp.instances import dense_random, dyadic_random, garnet, rational_random

HALF = Fraction(1, 2)
SEEDS = st.integers(0, 2**64)


@given(st.integers(1, 12), st.integers(1, 4), st.data(), SEEDS, st.booleans())
def test_a_garnet_branches_as_told(n, m, data, seed, stored):
    branching = data.draw(st.integers(1, n))

    mdp = garnet(n, m, branching, 0.9, seed, sparse=stored)
    stacked = mdp.stacked.toarray() if stored else mdp.stacked

    assert mdp.is_sparse == stored
    assert (mdp.n_states, mdp.n_actions) == (n, m)
    assert (np.count_nonzero(stacked, axis=1) == branching).all()
    assert ((mdp.rewards >= 0) & (mdp.rewards < 1)).all()


def test_storage_does_not_change_the_garnet():
    for n, branching in ((9, 4), (40, 5), (40, 30)):
        stored, dense = (garnet(n, 3, branching, 0.9, 5, sparse=s) for s in (True, False))
        assert np.array_equal(stored.stacked.toarray(), dense.stacked)
        assert np.array_equal(stored.rewards, dense.rewards)
    assert garnet(65, 2, 3, 0.9, 1).is_sparse
    assert not garnet(64, 2, 3, 0.9, 1).is_sparse


@pytest.mark.parametrize(("n", "branching"), [(6, 2), (5, 3)])
def test_successors_are_uniform_among_the_subsets(n, branching):
    """Both ways of drawing (few or most of the states): chi-square of the subsets' counts, one fixed seed.

    With about 40000 rows over the subsets the statistic has mean k - 1 and standard deviation sqrt(2 (k - 1)); six of
    them leave a fair drawing room, a subset drawn a tenth too often would add 26 at k = 15.
    """
    mdp = garnet(n, 8000, branching, 0.5, 11, sparse=False)
    subsets, counts = np.unique((mdp.stacked > 0) @ 2 ** np.arange(n), return_counts=True)
    expected = 8000 * n / subsets.size

    statistic = float(((counts - expected) ** 2 / expected).sum())

    assert subsets.size == {(6, 2): 15, (5, 3): 10}[n, branching]
    assert statistic <= (subsets.size - 1) + 6 * np.sqrt(2 * (subsets.size - 1))


def test_weights_are_uniform_on_the_simplex():
    """Then a weight of a row of k has mean 1/k and second moment 2/(k (k + 1)); 6 standard errors, one fixed seed."""
    weights = dense_random(4, 20_000, 0.5, 3).stacked
    k, rows = 4, weights.shape[0]

    assert np.abs(weights.mean(axis=0) - 1 / k).max() <= 6 * np.sqrt(0.0375 / rows)
    assert np.abs((weights**2).mean(axis=0) - 2 / (k * (k + 1))).max() <= 6 * np.sqrt(0.02 / rows)


def test_a_million_states_are_drawn_at_once():
    mdp = garnet(200_000, 4, 5, 0.99, 2)

    assert mdp.stacked.nnz == 4_000_000
    assert mdp.stacked.indices.dtype == np.int32


@given(st.integers(1, 8), st.integers(1, 4), st.integers(1, 52), SEEDS)
def test_dyadic_rows_sum_to_exactly_one(n, m, bits, seed):
    mdp = dyadic_random(n, m, HALF, bits, seed)

    assert all(sum(row) == 1 for row in mdp.stacked.tolist())
    assert all((x * 2**bits).denominator == 1 for x in [*mdp.stacked.reshape(-1), *mdp.rewards.reshape(-1)])
    assert all(-1 <= x <= 1 for x in mdp.rewards.reshape(-1))


@given(st.integers(1, 8), st.integers(1, 4), st.integers(1, 52), SEEDS)
def test_dyadic_floats_are_the_same_numbers(n, m, bits, seed):
    exact, floats = dyadic_random(n, m, HALF, bits, seed), dyadic_random(n, m, 0.5, bits, seed, exact=False)

    assert floats.exact().transitions.tolist() == exact.transitions.tolist()
    assert floats.exact().rewards.tolist() == exact.rewards.tolist()


@given(st.integers(1, 6), st.integers(1, 3), st.integers(1, 10**6), SEEDS)
def test_rational_rows_have_the_denominator(n, m, denominator, seed):
    mdp = rational_random(n, m, Fraction(2, 3), denominator, seed)

    assert mdp.is_exact
    assert all(sum(row) == 1 for row in mdp.stacked.tolist())
    assert all((x * denominator).denominator == 1 for x in mdp.stacked.reshape(-1))


@pytest.mark.parametrize(
    "build",
    [
        lambda seed: garnet(20, 2, 3, 0.9, seed),
        lambda seed: dense_random(5, 2, 0.9, seed),
        lambda seed: dyadic_random(5, 2, 0.9, 8, seed, exact=False),
        lambda seed: rational_random(5, 2, HALF, 7, seed),
    ],
)
def test_a_seed_decides_everything(build):
    one, same, other = build(1), build(1), build(2)

    assert one.transitions.tolist() == same.transitions.tolist()
    assert one.rewards.tolist() == same.rewards.tolist()
    assert one.transitions.tolist() != other.transitions.tolist()


def test_the_bytes_of_a_seed_are_fixed():
    """A stored answer on purpose: the same seed must mean the same instance in every version of this code."""
    mdp = rational_random(2, 2, HALF, 12, 1)

    assert [str(x) for x in mdp.stacked.reshape(-1)] == ["5/12", "7/12", "0", "1", "1/6", "5/6", "1/12", "11/12"]
    assert [str(x) for x in mdp.rewards.reshape(-1)] == ["-1", "-1", "1/3", "2/3"]


test_bad_arguments_are_refused = refusals(
    (lambda: garnet(5, 2, 6, 0.9, 1), "branching must be at most the number of states 5, got 6"),
    (lambda: garnet(5, 2, 0, 0.9, 1), "branching must be an integer of at least 1, got 0"),
    (lambda: garnet(2**31, 1, 1, 0.9, 1), r"m \* n \* branching must be at most 2\*\*31 - 1, got 2147483648"),
    (lambda: garnet(5, 2, 1, 0.9, -1), "seed must be an integer of at least 0, got -1"),
    (lambda: garnet(5, 2, 1, HALF, 1), "all exact or all floats"),
    (lambda: garnet(5, 2, 1, 1.0, 1), "discount must be at least 0 and less than 1, got 1.0"),
    (lambda: dense_random(0, 2, 0.9, 1), "n must be an integer of at least 1, got 0"),
    (lambda: dense_random(2, 2.0, 0.9, 1), "m must be an integer of at least 1, got 2.0"),
    (lambda: dyadic_random(2, 2, HALF, 53, 1), "bits must be at most 52, got 53"),
    (lambda: dyadic_random(2, 2, HALF, 0, 1), "bits must be an integer of at least 1, got 0"),
    (lambda: dyadic_random(2, 2, 0.5, 5, 1), "all exact or all floats"),
    (lambda: dyadic_random(2, 2, HALF, 5, 1, exact=False), "all exact or all floats"),
    (lambda: rational_random(2, 2, HALF, 0, 1), "denominator must be an integer of at least 1, got 0"),
    (lambda: rational_random(2, 2, HALF, 2**60, 1), r"denominator must be at most 2\*\*52, got 1152921504606846976"),
)
