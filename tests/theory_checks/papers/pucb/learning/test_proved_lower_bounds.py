"""The probabilities behind the proved lower bounds, against enumeration, linear programs and an exact privacy audit."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb, exp, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog
from scipy.stats import binom

from tabular.episodic.protocol import TreeUser
from tabular.privacy.joint import all_users, view_law, worst_pair
from theory_checks.papers.pucb.learning._commitment import (
    Commit,
    by_all,
    by_half,
    by_visits,
    floor,
    long_run,
    not_yet,
    square_root,
    total,
    trying,
)
from theory_checks.papers.pucb.learning.proved_lower_bounds import CASES, the_bound, uniform

RHO, ROOT = Fraction(9, 4), Fraction(3, 2)
ROOTS = st.fractions(Fraction(1), Fraction(3), max_denominator=20)


@dataclass(frozen=True)
class CommittingAgent:
    """The private agent of the cases as the audit asks for it: one step, whose reward (0 or 1) is the user's answer.

    Its first ``exploring`` episodes are coins; then an action for each of the ``kept`` first states is drawn with
    probability proportional to root^votes. In other states, and after that, nothing is learned.
    """

    root: Fraction
    exploring: int
    kept: int
    n_states: int
    n_actions: int = 2
    horizon: int = 1

    def start(self):
        return ((Fraction(1), (0, ((0,) * self.n_actions,) * self.kept, None)),)

    def act(self, hidden, step, state):
        t, _, chosen = hidden
        if t >= self.exploring and state < self.kept:
            return ((Fraction(1), (chosen[state], hidden)),)
        return tuple((Fraction(1, self.n_actions), (a, hidden)) for a in range(self.n_actions))

    def end_episode(self, hidden, states, actions, rewards):
        t, votes, chosen = hidden
        if t < self.exploring and states[0] < self.kept:
            votes = self._counted(votes, states[0], actions[0], rewards[0])
        if t + 1 != self.exploring:
            return ((Fraction(1), (t + 1, votes, chosen)),)
        return tuple((p, (t + 1, None, choice)) for p, choice in self._commit(votes))

    def release(self, hidden):
        return ((Fraction(1), hidden[2]),)

    def _counted(self, votes, state, action, good):
        winner = action if good else (1 - action if self.n_actions == 2 else None)
        return tuple(tuple(v + (s == state and b == winner) for b, v in enumerate(row)) for s, row in enumerate(votes))

    def _commit(self, votes):
        laws = [[self.root**v / sum(self.root**u for u in row) for v in row] for row in votes]
        for choice in product(range(self.n_actions), repeat=self.kept):
            weight = Fraction(1)
            for law, b in zip(laws, choice, strict=True):
                weight *= law[b]
            yield weight, choice


@pytest.mark.parametrize(
    ("agent", "episodes"),
    [
        (CommittingAgent(ROOT, 1, 2, 3), 2),
        (CommittingAgent(ROOT, 2, 1, 2), 3),
        (CommittingAgent(ROOT, 1, 1, 2, 3), 2),
        (CommittingAgent(ROOT, 1, 2, 2, 3), 2),
    ],
)
def test_the_committing_agent_is_private_towards_all_users_and_starting_states(agent, episodes):
    """All trees, so also users who start elsewhere and users whose answers fit no MDP of the family."""
    found = worst_pair(agent, episodes, all_users(1, agent.n_actions, agent.n_states)).privacy
    assert found.is_complete
    assert 1 < found.ratio <= agent.root**2


def test_the_audit_refuses_an_agent_whose_votes_count_too_much():
    found = worst_pair(CommittingAgent(ROOT**3, 1, 2, 3), 2, all_users(1, 2, 3)).privacy
    assert found.ratio > ROOT**2


@pytest.mark.parametrize(("A", "n"), [(2, 1), (2, 3), (3, 2)])
def test_the_law_of_the_committing_agent_is_that_of_its_runs(A, n):
    """All users in state 0, where action 0 is right; the last one's action is seen."""
    users = [TreeUser(1, A, {(): 0}, {(a,): int(a == 0) for a in range(A)})] * (n + 1)
    law = view_law(CommittingAgent(ROOT, n, 1, 1, A), users, [n])
    right = sum(mass for view, mass in law.masses.items() if view.actions == ((0,),))
    assert 1 - right == Commit.after(A, RHO, Fraction(1), n)


def test_failures_by_enumeration_of_starting_states() -> None:
    k, T = 2, 4
    found = by_visits(lambda m: by_all(m, 3, RHO), Fraction(1, k), T)
    for t in range(T):
        mean = sum(by_all(sum(x == 0 for x in states), 3, RHO) for states in product(range(k), repeat=t))
        assert found[t] == mean / k**t


def test_failures_with_rare_visits() -> None:
    share = Fraction(1, 6)
    found = by_visits(lambda m: by_all(m, 5, RHO), share, 3)
    assert found[0] == Fraction(4, 5)
    assert found[1] == (1 - share) * Fraction(4, 5) + share * 4 / (4 + RHO)


