r"""The proof of Lemma 8: the mean of the maximum over the new midpoints, with sigma = 1.

N = 2^n midpoints, b = beta_{2^n} = beta/2^(n+1). f(x_{2i-1}) = xi_i + w S_i with S_i = f(x_{2i-2}) + f(x_{2i}),
w = 1/(2 cosh b) < 1/2, and xi_i independent N(0, tanh b), independent of all S_i; the xi'_i of the second line have the
variance b. The last sign is printed "=", but sqrt(2 n ln 2 b) = sqrt(n ln 2 beta/2^n).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from flint import arb

from tabular.gaussian import mean_max_normal
from tabular.numbers.balls import ball as exact_ball
from theory_checks.core.certificate import Certificate, instance
from theory_checks.core.claim import Trial, claim
from theory_checks.core.evidence import Evidence, ball, exact_all
from theory_checks.core.formal import Formal, formal_of
from theory_checks.core.formula import Formula
from theory_checks.core.interpret import enclose
from theory_checks.papers.dpdqn.maximum._levels import half_mean

BETAS = (Fraction(1, 100), Fraction(1), Fraction(50))
REPAIRED = formal_of(__file__, "dpdqn/lemma8-increment-mean/repaired")
BOUND = REPAIRED.right_of("difference")
HALVED = {"half of the printed bound": {"bound": BOUND / 2}}
THIRD, SHARP = REPAIRED.claims[3].left, REPAIRED.claims[3].right


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
    yield from _first_lines()
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


def _first_lines() -> Iterator[Evidence]:
    """Compare the first three lines in closed form for two midpoints, between the points 0, 1/2 and 1."""
    for beta in BETAS:
        b = innovation_variance(1, beta)
        q = (-b).exp()
        # Var(S_1 - S_2) = Var(f(0) - f(1))
        spread, weight = 2 * (1 - q**4), q / (1 + q**2)
        left, first = (half_mean(2 * b.tanh() + w**2 * spread) for w in (weight, arb(1) / 2))
        # the left neighbours are 0 and 1/2, the right ones 1/2 and 1
        second = b.sqrt() * mean_max_normal(2) + pair_mean(q**2)
        third = enclose(THIRD, {"n": 1, "sigma": 1, "b": b, "mu": triple_mean(q**2, q**2, q**4)})
        lines = (("first", left, first), ("second", first, second), ("third", second, third))
        for name, smaller, larger in lines:
            yield ball(f"$n = 1$, $\\beta = {beta}$, {name} line", smaller, "<=", larger, quantity="both sides")


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
        root = enclose(THIRD, {"n": n, "sigma": 1, "b": 1, "mu": 0})
        yield ball(
            f"$n = {n}$, the innovations of the third line", size, "<=", root, quantity=r"$e_{2^n}$, $\sqrt{2\ln 2^n}$"
        )


@claim(
    "dpdqn/lemma8-increment-mean",
    reading="last-sign-at-most",
    broken=HALVED,
)
@claim("dpdqn/lemma8-increment-mean/repaired", broken=HALVED)
def increment_repaired(trial: Trial, *, bound: Formula = BOUND) -> Iterator[Evidence]:
    """Check all lines, the last with <=, and the conclusion in closed form for n = 1."""
    yield from _first_lines()
    yield from _needed_by_the_lines()
    for beta in BETAS:
        q = exact_ball(-beta / 4).exp()
        difference = pair_mean(q**2) - triple_mean(q**2, q**2, q**4)
        yield ball(
            f"$n = 1$, $\\beta = {beta}$, conclusion",
            difference,
            "<=",
            enclose(bound, {"n": 1, "beta": beta, "sigma": 1}),
            quantity=r"$\mathbb{E}[\max f_{2^n1} - \max f_{2^n0}]/\sigma$",
        )
        for n in (1, 3, 8):
            values = {"n": n, "beta": beta, "sigma": 1, "mu": 0}
            yield ball(
                f"$n = {n}$, $\\beta = {beta}$, last line",
                enclose(SHARP, values),
                "<=",
                enclose(bound, values),
                quantity=r"the last two lines less $\mu_n$",
            )
