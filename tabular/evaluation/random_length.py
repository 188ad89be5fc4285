"""Moments of trajectories of random length that are weighted by one over it: rigorous enclosures, as balls (``arb``).

With c = 1/length the moments of a process without a horizon are not rational. The recursion of
:mod:`tabular.evaluation.population` is stopped after T steps; a trajectory that is still going then has a weight in
[0, 1/(T + 1)], and its later rows add to G[s, s'] a number in [0, u_s/(T + 1)] with u = sum_{t >= T} Pr(S_t = s).

For a chain of n transient states that stays with probability p, else advances, there is a closed form. From d levels
before the end the length is NB_d, a sum of d geometric numbers, and e_d = E[1/NB_d] obeys

    e_1 = -(q/p) log q,    e_d = (q/p) (1/(d - 1) - e_{d-1}),    q = 1 - p          (e_d = 1/d for p = 0),

by parts from e_d = q^d int_0^1 x^{d-1} (1 - p x)^{-d} dx. The d numbers are exchangeable, so each has the mean share
1/d of the length, while the single advance from each level has the share e_d: it counts for more than q/d.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from flint import arb, arb_mat, ctx

from tabular.errors import must, show
from tabular.evaluation.features import Features
from tabular.evaluation.moments import Divisor, Moments, check_choice
from tabular.evaluation.population import Population, check_ends, check_lengths, inside, read_population
from tabular.evaluation.ratios import Policy
from tabular.mdp import FiniteMDP
from tabular.numbers.arguments import count
from tabular.numbers.arrays import Array, fraction, read_numbers, read_scalar
from tabular.numbers.balls import ball

_GUARD_BITS = 64
_MOST_STEPS = 100_000


@dataclass(frozen=True, eq=False)
class MomentBalls:
    """A (n, n), b (n,) and C (n, n) as object arrays of balls: each contains the true number."""

    A: Any
    b: Any
    C: Any

    def to_float(self) -> Moments:
        """Return the midpoints as floats."""
        A, b, C = (_middles(part) for part in (self.A, self.b, self.C))
        return Moments(A, b, (C + C.T) / 2)

    @property
    def radius(self) -> float:
        """The largest radius of a ball."""
        return max(float(ball.rad()) for part in (self.A, self.b, self.C) for ball in part.reshape(-1))


def mean_inverse_length(d: int, stay: object, bits: int = 96) -> arb:
    """Return e_d = E[1/NB_d], NB_d the number of steps to d advances of probability 1 - stay each."""
    return _mean_inverse_lengths(count("d", d), _stay(stay), bits)[-1]


def chain_moments(states: int, stay: object, discount: object, start: object = None, bits: int = 96) -> MomentBalls:
    """Return the 1/length moments of the chain with one feature for each of its ``states`` transient states.

    It stays with probability ``stay``, else advances; the advance from the last state ends it and pays 1. ``start``
    is the law of the first state (default: uniform). C[s, s] = D_s = sum_{i<=s} start_i / (n - i); with
    M_s = sum_{i<=s} start_i e_{n-i}: A[s, s] = D_s - gamma (D_s - M_s), A[s, s+1] = -gamma M_s, b[n-1] = M_{n-1}.
    """
    n, p, gamma = count("states", states), _stay(stay), _unit("discount", discount)
    law = [Fraction(1, n)] * n if start is None else _law(start, n)
    e = _mean_inverse_lengths(n, p, bits)
    A, C = (np.full((n, n), arb(0), dtype=object) for _ in range(2))
    b = np.full(n, arb(0), dtype=object)
    with ctx.workprec(bits + _GUARD_BITS):
        time, moves = arb(0), arb(0)
        for s in range(n):
            time += ball(law[s] / (n - s))
            moves += ball(law[s]) * e[n - s - 1]
            C[s, s] = time
            A[s, s] = time - ball(gamma) * (time - moves)
            if s + 1 < n:
                A[s, s + 1] = -ball(gamma) * moves
        b[n - 1] = moves
    return MomentBalls(A, b, C)


def enclosed_moments(
    mdp: FiniteMDP,
    target: Policy,
    behaviour: Policy,
    features: Features,
    start: object = None,
    divisor: Divisor = "terms",
    rewards: object = None,
    absorbing: object = None,
    bits: int = 96,
) -> MomentBalls:
    """Return the 1/length moments of trajectories that end in absorbing states, each within about 2**-bits.

    The numbers of an exact MDP are exact; those of a float MDP are taken literally.
    """
    check_choice("divisor", divisor, Divisor)
    parts = read_population(mdp, target, behaviour, features, start, rewards, absorbing)
    check_ends(parts)
    check_lengths(parts, divisor)
    with ctx.workprec(count("bits", bits) + _GUARD_BITS):
        visits, tail = _visits_and_tail(parts, bits)
        T, n = visits.nrows(), visits.ncols()
        weights = _weights(parts, T, divisor)
        G = visits.transpose() * weights
        bound = ball(Fraction(1, T if divisor == "tau" else T + 1))
        rest = [arb(0).union((tail[s, 0] * bound).upper()) for s in range(n)]
        return _moments(parts, np.array([[G[s, t] + rest[s] for t in range(n)] for s in range(n)], dtype=object))


def _visits_and_tail(parts: Population, bits: int) -> tuple[arb_mat, arb_mat]:
    """Return Pr(S_t = s) for t < T (T, n) and u (n, 1), with T so large that u is below 2**-bits."""
    B, n = inside(parts), parts.start.size
    matrix = _matrix(B)
    # Powers of B' drive the visits; (I - B')^{-1} adds up what is left of them.
    forward, identity = matrix.transpose(), arb_mat([[arb(int(i == j)) for j in range(n)] for i in range(n)])
    column = _matrix(parts.start.reshape(-1, 1))
    rows = [column]
    total = (identity - forward).inv()
    while True:
        column = forward * column
        tail = total * column
        if all(tail[s, 0].upper() < arb(2) ** -bits for s in range(n)):
            return arb_mat([[row[s, 0] for s in range(n)] for row in rows]), tail
        if len(rows) == _MOST_STEPS:
            raise must("trajectories", f"end within {_MOST_STEPS} steps, but for 2**-{bits}", "longer ones")
        rows.append(column)


def _weights(parts: Population, T: int, divisor: Divisor) -> arb_mat:
    """Return w_t(s') for t = 1..T (T, n)."""
    B, n = _matrix(parts.mixed(parts.behaviour)), parts.start.size
    less = 1 if divisor == "tau" else 0
    still = arb(0).union(1 / arb(T + 1 - less))
    rows = list[list[arb]]()
    for t in range(T, 0, -1):
        ended = 1 / arb(max(t - less, 1))  # no trajectory has one row where the divisor is tau
        following = B * arb_mat([[ball] for ball in rows[-1]]) if rows else None
        kept = [still] * n if following is None else [following[s, 0] for s in range(n)]
        rows.append([ended if parts.ended[s] else kept[s] for s in range(n)])
    return arb_mat(rows[::-1])


def _moments(parts: Population, G: Array) -> MomentBalls:
    """Return the moments of the weights G (n, n) of transitions."""
    K: Array = _balls(parts.mixed(parts.target)) * G
    B: Array = _balls(parts.mixed(parts.behaviour)) * G
    paid = _balls((parts.target.T[:, :, None] * parts.transitions * parts.rewards).sum(axis=0)) * G
    phi, gamma = _balls(parts.phi), ball(parts.discount)
    A = _times(phi.T, K.sum(axis=1)[:, None] * phi - gamma * _times(K, phi))
    b = _times(phi.T, paid.sum(axis=1)[:, None])
    return MomentBalls(A, b.reshape(-1), _times(phi.T, B.sum(axis=1)[:, None] * phi))


def _mean_inverse_lengths(d: int, p: Fraction, bits: int) -> list[arb]:
    """Return e_1, ..., e_d; each step of the recursion may multiply an error by q/p."""
    if p == 0:
        with ctx.workprec(count("bits", bits) + _GUARD_BITS):
            return [1 / arb(k) for k in range(1, d + 1)]
    growth = max(0, ((1 - p) / p).numerator.bit_length() - ((1 - p) / p).denominator.bit_length() + 1)
    with ctx.workprec(count("bits", bits) + _GUARD_BITS + d * growth):
        odds, e = ball((1 - p) / p), list[arb]()
        for k in range(1, d + 1):
            e.append(odds * (1 / arb(k - 1) - e[-1]) if k > 1 else -odds * ball(1 - p).log())
        return e


def _times(left: Array, right: Array) -> Array:
    product = arb_mat(left.tolist()) * arb_mat(right.tolist())
    return np.array(product.tolist(), dtype=object).reshape(left.shape[0], right.shape[1])


def _middles(balls: Array) -> Array:
    return np.array([float(ball.mid()) for ball in balls.reshape(-1)]).reshape(balls.shape)


def _balls(numbers: Array) -> Array:
    balls: Any = np.frompyfunc(ball, 1, 1)(numbers)
    return balls


def _matrix(numbers: Array) -> arb_mat:
    return arb_mat(_balls(numbers).tolist())


def _stay(value: object) -> Fraction:
    p = _unit("stay", value)
    if p == 1:
        raise must("stay", "be less than 1", "1")
    return p


def _unit(name: str, value: object) -> Fraction:
    """Return a number in [0, 1] as a Fraction, floats taken literally."""
    number = read_scalar(name, value).array.item()
    if not 0 <= number <= 1:
        raise must(name, "lie in [0, 1]", show(value))
    return fraction(number)


def _law(start: object, n: int) -> list[Fraction]:
    law = [fraction(x) for x in read_numbers("start", start, 1).array.tolist()]
    if len(law) != n or min(law) < 0 or sum(law) != 1:
        raise must("start", f"be {n} exact probabilities that sum to 1", show(start))
    return law
