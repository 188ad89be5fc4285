r"""The proof of Lemma 10 of the first version: from the points i/2^n to the points i/2^(n+1).

mu_n is the mean of the maximum of f over the points i/2^n, f_1 its values at the 2^n midpoints between them. f is
stationary, so f_1 has the law of 2^n of the 2^n + 1 values of f_0: E max f_1 < mu_n, and the middle is negative,
while the left side is not. At n = 0 the right side is 0 as well. With w = 1/(2 cosh c), c = beta/2^(n+1), the midpoints
are w (left + right) + xi with independent xi of variance tanh(c) sigma^2, which gives the repaired bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from flint import arb

from tabular.gaussian import mean_abs_max_normal, mean_max_normal
from tabular.noise.path_maximum import mean_pair, mean_triple
from tabular.numbers.balls import ball as exact_ball
from theory_checks.core.certificate import Certificate, lemma
from theory_checks.core.claim import Finding, Trial, claim
from theory_checks.core.evidence import Evidence, ball
from theory_checks.core.formal import formal_of
from theory_checks.core.formula import exp, num, ref
from theory_checks.core.interpret import enclose, substitute
from theory_checks.core.texts import texts_of

TEXTS = texts_of(__file__)

MIDDLE, RIGHT = (claim.right for claim in formal_of(__file__, "dpdqn-v1/lemma10-increment").claims)
REPAIRED = formal_of(__file__, "dpdqn-v1/lemma10-increment/repaired")
Bound = Callable[[int, arb], arb]
BETAS = [Fraction(1, 100), Fraction(1), Fraction(100)]
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
        for name, bound, proof in (("middle", bounds[0], _middle), ("right side", bounds[1], _right)):
            yield ball(
                rf"$n = 0$, $\beta = {beta}$, {name}",
                mean_triple(x) - mean_pair(x),
                "<=",
                bound(0, x),
                quantity=r"$\mu_1 - \mu_0$, in units of $\sigma$",
                certificate=proof(trial, beta),
            )
        yield ball(
            rf"$n = 1$, $\beta = {beta}$, middle",
            arb(0),
            "<=",
            bounds[0](1, x),
            quantity=r"0, which $\mu_2 - \mu_1$ is not below, in units of $\sigma$",
            certificate=_second_middle(trial, beta),
        )


def _middle(trial: Trial, beta: Fraction) -> Certificate:
    """Certify that the middle is negative at n = 0, where the only midpoint has mean 0."""
    return Certificate(
        says=f"With n = 0 and beta = {beta} the middle 2 (E f(1/2) - mu_0) is negative, and the left side is not.",
        constants={"beta": beta, "far": exp(-ref("beta"))},
        given=[
            lemma("mu0", "pair-max-mean", sigma=1, correlation=ref("far")),
            lemma("midpoint", "pair-max-mean", sigma=1, correlation=1),
        ],
        assumed=[
            "The only midpoint is 1/2, the maximum of a pair of correlation 1.",
            "mu_1 - mu_0 >= 0, because the points of level 1 include those of level 0.",
        ],
        conclusion=num(0) > substitute(MIDDLE, {"new": ref("midpoint"), "mu": ref("mu0")}),
    )


def _second_middle(trial: Trial, beta: Fraction) -> Certificate:
    """Certify that the middle is negative at n = 1: the ends alone have a larger maximum than the two midpoints."""
    correlations = {"far": exp(-ref("beta")), "near": exp(-ref("beta") / 2)}
    return Certificate(
        says=f"With n = 1 and beta = {beta} the middle 2 (E max f_1 - mu_1) is negative, and the left side is not.",
        constants={"beta": beta, **correlations},
        given=[
            lemma("ends", "pair-max-mean", sigma=1, correlation=ref("far")),
            lemma("midpoints", "pair-max-mean", sigma=1, correlation=ref("near")),
        ],
        assumed=["mu_2 - mu_1 >= 0, and mu_1 >= E max(f(0), f(1)), the mean for the ends."],
        conclusion=num(0) > substitute(MIDDLE, {"new": ref("midpoints"), "mu": ref("ends")}),
    )


def _right(trial: Trial, beta: Fraction) -> Certificate:
    """Certify that mu_1 > mu_0, where the right side is 0, by the means of the maxima of two of the three points."""
    far, near = exp(-ref("beta")), exp(-ref("beta") / 2)
    return Certificate(
        says=f"With n = 0 and beta = {beta} the right side is 0, and mu_1 exceeds mu_0.",
        constants={"beta": beta, "n": 0, "sigma": 1, "right": RIGHT, "far": far, "near": near},
        given=[
            lemma("mu0", "pair-max-mean", sigma=1, correlation=ref("far")),
            lemma("half", "pair-max-mean", sigma=1, correlation=ref("near")),
        ],
        assumed=[TEXTS["right_notes"]],
        conclusion=(ref("mu0") + 2 * ref("half")) / 2 - ref("mu0") > ref("right"),
    )


@claim(
    "dpdqn-v1/lemma10-increment/repaired",
    broken={
        "the printed middle": {"bound": printed_middle},
        r"$\sqrt{2n\beta\ln 2/2^n}$ in place of the printed bound": {"share": 2},
    },
)
def increment_repaired(trial: Trial, *, bound: Bound = repaired_bound, share: int = 1) -> Iterator[Finding]:
    """Compare the first increment with the bound, that of the innovations with their mean, and both with the print."""
    for beta in ROOMY:
        x = exact_ball(beta)
        left = mean_triple(x) - mean_pair(x)
        yield ball(
            rf"$n = 0$, $\beta = {beta}$", left, "<=", bound(0, x), quantity=r"$\mu_1 - \mu_0$ in units of $\sigma$"
        )
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
