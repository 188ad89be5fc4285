"""The lemmas of the checker about MDPs against simulation: noise is drawn, it is solved over all its policies.

Seeds are fixed. Five standard errors are allowed, which a right lemma misses once in a million seeds.
"""

import json
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from certificate_corpus import certificate, mdp
from raw import lemma, relation

from theory_checks.checker import checker

F = Fraction
DRAWS = 40_000


def eye(n):
    return [[F(s == t) for t in range(n)] for s in range(n)]


def cycle(*paces):
    n = len(paces)
    return [[(1 - p) * (s == t) + p * ((s + 1) % n == t) for t in range(n)] for s, p in enumerate(paces)]


def nothing(m, n):
    return [[F(0)] * n] * m


CASES = {
    "every state for itself": ("identity-value-error", [eye(2)] * 3, [[F(1), F(-2)]] * 3, F(1, 2), F(1, 2)),
    "one action": ("identity-value-error", [eye(2)], nothing(1, 2), F(9, 10), F(1)),
    "bias": ("identity-value-bias", [eye(2)] * 3, [[F(1), F(-2)]] * 3, F(1, 2), F(1, 2)),
    "any MDP": ("value-error-lower-bound", [eye(2), cycle(F(1, 2), F(1))], [[F(0), F(1)], [F(2), F(0)]], F(1, 2), F(2)),
    "one action is the tight case": ("value-error-lower-bound", [eye(1)], nothing(1, 1), F(0), F(1)),
    "returned": ("returned-value-error", [eye(2)] * 3, nothing(3, 2), F(0), F(1)),  # then the two errors are the same
    "walk": ("walk-and-stay-value-error", [eye(4), cycle(1, 1, 1, 1)], nothing(2, 4), F(9, 10), F(1)),
    "walk, two stays": ("walk-and-stay-value-error", [eye(3), cycle(1, 1, 1), eye(3)], nothing(3, 3), F(1, 2), F(1)),
    "gain of a walk": ("walk-and-stay-value-bias", [eye(3), cycle(1, 1, 1)], nothing(2, 3), F(9, 10), F(2)),
    "cycle": ("slow-cycle-value-error", [eye(3), cycle(F(1), F(1), F(1))], nothing(2, 3), F(999, 1000), F(1)),
    "waiting": ("slow-cycle-value-error", [eye(2), cycle(F(1, 10), F(1)), eye(2)], nothing(3, 2), F(9999, 10000), F(1)),
    "one good arm": ("bandit-policy-loss", [eye(1)] * 4, [[F(1)], [F(3)], [F(1)], [F(1)]], F(1, 3), F(2)),
    "equal arms": ("bandit-policy-loss", [eye(1)] * 3, nothing(3, 1), F(1, 3), F(1)),
    "one good arm in each state": ("bandit-policy-loss", [eye(2)] * 2, [[F(1), F(5)], [F(2), F(4)]], F(1, 2), F(1)),
    "paying cycle": ("paying-cycle-policy-loss", [eye(3), cycle(1, 1, 1)], [[F(0)] * 3, [F(1)] * 3], F(99, 100), F(1)),
    "paying cycle of two": (
        "paying-cycle-policy-loss",
        [eye(2), cycle(1, 1), eye(2)],
        [[F(0)] * 2, [F(2)] * 2, [F(0)] * 2],
        F(9, 10),
        F(2),
    ),
}
TIGHT = {  # how far the simulated size may lie above a lower bound, so that the bound says something
    "any MDP": 3.0,
    "one action is the tight case": 1.02,
    "walk": 1.3,
    "walk, two stays": 1.3,
    "gain of a walk": 1.2,
    "cycle": 1.05,
    "waiting": 1.05,
    "one good arm": 1.02,
    "equal arms": 1.0,
    "one good arm in each state": 1.02,
    "paying cycle": 1.2,
    "paying cycle of two": 1.2,
}


def simulate(P, r, gamma, sigma, rng):
    """Return errors |v' - v*|, biases v' - v*, and losses v* - v^pi' averaged over the states, one for each draw."""
    P, r = np.array(P, dtype=float), np.array(r, dtype=float)
    m, n = r.shape
    z = rng.normal(0, float(sigma), (DRAWS, m, n))
    policies = [list(policy) for policy in product(range(m), repeat=n)]
    states = np.arange(n)
    resolvents = [np.linalg.inv(np.eye(n) - float(gamma) * P[policy, states]) for policy in policies]
    plain = np.array([R @ r[policy, states] for R, policy in zip(resolvents, policies, strict=True)])
    noisy = np.array([(r + z)[:, policy, states] @ R.T for R, policy in zip(resolvents, policies, strict=True)])
    chosen = noisy.sum(axis=2).argmax(axis=0)  # an optimal policy is optimal from every state, so also in the sum
    change, best = noisy.max(axis=0) - plain.max(axis=0), plain.max(axis=0)
    losses = best - plain[chosen]
    return np.abs(change).mean(axis=1), change.mean(axis=1), losses.mean(axis=1)


@pytest.mark.parametrize("name", CASES)
def test_a_lemma_agrees_with_simulation(name):
    theorem, P, r, gamma, sigma = CASES[name]
    value = lemma("x", theorem, mdp="M", sigma=sigma)
    data = certificate(relation("x", ">=", -1), objects={"M": mdp(P, r, gamma)}, given=[value])
    run = checker.Checker()
    run.run(json.loads(json.dumps(data)))
    claimed = float(run.value(run.bounds.get("x") or run.names["x"])[0])
    rng = np.random.Generator(np.random.Philox(20191208))
    errors, biases, losses = simulate(P, r, gamma, sigma, rng)
    sizes = {"loss": losses, "bias": biases, "error": errors, "bound": errors}[theorem.rpartition("-")[2]]
    margin = 5 * sizes.std() / np.sqrt(DRAWS) + 1e-9  # floats of the simulation
    if checker.LEMMAS[theorem]["sense"] == "=":
        assert abs(sizes.mean() - claimed) <= margin
    else:
        assert sizes.mean() + margin >= claimed
        assert sizes.mean() - margin <= TIGHT[name] * claimed


def test_every_lemma_about_noise_in_an_mdp_is_simulated():
    about = {key for key, x in checker.LEMMAS.items() if {"mdp", "sigma"} <= {*checker.parameter_names(x["says"])}}
    assert {case[0] for case in CASES.values()} == about
