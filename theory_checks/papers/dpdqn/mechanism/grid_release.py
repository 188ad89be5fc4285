r"""Lemma 6 of the first version: privacy of a noised function from its values at finitely many points.

xi = f - f' is what a release f + g, g from G(0, sigma^2 K), has to hide. A combination w of the values at x_1, ...,
x_n is shifted by w.xi and has the noise variance sigma^2 w^T K w, so the release tells f and f' apart as a Gaussian
mechanism with

    mu = ||xi||/sigma,   ||xi||^2 = sup_w (w.xi)^2/(w^T K w) = xi^T K^{-1} xi,   infinite if w.xi != 0 = w^T K w for
    some w.

The lemma prints the noise sigma >= c/epsilon without the factor Delta >= ||xi||. It suffices exactly if
Delta <= c mu*(epsilon, delta)/epsilon. With a generalised inverse of a singular K the condition of
the lemma does not see combinations without noise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

from flint import arb

from tabular.numbers.balls import ball as number
from tabular.numbers.balls import ends
from tabular.privacy import delta_ball, mu_ball
from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, Region, ball, exact, exact_all
from theory_checks.core.exhibits import Table
from theory_checks.core.formal import Formal, formal_of
from theory_checks.core.formula import Formula, ref
from theory_checks.core.texts import texts_of
from theory_checks.kit.decimals import decimal
from theory_checks.papers.dpdqn.common.certified import certified, rounded_up
from theory_checks.papers.dpdqn.common.domains import bound_of
from theory_checks.papers.dpdqn.mechanism._gaussian_release import (
    PROMISE,
    PROMISES,
    STEP,
    around,
    enclosed,
    half_space,
    kept,
    multiplier,
    sensitivity_rows,
    too_little_noise,
)

TEXTS = texts_of(__file__)

Pair = tuple[Fraction, Fraction]
Gram = tuple[Pair, Pair]
Norm = Callable[[Gram, Pair], Fraction | None]


PRINTED_NOISE, NOISE = (
    bound_of(formal_of(__file__, "dpdqn-v1/lemma6", reading), "sigma") for reading in ("invertible", "with-sensitivity")
)


def _pair(x: int | Fraction, y: int | Fraction) -> Pair:
    return Fraction(x), Fraction(y)


def largest_sensitivity(epsilon: Fraction, delta: Fraction) -> arb:
    """Return c mu*/epsilon, up to which sensitivity the printed noise suffices."""
    return multiplier(delta) * mu_ball(epsilon, delta, 64) / number(epsilon)


@claim(
    "dpdqn-v1/lemma6",
    reading="invertible",
    sound={r"$\sigma \geq 2\sqrt{2\ln(1.25/\delta)}\,\Delta/\epsilon$": {"noise": 2 * NOISE}},
)
def invertible(trial: Trial, *, noise: Formula = PRINTED_NOISE) -> Iterator[Finding]:
    """Compare the exact delta with the promise on both sides of the largest sensitivity."""
    yield _one_value(trial.formal, noise, (Fraction(1, 2), Fraction(1, 10)), Fraction(10), Region.OUTSIDE)
    yield _one_value(trial.formal, noise, (Fraction(5), Fraction(1, 2)), Fraction(1), Region.OUTSIDE)
    for promise in PROMISES:
        yield _one_value(trial.formal, noise, promise, Fraction(1), Region.INSIDE)
        below, above = around(largest_sensitivity(*promise))
        yield _one_value(trial.formal, noise, promise, below, Region.INSIDE)
        yield _one_value(trial.formal, noise, promise, above, Region.OUTSIDE)
    yield _sensitivity_table()


@claim(
    "dpdqn-v1/lemma6",
    reading="with-sensitivity",
    broken={r"without the factor $\Delta$": {"noise": PRINTED_NOISE}},
    near=(r"without the factor $\Delta$",),
)
def intended(trial: Trial, *, noise: Formula = NOISE) -> Iterator[Evidence]:
    """Compare the exact delta with the promise at small and large sensitivities."""
    for promise in PROMISES:
        for sensitivity in (Fraction(1, 100), Fraction(1), Fraction(100)):
            yield _one_value(trial.formal, noise, promise, sensitivity, Region.WHOLE)


def _one_value(
    promised: Formal, noise: Formula, promise: tuple[Fraction, Fraction], sensitivity: Fraction, region: Region
) -> Evidence:
    epsilon, delta = promise
    sigma = enclosed(noise, {"epsilon": epsilon, "delta": delta, "Delta": sensitivity})
    size = decimal(sensitivity, 7)
    evidence = kept(
        f"$\\xi = \\Delta K(\\cdot, x)$, $\\epsilon = {epsilon}$, $\\delta = {delta}$, $\\Delta = {size}$",
        promised,
        delta_ball(epsilon, number(sensitivity) / sigma),
        delta,
        quantity=r"exact $\delta$ of the value at $x$ against the promised one",
        region=region,
    )
    says = (
        f"One point, K = 1, xi = Delta = {size}: with the printed noise the exact delta exceeds {delta} at "
        f"epsilon = {epsilon}."
    )
    values = {"epsilon": epsilon, "delta": delta, "Delta": sensitivity, "norm": sensitivity}
    return certified(evidence, lambda: too_little_noise(says, rounded_up(sigma), sigma=rounded_up(sigma), **values))


def _sensitivity_table() -> Table:
    return Table(
        title=r"The noise without the factor $\Delta$",
        columns=[*PROMISE, r"enough at $\Delta$", r"not enough at $\Delta$", r"exact $\delta$ at $\Delta = 10$"],
        rows=sensitivity_rows(largest_sensitivity, lambda mu: 10 * mu),
        caption=r"For $\Delta \leq 1$ and $\epsilon < 1$ it is always enough; for large $\Delta$ nothing is hidden.",
    )


def generalised_norm(K: Gram, xi: Pair) -> Fraction | None:
    """Return xi^T K^+ xi for two points; K^+ = K/trace(K)^2 if K is singular."""
    (a, b), (_, d) = K
    x, y = xi
    determinant = a * d - b * b
    if determinant != 0:
        return (d * x * x - 2 * b * x * y + a * y * y) / determinant
    return (a * x * x + 2 * b * x * y + d * y * y) / (a + d) ** 2


def true_norm(K: Gram, xi: Pair) -> Fraction | None:
    """Return sup_w (w.xi)^2/(w^T K w) for two points, None if it is infinite."""
    (a, b), (_, d) = K
    singular = a * d == b * b
    hidden = a * xi[1] == b * xi[0] and b * xi[1] == d * xi[0]
    return None if singular and not hidden else generalised_norm(K, xi)


def signal(xi: Pair, w: Pair) -> Fraction:
    """Return (w.xi)^2."""
    return (w[0] * xi[0] + w[1] * xi[1]) ** 2


def variance(K: Gram, w: Pair) -> Fraction:
    """Return w^T K w."""
    return w[0] * w[0] * K[0][0] + 2 * w[0] * w[1] * K[0][1] + w[1] * w[1] * K[1][1]


ONES: Gram = (_pair(1, 1), _pair(1, 1))


@claim(
    "dpdqn-v1/lemma6",
    reading="generalised-inverse",
    sound={r"infinite norm if $\xi$ is outside of the range of $K$": {"norm": true_norm}},
)
def generalised_inverse(trial: Trial, *, norm: Norm = generalised_norm) -> Iterator[Evidence]:
    """Look for combinations without noise that tell f and f' apart, among the xi that the condition lets pass."""
    w = _pair(1, -1)
    for xi in (_pair(1, 1), _pair(Fraction(1, 2), Fraction(1, 2)), _pair(1, -1)):
        claimed = norm(ONES, xi)
        if claimed is None or claimed > 1 or max(x * x for x in xi) > 1:
            continue
        yield exact(
            f"$K(x, y) = 1$ (constant paths), $\\xi = ({xi[0]}, {xi[1]})$ at two points",
            signal(xi, w),
            "==",
            variance(ONES, w),
            quantity=r"squared shift of the difference of the two values against its variance, which is 0",
            certificate=_noiseless_certificate() if signal(xi, w) > 0 else None,
        )


