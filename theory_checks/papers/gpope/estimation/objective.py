r"""The saddle point problem (2.1): min_theta max_w L(theta, w), L = w'(b - A theta) - w'C w/2, g = b - A theta.

C > 0:                     L(theta, C^-1 g + d) = g'C^-1 g/2 - d'C d/2, so max_w L = g'C^-1 g/2 at w = C^-1 g
C >= 0, g = C w for a w:   the same with C^+ in place of C^-1; if g is not in the range of C, max_w L is infinite
moments of trajectories:   A, b and C are sums of phi_t (...)' over the same states, so g is in the range of C
fixed length:              g'C^-1 g = ||Pi (r_pi + gamma P_pi V - V)||_D^2 = MSPBE(V), V = Phi theta
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from flint import fmpz_mat

from tabular.evaluation import Moments, mspbe
from tabular.numbers.arrays import Array, each_fraction, fraction
from tabular.numbers.rational import clear_denominators, solve_exact
from theory_checks.core.claim import Trial, claim
from theory_checks.core.evidence import Evidence, exact_all
from theory_checks.core.interpret import exact
from theory_checks.papers.gpope.common.linear_evaluation import random_moments
from theory_checks.papers.gpope.estimation._off_policy_worlds import (
    ONE,
    Comparisons,
    World,
    early_or_late,
    identity,
    random_world,
    two_by_two,
)
from theory_checks.papers.gpope.estimation._projections import projected_error

HUNDREDTH = Fraction(1, 100)
Square = Callable[[Moments, Array], Fraction]
Weights = Callable[[World], Array]


def objective(moments: Moments, theta: Array, w: Array) -> Fraction:
    """Return L(theta, w)."""
    return fraction(w @ (moments.b - moments.A @ theta)) - fraction(w @ moments.C @ w) / 2


def by_inverse(moments: Moments, theta: Array) -> Fraction:
    """Return (b - A theta)' C^-1 (b - A theta)."""
    return fraction(mspbe(moments, theta))


def twice_as_large(moments: Moments, theta: Array) -> Fraction:
    """Return twice that, which takes the factor 1/2 back."""
    return 2 * by_inverse(moments, theta)


def not_inverted(moments: Moments, theta: Array) -> Fraction:
    """Return (b - A theta)' C (b - A theta)."""
    gap = moments.b - moments.A @ theta
    return fraction(gap @ moments.C @ gap)


@dataclass(frozen=True)
class Case:
    """Moments, points theta and directions d."""

    name: str
    moments: Moments
    points: list[Array]
    directions: list[Array]


def _cases(trial: Trial) -> Iterator[Case]:
    for i in range(40 if trial.full else 8):
        rng, size = trial.rng("moments", str(i)), 1 + i % 3
        A, C = random_moments(rng, size)
        b = each_fraction(rng.integers(-5, 6, size)) / 2
        points, directions = ([each_fraction(x) for x in rng.integers(-3, 4, (3, size))] for _ in range(2))
        yield Case(f"random $A$, $b$, $C > 0$ number {i}, $n = {size}$", Moments(A, b, C), points, directions)
        if size > 1:
            singular = Moments(np.outer(A[:, 0], A[0]), b, C)
            yield Case(f"number {i} with an $A$ of rank 1", singular, points, directions)


@claim(
    "gpope/saddle-point",
    reading="inner-maximum",
    broken={
        r"without the factor $\frac12$": {"square": twice_as_large},
        "$C$ in place of $C^{-1}$": {"square": not_inverted},
    },
)
def inner_maximum(trial: Trial, *, square: Square = by_inverse) -> Iterator[Evidence]:
    """Compare L around its maximum in w, and around the saddle point."""
    for case in _cases(trial):
        m, pairs = case.moments, Comparisons()
        for i, theta in enumerate(case.points):
            w = solve_exact(m.C, m.b - m.A @ theta)
            value = exact(trial.formal.right, {"square": square(m, theta)})
            pairs[f"maximum at theta {i}"] = (objective(m, theta, w), "==", value)
            for k, d in enumerate(case.directions):
                below = value - fraction(d @ m.C @ d) / 2
                pairs[f"theta {i}, w moved by d {k}"] = (objective(m, theta, w + d), "==", below)
        yield exact_all(case.name, pairs | _saddle(case), quantity=r"$L(\theta, w)$ and its maximum")


def _saddle(case: Case) -> Comparisons:
    """Compare L with its value at a saddle point: constant in theta, not above it in w."""
    m = case.moments
    theta, w = minimiser(m)
    value, pairs = objective(m, theta, w), Comparisons()
    for i, d in enumerate(case.directions):
        pairs[f"theta moved by d {i}"] = (objective(m, theta + d, w), "==", value)
        pairs[f"w moved by d {i}"] = (objective(m, theta, w + d), "<=", value)
        pairs[f"maximum at theta moved by d {i}"] = (by_inverse(m, theta + d) / 2, ">=", value)
    return pairs


def minimiser(moments: Moments) -> tuple[Array, Array]:
    """Return a theta with A' C^-1 (b - A theta) = 0, the shortest one, and w = C^-1 (b - A theta)."""
    A, b, C = moments.A, moments.b, moments.C
    theta = consistent_solution(A.T @ solve_exact(C, A), A.T @ solve_exact(C, b))
    return theta, solve_exact(C, b - A @ theta)


