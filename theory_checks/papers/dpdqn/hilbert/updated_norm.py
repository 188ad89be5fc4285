r"""The norm of the value function after an update whose targets contain the noise (not of the noised function itself).

For Q = sum_i theta_i phi_i one semi-gradient step on a batch s_1, ..., s_B is

    Q' = Q + (alpha/B) sum_b d_b kappa(., s_b),    kappa(., s) = sum_i phi_i(s) phi_i,
    d_b = r_b + gamma (Q + g)(s'_b) - (Q + g)(s_b),  |d_b| <= r0 + (1 + gamma) (max |Q| + max |g|),

so ||Q' - Q|| <= alpha (r0 + (1 + gamma) (max |Q| + max |g|)) max_s ||kappa(., s)||: a uniform bound of the path does
bound the norm of the updated function. The path enters through finitely many of its values only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial

import numpy as np

from tabular.privacy import PiecewiseLinear
from theory_checks.core.claim import Trial, claim
from theory_checks.core.evidence import Evidence, exact, exact_all
from theory_checks.papers.dpdqn.hilbert._chords import BETAS, line

FEATURES = (line(1, 1, 1, 1, 1), line(0, 1, 2, 3, 4), line(0, 1, 2, 1, 0))
STATES = FEATURES[0].knots
ALPHA, GAMMA, REWARD = Fraction(1, 8), Fraction(9, 10), Fraction(1)


def combination(theta: Sequence[Fraction]) -> PiecewiseLinear:
    """Return sum_i theta_i phi_i."""
    columns = zip(*(phi.values for phi in FEATURES), strict=True)
    values = [sum((t * y for t, y in zip(theta, column, strict=True)), start=Fraction(0)) for column in columns]
    return PiecewiseLinear(STATES, tuple(values))


def section(state: int) -> PiecewiseLinear:
    """Return kappa(., s) for the state with this index."""
    return combination([phi.values[state] for phi in FEATURES])


def step_of(
    theta: Sequence[Fraction], batch: Sequence[tuple[int, int, Fraction]], noise: Sequence[Fraction]
) -> PiecewiseLinear:
    """Return Q' - Q for the transitions (state, next state, reward) and the values of the path at the states."""
    q, move = combination(theta), [Fraction(0)] * len(FEATURES)
    for state, after, reward in batch:
        error = reward + GAMMA * (q.values[after] + noise[after]) - (q.values[state] + noise[state])
        for i, phi in enumerate(FEATURES):
            move[i] += ALPHA / len(batch) * error * phi.values[state]
    return combination(move)


Bound = Callable[[Sequence[Fraction], Fraction, Fraction], Fraction]


def allowed(
    theta: Sequence[Fraction], level: Fraction, beta: Fraction, reward: Fraction = REWARD, values: Fraction = 1 + GAMMA
) -> Fraction:
    """Return the square of the bound of ||Q' - Q|| for max |g| = level."""
    largest = max(map(abs, combination(theta).values))
    error = reward + values * (largest + level)
    return (ALPHA * error) ** 2 * max(section(s).norm_squared(beta) for s in range(len(STATES)))


NEAR: dict[str, dict[str, object]] = {
    "a path a tenth above its bound": {"excess": Fraction(11, 10)},
    "a bound without the rewards": {"bound": partial(allowed, reward=Fraction(0))},
    "a bound without the values at the next states": {"bound": partial(allowed, values=Fraction(1))},
}


@claim(
    "dpdqn/intro-rkhs-norm",
    reading="updated-function",
    broken={"a path that leaves its bound": {"excess": Fraction(100)}, **NEAR},
    near=[*NEAR],
)
def updated_function(trial: Trial, *, excess: Fraction = Fraction(1), bound: Bound = allowed) -> Iterator[Evidence]:
    """Compare the exact norm of one update with its bound: a tight one, and random ones."""
    level, zero = Fraction(2), [Fraction(0)] * len(FEATURES)
    worst = max(range(len(STATES)), key=lambda s: section(s).norm_squared(Fraction(1)))
    noise = [level * excess * (-1 if s == worst else 1) for s in range(len(STATES))]
    change = step_of(zero, [(worst, 0, REWARD)], noise)
    yield exact(
        r"one sample, $Q = 0$, noise $-G$ at the state and $G$ at the next, $\beta = 1$",
        change.norm_squared(Fraction(1)),
        "<=",
        bound(zero, level, Fraction(1)),
        quantity=r"$\|Q' - Q\|^2$ and its bound",
    )
    for beta in BETAS:
        rng = trial.rng("updates", str(beta))
        pairs = {
            f"update {i}": _random_update(rng, beta, level, excess, bound) for i in range(200 if trial.full else 10)
        }
        case = f"{len(pairs)} random updates, $\\beta = {beta}$"
        yield exact_all(case, pairs, quantity=r"$\|Q' - Q\|^2$ and its bound")


def _random_update(
    rng: np.random.Generator, beta: Fraction, level: Fraction, excess: Fraction, bound: Bound
) -> tuple[Fraction, str, Fraction]:
    """Return the comparison for a batch of three transitions."""
    theta = [Fraction(int(k), 8) for k in rng.integers(-8, 9, len(FEATURES))]
    noise = [level * excess * Fraction(int(k), 8) for k in rng.integers(-8, 9, len(STATES))]
    moves = rng.integers(0, len(STATES), (3, 2)).tolist()
    batch = [(s, after, REWARD * Fraction(int(rng.integers(-8, 9)), 8)) for s, after in moves]
    return step_of(theta, batch, noise).norm_squared(beta), "<=", bound(theta, level, beta)
