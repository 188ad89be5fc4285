r"""The proof of Lemma 10 of the first version: from the points i/2^n to the points i/2^(n+1).

mu_n is the mean of the maximum of f over the points i/2^n, f_1 its values at the 2^n midpoints between them. f is
stationary, so f_1 has the law of 2^n of the 2^n + 1 values of f_0: E max f_1 < mu_n, and the middle is negative,
while the left side is not. At n = 0 the right side is 0 as well. With w = 1/(2 cosh c), c = beta/2^(n+1), the midpoints
are w (left + right) + xi with independent xi of variance tanh(c) sigma^2, which gives the repaired bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from flint import arb, ctx

from tabular.gaussian import mean_abs_max_normal, mean_max_normal
from tabular.noise.path_maximum import mean_pair, mean_triple
from tabular.numbers.balls import ball as exact_ball
from theory_checks.core.certificate import Certificate, instance
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball
from theory_checks.core.formal import Formal, formal_of
from theory_checks.core.formula import Formula, exp, pi, ref, sqrt
from theory_checks.core.interpret import enclose, substitute
from theory_checks.papers.dpdqn.maximum._claims import held
from theory_checks.papers.dpdqn.maximum._levels import mean_of_grid

MIDDLE, RIGHT = formal_of(__file__, "dpdqn-v1/lemma10-increment").let.values()
SIDES = {0: "what the middle allows", 2: "what the right side allows"}
REPAIRED = formal_of(__file__, "dpdqn-v1/lemma10-increment/repaired")
Bound = Callable[[int, arb], arb]
BETAS = [Fraction(1, 100), Fraction(1), Fraction(100)]
MIDDLE_AT_0 = substitute(MIDDLE, {"new": 0, "mu": sqrt((1 - exp(-ref("beta"))) / pi) * ref("sigma")})
BITS = 500  # for tiny increments
SMALL = Fraction(1, 10**60)
ROOMY = [Fraction(1, 10**6), Fraction(1, 100), Fraction(1), Fraction(10), Fraction(100), Fraction(10**6)]


def printed_middle(n: int, beta: arb) -> arb:
    """Return the middle for n = 0 and 1, in units of sigma."""
    new, mu = (mean_pair(beta / 2), mean_triple(beta)) if n else (arb(0), mean_pair(beta))
    return enclose(MIDDLE, {"new": new, "mu": mu})


def printed_right(n: int, beta: arb) -> arb:
    """Return the right side, in units of sigma."""
    return enclose(RIGHT, {"n": n, "beta": beta, "sigma": 1})


def repaired_bound(n: int, beta: arb) -> arb:
    """Return the repaired bound, in units of sigma."""
    return enclose(REPAIRED.right, {"n": n, "beta": beta, "sigma": 1, "cosh": REPAIRED.right_of("cosh")})


@claim(
    "dpdqn-v1/lemma10-increment",
    sound={"the repaired bound in place of both": {"bounds": (repaired_bound, repaired_bound)}},
)
def increment(trial: Trial, *, bounds: tuple[Bound, Bound] = (printed_middle, printed_right)) -> Iterator[Evidence]:
    """Compare the increment at n = 0 exactly, and at n = 1 from below, with the middle and the right side."""
    for beta in BETAS:
        x = exact_ball(beta)
        for name, bound, part in (("middle", bounds[0], 0), ("right side", bounds[1], 2)):
            yield ball(
                rf"$n = 0$, $\beta = {beta}$, {name}",
                mean_triple(x) - mean_pair(x),
                "<=",
                bound(0, x),
                quantity=r"$\mu_1 - \mu_0$, in units of $\sigma$",
                certificate=_exceeding(trial.formal, 0, beta, part),
            )
        yield ball(
            rf"$n = 1$, $\beta = {beta}$, middle",
            arb(0),
            "<=",
            bounds[0](1, x),
            quantity=r"0, which $\mu_2 - \mu_1$ is not below, in units of $\sigma$",
            certificate=_exceeding(trial.formal, 1, beta, 0),
        )


def _exceeding(formal: Formal, n: int, beta: Fraction, part: int) -> Certificate:
    """Certify that mu_(n+1) exceeds the middle, or the right side, with mu_n on both."""
    says = f"With n = {n} and beta = {beta} the mean of the next level exceeds {SIDES[part]}."
    return instance(formal, says, {"n": n, "beta": beta, "sigma": 1}, part=part)


def _increments() -> Iterator[dict[str, Any]]:
    """Yield the increment for n = 0, and for a nearly straight kernel for other n, with the values of the symbols."""
    for beta, sigma in (*((beta, 1) for beta in ROOMY), (Fraction(1), 100)):
        x = exact_ball(beta)
        yield _valued(0, beta, sigma, sigma * (mean_triple(x) - mean_pair(x)))
    for n in (1, 2, 100):
        with ctx.workprec(BITS):
            mu, finer = (mean_of_grid(2**level, 2**level, SMALL) for level in (n, n + 1))
            values = _valued(n, SMALL, 1, finer - mu)
        yield values


def _valued(n: int, beta: Fraction, sigma: int, increment: arb) -> dict[str, Any]:
    cosh = (exact_ball(beta) / 2 ** (n + 1)).cosh()
    return {"n": n, "beta": beta, "sigma": sigma, "cosh": cosh, "increment": increment}


@claim(
    "dpdqn-v1/lemma10-increment/repaired",
    broken={
        "the printed middle": {"bound": MIDDLE_AT_0},
        r"$\sqrt{2n\beta\ln 2/2^n}$ in place of the printed bound": {"share": 2},
    },
)
def increment_repaired(trial: Trial, *, bound: Formula | None = None, share: int = 1) -> Iterator[Finding]:
    """Compare increments with the bound, that of the innovations with their mean, and both with the print."""
    claimed, cosh = trial.formal.claims
    claimed = replace(claimed, right=bound or claimed.right)
    for values in _increments():
        n, beta, sigma = (values[name] for name in ("n", "beta", "sigma"))
        case = rf"$n = {n}$, $\beta = {beta}$" + ("" if sigma == 1 else rf", $\sigma = {sigma}$")
        yield held(case, claimed, values, bits=BITS, quantity=rf"$\mu_{{{n + 1}}} - \mu_{{{n}}}$ and its bound")
    for n, beta in ((0, Fraction(1)), (1, Fraction(1)), (3, Fraction(2))):
        values = {"n": n, "beta": beta, "cosh": exact_ball(beta / 2 ** (n + 1)).cosh()}
        yield held(rf"$n = {n}$, $\beta = {beta}$: $\cosh$", cosh, values, quantity="difference to the function")
    for copies in (1, 2, 4, 16, 256):
        positive = (mean_max_normal(copies) + mean_abs_max_normal(copies)) / 2
        limit = (2 * arb(copies + 1).log()).sqrt()
        yield ball(
            f"$N = {copies}$", positive, "<=", limit, quantity=r"$\mathbb{E}\max(0, Z_1, \dots, Z_N)$ and its bound"
        )
    yield ball(
        r"all $n \geq 1$ and $\beta$: the printed bound",
        arb(3).log().sqrt() + 1 / (2 * arb.pi()).sqrt(),
        "<=",
        printed_right(1, arb(2)) / share,
        quantity=r"what the bound, and the printed one, are at most and at least, over $\sqrt{n\beta/2^n}\,\sigma$",
    )