def null_space(S: Array) -> Array:
    """Return a basis of the x with S x = 0, in columns (n, k), for a square S."""
    rows, _ = clear_denominators(S)
    basis, nullity = fmpz_mat(rows).nullspace()
    columns = [[Fraction(int(basis[i, j])) for j in range(int(nullity))] for i in range(S.shape[0])]
    return np.array(columns, dtype=object).reshape(S.shape[0], int(nullity))


def consistent_solution(S: Array, right: Array) -> Array:
    """Return S^+ right for a symmetric S with right in its range: solve (S + N N') x = right, S N = 0."""
    N = null_space(S)
    return solve_exact(S + N @ N.T, right)


def _fixed(trial: Trial) -> Iterator[World]:
    yield from (two_by_two(2), two_by_two(4), two_by_two(3, [[1], [3]]))
    for i in range(12 if trial.full else 4):
        name = f"random MDP {i}, $T = {1 + i % 3}$"
        world = random_world(trial.rng("objective", str(i)), name, horizon=1 + i % 3, ending=False, size=i % 2)
        yield world


def behaviour_weights(world: World) -> Array:
    """Return the share of the transitions that start in each state."""
    return world.visits() / world.length


def target_weights(world: World) -> Array:
    """Return the share under the target policy."""
    return behaviour_weights(world.on_policy())


@claim(
    "gpope/saddle-point",
    reading="projected-bellman-error",
    broken={"the state weights of the target policy": {"weights": target_weights}},
)
def projected(trial: Trial, *, weights: Weights = behaviour_weights) -> Iterator[Evidence]:
    """Compare the inner maximum with half the projected Bellman error."""
    for world in _fixed(trial):
        moments, pairs = world.moments(), Comparisons()
        if null_space(moments.C).size:
            continue
        for i, theta in enumerate([0 * moments.b, moments.b + 1, *identity(world.size)]):
            point = np.array(list(theta), dtype=object)
            half = exact(trial.formal.right, {"error": projected_error(world, weights(world), point)})
            pairs[f"theta {i}"] = (by_inverse(moments, point), "==", 2 * half)
        yield exact_all(world.name, pairs, quantity=r"$2\max_wL$ and $\|\Pi\delta\|_D^2$")


def printed(world: World) -> Moments:
    """Return the moments of the world."""
    return world.moments()


def rewards_elsewhere(world: World, size: Fraction = ONE) -> Moments:
    """Return the same with a number added to b along a direction that C maps to 0."""
    m = world.moments()
    return replace(m, b=m.b + size * null_space(m.C)[:, 0])


def a_hundredth_elsewhere(world: World) -> Moments:
    """Return the same with a hundredth of that."""
    return rewards_elsewhere(world, HUNDREDTH)


def moves_elsewhere(world: World) -> Moments:
    """Return the moments with 1/100 added to the columns of A along such a direction."""
    m = world.moments()
    return replace(m, A=m.A + HUNDREDTH * null_space(m.C)[:, :1])


def _partly_visited(trial: Trial) -> Iterator[World]:
    base = early_or_late()
    yield replace(base, name="a trajectory that starts behind the first state", start=[0, ONE, 0])
    for i in range(8 if trial.full else 3):
        world = random_world(trial.rng("singular", str(i)), "", horizon=1, ending=False)
        n = world.mdp.n_states
        yield replace(world, name=f"random MDP {i}, one transition from state 0", start=identity(n)[0])
        yield replace(world, name=f"random MDP {i}, the same feature twice", phi=[[ONE, ONE]] * n, horizon=2)


@claim(
    "gpope/saddle-point",
    reading="singular-c",
    broken={
        "a reward that the data cannot show": {"moments_of": rewards_elsewhere},
        "a hundredth of such a reward": {"moments_of": a_hundredth_elsewhere},
        "a hundredth of a move that the data cannot show": {"moments_of": moves_elsewhere},
    },
    near=("a hundredth of such a reward", "a hundredth of a move that the data cannot show"),
)
def singular(trial: Trial, *, moments_of: Callable[[World], Moments] = printed) -> Iterator[Evidence]:
    """Decide that b - A theta is in the range of C, and compare L around its maximum."""
    for world in _partly_visited(trial):
        m, pairs = moments_of(world), Comparisons()
        N = null_space(m.C)
        pairs["dimension of the null space of C"] = (N.shape[1], ">=", 1)
        for i, theta in enumerate([0 * m.b, m.b + 1]):
            gap = m.b - m.A @ theta
            w = consistent_solution(m.C, gap)
            value = fraction(gap @ w) / 2
            pairs |= {f"theta {i}, C w in row {s}": (x, "==", gap[s]) for s, x in enumerate(m.C @ w)}
            for k, d in enumerate([*identity(world.size), N[:, 0]]):
                step = np.array(list(d), dtype=object)
                below = value - fraction(step @ m.C @ step) / 2
                pairs[f"theta {i}, w moved by d {k}"] = (objective(m, theta, w + step), "==", below)
        yield exact_all(world.name, pairs, quantity=r"$L(\theta, w)$ and its maximum")
