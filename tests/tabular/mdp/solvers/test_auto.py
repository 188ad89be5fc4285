"""Tests for tabular/mdp/solvers/auto.py: every method on every representation, and the choice among them."""

from fractions import Fraction

import numpy as np
import pytest
from rational_oracle import distance, optimal_value, value_of
from refusals import refusals

from tabular.errors import InputError
from tabular.mdp import FiniteMDP
from tabular.mdp.instances import (
    bandit,
    chain,
    cycle_with_stay,
    dense_random,
    dyadic_random,
    garnet,
    grid_lake,
    identity_mdp,
    one_state_loop,
)
from tabular.mdp.policies import policy_value
from tabular.mdp.solvers import METHODS, modified_policy_iteration, solve, value_iteration
from tabular.mdp.solvers.solution import ToleranceError

FLOAT_METHODS = [method for method in METHODS if method != "exact"]
ITERATIVE = [method for method in FLOAT_METHODS if not method.startswith("lp")]


def as_sparse(mdp):
    from scipy import sparse

    return FiniteMDP([sparse.csr_array(block) for block in mdp.transitions], mdp.rewards, mdp.discount)


def representations():
    exact = dyadic_random(4, 3, Fraction(7, 8), 6, seed=5)
    return {"dense": exact.to_float(), "sparse": as_sparse(exact.to_float()), "exact": exact}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", ["dense", "sparse", "exact"])
def test_every_method_on_every_representation_finds_the_brute_force_optimum(method, name):
    mdp = representations()[name]
    if method == "exact" and name != "exact":
        with pytest.raises(InputError, match="the MDP of method 'exact' must have exact numbers"):
            solve(mdp, method)
        return
    solution = solve(mdp, method)
    v_star = optimal_value(mdp)

    assert distance(solution.value, v_star) <= Fraction(solution.error_bound)
    assert distance(value_of(mdp, solution.policy.tolist()), v_star) <= 2 * Fraction(solution.error_bound)
    assert solution.error_bound <= 1e-8
    assert (type(solution.error_bound) is Fraction) == (name == "exact")
    assert solution.method == ("exact" if name == "exact" else method if method != "auto" else "policy-iteration")


@pytest.mark.parametrize("method", FLOAT_METHODS)
@pytest.mark.parametrize("gamma", [0.0, 0.5, 0.99])
def test_closed_forms(method, gamma):
    for mdp, v_star in [
        (bandit([0.25, 1.0, -3.0], gamma), [1 / (1 - gamma)]),
        (one_state_loop(gamma, -2), [-2 / (1 - gamma)]),
        (chain(12, gamma, slip=0.25), (gamma * 0.75 / (1 - gamma * 0.25)) ** np.arange(11, -1, -1.0) / (1 - gamma)),
        (identity_mdp(3, 2, gamma).with_rewards([[0, 1, 2], [1, -1, 2]]), np.array([1, 1, 2]) / (1 - gamma)),
        (cycle_with_stay(5, gamma), np.zeros(5)),
    ]:
        solution = solve(mdp, method)
        assert np.abs(solution.value - v_star).max() <= solution.error_bound + 1e-12 / (1 - gamma)  # v_star was rounded


@pytest.mark.parametrize("method", FLOAT_METHODS)
def test_absorbing_states_and_far_rewards(method):
    """The lake's rewards are many steps away, and span bounds alone do not help."""
    mdp = grid_lake(9, 0.95, seed=1)
    solution, reference = solve(mdp, method), solve(mdp, "policy-iteration", tol=1e-11)
    assert np.abs(solution.value - reference.value).max() <= solution.error_bound + reference.error_bound
    assert np.abs(policy_value(mdp, solution.policy) - solution.value).max() <= solution.error_bound + 1e-12


@pytest.mark.parametrize("method", FLOAT_METHODS)
@pytest.mark.parametrize(("n", "m"), [(1, 1), (1, 3), (4, 1), (2, 2)])
def test_smallest_sizes(method, n, m):
    mdp = dyadic_random(n, m, Fraction(1, 2), 4, seed=n + 10 * m)
    solution = solve(mdp.to_float(), method)
    assert distance(solution.value, optimal_value(mdp)) <= Fraction(solution.error_bound)


@pytest.mark.parametrize("method", FLOAT_METHODS)
def test_ties_everywhere_do_not_keep_a_method_from_ending(method):
    """All actions of all states are equal, so every policy is optimal."""
    mdp = FiniteMDP(np.tile(dense_random(6, 1, 0.9, 3).transitions, (4, 1, 1)), np.ones((4, 6)), 0.9)
    solution = solve(mdp, method)
    assert np.abs(solution.value - 10).max() <= solution.error_bound + 1e-13


@pytest.mark.parametrize("method", ITERATIVE)
def test_discounts_near_one_are_certified_or_refused(method):
    mdp = dense_random(8, 2, 1 - 1e-5, 0)
    if method == "gauss-seidel":  # its sweeps shrink the sup norm only, by 1e-5 each
        mdp = mdp.with_discount(1 - 1e-3)
    solution = solve(mdp, method, tol=1e-5)
    assert distance(solution.value, optimal_value_by_policy(mdp, solution)) <= Fraction(solution.error_bound)
    with pytest.raises(ToleranceError, match=r"^tol must be at least .* all that float64 proves here, got 1e-15$"):
        solve(mdp, method, tol=1e-15)


def optimal_value_by_policy(mdp, solution):
    """The exact value of the policy that was found: it is optimal here, and enumeration would take too long."""
    P_pi_value = value_of(mdp, solution.policy.tolist())
    q = mdp.rewards + mdp.discount * (mdp.stacked @ np.array([float(x) for x in P_pi_value])).reshape(2, 8)
    assert (q.argmax(axis=0) == solution.policy).all()
    return P_pi_value


