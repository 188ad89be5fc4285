r"""Projection that keeps the gradients below the clip and does not undo the contraction (repair of `no-clipping`).

With Q'P + PQ = I for the mean matrix Q of the data set, ||x||_P^2 = x'Px and a radius R >= ||x*||_P, every step ends
with a radial projection, the orthogonal one to a ball of the inner product x'Py: it brings no two points farther apart
in this norm and keeps x*. So nothing is clipped, and the bounds in this norm remain. The projection to a Euclidean ball
has the first property but not the second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

from flint import arb

from tabular.evaluation.saddle import LyapunovNorm, identity_like, lyapunov_norm
from tabular.numbers.arrays import Array, fraction
from tabular.numbers.balls import ball as enclosed
from tabular.numbers.quadratic_forms import is_positive_semidefinite
from theory_checks.core.claim import Trial, claim
from theory_checks.core.evidence import Evidence, Rational, ball, exact_all
from theory_checks.core.formal import Formal, formal_of
from theory_checks.core.formula import Formula
from theory_checks.core.interpret import enclose, exact
from theory_checks.papers.gpope.common.data_sets import DataSet, data_set, turning, varying
from theory_checks.papers.gpope.optimisation._bounds import proved_bound, root_above

Weights = Callable[[Array], Array]
Bound = Callable[[Array, Array, Array], tuple[Fraction, Fraction]]
ONE = Fraction(1)
REPAIR = formal_of(__file__, "gpope/no-clipping/repaired")
Comparisons = dict[str, tuple[Rational, str, Rational]]


def lyapunov_weights(Q: Array) -> Array:
    """Return P, the ball of the repair."""
    return lyapunov_norm(Q).P


def entrywise_bound(Q: Array, g: Array, P: Array) -> tuple[Fraction, Fraction]:
    """Return the largest entry of Q and of g, which is too small."""
    del P
    return max(abs(entry) for entry in Q.reshape(-1)), max(abs(entry) for entry in g)


def euclidean_counterexample() -> DataSet:
    """Return one state, gamma = 9/10, reward 1/10: x* = (1, 0) and P = ((51, 5), (5, 1))."""
    return data_set(r"one state, $\gamma = 9/10$, reward $1/10$", [(Fraction(1, 10), Fraction(1, 10), 1)])


def directions(data: DataSet) -> list[Array]:
    """Return a point of the ball, and points off it: x* moved by 3/4 along each axis, and far away."""
    moves = [*identity_like(data.Q), *-identity_like(data.Q)]
    return [data.optimum / 2, *(data.optimum + t * move for t in (Fraction(3, 4), Fraction(50)) for move in moves)]


@claim(
    "gpope/no-clipping/repaired",
    broken={
        "largest entries in place of norms": {"bound": entrywise_bound},
        "a Euclidean ball": {"weights": identity_like},
    },
)
def projection(trial: Trial, *, bound: Bound = proved_bound, weights: Weights = lyapunov_weights) -> Iterator[Evidence]:
    """Decide that no gradient in the ball is longer than h, and that projection keeps the contraction."""
    yield _radial(euclidean_counterexample(), trial.formal.right)
    for data in [euclidean_counterexample(), turning(), *varying(trial)]:
        P = weights(data.Q)
        least = root_above(fraction(data.optimum @ P @ data.optimum))
        for radius in (least, 10 * least + 1):
            pairs = dict(_inside_ball(data, P, radius, bound, trial.formal))
            yield exact_all(f"{data.name}, $R = {float(radius):.6g}$", pairs, quantity=r"$\|B_j(x)\|$ and $h$")
        moved = r"$\|\Pi(y)-x^*\|_P^2$ and $\|y-x^*\|_P^2$"
        yield exact_all(data.name, dict(_projected(data, P, trial.formal)), quantity=moved)
        yield _mean_step(data, P, least)


def _radial(data: DataSet, formula: Formula) -> Evidence:
    """Compare projected points of the last axis, where ||(0, t)||_P = |t|, with the nearest points of the ball."""
    pairs = Comparisons()
    for R, t in product((8, 10), (3, 9, -20, 50)):
        projected = exact(formula, {"R": R, "length": abs(t), "x": t})
        pairs[f"R = {R}, t = {t}"] = projected, "==", Fraction(max(-R, min(R, t)))
    return exact_all(f"{data.name}, points $(0, t)$", pairs, quantity=r"$\Pi(x)$ and the nearest point of the ball")


def _inside_ball(
    data: DataSet, P: Array, radius: Fraction, bound: Bound, claimed: Formal
) -> Iterator[tuple[str, tuple[Rational, str, Rational]]]:
    """Yield the two parts of the bound on the gradients, and gradients at points of the sphere or just inside."""
    sizes = [bound(q, g, P) for q, g in zip(data.matrices, data.offsets, strict=True)]
    least = claimed.right_of("h")
    h = max(exact(least, {"size": norm, "R": radius, "offset": offset}) for norm, offset in sizes)
    allowed = exact(claimed.claims[1].right, {"h": h})
    for j, (q, g) in enumerate(zip(data.matrices, data.offsets, strict=True)):
        gap = sizes[j][0] ** 2 * P - q.T @ q
        yield f"the norm of Q_{j} (1: it is bounded)", (int(is_positive_semidefinite(gap)), "==", 1)
        against = -data.optimum if data.optimum.any() else identity_like(q)[0]
        for k, x in enumerate([*identity_like(q), *-identity_like(q), against]):
            gradient = radius / root_above(fraction(x @ P @ x)) * (q @ x) - g
            yield f"trajectory {j}, point {k}", (fraction(gradient @ gradient), "<=", allowed * allowed)


def _projected(data: DataSet, weights: Array, claimed: Formal) -> Iterator[tuple[str, tuple[Rational, str, Rational]]]:
    """Yield distances in P from x* to points y, and to their projections s y to a ball with x* in it."""
    share = exact(claimed.claims[2].right, {"before": 1})  # of the distance
    P, least = lyapunov_norm(data.Q).P, fraction(data.optimum @ weights @ data.optimum)
    for k, y in enumerate(directions(data)):
        factor = min(ONE, root_above(least / fraction(y @ weights @ y))) if y.any() else ONE
        before, after = y - data.optimum, factor * y - data.optimum
        yield f"point {k}, projected", (fraction(after @ P @ after), "<=", share**2 * fraction(before @ P @ before))
    yield "the ball holds x*", (least, "<=", root_above(least) ** 2)


def _mean_step(data: DataSet, weights: Array, radius: Fraction) -> Evidence:
    """Compare the projected step from x*, with the error +-3/4 of the last entry of beta Delta, with beta^2 V."""
    norm, last = lyapunov_norm(data.Q), identity_like(data.Q)[-1] * Fraction(3, 4)
    ends = [_distance(data.optimum + sign * last, data, norm, weights, radius) for sign in (1, -1)]
    added = enclosed(fraction(last @ norm.P @ last))
    what = r"$\mathbb{E}\|\Pi(x^* - \beta\Delta)-x^*\|_P^2$ and $\beta^2V$"
    off = r"$R = \|x^*\|$, $\beta\Delta = \pm(0, \dots, 3/4)$"
    return ball(f"{data.name}, {off}", (ends[0] + ends[1]) / 2, "<=", added, quantity=what)


def _distance(y: Array, data: DataSet, norm: LyapunovNorm, weights: Array, radius: Fraction) -> arb:
    """Enclose ||Pi(y) - x*||_P^2 = s^2 y'Py - 2 s y'Px* + x*'Px*, s = min{1, R/||y||}."""
    size, x = fraction(y @ weights @ y), data.optimum
    s = enclose(REPAIR.right, {"R": radius, "length": enclosed(size).sqrt(), "x": 1})
    parts = [enclosed(fraction(a @ norm.P @ b)) for a, b in ((y, y), (y, x), (x, x))]
    return s * s * parts[0] - 2 * s * parts[1] + parts[2]
