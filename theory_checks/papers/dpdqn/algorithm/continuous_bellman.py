r"""Uniqueness of the solution of the Bellman equation on the continuous state space [0, 1].

The equation is Q(s, a) = r(s, a) + gamma E max_{a'} Q(s', a'), gamma < 1. Whether it has one solution depends on which
functions are admitted:

    all finite functions   no: for s' = s/2, one action, r = 0 and gamma = 2^-p, both Q = 0 and Q(s) = s^-p (Q(0) = 0)
    bounded functions      yes, in every environment: the right side is a gamma-contraction in the sup norm

A neural network on [0, 1] with finite weights is a bounded function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

import numpy as np

from tabular.algorithms.private_value_iteration import expected
from tabular.mdp import FiniteMDP
from tabular.mdp.bellman import q_values
from tabular.numbers.arrays import Array
from theory_checks.core.certificate import Certificate, instance
from theory_checks.core.claim import Trial, claim
from theory_checks.core.evidence import Evidence, exact, exact_all
from theory_checks.core.formal import Formal
from theory_checks.core.interpret import exact as exactly
from theory_checks.kit.cases import random_table, sup_norm

Function = Callable[[Fraction], Fraction]
Operator = Callable[[FiniteMDP, Array], Array]

STATES = sorted({Fraction(k, 60) for k in range(61)} | {Fraction(1, 2**k) for k in range(40)})


def power_solution(p: int) -> Function:
    """Return Q(s) = s^-p for s > 0 and Q(0) = 0."""
    return lambda s: s**-p if s else Fraction(0)


def decaying(p: int) -> Function:
    """Return Q(s) = s^p."""
    return lambda s: s**p


def steeper(p: int) -> Function:
    """Return Q(s) = s^-(p+1), an exponent that is off by one."""
    return power_solution(p + 1)


def raised(p: int) -> Function:
    """Return Q(s) = s^-p + 1/10."""
    return lambda s: power_solution(p)(s) + Fraction(1, 10)


NEAR = {"$Q(s) = s^{-(p+1)}$": {"solution": steeper}, "$Q(s) = s^{-p} + 1/10$": {"solution": raised}}


@claim(
    "dpdqn/bellman-nonunique",
    reading="all-functions",
    broken={r"$Q(s) = s^p$ in place of $s^{-p}$": {"solution": decaying}, **NEAR},
    near=list(NEAR),
)
def nonunique_among_all(trial: Trial, *, solution: Callable[[int], Function] = power_solution) -> Iterator[Evidence]:
    """Evaluate both sides of the equation at many states, for Q = 0 and for a second solution."""
    for p in range(1, 9 if trial.full else 4):
        Q, gamma = solution(p), Fraction(1, 2**p)
        residuals = {f"Q({s}) = gamma Q({s / 2})": (Q(s), "==", gamma * Q(s / 2)) for s in STATES}
        yield exact_all(f"$\\gamma = {gamma}$, {len(STATES)} states", residuals, quantity=r"$Q(s) = \gamma Q(s/2)$")
        yield exact(
            f"$\\gamma = {gamma}$, state 1", Q(Fraction(1)), "!=", 0, quantity="the solution is not the zero function"
        )


def halving_mdp(level: int, discount: Fraction, rewards: Array) -> FiniteMDP:
    """Return the environment s' = s/2 or s' = (s + 1)/2 on step functions on [0, 1) with 2^level equal steps.

    A step function that is constant on the cells c = 0 .. 2^level - 1 stays one: the moves take cell c into the cells
    c // 2 and (c + 2^level) // 2.
    """
    n = 2**level
    cells = np.arange(n)
    identity = np.eye(n, dtype=np.int64)
    return FiniteMDP(identity[np.stack([cells // 2, (cells + n) // 2])], rewards, discount)


def right_side(mdp: FiniteMDP, Q: Array) -> Array:
    """Return TQ = r + gamma P max_a Q, the right side of the equation."""
    return q_values(mdp, Q.max(axis=0))


def undiscounted(mdp: FiniteMDP, Q: Array) -> Array:
    """Return r + P max_a Q, the right side without its discount."""
    return mdp.rewards + expected(mdp, Q.max(axis=0))


def step_functions(trial: Trial) -> Iterator[tuple[int, FiniteMDP, Array, Array]]:
    """Yield numbers of steps with an environment of random rewards and two random action-value functions."""
    for level in range(6 if trial.full else 4):
        rng, shape = trial.rng("level", str(level)), (2, 2**level)
        mdp = halving_mdp(level, Fraction(9, 10), random_table(rng, *shape))
        yield 2**level, mdp, random_table(rng, *shape), random_table(rng, *shape)


@claim(
    "dpdqn/bellman-nonunique",
    reading="bounded-functions",
    sound={r"$\gamma = 1$, where $Q + 1$ solves the equation along with $Q$": {"operator": undiscounted}},
)
def nonunique_among_bounded(trial: Trial, *, operator: Operator = right_side) -> Iterator[Evidence]:
    """Ask two functions at distance 1, the worst case of the contraction, for the distance that solutions keep."""
    certificate = _no_second_solution(trial.formal)
    for steps, mdp, Q, _ in step_functions(trial):
        yield exact(
            f"$Q$ a random step function with {steps} step{'s' if steps > 1 else ''}, $R = Q + 1$, $\\gamma = 9/10$",
            sup_norm(operator(mdp, Q + 1) - operator(mdp, Q)),
            ">=",
            sup_norm(Q + 1 - Q),
            quantity=r"$\|TQ - TR\|_\infty \geq \|Q - R\|_\infty$, as two solutions would have it",
            certificate=certificate,
        )


def _no_second_solution(formal: Formal) -> Certificate:
    says = "T brings bounded functions at distance 1 nearer to each other: two of them cannot both solve the equation."
    return instance(formal, says, {"gamma": Fraction(9, 10), "distance": 1})


@claim("dpdqn/bellman-nonunique/repaired", broken={"the right side without its discount": {"operator": undiscounted}})
def unique_among_bounded(trial: Trial, *, operator: Operator = right_side) -> Iterator[Evidence]:
    """Compare the distance of two functions before and after one application of the equation."""
    for steps, mdp, Q, R in step_functions(trial):
        for name, other in {"random": R, "shifted by 1": Q + 1}.items():
            yield exact(
                f"step functions with {steps} step{'s' if steps > 1 else ''}, the second one {name}",
                sup_norm(operator(mdp, Q) - operator(mdp, other)),
                "<=",
                exactly(trial.formal.right, {"gamma": mdp.discount, "before": sup_norm(Q - other)}),
                quantity=r"$\|TQ - TR\|_\infty \leq \gamma\|Q - R\|_\infty$",
            )
