r"""Off-policy data of finite MDPs, exactly: the matrices that theory wants of them, and the means of estimates.

With visits d(s) of the behaviour policy, K = sum_a pi(s, a) P_a and phi = 0 in the states that end a trajectory,

    A = Phi' D (I - gamma K) Phi,      b = Phi' D r_pi,      C = Phi' D Phi,      D = diag(d)

are the matrices of the projected Bellman equation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from tabular.evaluation import Moments, Table, enumerated_moments, exact_moments, saddle_point
from tabular.evaluation.moments import Divisor, Weighting
from tabular.mdp import FiniteMDP
from tabular.mdp.instances import dyadic_random
from tabular.mdp.policies import policy_value
from tabular.numbers.arrays import Array
from tabular.numbers.rational import solve_exact
from theory_checks.core.evidence import Rational

Comparisons = dict[str, tuple[Rational, str, Rational]]
Rows = Sequence[Sequence[Fraction | int]]
ZERO, HALF, ONE = Fraction(0), Fraction(1, 2), Fraction(1)


class Path(NamedTuple):
    """A trajectory: transitions (s, a, s')."""

    rows: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True)
class World:
    """An exact MDP, policies (n, m), features (n, d), a law of the first state, when a trajectory ends, the divisor."""

    name: str
    mdp: FiniteMDP
    target: Rows
    behaviour: Rows
    phi: Rows
    start: Sequence[Fraction | int]
    horizon: int | None = None
    ends: tuple[int, ...] = ()
    divisor: Divisor = "terms"  # what sums over a trajectory are divided by: its transitions, or one less, as printed

    @property
    def length(self) -> int:
        """Return what sums over a trajectory that is cut are divided by."""
        return (self.horizon or 1) - (self.divisor == "tau")

    @property
    def size(self) -> int:
        """Return the number of features."""
        return len(self.phi[0])

    @property
    def pi(self) -> Array:
        """Return the target policy (n, m)."""
        return exact_rows(self.target)

    @property
    def pi_b(self) -> Array:
        """Return the behaviour policy (n, m)."""
        return exact_rows(self.behaviour)

    @property
    def features(self) -> Array:
        """Return phi (n, d), 0 where trajectories end."""
        rows = exact_rows(self.phi)
        rows[list(self.ends)] = ZERO
        return rows

    def moves(self, policy: Array) -> Array:
        """Return sum_a policy[s, a] P[a][s, s']."""
        return (policy.T[:, :, None] * self.mdp.transitions).sum(axis=0)

    def value(self) -> Array:
        """Return the value of the target policy (n,)."""
        return policy_value(self.mdp, self.pi.T)

    def moments(self, weighting: Weighting = "1/length", divisor: Divisor | None = None) -> Moments:
        """Return the means of the estimates, by occupancies."""
        return exact_moments(*self._problem(), self.horizon, **self._options(weighting, divisor or self.divisor))

    def enumerated(self, weighting: Weighting = "1/length", divisor: Divisor = "terms") -> Moments:
        """Return the means of the estimates, added up over all trajectories."""
        if self.horizon is None:
            raise ValueError("horizon must be given for an enumeration, got None")
        return enumerated_moments(*self._problem(), self.horizon, **self._options(weighting, divisor))

    def _problem(self) -> tuple[FiniteMDP, Array, Array, Table]:
        return self.mdp, self.pi, self.pi_b, Table(exact_rows(self.phi))

    def _options(self, weighting: Weighting, divisor: Divisor) -> dict[str, Any]:
        return {
            "start": exact_rows([self.start])[0],
            "weighting": weighting,
            "divisor": divisor,
            "absorbing": list(self.ends),
        }

    def law(self, steps: int) -> list[Array]:
        """Return Pr(S_t = s, not ended) under the behaviour policy for t < steps."""
        stay_in = self.moves(self.pi_b)
        stay_in[:, list(self.ends)] = ZERO
        laws = [exact_rows([self.start])[0]]
        while len(laws) < steps:
            laws.append(laws[-1] @ stay_in)
        return laws

    def visits(self) -> Array:
        """Return the mean number of rows that start in each state."""
        if self.horizon is not None:
            return np.sum(self.law(self.horizon), axis=0)
        stay_in = self.moves(self.pi_b)
        stay_in[:, list(self.ends)] = ZERO
        identity = np.eye(len(self.start), dtype=np.int64).astype(object)
        return solve_exact(identity - stay_in.T, exact_rows([self.start])[0])

    def bellman(self, d: Array, policy: Array | None = None) -> Moments:
        """Return the matrices of the Bellman equation with state weights d; rows of the policy may sum to less."""
        pi, phi = self.pi if policy is None else policy, self.features
        after = pi.sum(axis=1)[:, None] * phi - self.mdp.discount * (self.moves(pi) @ phi)
        weighted = (phi * d[:, None]).T
        return Moments(weighted @ after, weighted @ (pi * self.mdp.rewards.T).sum(axis=1), weighted @ phi)

    def paths(self) -> Iterator[Path]:
        """Yield every trajectory of positive probability."""
        stack = [(s, Path(())) for s, p in enumerate(self.start) if p]
        while stack:
            s, path = stack.pop()
            if path.rows and (len(path.rows) == self.horizon or s in self.ends):
                yield path
                continue
            for a, t in zip(*np.nonzero(self.pi_b[s][:, None] * self.mdp.transitions[:, s]), strict=True):
                stack.append((int(t), Path((*path.rows, (s, int(a), int(t))))))

    def on_policy(self) -> World:
        """Return the world in which the target policy makes the data."""
        return replace(self, behaviour=self.target)