def test_auto_takes_steps_where_chains_mix_and_equations_where_they_do_not():
    assert solve(garnet(300, 4, 5, 0.99, 0)).method == "modified-policy-iteration"
    assert solve(dense_random(60, 3, 0.99, 0)).method == "modified-policy-iteration"
    assert solve(grid_lake(20, 0.9)).method == "policy-iteration"
    assert solve(dense_random(6, 3, 0.9, 0)).method == "policy-iteration"
    slow = cycle_with_stay(40, 0.999).with_rewards(np.random.default_rng(0).random((2, 40)))
    assert solve(slow).method == "policy-iteration"


def test_auto_probes_once_and_evaluates_as_deep_as_the_method_that_it_has_chosen():
    mdp = garnet(2000, 4, 5, 0.999, 0)
    assert solve(mdp, tol=1e-8).iterations == modified_policy_iteration(mdp, tol=1e-8).iterations


def test_auto_finds_a_lake_whose_cells_are_numbered_at_random():
    mdp = grid_lake(20, 0.99, seed=2)
    place = np.random.default_rng(0).permutation(400)
    shuffled = FiniteMDP([block[place][:, place] for block in mdp.transitions], mdp.rewards[:, place], 0.99)
    solution, plain = solve(shuffled), solve(mdp)
    assert solution.method == "policy-iteration"
    assert np.abs(solution.value - plain.value[place]).max() <= solution.error_bound + plain.error_bound


DOUBTFUL = {
    "large rewards": lambda: dyadic_random(5, 3, Fraction(99, 100), 12, seed=2).with_rewards(
        [[Fraction(10**6 * (3 * a + s), 7) for s in range(5)] for a in range(3)]
    ),
    "tiny rewards": lambda: chain(4, Fraction(9, 10)).with_rewards([[Fraction(s, 10**12) for s in range(4)]] * 2),
    "near 1": lambda: dyadic_random(5, 3, 1 - Fraction(1, 2**20), 12, seed=4),
}


# The sweeps of Gauss-Seidel shrink the sup norm only, by 1e-6 each.
CASES = [
    (method, name) for method in FLOAT_METHODS for name in DOUBTFUL if (method, name) != ("gauss-seidel", "near 1")
]


@pytest.mark.parametrize(("method", "name"), CASES)
def test_without_a_tolerance_the_bound_is_what_doubles_prove(method, name):
    mdp = DOUBTFUL[name]().to_float()
    solution, v_star = solve(mdp, method), solve(mdp.exact()).value

    assert distance(solution.value, v_star) <= Fraction(solution.error_bound)
    assert solution.error_bound <= 2e-11 / (1 - mdp.discount) * float(max(abs(v_star)))


@pytest.mark.parametrize(("method", "name"), CASES)
def test_a_proposal_needs_no_tolerance(method, name):
    mdp = DOUBTFUL[name]()
    solution = solve(mdp, method, tol=1e-8)

    assert solution.error_bound == 0
    assert solution.value.tolist() == solve(mdp).value.tolist()


@pytest.mark.parametrize("method", METHODS)
def test_numbers_beyond_doubles_need_no_proposal(method):
    near_one = bandit([Fraction(2), Fraction(1)], 1 - Fraction(1, 10**30))

    assert solve(near_one, method).value.tolist() == [2 * 10**30]


def test_the_exact_optimum_does_not_depend_on_the_proposing_method():
    mdp = dyadic_random(5, 3, Fraction(2, 3), 20, seed=9)
    values = [solve(mdp, method).value.tolist() for method in METHODS]
    assert all(value == values[0] for value in values)


@pytest.mark.parametrize("method", ["auto", "value-iteration", "modified-policy-iteration"])
def test_the_number_of_threads_changes_no_bit(method):
    mdp = garnet(30_000, 3, 4, 0.9, 7)
    one, two, three = (solve(mdp, method, tol=1e-8, jobs=jobs) for jobs in (1, 2, 3))
    for other in (two, three):
        assert other.value.tobytes() == one.value.tobytes()
        assert other.policy.tolist() == one.policy.tolist()
        assert (other.error_bound, other.iterations) == (one.error_bound, one.iterations)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", ["dense", "sparse", "exact"])
def test_methods_without_a_use_for_threads_take_them(method, name):
    mdp = representations()[name]
    if method == "exact" and name != "exact":
        return
    assert solve(mdp, method, jobs=2).value.tolist() == solve(mdp, method).value.tolist()


def test_values_beyond_float64_are_refused():
    mdp = one_state_loop(0.5).with_rewards([[1e308]])
    for method in FLOAT_METHODS:
        with pytest.raises(InputError, match=r"max \|r\| / \(1 - discount\) must be at most 1e\+300"):
            solve(mdp, method)


test_bad_input_is_refused_in_one_sentence = refusals(
    (
        lambda method: solve(dense_random(2, 2, 0.5, 0), method),
        r"^method must be one of auto, exact, value-iteration, .*, got ",
        ["", "VI", None, 3, "value_iteration"],
    ),
    (lambda: solve([[1.0]]), "mdp must be a FiniteMDP"),
    (lambda: solve(dense_random(2, 2, 0.5, 0), tol=-1), "tol must be a positive number, got -1"),
    *(
        (
            lambda jobs, call=call: call(dense_random(2, 2, 0.5, 0), jobs=jobs),
            r"^jobs must be an integer from 1 to 256, got ",
            [0, -1, 257, True, 1.0, "2", None],
        )
        for call in (solve, value_iteration, modified_policy_iteration)
    ),
)
