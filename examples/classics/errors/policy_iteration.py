"""What policy iteration may end with for ever if each policy is evaluated with a small error."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np

import theory_checks as tc
from tabular import FiniteMDP
from tabular.mdp.bellman import q_values
from tabular.mdp.policies import policy_value

from ._losses import loss

STAY, MOVE = 0, 1


def ladder(n: int, gamma: Fraction, delta: int) -> FiniteMDP:
    """Return n states in a row: staying costs the more the higher one is, moving down costs nothing, nor does 0."""
    stay, down = np.eye(n, dtype=int), np.eye(n, k=-1, dtype=int)
    down[0, 0] = 1
    costs = [2 * gamma * delta * sum(gamma**i for i in range(k)) for k in range(n)]
    return FiniteMDP([stay.tolist(), down.tolist()], [[-c for c in costs], [Fraction(0)] * n], gamma)


def staying_at(k: int, n: int) -> list[int]:
    """Return the policy that stays in the state k and moves down elsewhere."""
    return [STAY if s == k else MOVE for s in range(n)]


def evaluated(mdp: FiniteMDP, k: int, delta: int) -> list[Fraction]:
    """Return the value of staying in k, with an error that makes staying one state higher look good."""
    errors = [delta * ((s == k + 1) - (s == k)) for s in range(mdp.n_states)]
    return list(policy_value(mdp, staying_at(k, mdp.n_states)) + errors)


def is_greedy(mdp: FiniteMDP, v: Sequence[Fraction], policy: Sequence[int]) -> bool:
    """Tell whether a policy takes an action that looks best in each state."""
    q = q_values(mdp, v)
    return all(q[action, s] == q[:, s].max() for s, action in enumerate(policy))


def climbing(gamma: Fraction, n: int, delta: int) -> tuple[FiniteMDP, Sequence[int]]:
    """Return the ladder, and the states in which policies stay that follow each other by greedy steps.

    After the last one all move down, as they do at first, and the policies repeat themselves for ever.
    """
    mdp = ladder(n, gamma, delta)
    steps = [(evaluated(mdp, k, delta), k + 1) for k in range(n - 1)]
    steps.append((list(policy_value(mdp, staying_at(n - 1, n))), 0))
    for v, state in steps:
        if not is_greedy(mdp, v, staying_at(state, n)):
            raise ValueError(f"staying must be greedy for the policies of the ladder, got another action at {state}")
    return mdp, range(1, n)


def after_one_evaluation(gamma: Fraction, n: int, delta: int) -> tuple[FiniteMDP, Sequence[int]]:
    """Return the ladder with the first of these policies, which needs no error but the first."""
    return climbing(gamma, n, delta)[0], [1]


def of_twice_the_size(gamma: Fraction, n: int, delta: int) -> tuple[FiniteMDP, Sequence[int]]:
    """Return the ladder that policies climb if the errors are twice as large as stated."""
    return climbing(gamma, n, 2 * delta)


CONTROLS = {
    "broken": {"errors twice as large as stated": {"run": of_twice_the_size}},
    "sound": {"one evaluation": {"run": after_one_evaluation}},
}


@tc.claim("classics/policy-iteration", "classics/policy-iteration/misquoted", **CONTROLS)
def policy_iteration(trial: tc.Trial, *, run=climbing) -> Iterator[tc.Finding]:
    """Let errors make policies climb a ladder of states, up to where they lose most."""
    for gamma, n, delta in ((Fraction(1, 2), 3, 1), (Fraction(1, 2), 8, 2), (Fraction(9, 10), 4, 1), LONG):
        mdp, states = run(gamma, n, delta)
        for state in (states[0], states[-1]):
            lost, objects, facts = loss(mdp, staying_at(state, n))
            values = {"loss": lost, "delta": delta, "gamma": gamma}
            told = f"$\\gamma = {gamma}$, $\\delta = {delta}$, {n} states, staying at height {state}"
            yield tc.decide(trial.formal, values, case=told, objects=objects, facts=facts)


LONG = (Fraction(9, 10), 28, 1)
