"""Optimal values by brute force in rational arithmetic: nothing in here calls the package's solvers or operators.

Rows need not sum to 1: float rows seldom do, and the error bounds speak about the numbers as they are.
"""

from fractions import Fraction
from itertools import product

import numpy as np


def numbers_of(mdp):
    """P[a][s][t], r[a][s] and the discount of an MDP as Fractions, taken literally."""
    dense = mdp.stacked.toarray() if mdp.is_sparse else mdp.stacked
    P = dense.reshape(mdp.n_actions, mdp.n_states, mdp.n_states)
    return (
        [[[Fraction(p) for p in row] for row in block] for block in P.tolist()],
        [[Fraction(x) for x in row] for row in mdp.rewards.tolist()],
        Fraction(mdp.discount),
    )


def value_of(mdp, policy):
    """The value of a deterministic policy, by elimination."""
    P, r, gamma = numbers_of(mdp)
    n = len(policy)
    rows = [[int(s == t) - gamma * P[policy[s]][s][t] for t in range(n)] + [r[policy[s]][s]] for s in range(n)]
    for k in range(n):
        pivot = next(i for i in range(k, n) if rows[i][k])
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [x / rows[k][k] for x in rows[k]]
        for i in range(n):
            if i != k and rows[i][k]:
                rows[i] = [x - rows[i][k] * y for x, y in zip(rows[i], rows[k], strict=True)]
    return [row[n] for row in rows]


def optimal_value(mdp):
    """The largest value in every state over all deterministic policies: one of them attains it everywhere."""
    values = [value_of(mdp, policy) for policy in product(range(mdp.n_actions), repeat=mdp.n_states)]
    return [max(column) for column in zip(*values, strict=True)]


def distance(v, exact):
    """The sup norm of v - exact as a Fraction, for v of floats or Fractions."""
    return max(abs(Fraction(x) - y) for x, y in zip(np.asarray(v).tolist(), exact, strict=True))