def _noiseless_certificate() -> Certificate:
    values = {"epsilon": Fraction(1, 2), "xi1": 1, "xi2": -1}
    return Certificate(
        says=TEXTS["noiseless_certificate_says"],
        given=[lemma("exact", "noiseless-difference", k11=1, k12=1, k22=1, **values)],
        values={**values, "delta": Fraction(1, 2), "k": 1, "exact": ref("exact")},
    )


@claim(
    "dpdqn-v1/lemma6/repaired",
    broken={
        r"without the factor $\Delta$": {"noise": PRINTED_NOISE},
        "generalised inverse outside of the range": {"norm": generalised_norm},
    },
    near=(r"without the factor $\Delta$", "generalised inverse outside of the range"),
)
def repaired(trial: Trial, *, noise: Formula = NOISE, norm: Norm = true_norm) -> Iterator[Evidence]:
    """Check the norm against combinations of values, and the noise level from both sides."""
    for K, xi in _PAIRS:
        claimed = norm(K, xi)
        if claimed is not None:
            weights = [_pair(x, y) for x, y in product(range(-4, 5), repeat=2)]
            pairs = {f"w = {w[0]}, {w[1]}": (signal(xi, w), "<=", claimed * variance(K, w)) for w in weights}
            case = f"$K$ = {_show(K)}, $\\xi = ({xi[0]}, {xi[1]})$"
            yield exact_all(case, pairs, quantity=r"$(w^T\xi)^2 \leq \|\xi\|^2\, w^TKw$")
    for epsilon, delta in PROMISES:
        for sensitivity in (Fraction(1, 100), Fraction(1), Fraction(100)):
            yield _one_value(trial.formal, noise, (epsilon, delta), sensitivity, Region.WHOLE)
        above = Fraction(ends("mu", mu_ball(epsilon, delta, 64))[1]) + STEP
        yield ball(
            f"$\\epsilon = {epsilon}$, $\\delta = {delta}$, $\\Delta/\\sigma$ just above $\\mu^*$",
            half_space(epsilon, number(above)),
            ">",
            number(delta),
            quantity=r"$P(S) - e^\epsilon Q(S)$ for a half-line $S$ of values at $x$",
        )


_PAIRS: tuple[tuple[Gram, Pair], ...] = (
    ((_pair(1, Fraction(1, 2)), _pair(Fraction(1, 2), 1)), _pair(1, 0)),
    ((_pair(2, -1), _pair(-1, 3)), _pair(3, 2)),
    (ONES, _pair(3, 3)),
    (ONES, _pair(1, -1)),
    ((_pair(1, 2), _pair(2, 4)), _pair(1, 2)),
)


def _show(K: Gram) -> str:
    return str([[str(x) for x in row] for row in K]).replace("'", "")