@pytest.mark.parametrize(("A", "m"), [(2, 1), (2, 3), (3, 1), (4, 2)])
def test_what_one_change_of_all_users_allows_by_linear_programming(A, m):
    """All laws P(action b | answer a) with ratios of at most rho^m, the mean of P(a | a) being maximised."""
    factor, pairs = float(RHO**m), list(product(range(A), repeat=3))
    ratios = np.zeros((len(pairs), A * A))
    for row, (a, other, b) in zip(ratios, pairs, strict=True):
        row[a * A + b] += 1
        row[other * A + b] -= factor
    found = linprog(
        -np.eye(A).ravel() / A,
        A_ub=ratios,
        b_ub=np.zeros(len(pairs)),
        A_eq=np.kron(np.eye(A), np.ones(A)),
        b_eq=np.ones(A),
    )
    assert 1 + found.fun == pytest.approx(float(by_all(m, A, RHO)), rel=1e-9)


@pytest.mark.parametrize("rho", [1.1, 2.0, 9.0])
@pytest.mark.parametrize("m", [1, 2, 3, 4, 7, 10])
def test_for_two_actions_the_bound_is_the_optimum_over_all_mixed_answers(m, rho):
    """f(n) = P(action 1 | n of m users answer for 1), changing by a factor of at most rho, both actions, each step."""
    rows, right = list[np.ndarray](), list[float]()
    for n in range(m):
        for i, j in ((n, n + 1), (n + 1, n)):
            row = np.zeros(m + 1)
            row[i], row[j] = 1, -rho
            rows += [row, -row]
            right += [0, rho - 1]
    goal = np.zeros(m + 1)
    goal[0], goal[m] = 0.5, -0.5
    found = linprog(goal, A_ub=np.array(rows), b_ub=right, bounds=[(0, 1)] * (m + 1))
    assert 0.5 + found.fun == pytest.approx(float(floor(m, 2, Fraction(rho))), rel=1e-7)  # tolerance of the solver


@given(st.integers(1, 5), st.integers(2, 6), ROOTS, st.integers(1, 12))
def test_no_private_agent_is_below_the_bound(k: int, A: int, root: Fraction, T: int) -> None:
    bound = total(the_bound, k, A, root**2, T)
    for agent in (uniform, Commit(Fraction(1, 4)), Commit(Fraction(1, 2)), Commit(Fraction(9, 10))):
        assert total(agent, k, A, root**2, T) >= bound


@given(st.integers(0, 30), ROOTS)
def test_committing_after_m_answers_is_close_to_the_bound(m: int, root: Fraction) -> None:
    """1/(1 + rho^(m/2)) <= rho^(-m/2), which is 2 L(m) for even m and (1 + rho)/sqrt(rho) L(m) for odd m."""
    factor = (1 + root**2) / root if m % 2 else 2
    assert by_half(m, root**2) <= by_all(m, 2, root) <= factor * by_half(m, root**2)


def test_the_half_bound_by_hand() -> None:
    assert [by_half(m, Fraction(2)) for m in range(5)] == [Fraction(1, x) for x in (2, 3, 4, 6, 8)]
    assert floor(2, 2, Fraction(2)) == Fraction(1, 4) > by_all(2, 2, Fraction(2))


@given(st.integers(1, 4), st.integers(2, 6), st.fractions(Fraction(11, 10), Fraction(50)), st.integers(1, 12))
def test_the_bound_is_above_its_closed_form(k: int, A: int, rho: Fraction, T: int) -> None:
    u, epsilon = 1 - 1 / float(rho), log(rho)
    closed = k * (log(A) / epsilon - (A - 1) / u * exp(-T * u / k))
    assert k * float(long_run(0, A, rho) - not_yet(k, A, rho, T)) == pytest.approx(closed, rel=1e-9, abs=1e-12)
    assert float(total(the_bound, k, A, rho, T)) >= closed


def test_an_agent_without_privacy_is_below_it() -> None:
    rho = Fraction(441, 400)
    assert total(trying, 1, 2, rho, 10) == Fraction(1, 2)
    assert total(the_bound, 1, 2, rho, 10) > 2


def test_failures_by_states_are_those_by_episodes() -> None:
    """k E sum_(j < M) F(j), M ~ Bin(T, 1/k), the form in which the proof adds them up."""
    k, A, T = 3, 4, 9
    by_state = sum(
        k * binom.pmf(visits, T, 1 / k) * sum(float(floor(j, A, RHO)) for j in range(visits)) for visits in range(T + 1)
    )
    assert float(total(the_bound, k, A, RHO, T)) == pytest.approx(by_state, rel=1e-12)


def test_trying_loses_half_of_the_other_actions() -> None:
    assert total(trying, 1, 5, RHO, 8) == 2


def test_votes_are_binomial() -> None:
    n, share = 5, Fraction(1, 3)
    expected = sum(comb(n, m) * share**m * (1 - share) ** (n - m) / (1 + ROOT**m) for m in range(n + 1))
    assert Commit.after(2, RHO, share, n) == expected


def test_square_roots_are_rational() -> None:
    assert square_root(RHO) == ROOT
    with pytest.raises(ValueError, match="square of a rational number, got 2"):
        square_root(Fraction(2))


def test_the_mean_of_the_exponential() -> None:
    epsilon, k, t = 0.3, 4, 7
    mean = sum(binom.pmf(m, t, 1 / k) * exp(epsilon * m) for m in range(t + 1))
    assert mean == pytest.approx((1 + (exp(epsilon) - 1) / k) ** t, rel=1e-12)


def test_agents_are_compared_for_positive_epsilon_only_and_one_without_privacy_is_below_the_bound():
    assert all(rho > 1 for _, _, rho in CASES)
    for k, A, rho in CASES:
        assert total(trying, k, A, rho, 16) < total(the_bound, k, A, rho, 16)
