r"""The error Delta_i = B~_i - B of the gradient: its mean, and Assumption 1 on its second moment.

Trajectory j of a data set has the gradient B_j(x) = Q_j x - g_j, g_j = (0, b_j), x = (theta, w), and is drawn with
probability 1/m; bars are means over the data set. With noise of covariance s^2 I_2n and nothing clipped, at x = x* +
xi,

    E||Delta||^2 = mean_j ||(Q_j - Q-bar) x - (g_j - g-bar)||^2 + 2 n s^2,

a quadratic in x with the leading part x'K x, K = mean_j (Q_j - Q-bar)'(Q_j - Q-bar): one constant G^2 bounds it for
all x iff all Q_j are equal. A bound that grows with ||xi||_P^2 follows from |u + v|^2 <= 2|u|^2 + 2|v|^2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

import numpy as np

from tabular.evaluation.saddle import identity_like, lyapunov_norm
from tabular.evaluation.second_moments import Draws
from tabular.numbers.arrays import Array, each_fraction, fraction
from tabular.numbers.quadratic_forms import is_positive_semidefinite
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Rational, exact, exact_all
from theory_checks.core.exhibits import Figure, Series
from theory_checks.core.formal import Formal, formal_of
from theory_checks.core.interpret import exact as value
from theory_checks.papers.gpope.common.data_sets import (
    ZERO,
    DataSet,
    data_set,
    exact_mean,
    growth_matrix,
    proved_growth,
    turning,
    varying,
)
from theory_checks.papers.gpope.common.one_state_loops import nine

Variance = Callable[["DataSet", Array, Fraction], Fraction]
Comparisons = dict[str, tuple[Rational, str, Rational]]


def enumerated_variance(data: DataSet, x: Array, s: Fraction) -> Fraction:
    """Return E||Delta||^2 for the noise +-s in each entry, of covariance s^2 I, by going through all outcomes."""
    signs = [np.array(pattern, dtype=object) for pattern in product((-s, s), repeat=x.size)]
    outcomes = [error + noise for error in data.errors(x) for noise in signs]
    return sum((fraction(outcome @ outcome) for outcome in outcomes), ZERO) / len(outcomes)


def moment_variance(data: DataSet, x: Array, s: Fraction) -> Fraction:
    """Return E||Delta||^2 as the trace of the covariance of one step of length 1, by the second moments."""
    draws = Draws(data.matrices, data.offsets, [Fraction(1, data.m)] * data.m)
    after = list(draws.moments([Fraction(1)], x, s * s * identity_like(data.Q)))[1]
    mean = after[0, 1:]
    return fraction(np.trace(after[1:, 1:])) - fraction(mean @ mean)


def variance_with_frobenius(data: DataSet, x: Array, s: Fraction) -> Fraction:
    """Return E||Delta||^2 with the squared Frobenius norm of the noise's covariance in place of its trace."""
    return moment_variance(data, x, s) - x.size * s**2 + x.size * s**4


def _alike() -> list[DataSet]:
    """Return data sets whose trajectories have the same A and C: only the rewards differ."""
    return [
        data_set("three trajectories, rewards 0, 1 and 5, $A = C = 1$", [(1, 0, 1), (1, 1, 1), (1, 5, 1)]),
        data_set("one trajectory", [(Fraction(1, 2), 1, 1)]),
    ]


@claim("gpope/assumption1", broken={"the squared Frobenius norm for the noise": {"variance": variance_with_frobenius}})
def assumption1(trial: Trial, *, variance: Variance = moment_variance) -> Iterator[Finding]:
    """Compute E||Delta||^2 by two routes, and decide whether it is bounded over all (theta, w)."""
    for data in [*_alike(), *varying(trial)]:
        yield exact_all(data.name, _two_routes(data, variance), quantity=r"$\mathbb{E}\|\Delta\|^2$ by two routes")
    for data in _alike():
        points = [variance(data, t * _direction(data), ZERO) for t in (0, 1, 100)]
        pairs: Comparisons = {f"at {k}, as at 0": (x, "==", points[0]) for k, x in enumerate(points)}
        yield exact_all(data.name, pairs, quantity=r"$\mathbb{E}\|\Delta\|^2$ is the same everywhere")
    for data in varying(trial):
        quantity = r"trace of $K$: $\mathbb{E}\|\Delta\|^2$ grows quadratically, no $G^2$ serves all $(\theta, w)$"
        yield exact(
            data.name, fraction(np.trace(growth_matrix(data, identity_like(data.Q)))), ">", 0, quantity=quantity
        )
    yield _growth_figure(trial)


def _two_routes(data: DataSet, variance: Variance) -> Comparisons:
    scales = (ZERO, Fraction(1, 2), Fraction(2))
    points = [(t, s) for t in (0, 1, -3) for s in scales]
    return {
        f"at {t} (1, 2, ...), s = {s}": (
            variance(data, t * _direction(data), s),
            "==",
            enumerated_variance(data, t * _direction(data), s),
        )
        for t, s in points
    }


def _direction(data: DataSet) -> Array:
    return each_fraction(np.arange(1, data.g.size + 1))


