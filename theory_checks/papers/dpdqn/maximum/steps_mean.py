r"""The proof of Lemma 8: the mean of the maximum over the new midpoints, with sigma = 1.

N = 2^n midpoints, b = beta_{2^n} = beta/2^(n+1). f(x_{2i-1}) = xi_i + w S_i with S_i = f(x_{2i-2}) + f(x_{2i}),
w = 1/(2 cosh b) < 1/2, and xi_i independent N(0, tanh b), independent of all S_i; the xi'_i of the second line have the
variance b. The last sign is printed "=", but sqrt(2 n ln 2 b) = sqrt(n ln 2 beta/2^n).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from flint import arb

from tabular.gaussian import mean_max_normal
from theory_checks.core.certificate import Certificate, instance
from theory_checks.core.claim import Trial, claim
from theory_checks.core.evidence import Evidence, ball, exact_all
from theory_checks.core.formal import Formal, formal_of
from theory_checks.core.formula import Formula, Relation, ref
from theory_checks.core.interpret import enclose
from theory_checks.papers.dpdqn.maximum._claims import CLOSE, held
from theory_checks.papers.dpdqn.maximum._levels import half_mean, mean_of_grid

BETAS = (Fraction(1, 100), Fraction(1), Fraction(50))
REPAIRED = formal_of(__file__, "dpdqn/lemma8-increment-mean/repaired")
BOUND = REPAIRED.right_of("difference")
HALVED = {"half of the printed bound": {"bound": BOUND / 2}}
THIRD = REPAIRED.claims[-1].right
PRINTED = formal_of(__file__, "dpdqn/lemma8-increment-mean", "last-sign-equal")
SCALES = ((Fraction(1, 100), Fraction(3)), (Fraction(50), Fraction(1, 3)))  # beta, sigma


def innovation_variance(n: int, beta: Fraction) -> arb:
    """Return b."""
    return enclose(REPAIRED.right_of("b"), {"n": n, "beta": beta})


def pair_mean(correlation: arb) -> arb:
    """Return E max(X, Y) for unit normals: sqrt((1 - rho)/pi)."""
    return half_mean(2 * (1 - correlation))


def triple_mean(*correlations: arb) -> arb:
    """Return E max of three unit normals: half the sum of the means of the maxima of the pairs."""
    return sum((pair_mean(rho) for rho in correlations), start=arb(0)) / 2


@claim(
    "dpdqn/lemma8-increment-mean",
    reading="last-sign-equal",
    sound={r"$\sqrt{n\ln 2\,\beta/2^n}\,\sigma$ in the last line": {"last": (0, 1)}},
)
def last_sign_equal(trial: Trial, *, last: tuple[int, int] = (1, 0)) -> Iterator[Evidence]:
    """Check the first three lines, and the last sign: n ln 2 against n (a + b ln 2), with ln 2 irrational."""
    yield from _first_lines(PRINTED.claims)
    yield from _needed_by_the_lines()
    rational, logarithm = last
    for n in (0, 1):
        parts = {"rational part": (0, "==", n * rational), "multiple of the logarithm of 2": (n, "==", n * logarithm)}
        yield exact_all(
            f"$n = {n}$, last sign",
            parts,
            quantity=r"the last two lines less $\mu_n$, squared, in units of $\sigma^2\beta/2^n$",
            certificate=_last_sign(trial.formal),
        )


def _last_sign(formal: Formal) -> Certificate:
    means = dict.fromkeys(("mu", "new", "relaxed", "innovations", "left", "right", "difference"), 0)
    says = r"For $n = 1$, $\beta = 2$ and $\sigma = 1$ the last two lines of the chain differ."
    made = instance(formal, says, {"n": 1, "beta": 2, "sigma": 1, "b": Fraction(1, 2), **means}, part=3)
    return replace(made, assumed=["The means do not matter for the last sign, and are put to 0."])


def _first_lines(claims: Sequence[Relation], sigma: Fraction = Fraction(1)) -> Iterator[Evidence]:
    """Compare the first three lines in closed form for two midpoints, between the points 0, 1/2 and 1."""
    for beta in BETAS:
        values = two_midpoints(beta, sigma)
        case = f"$n = 1$, $\\beta = {beta}$" + ("" if sigma == 1 else f", $\\sigma = {sigma}$")
        for name, line in zip(("first", "second", "third"), claims, strict=False):
            yield held(f"{case}, {name} line", line, values, quantity="both sides")


def two_midpoints(beta: Fraction, sigma: Fraction) -> dict[str, Any]:
    """Return the means for n = 1."""
    b = innovation_variance(1, beta)
    q = (-b).exp()
    # Var(S_1 - S_2) = Var(f(0) - f(1)); the left neighbours are 0 and 1/2, the right ones 1/2 and 1
    spread, weight = 2 * (1 - q**4), q / (1 + q**2)
    new, relaxed = (half_mean(2 * b.tanh() + w**2 * spread) for w in (weight, arb(1) / 2))
    left, mu = pair_mean(q**2), triple_mean(q**2, q**2, q**4)
    means = {"new": new, "relaxed": relaxed, "innovations": b.sqrt() * mean_max_normal(2), "mu": mu}
    at = {"n": 1, "beta": beta, "b": b, "sigma": sigma}
    return _with_third(at, {**means, "left": left, "right": left, "difference": new - mu})


def _with_third(at: Mapping[str, Any], means: Mapping[str, arb]) -> dict[str, Any]:
    values = {**at, **{name: mean * enclose(at["sigma"]) for name, mean in means.items()}}
    return {**values, "third": enclose(THIRD, values)}


def many_points(n: int, beta: Fraction, sigma: int) -> dict[str, Any]:
    """Return the means for small beta; the new points, their left and their right neighbours have the same law."""
    b, N = innovation_variance(n, beta), 2**n
    new, mu = (mean_of_grid(steps, N, beta) for steps in (N - 1, N))
    means = {**dict.fromkeys(("new", "relaxed", "left", "right"), new), "mu": mu, "difference": new - mu}
    innovations = {"innovations": b.sqrt() * mean_max_normal(N)}
    return _with_third({"n": n, "beta": beta, "b": b, "sigma": sigma}, {**means, **innovations})


def spread_points(n: int, beta: Fraction) -> dict[str, Any]:
    """Return bounds of the means over many points far apart, by comparison with independent normals.

    With r = exp(-2 b) every second of the relaxed values has increments of at least 2 tanh b + 1 + r - r^2 (2 + r)/2
    - r/2.
    """
    b = innovation_variance(n, beta)
    r, N = (-2 * b).exp(), 2**n
    least = 2 * b.tanh() + 1 + r - r**2 * (2 + r) / 2 - r / 2
    mu = mean_max_normal(N + 1) * (1 - r).sqrt().union(arb(1))
    neighbours = mean_max_normal(N) * (1 - r).sqrt().union(arb(1))
    means = {"relaxed": (least / 2).sqrt() * mean_max_normal(N // 2), "mu": mu, "left": neighbours, "right": neighbours}
    innovations = {"innovations": b.sqrt() * mean_max_normal(N)}
    return _with_third({"n": n, "beta": beta, "b": b, "sigma": 1}, {**means, **innovations})


def _needed_by_the_lines() -> Iterator[Evidence]:
    """Compare the means of maxima of innovations on which the second and the third line rest."""
    for n in (1, 2, 6):
        size = mean_max_normal(2**n)
        for beta in BETAS:
            b = innovation_variance(n, beta)
            yield ball(
                f"$n = {n}$, $\\beta = {beta}$, the innovations of the second line",
                b.tanh().sqrt() * size,
                "<=",
                b.sqrt() * size,
                quantity=r"$\mathbb{E}\max_i\xi_i$ and $\mathbb{E}\max_i\xi'_i$",
            )
        root = enclose(THIRD, {"n": n, "sigma": 1, "beta": 2 * 2**n, "mu": 0})  # b = 1
        yield ball(
            f"$n = {n}$, the innovations of the third line", size, "<=", root, quantity=r"$e_{2^n}$, $\sqrt{2\ln 2^n}$"
        )


@claim(
    "dpdqn/lemma8-increment-mean",
    reading="last-sign-at-most",
    broken=HALVED,
)
@claim("dpdqn/lemma8-increment-mean/repaired", broken=HALVED)
def increment_repaired(trial: Trial, *, bound: Formula | None = None) -> Iterator[Evidence]:
    """Check all lines, the last with <=, and the conclusion in closed form for n = 1."""
    claims = trial.formal.claims
    last, equalities = claims[3], [x for x in claims if x.left == ref("third") and x.sign == "="]
    conclusion = next(x for x in claims if x.left == ref("difference"))
    if bound is not None:
        last, conclusion = replace(last, right=ref("mu") + bound), replace(conclusion, right=bound)
    yield from _first_lines(claims)
    yield from _first_lines(claims, Fraction(3))
    yield from _needed_by_the_lines()
    for line in claims[1:3]:
        values = many_points(40, Fraction(1, 10**10), 10**6)
        yield held(f"$n = 40$: {line.left}", line, values, quantity=AT_LEAST)
    yield held("$n = 12$, second line", claims[1], spread_points(12, Fraction(7000)), quantity=AT_LEAST)
    for beta, sigma in (*((beta, Fraction(1)) for beta in BETAS), *SCALES):
        case = f"$\\beta = {beta}$" + ("" if sigma == 1 else f", $\\sigma = {sigma}$")
        yield held(
            f"$n = 1$, {case}, conclusion",
            conclusion,
            two_midpoints(beta, sigma),
            quantity=r"$\mathbb{E}[\max f_{2^n1} - \max f_{2^n0}]/\sigma$",
        )
        for n, mu in ((1, 0), (3, 0), (8, 0), (0, 1), (3, 1)):
            at = {"n": n, "beta": beta, "b": innovation_variance(n, beta), "sigma": sigma}
            values, case_n = (
                _with_third(at, {"mu": arb(mu)}),
                f"$n = {n}$, {case}" + (f", $\\mu_n = {mu}$" if mu else ""),
            )
            yield held(f"{case_n}, last line", last, values, room=CLOSE if n == 0 else 0, quantity="the last two lines")
            for line in equalities:
                yield held(f"{case_n}: {line.right}", line, values, quantity="difference to the third line")


AT_LEAST = "what the left side is at least, and the right side"