def shortened(world: World) -> World:
    """Return the world with trajectories that are cut one transition earlier, if two are possible."""
    return replace(world, horizon=max(1, world.horizon - 1)) if world.horizon else world


def exact_rows(rows: Any) -> Array:
    """Return nested numbers as a new array of Fractions."""
    array = np.array(rows, dtype=object)
    exact: Any = np.frompyfunc(Fraction, 1, 1)(array)
    return exact.astype(object)


def identity(n: int) -> list[list[Fraction]]:
    """Return one feature for each of n states."""
    return [[Fraction(int(i == j)) for j in range(n)] for i in range(n)]


def solution(moments: Moments) -> Array:
    """Return theta*."""
    return saddle_point(moments)[0]


def compare(left: Moments, right: Moments) -> Comparisons:
    """Compare A, b and C entry by entry."""
    return {
        f"{name}{list(index)}": (x, "==", getattr(right, name)[index])
        for name in "AbC"
        for index, x in np.ndenumerate(getattr(left, name))
    }


def compare_vectors(name: str, left: Any, right: Any) -> Comparisons:
    """Compare two vectors entry by entry."""
    return {f"{name}[{i}]": (x, "==", y) for i, (x, y) in enumerate(zip(left, right, strict=True))}


# ---- Certificates ----

LISTS = {"initial": "start", "behaviour": "behaviour", "policy": "target", "feature": "feature"}


def world_objects(world: World) -> dict[str, Any]:
    """Return M, the law of the first state, the policies as (m, n), and the first feature: what lemmas speak of."""
    policies = {"target": world.pi.T, "behaviour": world.pi_b.T}
    return {**chain_objects(world), **policies, "feature": world.features[:, 0]}


def chain_objects(world: World) -> dict[str, Any]:
    """Return M and the law of the first state."""
    return {"M": world.mdp, "start": [Fraction(p) for p in world.start]}


# ---- Worlds ----


def two_by_two(horizon: int = 4, phi: Rows | None = None) -> World:
    """Return two states and two actions, with policies that differ in both states, tabular unless phi is given."""
    quarter = Fraction(1, 4)
    mdp = FiniteMDP(
        [[[3 * quarter, quarter], [HALF, HALF]], [[quarter, 3 * quarter], [Fraction(1, 8), Fraction(7, 8)]]],
        [[1, -1], [0, 2]],
        Fraction(9, 10),
    )
    target, behaviour = [[1, 0], [quarter, 3 * quarter]], [[HALF, HALF], [3 * quarter, quarter]]
    features = identity(2) if phi is None else phi
    kind = "tabular" if phi is None else f"{len(features[0])} feature"
    return World(f"two states, two actions, {kind}, $T = {horizon}$", mdp, target, behaviour, features, [1, 0], horizon)


def early_or_late() -> World:
    """Return 0 -> 1 or end, each with probability 1/2, and 1 -> end, where a reward 1 is earned: 2 or 1 transitions."""
    mdp = FiniteMDP([[[0, HALF, HALF], [0, 0, 1], [0, 0, 1]]], [[0, 1, 0]], HALF)
    one = [[ONE]] * 3
    return World("1 or 2 transitions", mdp, one, one, [*identity(2), [ZERO, ZERO]], [1, 0, 0], 2, (2,))


def two_or_three() -> World:
    """Return the same with one state more before the end: 2 or 3 transitions."""
    rows = [[0, HALF, HALF, 0], [0, 0, 1, 0], [0, 0, 0, 1], [0, 0, 0, 1]]
    mdp = FiniteMDP([rows], [[0, 1, 0, 0]], HALF)
    one = [[ONE]] * 4
    return World("2 or 3 transitions", mdp, one, one, [*identity(3), [ZERO] * 3], [1, 0, 0, 0], 3, (3,))


def random_world(rng: np.random.Generator, name: str, *, horizon: int | None, ending: bool, size: int = 0) -> World:
    """Return a dyadic MDP with 2 or 3 states and 2 actions; with an end, half of all transitions lead there."""
    n = int(rng.integers(2, 4))
    mdp = dyadic_random(n, 2, Fraction(int(rng.integers(1, 10)), 10), bits=3, seed=int(rng.integers(2**32)))
    if ending:
        mdp = _with_end(mdp)
    states = mdp.n_states
    behaviour = [[Fraction(k, 8), Fraction(8 - k, 8)] for k in map(int, rng.integers(1, 8, states))]
    target = [[Fraction(k, 4), Fraction(4 - k, 4)] for k in map(int, rng.integers(0, 5, states))]
    start = [Fraction(1, n)] * n + [ZERO] * (states - n)
    table = identity(n) if size == 0 else [[Fraction(int(x)) for x in rng.integers(1, 5, size)] for _ in range(n)]
    phi = [*table, *([ZERO] * len(table[0]) for _ in range(states - n))]
    return World(name, mdp, target, behaviour, phi, start, horizon, (n,) if ending else ())


def _with_end(mdp: FiniteMDP) -> FiniteMDP:
    m, n = mdp.n_actions, mdp.n_states
    P, r = np.full((m, n + 1, n + 1), ZERO, dtype=object), np.full((m, n + 1), ZERO, dtype=object)
    P[:, :n, :n], P[:, :n, n], P[:, n, n] = mdp.transitions / 2, HALF, ONE
    r[:, :n] = mdp.rewards
    return FiniteMDP(P, r, mdp.discount)