def _growth_figure(trial: Trial) -> Figure:
    scales = [10 ** (k / 8) for k in range(-8, 25)]
    first, alike = varying(trial)[0], _alike()[0]
    lines = [Series(label=data.name, x=scales, y=[_at(data, t) for t in scales]) for data in (first, alike)]
    return Figure(
        title="The variance of the gradient along a ray",
        x_label=r"$t$, with $\theta = t$ and $w = 0$",
        y_label=r"$\mathbb{E}\|\Delta\|^2$",
        x_scale="log",
        y_scale="log",
        series=lines,
        caption="Assumption 1 asks for a horizontal line above the curve. No noise.",
    )


def _at(data: DataSet, t: float) -> float:
    x = np.zeros(data.g.size)
    x[0] = t
    errors = [((q - data.Q).astype(float) @ x - (g - data.g).astype(float)) for q, g in _pairs(data)]
    return nine(sum(float(e @ e) for e in errors) / data.m)


def _pairs(data: DataSet) -> Iterator[tuple[Array, Array]]:
    return zip(data.matrices, data.offsets, strict=True)


Growth = Callable[[DataSet, Array], Fraction]


def no_growth(data: DataSet, P: Array) -> Fraction:
    """Return G1 = 0, which is Assumption 1."""
    del data, P
    return ZERO


def less_growth(data: DataSet, P: Array) -> Fraction:
    """Return 9/10 of G1."""
    return Fraction(9, 10) * proved_growth(data, P)


def _as_large_as_allowed(data: DataSet, claimed: Formal, growth: Growth) -> Evidence:
    """Compare both bounds where they are nearly attained: at multiples of x*, the error of a draw being that of x*."""
    norm, pairs = lyapunov_norm(data.Q), Comparisons()
    P, mu, g1 = norm.P, fraction(norm.mu.low), growth(data, norm.P)
    beta = value(LONGEST, {"mu": mu, "L": norm.L.high, "G1": g1})
    M = identity_like(P) - beta * data.Q
    g0 = 2 * _mean_length(data, data.optimum, P)
    for t, s in product((Fraction(1, 1000), Fraction(1), Fraction(1000)), (ZERO, Fraction(1, 3), Fraction(3))):
        xi, trace = t * data.optimum, fraction(np.trace(P))
        square = _mean_length(data, data.optimum + xi, P) + s**2 * trace
        after = fraction(xi @ M.T @ P @ M @ xi) + beta**2 * square
        before = fraction(xi @ P @ xi)
        values = {"G0": g0, "G1": g1, "before": before, "s": s, "trace": trace, "beta": beta, "mu": mu}
        for what, left, bound in zip(("variance", "step"), (square, after), claimed.claims, strict=True):
            pairs[f"{what}, {t} x*, s = {s}"] = left, "<=", value(bound.right, values)
    return exact_all(data.name, pairs, quantity="both bounds, at multiples of $x^*$")


def _mean_length(data: DataSet, x: Array, P: Array) -> Fraction:
    """Return mean_j ||Delta_j||_P^2 at x."""
    return fraction(exact_mean([np.atleast_1d(e @ P @ e) for e in data.errors(x)])[0])


LONGEST = formal_of(__file__, "gpope/assumption1/repaired").domain.relations[1].right


@claim(
    "gpope/assumption1/repaired",
    broken={"$G_1 = 0$, as in Assumption 1": {"growth": no_growth}, "nine tenths of $G_1$": {"growth": less_growth}},
    near=("nine tenths of $G_1$",),
)
def quadratic_growth(trial: Trial, *, growth: Growth = proved_growth) -> Iterator[Evidence]:
    """Decide the bound on the variance, and the contraction that follows, for the longest step."""
    shrunk = trial.formal.claims[1].right
    for size in (Fraction(1000), Fraction(1, 10**4)):
        yield _as_large_as_allowed(turning(size, size), trial.formal, growth)
    for data in [*varying(trial), *_alike()]:
        norm = lyapunov_norm(data.Q)
        P, n = norm.P, data.g.size
        g1, errors = growth(data, P), data.errors(data.optimum)
        constant = _mean_length(data, data.optimum, P)
        cross = exact_mean([(q - data.Q).T @ P @ e for q, e in zip(data.matrices, errors, strict=True)])
        spread = _bordered(constant, -cross, g1 * P - growth_matrix(data, P))
        beta = value(LONGEST, {"mu": norm.mu.low, "L": norm.L.high, "G1": g1})
        factor = value(shrunk, {"beta": beta, "mu": norm.mu.low, "before": 1, "G0": 0, "s": 0, "trace": 0})
        M = identity_like(P) - beta * data.Q
        left = factor * P - M.T @ P @ M - beta**2 * growth_matrix(data, P)
        pairs: Comparisons = {
            "the bound on the variance (1: it holds)": (int(is_positive_semidefinite(spread)), "==", 1),
            "the contraction (1: it holds)": (
                int(is_positive_semidefinite(_bordered(beta**2 * constant, -(beta**2) * cross, left))),
                "==",
                1,
            ),
        }
        yield exact_all(data.name, pairs, quantity=f"inequalities of matrices of size {n + 1}")


def _bordered(corner: Fraction, side: Array, square: Array) -> Array:
    """Return [[corner, side'], [side, square]]."""
    top = np.concatenate([np.array([corner], dtype=object), side])
    return np.vstack([top, np.hstack([side[:, None], square])])
